// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;

/**
 * Shredded columns with bits turned: their JSON is that of the column put together, or neither.
 *
 * @see VariantToJson
 */
class DamagedShreddedJsonTest {
  private static final InferShreddingOptions ALL = InferShreddingOptions.defaults().withMinShare(0);
  private static final String REFUSED = "refused";

  @Provide
  Arbitrary<List<Object>> columns() {
    return RandomValues.columns();
  }

  @Property(tries = 1_000, shrinking = ShrinkingMode.OFF)
  void json_is_refused_where_putting_the_rows_together_first_is(
      @ForAll("columns") List<Object> values, @ForAll long seed) {
    Random random = new Random(seed);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column =
            VariantColumns.column(allocator, VariantColumns.encodeAll(values.toArray()))) {
      InferredShredding inferred = InferredShredding.of(column, ALL);
      VariantShred shred = new VariantShred(inferred.schema(), inferred.mode());
      try (ParquetVariantVector shredded = shred.shred(column, allocator)) {
        shredded.getChildrenFromFields().forEach(child -> damage(child, random));
        assertThat(text(shredded, allocator)).isEqualTo(unshreddedText(shredded, allocator));
      }
    }
  }

  private static String unshreddedText(ParquetVariantVector column, BufferAllocator allocator) {
    try (ParquetVariantVector unshredded = VariantUnshred.unshred(column, allocator)) {
      return text(unshredded, allocator);
    } catch (MalformedVariantException e) {
      return REFUSED;
    }
  }

  private static String text(ParquetVariantVector column, BufferAllocator allocator) {
    try (VarCharVector text = VariantToJson.write(column, allocator)) {
      List<Object> rows = new ArrayList<>();
      for (int row = 0; row < text.getValueCount(); row++) {
        rows.add(text.getObject(row));
      }
      return rows.toString();
    } catch (MalformedVariantException e) {
      assertThat(e.row()).isNotNegative();
      return REFUSED;
    }
  }

  /** Turns a bit of a buffer here and there, of whatever kind. */
  private static void damage(FieldVector vector, Random random) {
    for (ArrowBuf buffer : vector.getFieldBuffers()) {
      int length = (int) Math.min(buffer.capacity(), 64);
      if (length > 0 && random.nextInt(12) == 0) {
        int at = random.nextInt(length);
        buffer.setByte(at, buffer.getByte(at) ^ (1 << random.nextInt(8)));
      }
    }
    vector.getChildrenFromFields().forEach(child -> damage(child, random));
  }
}
