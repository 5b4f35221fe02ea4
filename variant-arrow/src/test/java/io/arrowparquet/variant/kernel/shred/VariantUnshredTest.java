// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import static io.arrowparquet.variant.kernel.ShreddedColumns.VALUE;
import static io.arrowparquet.variant.kernel.ShreddedColumns.cell;
import static io.arrowparquet.variant.kernel.ShreddedColumns.dictionary;
import static io.arrowparquet.variant.kernel.ShreddedColumns.level;
import static io.arrowparquet.variant.kernel.ShreddedColumns.struct;
import static io.arrowparquet.variant.kernel.ShreddedColumns.typed;
import static io.arrowparquet.variant.kernel.ShreddedColumns.value;
import static io.arrowparquet.variant.kernel.VariantColumns.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.JavaValues;
import io.arrowparquet.variant.kernel.ShreddedColumns;
import io.arrowparquet.variant.kernel.VariantColumns;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

public class VariantUnshredTest {
  private static final Field LONG = typed(VariantTypeIds.INT64);
  private static final Field TEXT = typed(VariantTypeIds.STRING);
  private static final byte[] NULL = {0};

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  /** Puts a column together; the rows' values in hex, null for SQL null. */
  private List<String> unshred(Variant dictionary, List<Field> children, Object... rows) {
    try (ParquetVariantVector column =
            ShreddedColumns.column(allocator, dictionary, children, rows);
        ParquetVariantVector unshredded = VariantUnshred.unshred(column, allocator)) {
      assertThat(unshredded.isShredded()).isFalse();
      unshredded.validate();
      assertSameText(column, unshredded);
      VarBinaryVector metadata = (VarBinaryVector) unshredded.getChildrenFromFields().get(0);
      VarBinaryVector values = (VarBinaryVector) unshredded.valueVector();
      List<String> hex = new ArrayList<>();
      for (int row = 0; row < rows.length; row++) {
        assertThat(metadata.get(row))
            .isEqualTo(VariantColumns.bytes(dictionary.getMetadataBuffer()));
        hex.add(unshredded.isNull(row) ? null : HexFormat.of().formatHex(values.get(row)));
      }
      return hex;
    }
  }

  /** JSON is written of a shredded column without putting it together; its text is the same. */
  private void assertSameText(ParquetVariantVector column, ParquetVariantVector unshredded) {
    try (VarCharVector expected = VariantToJson.write(unshredded, allocator);
        VarCharVector direct = VariantToJson.write(column, allocator)) {
      for (int row = 0; row < expected.getValueCount(); row++) {
        assertThat(direct.getObject(row)).isEqualTo(expected.getObject(row));
      }
    }
  }

  /** The encodings of these values under a dictionary, in hex. */
  private static List<String> encoded(Variant dictionary, Object... values) {
    List<String> hex = new ArrayList<>();
    for (Object value : values) {
      hex.add(HexFormat.of().formatHex(value(dictionary, value)));
    }
    return hex;
  }

  static Stream<Arguments> primitives() {
    byte[] uuid = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return Stream.of(
        arguments(typed(VariantTypeIds.TRUE), true, true),
        arguments(typed(VariantTypeIds.TRUE), false, false),
        arguments(typed(VariantTypeIds.INT8), (byte) -1, (byte) -1),
        arguments(typed(VariantTypeIds.INT16), (short) 1, (short) 1),
        arguments(typed(VariantTypeIds.INT32), -5, -5),
        arguments(LONG, 1L << 40, 1L << 40),
        arguments(typed(VariantTypeIds.FLOAT), 1.5f, 1.5f),
        arguments(typed(VariantTypeIds.DOUBLE), -0.0, -0.0),
        arguments(decimal(9, 2), new BigDecimal("-1.50"), new BigDecimal("-1.50")),
        arguments(decimal(18, 1), new BigDecimal("12345678901.5"), new BigDecimal("12345678901.5")),
        arguments(
            decimal(38, 0),
            new BigDecimal("-12345678901234567890123"),
            new BigDecimal("-12345678901234567890123")),
        arguments(typed(VariantTypeIds.DATE), -3, raw(b -> b.appendDate(-3))),
        arguments(typed(VariantTypeIds.TIMESTAMP_MICROS), 4L, raw(b -> b.appendTimestampTz(4))),
        arguments(
            typed(VariantTypeIds.TIMESTAMP_NTZ_MICROS), 4L, raw(b -> b.appendTimestampNtz(4))),
        arguments(typed(VariantTypeIds.TIMESTAMP_NANOS), 4L, raw(b -> b.appendTimestampNanosTz(4))),
        arguments(
            typed(VariantTypeIds.TIMESTAMP_NTZ_NANOS), 4L, raw(b -> b.appendTimestampNanosNtz(4))),
        arguments(typed(VariantTypeIds.TIME_NTZ_MICROS), 4L, raw(b -> b.appendTime(4))),
        arguments(TEXT, "short", "short"),
        arguments(typed(ArrowType.LargeUtf8.INSTANCE), "x".repeat(64), "x".repeat(64)),
        arguments(typed(ArrowType.Utf8View.INSTANCE), "x".repeat(63), "x".repeat(63)),
        arguments(typed(VariantTypeIds.BINARY), new byte[] {1}, new byte[] {1}),
        arguments(typed(ArrowType.BinaryView.INSTANCE), new byte[20], new byte[20]),
        arguments(
            typed(VariantTypeIds.UUID), uuid, new UUID(0x0001020304050607L, 0x08090a0b0c0d0e0fL)));
  }

  private static Field decimal(int precision, int scale) {
    return typed(new ArrowType.Decimal(precision, scale, 128));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("primitives")
  void a_typed_primitive_becomes_its_encoding(Field typed, Object cell, Object expected) {
    Variant none = dictionary();

    assertThat(
            unshred(
                none,
                List.of(VALUE, typed),
                cell(null, cell),
                cell(value(none, "other"), null),
                cell(NULL, null),
                null,
                cell(null, null)))
        .isEqualTo(
            Arrays.asList(
                encoded(none, expected).get(0), encoded(none, "other").get(0), "00", null, "00"));
  }

  @Test
  void value_may_be_absent_and_the_bytes_after_a_value_are_left_behind() {
    Variant none = dictionary();

    assertThat(unshred(none, List.of(LONG), cell(null, 7L))).isEqualTo(encoded(none, 7L));
    assertThat(unshred(none, List.of(VALUE), cell(new byte[] {0, 99, 99}, null)))
        .containsExactly("00");
  }

  @Test
  void fields_of_a_value_in_the_order_of_javas_strings_are_merged_by_bytes() {
    String first = "\uE000";
    String second = "\uFF21";
    String third = "\uD83D\uDE00";
    Variant names = dictionary(third, first, second);
    Field typed = typed(ArrowType.Struct.INSTANCE, level(second, LONG), level(first, LONG));
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put(second, cell(null, 2L));
    cells.put(first, cell(null, 1L));
    byte[] rest = value(names, Map.of(third, "c", first, "hidden by the column"));

    try (ParquetVariantVector column =
            ShreddedColumns.column(allocator, names, List.of(VALUE, typed), cell(rest, cells));
        ParquetVariantVector unshredded = VariantUnshred.unshred(column, allocator);
        VarCharVector text = VariantToJson.write(column, allocator)) {
      unshredded.validate();
      assertSameText(column, unshredded);
      assertThat(text.getObject(0))
          .hasToString("{'\uE000':1,'\uFF21':2,'\uD83D\uDE00':'c'}".replace('\'', '"'));
    }
  }

  static Stream<ArrowType> lists() {
    return Stream.of(ArrowType.List.INSTANCE, ArrowType.LargeList.INSTANCE);
  }

  @ParameterizedTest
  @MethodSource("lists")
  void a_typed_array_has_all_its_elements(ArrowType list) {
    Variant none = dictionary();
    Field typed = typed(list, level("element", LONG));

    assertThat(
            unshred(
                none,
                List.of(VALUE, typed),
                cell(
                    null,
                    List.of(
                        cell(null, 1L),
                        cell(value(none, "x"), null),
                        cell(NULL, null),
                        cell(null, null))),
                cell(null, List.of()),
                cell(value(none, 5), null)))
        .isEqualTo(encoded(none, Arrays.asList(1L, "x", null, null), List.of(), 5));
  }

  @Test
  void nested_arrays_and_objects_are_put_together() {
    Variant names = dictionary("a", "b");
    Field inner = typed(ArrowType.Struct.INSTANCE, level("a", LONG), level("b", null));
    Field typed = typed(ArrowType.List.INSTANCE, level("element", inner));

    assertThat(
            unshred(
                names,
                List.of(VALUE, typed),
                cell(
                    null,
                    List.of(
                        cell(null, Map.of("a", cell(null, 1L))),
                        cell(null, Map.of("b", cell(value(names, "x"), null)))))))
        .isEqualTo(encoded(names, List.of(Map.of("a", 1L), Map.of("b", "x"))));
  }

  @Test
  void objects_are_merged_in_the_order_of_unsigned_bytes() {
    // UTF-16 order has the surrogates of the emoji before U+FF5E, UTF-8 order after.
    String tilde = "\uFF5E";
    String emoji = "\uD83D\uDE00";
    Variant names = dictionary(emoji, "z", tilde, "a", "m");
    Field typed =
        typed(ArrowType.Struct.INSTANCE, level(emoji, LONG), level("m", LONG), level("b", LONG));
    Map<String, Object> rest = new LinkedHashMap<>();
    rest.put("a", 1L);
    rest.put("z", 2L);
    rest.put(tilde, 3L);

    String row =
        unshred(
                names,
                List.of(VALUE, typed),
                cell(
                    value(names, rest),
                    Map.of(emoji, cell(null, 4L), "m", cell(null, 5L), "b", cell(null, null))))
            .get(0);

    // header, count, ids of a, m, z, U+FF5E, emoji; offsets; five int64
    assertThat(row).startsWith("0205" + "0304010200" + "0009121b242d" + "1801");
    assertThat(row).contains("18" + "0500000000000000" + "18" + "0200000000000000");
  }

  @Test
  void a_name_that_has_a_column_counts_there_only() {
    Variant names = dictionary("a", "b");
    Field typed = typed(ArrowType.Struct.INSTANCE, level("a", LONG));
    byte[] rest = value(names, Map.of("a", "conflict", "b", 2L));

    assertThat(
            unshred(
                names,
                List.of(VALUE, typed),
                cell(rest, Map.of("a", cell(null, 1L))),
                cell(rest, Map.of("a", cell(null, null)))))
        .isEqualTo(encoded(names, Map.of("a", 1L, "b", 2L), Map.of("b", 2L)));
  }

  @Test
  void a_null_field_struct_reads_as_missing_and_a_missing_name_need_not_be_known() {
    Variant none = dictionary();
    Field typed = typed(ArrowType.Struct.INSTANCE, level("a", LONG), level("b", TEXT));

    assertThat(unshred(none, List.of(VALUE, typed), cell(null, Map.of("a", cell(null, null)))))
        .isEqualTo(encoded(none, Map.of()));
  }

  @Test
  void wide_objects_and_long_arrays_get_the_widths_they_need() {
    Map<String, Object> wide = new LinkedHashMap<>();
    for (int i = 0; i < 300; i++) {
      wide.put(String.format("name%03d", i), "value " + i);
    }
    Variant names = dictionary(wide.keySet().toArray(new String[0]));
    Field typed = typed(ArrowType.Struct.INSTANCE, level("name150", TEXT));
    Map<String, Object> rest = new LinkedHashMap<>(wide);
    rest.remove("name150");
    List<Object> many = new ArrayList<>();
    List<Object> cells = new ArrayList<>();
    for (long i = 0; i < 300; i++) {
      many.add(i);
      cells.add(cell(null, i));
    }

    assertThat(
            unshred(
                names,
                List.of(VALUE, typed),
                cell(value(names, rest), Map.of("name150", cell(null, "value 150")))))
        .isEqualTo(encoded(names, wide));
    assertThat(
            unshred(
                names,
                List.of(VALUE, typed(ArrowType.List.INSTANCE, level("element", LONG))),
                cell(null, cells)))
        .isEqualTo(encoded(names, many));
  }

  static Stream<Arguments> invalidCells() {
    Variant names = dictionary("a");
    Field object = typed(ArrowType.Struct.INSTANCE, level("a", LONG));
    Field array = typed(ArrowType.List.INSTANCE, level("element", LONG));
    byte[] number = value(names, 5);
    byte[] empty = value(names, Map.of());
    Object present = Map.of("a", cell(null, 1L));
    return Stream.of(
        arguments(LONG, cell(number, 5L), "$: value beside typed_value"),
        arguments(LONG, cell(NULL, 5L), "$: value beside typed_value"),
        arguments(LONG, cell(empty, 5L), "value: object, typed_value: a primitive"),
        arguments(array, cell(empty, List.of()), "value: object, typed_value: an array"),
        arguments(object, cell(number, present), "value: int32, typed_value: an object"),
        arguments(object, cell(NULL, present), "value: null, typed_value: an object"),
        arguments(object, cell(null, Map.of("a", cell(number, 1L))), "$.a: value beside"),
        arguments(array, cell(null, List.of(cell(number, 1L))), "$[0]: value beside"),
        arguments(object, cell(new byte[] {2}, present), "$: length of the container"),
        arguments(object, cell(new byte[0], null), "$: length of the value"));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("invalidCells")
  void an_invalid_cell_is_an_error_that_names_row_and_path(
      Field typed, Object cell, String message) {
    Variant names = dictionary("a");

    assertThatThrownBy(() -> unshred(names, List.of(VALUE, typed), cell(NULL, null), cell))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageStartingWith("row 1, $")
        .hasMessageContaining(message);
    try (ParquetVariantVector column =
        ShreddedColumns.column(allocator, names, List.of(VALUE, typed), cell(NULL, null), cell)) {
      assertThatThrownBy(() -> VariantToJson.write(column, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1, $")
          .hasMessageContaining(message);
    }
  }

  @Test
  void a_name_that_is_present_must_be_in_the_dictionary() {
    Field typed = typed(ArrowType.Struct.INSTANCE, level("b", LONG));

    assertThatThrownBy(
            () ->
                unshred(
                    dictionary("a"),
                    List.of(struct("typed_value", typed.getChildren().get(0))),
                    cell(null, Map.of("b", cell(null, 1L)))))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("row 0, $.b: name of a shredded field");
  }

  @Test
  void shredded_rows_equal_unshredded_ones_that_mean_the_same() {
    Variant names = dictionary("a", "b");
    Field typed = typed(ArrowType.Struct.INSTANCE, level("a", LONG));
    List<Field> children = List.of(VALUE, typed);
    Object partly = cell(value(names, Map.of("b", "x")), Map.of("a", cell(null, 5L)));
    try (ParquetVariantVector shredded =
            ShreddedColumns.column(allocator, names, children, partly, null, cell(null, null));
        ParquetVariantVector unshredded =
            VariantColumns.column(
                allocator, VariantColumns.encodeAll(Map.of("b", "x", "a", (byte) 5)))) {
      assertThat(shredded.getObject(0)).isEqualTo(unshredded.getObject(0));
      assertThat(shredded.equals(0, unshredded, 0)).isTrue();
      assertThat(shredded.equals(1, unshredded, 0)).isFalse();
      assertThat(shredded.hashCode(0)).isEqualTo(unshredded.hashCode(0));
      assertThat(shredded.getObject(1)).isNull();
      assertThat(shredded.getObject(2).isNull()).isTrue();
      assertThatThrownBy(() -> shredded.getObject(3)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void decoding_reads_shredded_rows_directly() {
    Variant names = dictionary("a", "b");
    Field typed = typed(ArrowType.Struct.INSTANCE, level("a", LONG));
    Object partly = cell(value(names, Map.of("b", "x")), Map.of("a", cell(null, 5L)));
    try (ParquetVariantVector shredded =
            ShreddedColumns.column(allocator, names, List.of(VALUE, typed), partly, null);
        FieldVector natural = NaturalType.decode(shredded, allocator);
        FieldVector decoded =
            new VariantDecode(natural.getField(), ConversionMode.STRICT)
                .decode(shredded, allocator)) {
      for (FieldVector rows : List.of(natural, decoded)) {
        assertThat(JavaValues.of(rows, 0)).isEqualTo(Map.of("a", 5L, "b", "x"));
        assertThat(rows.isNull(1)).isTrue();
      }
    }
  }
}
