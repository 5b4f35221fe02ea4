// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.DescribedRows;
import io.arrowparquet.variant.kernel.JavaValues;
import io.arrowparquet.variant.kernel.RandomValues;
import io.arrowparquet.variant.kernel.VariantColumns;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;

/** Random structs, lists and unions of primitives, made by decoding random values. */
class VariantCastPropertyTest {
  @Provide
  Arbitrary<List<Object>> columns() {
    return RandomValues.columns();
  }

  private static FieldVector vector(BufferAllocator allocator, List<Object> values) {
    try (ParquetVariantVector column =
        VariantColumns.column(allocator, values.stream().map(VariantColumns::encode).toList())) {
      return NaturalType.decode(column, allocator);
    }
  }

  private static List<Object> rows(FieldVector vector) {
    List<Object> rows = new ArrayList<>();
    for (int row = 0; row < vector.getValueCount(); row++) {
      rows.add(JavaValues.of(vector, row));
    }
    return rows;
  }

  @Property(tries = 300)
  void a_cast_vector_decodes_to_what_it_was(
      @ForAll("columns") List<Object> values, @ForAll boolean keepNullFields) {
    CastOptions options = CastOptions.defaults().withKeepNullFields(keepNullFields);
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector vector = vector(allocator, values);
        ParquetVariantVector cast = VariantCast.cast(vector, allocator, options, null);
        FieldVector decoded =
            new VariantDecode(vector.getField(), ConversionMode.STRICT).decode(cast, allocator)) {
      assertThat(DescribedRows.of(cast)).hasSize(values.size());
      assertThat(rows(decoded)).as("%s", vector.getField()).isEqualTo(rows(vector));
    }
  }

  @Property(tries = 300)
  void damaged_offsets_and_type_ids_give_values_or_our_exception(
      @ForAll("columns") List<Object> values, @ForAll long seed) {
    Random random = new Random(seed);
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector vector = vector(allocator, values)) {
      damage(vector, random);
      VariantCast.cast(vector, allocator).close();
    } catch (MalformedVariantException | ConversionException e) {
      assertThat(e).hasMessageStartingWith("row ");
    }
  }

  /** Flips a bit of a buffer here and there, of whatever kind. */
  private static void damage(FieldVector vector, Random random) {
    for (ArrowBuf buffer : vector.getFieldBuffers()) {
      int length = (int) Math.min(buffer.capacity(), 64);
      if (length > 0 && random.nextInt(3) == 0) {
        int at = random.nextInt(length);
        buffer.setByte(at, buffer.getByte(at) ^ (1 << random.nextInt(8)));
      }
    }
    vector.getChildrenFromFields().forEach(child -> damage(child, random));
  }
}
