// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static io.arrowparquet.variant.kernel.VariantColumns.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Values that a shredded column holds beside its typed ones convert as they do without one.
 *
 * @see io.arrowparquet.variant.kernel.internal.columnar.ShreddedDecoder
 */
class MisfitValuesTest {
  private static final Field INT = Field.nullable("x", new ArrowType.Int(32, true));

  /** At least two values of every type, where it has two. */
  private static List<Object> values() {
    return Arrays.asList(
        null,
        true,
        false,
        (byte) 5,
        (short) -300,
        7,
        1 << 30,
        8L,
        1L << 60,
        1.5,
        2.5f,
        new BigDecimal("5"),
        new BigDecimal("5.25"),
        new BigDecimal("123456789012.00"),
        new BigDecimal("12345678901234567890123.5"),
        "text",
        "a text that is longer than what the header of a short string can tell, by some bytes",
        new byte[] {1, 2, 3},
        new byte[16],
        new UUID(1, 2),
        raw(b -> b.appendDate(19_000)),
        raw(b -> b.appendTime(1_500_000)),
        raw(b -> b.appendTimestampTz(1_500_000)),
        raw(b -> b.appendTimestampNtz(2_500_000)),
        raw(b -> b.appendTimestampNanosTz(3_500_000)),
        raw(b -> b.appendTimestampNanosNtz(4_500_000)),
        Map.of("a", 1),
        List.of(1, "two"));
  }

  private static Stream<ArrowType> targets() {
    return Stream.of(
        ArrowType.Null.INSTANCE,
        ArrowType.Bool.INSTANCE,
        new ArrowType.Int(8, true),
        new ArrowType.Int(32, true),
        new ArrowType.Int(64, true),
        new ArrowType.Int(64, false),
        new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE),
        new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
        new ArrowType.Decimal(9, 0, 128),
        new ArrowType.Decimal(38, 2, 128),
        new ArrowType.Decimal(60, 2, 256),
        new ArrowType.Date(DateUnit.DAY),
        new ArrowType.Time(TimeUnit.MICROSECOND, 64),
        new ArrowType.Time(TimeUnit.SECOND, 32),
        new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"),
        new ArrowType.Timestamp(TimeUnit.MICROSECOND, null),
        new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"),
        ArrowType.Utf8.INSTANCE,
        ArrowType.LargeUtf8.INSTANCE,
        ArrowType.Utf8View.INSTANCE,
        ArrowType.Binary.INSTANCE,
        ArrowType.BinaryView.INSTANCE,
        new ArrowType.FixedSizeBinary(3),
        new ArrowType.FixedSizeBinary(16));
  }

  /** Every type, decimals of some digits, that a column may be shredded as. */
  private static List<VariantPrimitive> columnTypes() {
    List<VariantPrimitive> types = new ArrayList<>();
    for (int typeId = VariantTypeIds.TRUE; typeId <= VariantTypeIds.UUID; typeId++) {
      boolean decimal = typeId >= VariantTypeIds.DECIMAL4 && typeId <= VariantTypeIds.DECIMAL16;
      if (typeId != VariantTypeIds.FALSE && !decimal) {
        types.add(VariantPrimitive.of(typeId));
      }
    }
    types.add(new VariantPrimitive(VariantTypeIds.DECIMAL4, 9, 2));
    types.add(new VariantPrimitive(VariantTypeIds.DECIMAL16, 38, 2));
    return types;
  }

  @ParameterizedTest
  @MethodSource("targets")
  void decode_as_they_do_in_a_column_that_is_not_shredded(ArrowType type) {
    Field target = Field.nullable("x", type);
    // Some numbers of rows around whole words of 64.
    for (int rows : List.of(1, 63, 64, 65, 200)) {
      List<Object> values = values();
      Random random = new Random(rows);
      Object[] chosen =
          IntStream.range(0, rows)
              .mapToObj(row -> values.get(random.nextInt(values.size())))
              .toArray();
      try (BufferAllocator allocator = new RootAllocator();
          ParquetVariantVector column =
              VariantColumns.column(allocator, VariantColumns.encodeAll(chosen))) {
        for (VariantPrimitive columnType : columnTypes()) {
          Field schema = columnType.field("x");
          try (ParquetVariantVector shredded =
              new VariantShred(schema, ShredMode.EXACT).shred(column, allocator)) {
            for (ConversionMode mode : ConversionMode.values()) {
              VariantDecode decode = new VariantDecode(target, mode);
              assertThat(rows(decode, shredded, allocator))
                  .as("shredded as %s", schema)
                  .isEqualTo(rows(decode, column, allocator));
            }
          }
        }
      }
    }
  }

  private static List<Object> rows(
      VariantDecode decode, ParquetVariantVector column, BufferAllocator allocator) {
    try (FieldVector decoded = decode.decode(column, allocator)) {
      List<Object> rows = new ArrayList<>(List.of(decoded.getNullCount()));
      for (int row = 0; row < decoded.getValueCount(); row++) {
        rows.add(JavaValues.of(decoded, row));
      }
      return rows;
    } catch (ConversionException e) {
      return List.of(e.toString());
    }
  }

  @Test
  void are_looked_at_even_where_their_type_never_fits() {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column =
            ShreddedColumns.column(
                allocator,
                ShreddedColumns.dictionary("a"),
                List.of(ShreddedColumns.VALUE, ShreddedColumns.typed(VariantTypeIds.INT32)),
                Map.of("typed_value", 1),
                Map.of("value", new byte[] {VariantTypeIds.DOUBLE << 2, 0, 0}))) {
      VariantDecode decode = new VariantDecode(INT, ConversionMode.SAFE);
      assertThatThrownBy(() -> decode.decode(column, allocator))
          .isInstanceOfSatisfying(
              MalformedVariantException.class, e -> assertThat(e.row()).isEqualTo(1));
    }
  }

  @Test
  void of_a_field_are_nulls_or_converted_between_the_typed_ones() {
    Field target = new Field("x", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(INT));
    Object[] rows = {
      Map.of("x", 1), Map.of("x", "text"), Map.of(), Map.of("x", (byte) 4), Map.of("x", 1L << 40), 6
    };
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column =
            VariantColumns.column(allocator, VariantColumns.encodeAll(rows));
        ParquetVariantVector shredded =
            new VariantShred(target, ShredMode.EXACT).shred(column, allocator)) {
      VariantDecode decode = new VariantDecode(target, ConversionMode.SAFE);
      assertThat(rows(decode, shredded, allocator))
          .isEqualTo(rows(decode, column, allocator))
          .asString()
          .isEqualTo("[1, {x=1}, {x=null}, {x=null}, {x=4}, {x=null}, null]");
    }
  }

  @Test
  void are_decimals_too_that_have_more_digits_than_their_column() {
    Field decimal = new VariantPrimitive(VariantTypeIds.DECIMAL4, 5, 2).field("typed_value");
    Field target = Field.nullable("x", decimal.getType());
    VariantDecode decode = new VariantDecode(target, ConversionMode.SAFE);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = decimals(allocator, decimal)) {
      FieldVector typed = column.typedValueVector();
      typed.getDataBuffer().setLong(16, 1_234_567);
      try (ParquetVariantVector unshredded = VariantUnshred.unshred(column, allocator)) {
        assertThat(rows(decode, column, allocator))
            .isEqualTo(rows(decode, unshredded, allocator))
            .asString()
            .isEqualTo("[1, 1.25, null, 1.25]");
      }
      // Not even four bytes have so many.
      typed.getDataBuffer().setLong(16, 12_345_678_901L);
      assertThatThrownBy(() -> decode.decode(column, allocator))
          .isInstanceOfSatisfying(
              MalformedVariantException.class, e -> assertThat(e.row()).isEqualTo(1));
    }
  }

  private static ParquetVariantVector decimals(BufferAllocator allocator, Field typed) {
    Object cell = Map.of("typed_value", new BigDecimal("1.25"));
    return ShreddedColumns.column(
        allocator,
        ShreddedColumns.dictionary("a"),
        List.of(ShreddedColumns.VALUE, typed),
        cell,
        cell,
        cell);
  }
}
