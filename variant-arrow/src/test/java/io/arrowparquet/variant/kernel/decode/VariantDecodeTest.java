// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import static io.arrowparquet.variant.kernel.VariantColumns.column;
import static io.arrowparquet.variant.kernel.VariantColumns.encode;
import static io.arrowparquet.variant.kernel.VariantColumns.encodeAll;
import static io.arrowparquet.variant.kernel.VariantColumns.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.JavaValues;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VariantDecodeTest {
  private static final ArrowType INT8 = new ArrowType.Int(8, true);
  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final ArrowType INT64 = new ArrowType.Int(64, true);
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private static Field nested(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  private static Field leaf(String name, ArrowType type) {
    return Field.nullable(name, type);
  }

  /** Decodes values to a type and reads them back as Java objects, text as strings. */
  private List<Object> decode(Field target, ConversionMode mode, List<Variant> rows) {
    try (ParquetVariantVector column = column(allocator, rows);
        FieldVector decoded = new VariantDecode(target, mode).decode(column, allocator)) {
      assertThat(decoded.getField().getType()).isEqualTo(target.getType());
      assertThat(decoded.getValueCount()).isEqualTo(rows.size());
      List<Object> values = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        values.add(JavaValues.of(decoded, row));
      }
      return values;
    }
  }

  private Object decode(ArrowType type, Object value) {
    return decode(leaf("x", type), ConversionMode.SAFE, encodeAll(value)).get(0);
  }

  static Stream<Arguments> conversions() {
    ArrowType micros = new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
    ArrowType nanos = new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC");
    ArrowType localMicros = new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
    ArrowType localMillis = new ArrowType.Timestamp(TimeUnit.MILLISECOND, null);
    ArrowType time = new ArrowType.Time(TimeUnit.MICROSECOND, 64);
    ArrowType timeSeconds = new ArrowType.Time(TimeUnit.SECOND, 32);
    Object nano = raw(b -> b.appendTimestampNanosTz(1_500L));
    return Stream.of(
        arguments(ArrowType.Bool.INSTANCE, true, true),
        arguments(ArrowType.Bool.INSTANCE, false, false),
        arguments(ArrowType.Bool.INSTANCE, 1, null),
        arguments(INT8, (byte) -5, (byte) -5),
        arguments(INT8, 127L, (byte) 127),
        arguments(INT8, 128, null),
        arguments(new ArrowType.Int(8, false), 200, (byte) 200),
        arguments(new ArrowType.Int(8, false), -1, null),
        arguments(new ArrowType.Int(16, true), -32768L, (short) -32768),
        arguments(INT32, (short) 7, 7),
        arguments(INT32, 1L << 31, null),
        arguments(new ArrowType.Int(32, false), 1L << 31, 1 << 31),
        arguments(INT64, (byte) 7, 7L),
        arguments(INT64, Long.MIN_VALUE, Long.MIN_VALUE),
        arguments(INT64, new BigDecimal("5.00"), 5L),
        arguments(INT64, new BigDecimal("5.01"), null),
        arguments(INT64, new BigDecimal("12345678901234567890.0"), null),
        arguments(INT64, new BigDecimal("-1234567890123456789.000"), -1234567890123456789L),
        arguments(INT64, 5.0, null),
        arguments(INT64, "5", null),
        arguments(DOUBLE, 1.5, 1.5),
        arguments(DOUBLE, 1.5f, 1.5),
        arguments(DOUBLE, 3, 3.0),
        arguments(DOUBLE, (1L << 53) + 1, null),
        arguments(DOUBLE, new BigDecimal("1.5"), null),
        arguments(FLOAT, 1.5f, 1.5f),
        arguments(FLOAT, 1.5, null),
        arguments(FLOAT, 16_777_216, 16_777_216f),
        arguments(FLOAT, 16_777_217, null),
        arguments(decimal(10, 2), new BigDecimal("1.50"), new BigDecimal("1.50")),
        arguments(decimal(10, 2), new BigDecimal("1.5"), new BigDecimal("1.50")),
        arguments(decimal(10, 2), new BigDecimal("-1.500"), new BigDecimal("-1.50")),
        arguments(decimal(10, 2), new BigDecimal("1.505"), null),
        arguments(decimal(10, 2), 7, new BigDecimal("7.00")),
        arguments(decimal(3, 2), 10, null),
        arguments(decimal(38, 0), Long.MIN_VALUE, new BigDecimal(Long.MIN_VALUE)),
        arguments(decimal(38, 30), new BigDecimal("-1.5"), dec("-1.5", 30)),
        arguments(decimal(38, 37), new BigDecimal("12"), null),
        arguments(
            decimal(38, 1),
            new BigDecimal(BigInteger.TEN.pow(37).subtract(BigInteger.ONE)),
            dec("9999999999999999999999999999999999999", 1)),
        arguments(
            decimal(20, 1),
            new BigDecimal("-1234567890123456789.00000000"),
            new BigDecimal("-1234567890123456789.0")),
        arguments(new ArrowType.Date(DateUnit.DAY), raw(b -> b.appendDate(-3)), -3),
        arguments(decimal256(10, 2), new BigDecimal("-1.500"), new BigDecimal("-1.50")),
        arguments(decimal256(10, 2), new BigDecimal("1.505"), null),
        arguments(decimal256(3, 2), 10, null),
        arguments(decimal256(3, 2), new BigDecimal("-9.99"), new BigDecimal("-9.99")),
        arguments(decimal256(76, 38), -1L, dec("-1", 38)),
        arguments(
            decimal256(76, 38),
            new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE).negate()),
            dec("-" + "9".repeat(38), 38)),
        arguments(decimal256(75, 38), new BigDecimal("9".repeat(38)), null),
        arguments(decimal256(76, 76), 1, null),
        arguments(decimal256(76, 76), 0, dec("0", 76)),
        arguments(decimal256(76, 75), new BigDecimal("-0.1"), dec("-0.1", 75)),
        arguments(decimal256(40, 0), Long.MIN_VALUE, new BigDecimal(Long.MIN_VALUE)),
        arguments(new ArrowType.Date(DateUnit.DAY), 3, null),
        arguments(micros, raw(b -> b.appendTimestampTz(9L)), 9L),
        arguments(micros, raw(b -> b.appendTimestampNtz(9L)), null),
        arguments(nanos, raw(b -> b.appendTimestampTz(9L)), 9_000L),
        arguments(nanos, raw(b -> b.appendTimestampTz(Long.MAX_VALUE / 10)), null),
        arguments(nanos, nano, 1_500L),
        arguments(micros, nano, null),
        arguments(micros, raw(b -> b.appendTimestampNanosTz(-2_000L)), -2L),
        arguments(localMicros, raw(b -> b.appendTimestampNtz(-1L)), -1L),
        arguments(localMicros, raw(b -> b.appendTimestampNanosNtz(1_000L)), 1L),
        arguments(localMillis, raw(b -> b.appendTimestampNtz(5_000L)), 5L),
        arguments(localMillis, raw(b -> b.appendTimestampNtz(5_001L)), null),
        arguments(time, raw(b -> b.appendTime(77L)), 77L),
        arguments(timeSeconds, raw(b -> b.appendTime(77_000_000L)), 77),
        arguments(timeSeconds, raw(b -> b.appendTime(77_000_001L)), null),
        arguments(ArrowType.Utf8.INSTANCE, "", ""),
        arguments(ArrowType.Utf8.INSTANCE, "grün".repeat(50), "grün".repeat(50)),
        arguments(ArrowType.LargeUtf8.INSTANCE, "a", "a"),
        arguments(ArrowType.Utf8View.INSTANCE, "short", "short"),
        arguments(ArrowType.Utf8View.INSTANCE, "longer than twelve", "longer than twelve"),
        arguments(ArrowType.Utf8.INSTANCE, 5, null),
        arguments(ArrowType.Binary.INSTANCE, new byte[] {1, 2}, List.of((byte) 1, (byte) 2)),
        arguments(ArrowType.LargeBinary.INSTANCE, new byte[] {3}, List.of((byte) 3)),
        arguments(ArrowType.BinaryView.INSTANCE, new byte[13], zeros(13)),
        arguments(ArrowType.Binary.INSTANCE, "text", null),
        arguments(new ArrowType.FixedSizeBinary(2), new byte[] {8, 9}, List.of((byte) 8, (byte) 9)),
        arguments(new ArrowType.FixedSizeBinary(2), new byte[3], null),
        arguments(new ArrowType.FixedSizeBinary(16), new UUID(0, 0), zeros(16)),
        arguments(ArrowType.Null.INSTANCE, null, null));
  }

  private static ArrowType decimal(int precision, int scale) {
    return new ArrowType.Decimal(precision, scale, 128);
  }

  private static ArrowType decimal256(int precision, int scale) {
    return new ArrowType.Decimal(precision, scale, 256);
  }

  private static BigDecimal dec(String number, int scale) {
    return new BigDecimal(number).setScale(scale);
  }

  private static List<Byte> zeros(int length) {
    return Stream.generate(() -> (byte) 0).limit(length).toList();
  }

  @ParameterizedTest(name = "{1} to {0}")
  @MethodSource("conversions")
  void a_value_converts_where_nothing_is_lost_and_is_null_else(
      ArrowType type, Object value, Object expected) {
    assertThat(decode(type, value)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{1} to {0}")
  @MethodSource("conversions")
  void strict_mode_refuses_what_safe_mode_makes_null(
      ArrowType type, Object value, Object expected) {
    List<Variant> rows = encodeAll(value);
    if (expected != null || value == null) {
      assertThat(decode(leaf("x", type), ConversionMode.STRICT, rows)).containsExactly(expected);
    } else {
      assertThatThrownBy(() -> decode(leaf("x", type), ConversionMode.STRICT, rows))
          .isInstanceOf(ConversionException.class)
          .hasMessageStartingWith("row 0, $: found ")
          .hasMessageContaining("expected " + type);
    }
  }

  @Test
  void a_uuid_target_takes_uuids_only() {
    Field uuid = VariantPrimitive.of(VariantTypeIds.UUID).field("x");

    assertThat(decode(uuid, ConversionMode.SAFE, encodeAll(new UUID(0, 0), new byte[16])))
        .containsExactly(zeros(16), null);
  }

  @Test
  void every_null_becomes_null() {
    List<Variant> rows = Arrays.asList(encode(null), null, encode(5));

    assertThat(decode(leaf("x", INT32), ConversionMode.STRICT, rows))
        .containsExactly(null, null, 5);
  }

  private static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  @Test
  void objects_become_structs_whatever_the_shape_of_the_row_before() {
    Field target =
        nested(
            "s",
            ArrowType.Struct.INSTANCE,
            leaf("b", ArrowType.Utf8.INSTANCE),
            leaf("a", INT64),
            nested("user", ArrowType.Struct.INSTANCE, leaf("name", ArrowType.Utf8.INSTANCE)));
    List<Variant> rows =
        encodeAll(
            object("a", 1, "b", "x", "user", object("name", "n", "id", 1), "z", 0),
            object("a", 2, "b", "y", "user", object("name", "m", "id", 1), "z", 0),
            object("z", 9, "b", "later", "a", 3),
            object(),
            object("b", 5, "user", "no object"),
            object("a", 4, "user", object()),
            "no object");

    assertThat(decode(target, ConversionMode.SAFE, rows))
        .containsExactly(
            object("b", "x", "a", 1L, "user", object("name", "n")),
            object("b", "y", "a", 2L, "user", object("name", "m")),
            object("b", "later", "a", 3L, "user", null),
            object("b", null, "a", null, "user", null),
            object("b", null, "a", null, "user", null),
            object("b", null, "a", 4L, "user", object("name", null)),
            null);
  }

  @Test
  void a_few_fields_of_a_wide_object_are_found() {
    Map<String, Object> wide = new HashMap<>();
    for (int i = 0; i < 500; i++) {
      wide.put("field" + i, i);
    }
    Field target =
        nested("s", ArrowType.Struct.INSTANCE, leaf("field7", INT32), leaf("none", INT32));

    assertThat(decode(target, ConversionMode.SAFE, encodeAll(wide)))
        .containsExactly(object("field7", 7, "none", null));
  }

  @Test
  void a_wide_object_between_others_of_one_shape_does_not_disturb_them() {
    Map<String, Object> wide = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      wide.put("z" + i, i);
    }
    wide.put("k", -1);
    Map<String, Object> small = object("k", 1, "z5", 2, "a", 3);
    // One dictionary for all rows, so that only the objects differ.
    List<Object> rows = List.of(small, small, small, wide, small, wide, small);
    Field element = nested("element", ArrowType.Struct.INSTANCE, leaf("k", INT32));

    assertThat(
            decode(
                nested("l", ArrowType.List.INSTANCE, element),
                ConversionMode.STRICT,
                encodeAll(rows)))
        .containsExactly(
            Stream.of(1, 1, 1, -1, 1, -1, 1).map(k -> (Object) object("k", k)).toList());
  }

  @Test
  void rows_under_a_null_struct_stay_in_step_with_its_children() {
    Field target =
        nested(
            "s", ArrowType.Struct.INSTANCE, leaf("k", INT64), leaf("t", ArrowType.Utf8.INSTANCE));
    List<Variant> rows =
        Arrays.asList(
            null,
            encode(object("k", 1, "t", "x")),
            encode(5),
            encode(null),
            encode(object("k", 2)),
            encode("s"));

    assertThat(decode(target, ConversionMode.SAFE, rows))
        .containsExactly(
            null, object("k", 1L, "t", "x"), null, null, object("k", 2L, "t", null), null);
  }

  @Test
  void a_variant_child_for_the_rest_gets_the_fields_that_have_no_child() {
    Field rest = VariantVectorBuilder.field(NaturalTypeOptions.REST);
    Field target = nested("s", ArrowType.Struct.INSTANCE, leaf("b", INT64), rest, leaf("d", INT64));
    List<Variant> rows =
        encodeAll(
            object("a", 1, "b", 2, "c", List.of("x"), "d", 3),
            object("b", 2),
            5,
            object("c", object("b", 1), "*", true));
    try (ParquetVariantVector column = column(allocator, rows);
        FieldVector struct =
            new VariantDecode(target, ConversionMode.SAFE).decode(column, allocator);
        FieldVector again =
            NaturalType.decode(
                (ParquetVariantVector) struct.getChildrenFromFields().get(1), allocator)) {
      assertThat(JavaValues.of(struct.getChildrenFromFields().get(0), 0)).isEqualTo(2L);
      assertThat(JavaValues.of(struct.getChildrenFromFields().get(2), 0)).isEqualTo(3L);
      assertThat(again.isNull(1)).isTrue();
      assertThat(again.isNull(2)).isTrue();
      assertThat(struct.isNull(2)).isTrue();
      assertThat(
              ((ParquetVariantVector) struct.getChildrenFromFields().get(1))
                  .getObject(0)
                  .toString())
          .isEqualTo("{a=1, c=[x]}");
      assertThat(
              ((ParquetVariantVector) struct.getChildrenFromFields().get(1))
                  .getObject(3)
                  .toString())
          .isEqualTo("{*=true, c={b=1}}");
    }
  }

  static Stream<ArrowType> lists() {
    return Stream.of(
        ArrowType.List.INSTANCE,
        ArrowType.LargeList.INSTANCE,
        ArrowType.ListView.INSTANCE,
        ArrowType.LargeListView.INSTANCE);
  }

  @ParameterizedTest
  @MethodSource("lists")
  void arrays_become_lists_of_every_kind(ArrowType list) {
    Field target = nested("l", list, leaf("item", INT32));
    List<Variant> rows =
        encodeAll(List.of(1, 2), List.of(), Arrays.asList(3, null, "x"), 5, List.of(4));

    assertThat(decode(target, ConversionMode.SAFE, rows))
        .containsExactly(List.of(1, 2), List.of(), Arrays.asList(3, null, null), null, List.of(4));
  }

  @Test
  void a_fixed_size_list_takes_arrays_of_its_length() {
    Field target = nested("l", new ArrowType.FixedSizeList(2), leaf("item", INT32));

    assertThat(
            decode(
                target, ConversionMode.SAFE, encodeAll(List.of(1, 2), List.of(1), List.of(3, 4))))
        .containsExactly(List.of(1, 2), null, List.of(3, 4));
  }

  @Test
  void objects_become_maps_with_an_entry_for_each_field() {
    Field key = Field.notNullable("key", ArrowType.Utf8.INSTANCE);
    Field entries =
        new Field(
            "entries",
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(key, leaf("value", INT64)));
    Field target = nested("m", new ArrowType.Map(false), entries);

    assertThat(
            decode(
                target,
                ConversionMode.SAFE,
                encodeAll(object("b", 2, "a", 1), object(), 5, object("c", "x"))))
        .containsExactly(
            List.of(object("key", "a", "value", 1L), object("key", "b", "value", 2L)),
            List.of(),
            null,
            List.of(object("key", "c", "value", null)));
  }

  @Test
  void a_dense_union_takes_the_member_of_the_values_type_first() {
    Field target =
        nested(
            "u",
            new ArrowType.Union(UnionMode.Dense, new int[] {5, 6, 7, 8, 9}),
            leaf("wide", INT64),
            leaf("small", INT8),
            leaf("text", ArrowType.Utf8.INSTANCE),
            nested("list", ArrowType.List.INSTANCE, leaf("item", INT32)),
            leaf("nothing", ArrowType.Null.INSTANCE));
    List<Variant> rows = encodeAll((byte) 1, (short) 2, 3L, "s", List.of(1), null, true);
    try (ParquetVariantVector column = column(allocator, rows);
        DenseUnionVector union =
            (DenseUnionVector)
                new VariantDecode(target, ConversionMode.SAFE).decode(column, allocator)) {
      List<Integer> types = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        types.add((int) union.getTypeId(row));
        values.add(JavaValues.of(union, row));
      }
      assertThat(types).containsExactly(6, 5, 5, 7, 8, 9, 9);
      assertThat(values).containsExactly((byte) 1, 2L, 3L, "s", List.of(1), null, null);
    }
  }

  @Test
  void a_sparse_union_keeps_its_members_as_long_as_itself() {
    Field target =
        nested(
            "u",
            new ArrowType.Union(UnionMode.Sparse, new int[] {0, 1}),
            leaf("bigint", INT64),
            leaf("varchar", ArrowType.Utf8.INSTANCE));
    try (ParquetVariantVector column = column(allocator, encodeAll(1, "s", null));
        FieldVector union =
            new VariantDecode(target, ConversionMode.SAFE).decode(column, allocator)) {
      List<FieldVector> members = union.getChildrenFromFields();
      assertThat(members).allMatch(member -> member.getValueCount() == 3);
      assertThat(JavaValues.of(members.get(0), 0)).isEqualTo(1L);
      assertThat(JavaValues.of(members.get(1), 1)).isEqualTo("s");
      assertThat(members.get(0).isNull(2)).isTrue();
    }
  }

  @Test
  void a_variant_child_keeps_any_value_as_it_is() {
    Field rest =
        new Field(
            "rest",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(
                leaf(ShreddedLayout.VALUE, ArrowType.Binary.INSTANCE),
                Field.notNullable(ShreddedLayout.METADATA, ArrowType.Binary.INSTANCE)));
    Field target = nested("s", ArrowType.Struct.INSTANCE, rest);
    try (ParquetVariantVector column =
            column(allocator, encodeAll(object("rest", object("k", 5)), object()));
        FieldVector struct =
            new VariantDecode(target, ConversionMode.STRICT).decode(column, allocator)) {
      ParquetVariantVector variants = (ParquetVariantVector) struct.getChildrenFromFields().get(0);
      assertThat(variants.isNull(1)).isTrue();
      try (FieldVector again =
          new VariantDecode(
                  nested("o", ArrowType.Struct.INSTANCE, leaf("k", INT32)), ConversionMode.STRICT)
              .decode(variants, allocator)) {
        assertThat(JavaValues.of(again, 0)).isEqualTo(object("k", 5));
        assertThat(again.isNull(1)).isTrue();
      }
    }
  }

  @Test
  void an_error_names_row_and_path_and_leaks_nothing() {
    Field target =
        nested(
            "s",
            ArrowType.Struct.INSTANCE,
            nested(
                "items",
                ArrowType.List.INSTANCE,
                nested("item", ArrowType.Struct.INSTANCE, leaf("price", DOUBLE))));
    List<Variant> rows =
        encodeAll(
            object("items", List.of(object("price", 1.5))),
            object("items", List.of(object("price", 2.5), object("price", "much"))));

    assertThatThrownBy(() -> decode(target, ConversionMode.STRICT, rows))
        .isInstanceOf(ConversionException.class)
        .hasMessage("row 1, $.items[1].price: found string, expected FloatingPoint(DOUBLE)");
  }

  @Test
  void a_null_is_an_error_where_the_target_allows_none() {
    Field target = nested("s", ArrowType.Struct.INSTANCE, Field.notNullable("a", INT32));

    assertThat(decode(target, ConversionMode.SAFE, encodeAll(object("a", 1), 5)))
        .containsExactly(object("a", 1), null);
    for (Object value : new Object[] {object(), object("a", null), object("a", "x")}) {
      assertThatThrownBy(() -> decode(target, ConversionMode.SAFE, encodeAll(value)))
          .hasMessageContaining("row 0, $.a")
          .hasMessageContaining("Int(32, true) not null");
    }
  }

  @Test
  void malformed_bytes_are_an_error_that_names_the_row() {
    try (ParquetVariantVector column = column(allocator, encodeAll(1, object("a", 2)))) {
      ((VarBinaryVector) column.valueVector()).setSafe(1, new byte[] {2, 9});

      assertThatThrownBy(
              () ->
                  new VariantDecode(leaf("x", INT32), ConversionMode.SAFE)
                      .decode(column, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1: ");
    }
  }

  @Test
  void a_plan_serves_many_batches() {
    VariantDecode plan = new VariantDecode(leaf("x", INT32), ConversionMode.SAFE);
    for (int batch = 0; batch < 3; batch++) {
      try (ParquetVariantVector column = column(allocator, encodeAll(batch, "x"));
          FieldVector decoded = plan.decode(column, allocator)) {
        assertThat(decoded.getObject(0)).isEqualTo(batch);
        assertThat(decoded.isNull(1)).isTrue();
      }
    }
  }

  static Stream<Field> impossibleTargets() {
    return Stream.of(
        leaf("x", new ArrowType.Duration(TimeUnit.SECOND)),
        leaf("x", new ArrowType.Date(DateUnit.MILLISECOND)),
        leaf("x", new ArrowType.Decimal(9, 2, 32)),
        leaf("x", new ArrowType.Decimal(18, 2, 64)),
        leaf("x", new ArrowType.FloatingPoint(FloatingPointPrecision.HALF)),
        nested(
            "m",
            new ArrowType.Map(false),
            new Field(
                "entries",
                FieldType.notNullable(ArrowType.Struct.INSTANCE),
                List.of(Field.notNullable("key", INT32), leaf("value", INT32)))));
  }

  @ParameterizedTest
  @MethodSource("impossibleTargets")
  void a_target_that_no_variant_converts_to_is_refused(Field target) {
    assertThatThrownBy(() -> new VariantDecode(target, ConversionMode.SAFE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("$")
        .hasMessageContaining("no Variant converts to");
  }
}
