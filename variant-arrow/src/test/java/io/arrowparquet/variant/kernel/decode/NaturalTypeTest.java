// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import static io.arrowparquet.variant.kernel.VariantColumns.column;
import static io.arrowparquet.variant.kernel.VariantColumns.encode;
import static io.arrowparquet.variant.kernel.VariantColumns.encodeAll;
import static io.arrowparquet.variant.kernel.VariantColumns.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.JavaValues;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.RandomValues;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NaturalTypeTest {
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  /** A decoded column: its type as text, its rows as Java objects. */
  private record Decoded(String type, List<Object> rows) {}

  private Decoded decode(List<Variant> rows) {
    return decode(NaturalTypeOptions.defaults(), rows);
  }

  private Decoded decode(NaturalTypeOptions options, List<Variant> rows) {
    try (ParquetVariantVector column = column(allocator, rows);
        FieldVector decoded = NaturalType.decode(column, allocator, options)) {
      List<Object> values = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        values.add(JavaValues.of(decoded, row));
      }
      assertThat(decoded.getValueCount()).isEqualTo(rows.size());
      return new Decoded(type(decoded.getField()), values);
    }
  }

  /** A type in short: name and what is in it. */
  private static String type(Field field) {
    StringBuilder text = new StringBuilder(field.getType().toString());
    if (!field.getChildren().isEmpty()) {
      text.append('<');
      for (Field child : field.getChildren()) {
        String end = text.charAt(text.length() - 1) == '<' ? "" : ", ";
        String name = child.getName().equals("$data$") ? "" : child.getName() + ": ";
        text.append(end).append(name).append(type(child));
      }
      text.append('>');
    }
    return text.toString();
  }

  static Stream<Arguments> primitives() {
    return Stream.of(
        arguments(null, "Null", null),
        arguments(true, "Bool", true),
        arguments((byte) 1, "Int(8, true)", (byte) 1),
        arguments((short) 1, "Int(16, true)", (short) 1),
        arguments(1, "Int(32, true)", 1),
        arguments(1L, "Int(64, true)", 1L),
        arguments(1.5f, "FloatingPoint(SINGLE)", 1.5f),
        arguments(1.5, "FloatingPoint(DOUBLE)", 1.5),
        arguments(new BigDecimal("0.05"), "Decimal(9, 2, 128)", new BigDecimal("0.05")),
        arguments(
            new BigDecimal("1234567890.1"), "Decimal(18, 1, 128)", new BigDecimal("1234567890.1")),
        arguments("text", "Utf8", "text"),
        arguments(new byte[] {1}, "Binary", List.of((byte) 1)),
        arguments(raw(b -> b.appendDate(3)), "Date(DAY)", 3),
        arguments(raw(b -> b.appendTime(4)), "Time(MICROSECOND, 64)", 4L),
        arguments(raw(b -> b.appendTimestampTz(5)), "Timestamp(MICROSECOND, UTC)", 5L),
        arguments(raw(b -> b.appendTimestampNtz(6)), "Timestamp(MICROSECOND, null)", 6L),
        arguments(raw(b -> b.appendTimestampNanosTz(7)), "Timestamp(NANOSECOND, UTC)", 7L),
        arguments(raw(b -> b.appendTimestampNanosNtz(8)), "Timestamp(NANOSECOND, null)", 8L),
        arguments(
            new UUID(0, 0),
            "FixedSizeBinary(16)",
            Stream.generate(() -> (byte) 0).limit(16).toList()));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("primitives")
  void a_primitive_has_the_type_of_the_table_and_nulls_beside_it(
      Object value, String type, Object expected) {
    List<Variant> rows = Arrays.asList(encode(null), encode(value), null, encode(value));

    assertThat(decode(rows))
        .isEqualTo(new Decoded(type, Arrays.asList(null, expected, null, expected)));
  }

  @Test
  void integers_widen_to_the_widest_seen() {
    assertThat(decode(encodeAll((byte) -1, (short) 300, null, (byte) 2)))
        .isEqualTo(
            new Decoded("Int(16, true)", Arrays.asList((short) -1, (short) 300, null, (short) 2)));
    assertThat(decode(encodeAll((byte) -1, (short) -300, 70_000, 1L << 40, (byte) 3)))
        .isEqualTo(new Decoded("Int(64, true)", List.of(-1L, -300L, 70_000L, 1L << 40, 3L)));
  }

  @Test
  void decimals_get_the_greatest_scale() {
    assertThat(decode(encodeAll(new BigDecimal("1.5"), new BigDecimal("-2.25"), null)))
        .isEqualTo(
            new Decoded(
                "Decimal(9, 2, 128)",
                Arrays.asList(new BigDecimal("1.50"), new BigDecimal("-2.25"), null)));
  }

  @Test
  void a_decimal_of_39_digits_is_refused() {
    byte[] value = new byte[18];
    Arrays.fill(value, (byte) 0x7F);
    value[0] = 10 << 2;
    value[1] = 1;
    List<Variant> rows = List.of(encode(1), new Variant(value, new byte[] {1, 0, 0}));

    assertThatThrownBy(() -> decode(rows))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage("row 1: digits of a decimal16: found more than 38, expected at most 38");
  }

  @Test
  void decimals_that_no_one_scale_can_hold_become_members_of_a_union() {
    BigDecimal large = new BigDecimal("9".repeat(37));
    BigDecimal fine = new BigDecimal("0." + "1".repeat(30));

    Decoded decoded = decode(encodeAll(large, fine, large));

    assertThat(decoded.type())
        .contains("decimal: Decimal(38, 0, 128)", "decimal_1: Decimal(38, 30, 128)");
    assertThat(decoded.rows()).containsExactly(large, fine, large);
  }

  private static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  @Test
  void objects_become_a_struct_with_a_child_for_each_name_in_the_order_of_their_bytes() {
    Decoded decoded =
        decode(
            encodeAll(
                object("b", 1),
                object("a", "x", "b", 2),
                null,
                object(),
                object("\uD83D\uDE00", true, "\uFF5E", false)));

    assertThat(decoded.type())
        .isEqualTo("Struct<a: Utf8, b: Int(32, true), \uFF5E: Bool, \uD83D\uDE00: Bool>");
    assertThat(decoded.rows())
        .containsExactly(
            object("a", null, "b", 1, "\uFF5E", null, "\uD83D\uDE00", null),
            object("a", "x", "b", 2, "\uFF5E", null, "\uD83D\uDE00", null),
            null,
            object("a", null, "b", null, "\uFF5E", null, "\uD83D\uDE00", null),
            object("a", null, "b", null, "\uFF5E", false, "\uD83D\uDE00", true));
  }

  @Test
  void arrays_become_a_list_of_what_all_elements_are() {
    assertThat(decode(encodeAll(List.of(1, 2), List.of(), Arrays.asList(null, 3L), null)))
        .isEqualTo(
            new Decoded(
                "List<Int(64, true)>",
                Arrays.asList(List.of(1L, 2L), List.of(), Arrays.asList(null, 3L), null)));
    assertThat(decode(encodeAll(List.of(), List.of())).type()).isEqualTo("List<Null>");
  }

  @Test
  void values_of_several_types_become_a_union_whatever_their_order() {
    String type =
        "Union(Dense, [0, 6, 16, 64, 65])<null: Null, int: Int(32, true), string: Utf8,"
            + " object: Struct<k: Bool>, array: List<element: Bool>>";
    List<Object> values = new ArrayList<>();
    values.add(5);
    values.add(null);
    values.add("s");
    values.add(object("k", true));
    values.add(List.of(false));
    values.add((byte) 6);
    List<Object> expected = new ArrayList<>(values);
    expected.set(5, 6);

    assertThat(decode(encodeAll(values.toArray()))).isEqualTo(new Decoded(type, expected));

    Collections.reverse(values);
    Collections.reverse(expected);
    assertThat(decode(encodeAll(values.toArray()))).isEqualTo(new Decoded(type, expected));
  }

  @Test
  void a_union_below_a_null_object_keeps_the_rows_in_step() {
    Decoded decoded =
        decode(
            encodeAll(
                object("a", 1), object("a", "x"), null, object("a", null), "no object", object()));

    assertThat(decoded.rows())
        .containsExactly(
            object("a", 1),
            object("a", "x"),
            null,
            object("a", null),
            "no object",
            object("a", null));
  }

  @Test
  void rare_fields_of_one_type_and_of_several_keep_the_rows_in_step() {
    List<Object> values = new ArrayList<>();
    List<Object> expected = new ArrayList<>();
    for (int row = 0; row < 300; row++) {
      Object mixed = List.of(row, "s" + row, row % 2 == 0).get(row / 7 % 3);
      Map<String, Object> rare = new TreeMap<>();
      Map<String, Object> all = new TreeMap<>();
      all.put("inner", null);
      all.put("mixed", null);
      all.put("number", null);
      if (row % 67 == 3) {
        rare.put("number", row);
      }
      if (row % 7 == 5) {
        rare.put("mixed", mixed);
      }
      if (row % 41 == 40) {
        rare.put("inner", object("mixed", mixed));
      }
      all.putAll(rare);
      values.add(row % 11 == 10 ? null : rare);
      expected.add(row % 11 == 10 ? null : all);
    }
    assertThat(decode(encodeAll(values.toArray())).rows()).isEqualTo(expected);
  }

  @Test
  void nesting_beyond_the_limit_is_an_error_that_leaks_nothing() {
    Object deep = 1;
    for (int i = 0; i < 10; i++) {
      deep = List.of(deep);
    }
    try (ParquetVariantVector column = column(allocator, encodeAll(1, deep))) {
      NaturalTypeOptions options = DEFAULT.withLimits(VariantLimits.defaults().withMaxDepth(9));

      assertThatThrownBy(() -> NaturalType.decode(column, allocator, options))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1, $[0][0][0][0][0][0][0][0][0]: nesting");
    }
  }

  @Test
  void malformed_bytes_are_an_error_that_leaks_nothing() {
    try (ParquetVariantVector column =
        column(allocator, encodeAll(object("a", List.of("x")), object("a", 2)))) {
      ((VarBinaryVector) column.valueVector()).setSafe(1, new byte[] {2, 9});

      assertThatThrownBy(() -> NaturalType.decode(column, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1: ");
    }
  }

  @Test
  void an_empty_column_is_a_null_vector() {
    try (ParquetVariantVector column = column(allocator, List.of());
        FieldVector decoded = NaturalType.decode(column, allocator)) {
      assertThat(decoded.getMinorType()).isEqualTo(MinorType.NULL);
      assertThat(decoded.getName()).isEqualTo("v");
    }
  }

  private static final NaturalTypeOptions DEFAULT = NaturalTypeOptions.defaults();

  @Test
  void exact_integers_stay_apart() {
    assertThat(decode(DEFAULT.withExactIntegers(true), encodeAll((byte) 1, 5L, (byte) 2)))
        .isEqualTo(
            new Decoded(
                "Union(Dense, [3, 6])<int8: Int(8, true), int64: Int(64, true)>",
                List.of((byte) 1, 5L, (byte) 2)));
  }

  @Test
  void null_and_missing_are_told_apart_on_request() {
    Decoded decoded =
        decode(
            DEFAULT.withTellNullFromMissing(true),
            encodeAll(object(), object("a", 1), object("a", null), object("a", 2)));

    assertThat(decoded.type())
        .isEqualTo(
            "Struct<a: Union(Dense, [0, 2, 6])<null: Null, missing: Null, int: Int(32, true)>>");
    assertThat(decoded.rows())
        .containsExactly(object("a", null), object("a", 1), object("a", null), object("a", 2));
    assertThat(
            decode(DEFAULT.withTellNullFromMissing(true), encodeAll(object(), object("a", 1)))
                .type())
        .isEqualTo("Struct<a: Int(32, true)>");
  }

  @Test
  void names_beyond_the_maximum_are_kept_in_a_variant_child() {
    List<Variant> rows =
        encodeAll(
            object("a", 1, "b", 2),
            object("a", 3, "c", "x", "d", List.of(4)),
            null,
            object("d", 5));
    NaturalTypeOptions options = DEFAULT.withMaxStructChildren(3);
    try (ParquetVariantVector column = column(allocator, rows);
        FieldVector decoded = NaturalType.decode(column, allocator, options)) {
      List<FieldVector> children = decoded.getChildrenFromFields();
      assertThat(children).extracting(FieldVector::getName).containsExactly("a", "b", "*");
      ParquetVariantVector rest = (ParquetVariantVector) children.get(2);
      assertThat(rest.isNull(0)).isTrue();
      try (FieldVector again = NaturalType.decode(rest, allocator)) {
        assertThat(JavaValues.of(again, 1)).isEqualTo(object("c", "x", "d", List.of(4)));
        assertThat(JavaValues.of(again, 3)).isEqualTo(object("c", null, "d", 5));
      }
    }
  }

  @Test
  void batches_with_a_rest_decode_to_their_merged_type() {
    List<List<Object>> batches =
        List.of(
            List.of(object("a", 1, "b", 2), object("c", "x", "d", List.of(4))),
            List.of(object("c", "y", "e", 1.5), object("a", 7, "f", true)),
            List.of(object("a", "no int"), object("g", object("h", 1))));
    NaturalTypeOptions options = DEFAULT.withMaxStructChildren(3);
    Field merged = null;
    for (List<Object> batch : batches) {
      try (ParquetVariantVector column = column(allocator, encodeAll(batch.toArray()))) {
        Field type = NaturalType.type(column, allocator, options);
        merged = merged == null ? type : NaturalType.merge(merged, type);
      }
    }
    VariantDecode decode = new VariantDecode(merged, ConversionMode.STRICT);
    for (List<Object> batch : batches) {
      try (ParquetVariantVector column = column(allocator, encodeAll(batch.toArray()));
          FieldVector decoded = decode.decode(column, allocator)) {
        assertThat(decoded.getField()).isEqualTo(merged);
        for (int row = 0; row < batch.size(); row++) {
          assertThat(withRest(decoded, row)).isEqualTo(batch.get(row));
        }
      }
    }
  }

  /** The fields of a row that are not null, those of the rest among them. */
  private Map<String, Object> withRest(FieldVector struct, int row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (FieldVector child : struct.getChildrenFromFields()) {
      if (child instanceof ParquetVariantVector rest) {
        try (FieldVector decoded = NaturalType.decode(rest, allocator)) {
          if (JavaValues.of(decoded, row) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> putIfPresent(fields, (String) key, value));
          }
        }
      } else {
        putIfPresent(fields, child.getName(), JavaValues.of(child, row));
      }
    }
    return fields;
  }

  private static void putIfPresent(Map<String, Object> fields, String key, Object value) {
    if (value != null) {
      fields.put(key, value);
    }
  }

  @Test
  void a_field_with_the_name_of_the_rest_is_kept_there() {
    try (ParquetVariantVector column = column(allocator, encodeAll(object("*", 5, "a", 1)));
        FieldVector decoded = NaturalType.decode(column, allocator)) {
      assertThat(type(decoded.getField())).startsWith("Struct<a: Int(32, true), *: ");
      ParquetVariantVector rest = (ParquetVariantVector) decoded.getChildrenFromFields().get(1);
      assertThat(rest.getObject(0).toString()).isEqualTo("{*=5}");
    }
  }

  @Test
  void types_beyond_the_maximum_are_kept_in_a_variant_member() {
    List<Variant> rows = encodeAll(1, "s", null, true, 2);
    NaturalTypeOptions options = DEFAULT.withMaxUnionMembers(3);
    try (ParquetVariantVector column = column(allocator, rows);
        FieldVector decoded = NaturalType.decode(column, allocator, options)) {
      List<FieldVector> members = decoded.getChildrenFromFields();
      assertThat(members)
          .extracting(FieldVector::getName)
          .containsExactly("null", "int", "variant");
      assertThat(members.get(2).getValueCount()).isEqualTo(2);
    }
  }

  @Test
  void merging_a_union_without_nulls_with_itself_invents_none() {
    try (ParquetVariantVector column =
        column(allocator, encodeAll(object("a", 1), object("a", "x"), object("a", true)))) {
      Field type = NaturalType.type(column, allocator);
      assertThat(NaturalType.merge(type, type)).isEqualTo(type);
      assertThat(type.toString()).doesNotContain("Null");
    }
  }

  @Test
  void a_union_that_other_rows_lack_takes_their_nulls() {
    List<Variant> unions = encodeAll(object("a", 1), object("a", "x"));
    List<Variant> others = encodeAll(object("b", 1), object("b", 2));
    try (ParquetVariantVector left = column(allocator, unions);
        ParquetVariantVector right = column(allocator, others)) {
      Field merged =
          NaturalType.merge(NaturalType.type(left, allocator), NaturalType.type(right, allocator));
      Field reversed =
          NaturalType.merge(NaturalType.type(right, allocator), NaturalType.type(left, allocator));
      assertThat(reversed).isEqualTo(merged);
      VariantDecode decode = new VariantDecode(merged, ConversionMode.STRICT);
      try (FieldVector rows = decode.decode(right, allocator)) {
        assertThat(JavaValues.of(rows, 0)).isEqualTo(object("a", null, "b", 1));
      }
    }
  }

  @Test
  void the_merged_type_of_two_batches_takes_the_rows_of_both() {
    List<Object> first =
        Arrays.asList(object("a", 1, "b", List.of("x")), null, object("c", new BigDecimal("1.5")));
    List<Object> second =
        Arrays.asList(
            object("a", 1L << 40, "b", List.of(true), "d", 5),
            "text",
            object("c", new BigDecimal("0.001")));
    try (ParquetVariantVector left = column(allocator, encodeAll(first.toArray()));
        ParquetVariantVector right = column(allocator, encodeAll(second.toArray()))) {
      Field merged =
          NaturalType.merge(NaturalType.type(left, allocator), NaturalType.type(right, allocator));
      VariantDecode decode = new VariantDecode(merged, ConversionMode.STRICT);
      try (FieldVector leftRows = decode.decode(left, allocator);
          FieldVector rightRows = decode.decode(right, allocator)) {
        for (int row = 0; row < 3; row++) {
          assertThat(RandomValues.same(first.get(row), JavaValues.of(leftRows, row))).isTrue();
          assertThat(RandomValues.same(second.get(row), JavaValues.of(rightRows, row))).isTrue();
        }
      }
    }
  }
}
