// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import static io.arrowparquet.variant.kernel.VariantColumns.encodeAll;
import static io.arrowparquet.variant.kernel.VariantColumns.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.DescribedRows;
import io.arrowparquet.variant.kernel.JavaValues;
import io.arrowparquet.variant.kernel.RandomValues;
import io.arrowparquet.variant.kernel.VariantColumns;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VariantShredTest {
  private static Field nested(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  private static Field primitive(String name, int typeId) {
    return VariantPrimitive.of(typeId).field(name);
  }

  private static Field decimal(int precision, int scale) {
    return Field.nullable("x", new ArrowType.Decimal(precision, scale, 128));
  }

  /** The children of each row's top level: null for SQL null, else value as hex and typed_value. */
  private static List<Object> shred(Field schema, ShredMode mode, List<Variant> rows) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = VariantColumns.column(allocator, rows);
        ParquetVariantVector shredded = new VariantShred(schema, mode).shred(column, allocator)) {
      shredded.validate();
      List<Object> cells = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        FieldVector typed = shredded.typedValueVector();
        FieldVector value = shredded.valueVector();
        cells.add(
            shredded.isNull(row)
                ? null
                : Arrays.asList(
                    value.isNull(row) ? null : shredded.getObject(row).toString(),
                    typed == null ? null : JavaValues.of(typed, row)));
      }
      return cells;
    }
  }

  private static List<Object> cell(Object value, Object typed) {
    return Arrays.asList(value, typed);
  }

  static Stream<Arguments> exactPrimitives() {
    return Stream.of(
        arguments(VariantTypeIds.TRUE, true, true),
        arguments(VariantTypeIds.TRUE, false, false),
        arguments(VariantTypeIds.INT8, (byte) 5, (byte) 5),
        arguments(VariantTypeIds.INT16, (short) 5, (short) 5),
        arguments(VariantTypeIds.INT32, 5, 5),
        arguments(VariantTypeIds.INT64, 5L, 5L),
        arguments(VariantTypeIds.FLOAT, 1.5f, 1.5f),
        arguments(VariantTypeIds.DOUBLE, 1.5, 1.5),
        arguments(VariantTypeIds.STRING, "s", "s"),
        arguments(VariantTypeIds.BINARY, new byte[] {7}, List.of((byte) 7)),
        arguments(VariantTypeIds.DATE, raw(b -> b.appendDate(1)), 1),
        arguments(VariantTypeIds.TIME_NTZ_MICROS, raw(b -> b.appendTime(2)), 2L),
        arguments(VariantTypeIds.TIMESTAMP_MICROS, raw(b -> b.appendTimestampTz(3)), 3L),
        arguments(VariantTypeIds.TIMESTAMP_NTZ_MICROS, raw(b -> b.appendTimestampNtz(4)), 4L),
        arguments(VariantTypeIds.TIMESTAMP_NANOS, raw(b -> b.appendTimestampNanosTz(5)), 5L),
        arguments(VariantTypeIds.TIMESTAMP_NTZ_NANOS, raw(b -> b.appendTimestampNanosNtz(6)), 6L),
        arguments(
            VariantTypeIds.UUID,
            new UUID(0, 0),
            Stream.generate(() -> (byte) 0).limit(16).toList()));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("exactPrimitives")
  void a_value_of_the_columns_type_goes_into_it(int typeId, Object value, Object typed) {
    assertThat(shred(primitive("x", typeId), ShredMode.EXACT, encodeAll(value, null)))
        .containsExactly(cell(null, typed), cell("null", null));
  }

  @Test
  void numbers_of_other_widths_go_into_it_in_lenient_mode_where_they_fit() {
    List<Variant> rows = encodeAll((byte) 5, 300, 5.0);
    Field tiny = primitive("x", VariantTypeIds.INT8);

    assertThat(shred(primitive("x", VariantTypeIds.INT16), ShredMode.EXACT, rows))
        .containsExactly(cell("5", null), cell("300", null), cell("5.0", null));
    assertThat(shred(tiny, ShredMode.LENIENT, rows))
        .containsExactly(cell(null, (byte) 5), cell("300", null), cell("5.0", null));
  }

  @Test
  void shares_say_what_went_into_the_columns() {
    Field schema = ArrowTypeText.parse("v", "struct<id: bigint, tags: list<string>>");
    List<Variant> rows =
        encodeAll(
            Map.of("id", 1L, "tags", List.of("a", 2)),
            Map.of("id", (byte) 1),
            Map.of("id", "text", "other", 1),
            "no object");
    for (ShredMode mode : ShredMode.values()) {
      VariantShred shred = new VariantShred(schema, mode);
      try (BufferAllocator allocator = new RootAllocator();
          ParquetVariantVector column = VariantColumns.column(allocator, rows)) {
        shred.shred(column, allocator).close();
        shred.shred(column, allocator).close();
      }
      assertThat(shred.shares())
          .containsExactly(
              new VariantShred.Share("$", 8, 6),
              new VariantShred.Share("$.id", 6, mode == ShredMode.EXACT ? 2 : 4),
              new VariantShred.Share("$.tags", 2, 2),
              new VariantShred.Share("$.tags[*]", 4, 2));
    }
  }

  @Test
  void decimals_need_the_columns_scale_and_digits() {
    List<Variant> rows =
        encodeAll(new BigDecimal("1.50"), new BigDecimal("1.5"), new BigDecimal("12345678901.23"));

    assertThat(shred(decimal(9, 2), ShredMode.EXACT, rows).get(0))
        .isEqualTo(cell(null, new BigDecimal("1.50")));
    assertThat(shred(decimal(9, 2), ShredMode.LENIENT, rows).subList(1, 3))
        .containsExactly(cell("1.5", null), cell("12345678901.23", null));
    assertThat(shred(decimal(18, 2), ShredMode.EXACT, rows).get(0)).isEqualTo(cell("1.50", null));
    assertThat(shred(decimal(18, 2), ShredMode.LENIENT, rows).get(0))
        .isEqualTo(cell(null, new BigDecimal("1.50")));
  }

  private static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  @Test
  void objects_are_taken_apart_and_what_has_no_column_stays() {
    Field schema =
        nested(
            "x",
            ArrowType.Struct.INSTANCE,
            primitive("a", VariantTypeIds.INT32),
            nested("b", ArrowType.List.INSTANCE, primitive("e", VariantTypeIds.STRING)),
            nested("c", ArrowType.Null.INSTANCE));
    List<Variant> rows =
        new ArrayList<>(
            encodeAll(
                object("a", 1, "b", List.of("x", 2), "z", true),
                object("a", "text", "c", 5),
                object(),
                7));
    rows.add(null);
    Map<String, Object> none = object("value", null, "typed_value", null);

    List<Object> cells = shred(schema, ShredMode.EXACT, rows);

    assertThat(((List<?>) cells.get(0)).get(1).toString())
        .isEqualTo(
            "{a={value=null, typed_value=1}, b={value=null, typed_value=["
                + "{value=null, typed_value=x}, {value=[20, 2, 0, 0, 0], typed_value=null}]},"
                + " c={value=null}}");
    assertThat(((List<?>) cells.get(2)).get(1))
        .isEqualTo(object("a", none, "b", none, "c", object("value", null)));
    assertThat(cells.subList(3, 5)).containsExactly(cell("7", null), null);
    assertThat(((List<?>) cells.get(0)).get(0)).isNotNull();
    assertThat(((List<?>) cells.get(1)).get(0)).isNull();
  }

  @Test
  void a_type_outside_the_table_is_refused() {
    Field schema =
        nested(
            "x",
            ArrowType.Struct.INSTANCE,
            Field.nullable("a", new ArrowType.Duration(TimeUnit.SECOND)));

    assertThatThrownBy(() -> new VariantShred(schema, ShredMode.EXACT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("$.a")
        .hasMessageContaining("Duration");
  }

  @Provide
  Arbitrary<List<Object>> columns() {
    return RandomValues.columns();
  }

  /** Unions cannot be schemas, so those of the natural type are left as they are. */
  private static Field withoutUnions(Field field) {
    if (field.getType() instanceof ArrowType.Union) {
      return Field.nullable(field.getName(), ArrowType.Null.INSTANCE);
    }
    List<Field> children = field.getChildren().stream().map(c -> withoutUnions(c)).toList();
    return new Field(field.getName(), field.getFieldType(), children);
  }

  @Property(tries = 300)
  void shredding_and_unshredding_gives_the_same_bytes(
      @ForAll("columns") List<Object> values, @ForAll("columns") List<Object> others) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column =
            VariantColumns.column(allocator, encodeAll(values.toArray()));
        ParquetVariantVector otherRows =
            VariantColumns.column(allocator, encodeAll(others.toArray()))) {
      Field own = withoutUnions(NaturalType.type(column, allocator));
      Field other = withoutUnions(NaturalType.type(otherRows, allocator));
      try (ParquetVariantVector canonical = VariantUnshred.unshred(column, allocator);
          ParquetVariantVector shredded =
              new VariantShred(own, ShredMode.EXACT).shred(column, allocator);
          ParquetVariantVector again =
              new VariantShred(other, ShredMode.EXACT).shred(shredded, allocator);
          ParquetVariantVector lenient =
              new VariantShred(own, ShredMode.LENIENT).shred(column, allocator);
          ParquetVariantVector unshredded = VariantUnshred.unshred(again, allocator)) {
        again.validate();
        assertThat(DescribedRows.of(again)).isEqualTo(DescribedRows.of(column));
        assertThat(DescribedRows.of(unshredded)).isEqualTo(DescribedRows.of(column));
        for (int row = 0; row < values.size(); row++) {
          assertThat(bytes(unshredded, row)).isEqualTo(bytes(canonical, row));
          assertThat(lenient.equals(row, column, row)).isTrue();
        }
      }
    }
  }

  private static byte[] bytes(ParquetVariantVector unshredded, int row) {
    return ((VarBinaryVector) unshredded.valueVector()).get(row);
  }
}
