// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.vector.ParquetVariantVector;
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
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Random values decoded to the natural type, and types of several batches merged.
 *
 * @see NaturalType
 * @see VariantDecode
 */
class DecodePropertyTest {
  @Provide
  Arbitrary<List<Object>> columns() {
    return RandomValues.columns();
  }

  private static ParquetVariantVector column(BufferAllocator allocator, List<Object> values) {
    return VariantColumns.column(allocator, values.stream().map(VariantColumns::encode).toList());
  }

  @Property(tries = 400)
  void the_natural_type_has_every_value(@ForAll("columns") List<Object> values) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = column(allocator, values);
        FieldVector natural = NaturalType.decode(column, allocator)) {
      assertRows(values, natural);
    }
  }

  @Property(tries = 400)
  void decoding_to_the_natural_type_refuses_nothing(@ForAll("columns") List<Object> values) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = column(allocator, values);
        FieldVector natural = NaturalType.decode(column, allocator);
        FieldVector decoded =
            new VariantDecode(natural.getField(), ConversionMode.STRICT)
                .decode(column, allocator)) {
      assertRows(values, decoded);
    }
  }

  @Property(tries = 200)
  void what_was_decoded_casts_back_to_the_same_values(@ForAll("columns") List<Object> values) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = column(allocator, values);
        FieldVector natural = NaturalType.decode(column, allocator);
        ParquetVariantVector cast = VariantCast.cast(natural, allocator);
        FieldVector again =
            new VariantDecode(natural.getField(), ConversionMode.STRICT).decode(cast, allocator)) {
      cast.validate();
      assertRows(values, again);
    }
  }

  @Property(tries = 200)
  void the_merged_type_takes_the_rows_of_both_batches(
      @ForAll("columns") List<Object> first, @ForAll("columns") List<Object> second) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector left = column(allocator, first);
        ParquetVariantVector right = column(allocator, second)) {
      Field merged =
          NaturalType.merge(NaturalType.type(left, allocator), NaturalType.type(right, allocator));
      VariantDecode decode = new VariantDecode(merged, ConversionMode.STRICT);
      try (FieldVector leftRows = decode.decode(left, allocator);
          FieldVector rightRows = decode.decode(right, allocator)) {
        assertRows(first, leftRows);
        assertRows(second, rightRows);
      }
    }
  }

  @Property(tries = 200)
  void a_type_merged_with_itself_stays_as_it_is(@ForAll("columns") List<Object> values) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = column(allocator, values)) {
      for (boolean exact : new boolean[] {false, true}) {
        NaturalTypeOptions options = NaturalTypeOptions.defaults().withExactIntegers(exact);
        Field type = NaturalType.type(column, allocator, options);
        assertThat(NaturalType.merge(type, type)).isEqualTo(type);
      }
    }
  }

  @Property(tries = 200)
  void the_order_of_merging_does_not_matter(
      @ForAll("columns") List<Object> first, @ForAll("columns") List<Object> second) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector left = column(allocator, first);
        ParquetVariantVector right = column(allocator, second)) {
      Field one = NaturalType.type(left, allocator);
      Field other = NaturalType.type(right, allocator);
      Field merged = NaturalType.merge(one, other);
      assertThat(NaturalType.merge(other, one)).isEqualTo(merged);
      assertThat(NaturalType.merge(merged, one)).isEqualTo(merged);
    }
  }

  private static void assertRows(List<Object> values, FieldVector vector) {
    assertThat(vector.getValueCount()).isEqualTo(values.size());
    for (int row = 0; row < values.size(); row++) {
      Object decoded = JavaValues.of(vector, row);
      assertThat(RandomValues.same(values.get(row), decoded))
          .as("row %d of type %s: %s", row, vector.getField(), decoded)
          .isTrue();
    }
  }

  @Property(tries = 400)
  void damaged_bytes_give_values_or_our_exception(
      @ForAll("columns") List<Object> values, @ForAll long seed) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = column(allocator, values);
        FieldVector natural = NaturalType.decode(column, allocator)) {
      damage(column.valueVector().getDataBuffer(), new Random(seed));
      damage(column.getChildrenFromFields().get(0).getDataBuffer(), new Random(~seed));
      new VariantDecode(natural.getField(), ConversionMode.SAFE).decode(column, allocator).close();
      NaturalType.decode(column, allocator).close();
    } catch (MalformedVariantException e) {
      assertThat(e.row()).isBetween(0L, values.size() - 1L);
    }
  }

  /** Flips up to three bits of the bytes in use. */
  private static void damage(ArrowBuf buffer, Random random) {
    int length = (int) Math.min(buffer.capacity(), 400);
    for (int i = random.nextInt(4); i > 0 && length > 0; i--) {
      int at = random.nextInt(length);
      buffer.setByte(at, buffer.getByte(at) ^ (1 << random.nextInt(8)));
    }
  }
}
