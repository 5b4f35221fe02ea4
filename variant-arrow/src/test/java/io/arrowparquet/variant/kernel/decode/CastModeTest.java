// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import static io.arrowparquet.variant.kernel.VariantColumns.column;
import static io.arrowparquet.variant.kernel.VariantColumns.encodeAll;
import static io.arrowparquet.variant.kernel.VariantColumns.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.JavaValues;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of casts in the Javadoc of {@link ConversionMode}, row by row.
 *
 * @see ConversionMode
 * @see io.arrowparquet.variant.kernel.internal.build.SqlCast
 */
class CastModeTest {
  private static final Object NAN = Double.NaN;

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private List<Object> decode(Field target, ConversionMode mode, Object... rows) {
    try (ParquetVariantVector column = column(allocator, encodeAll(rows));
        FieldVector decoded = new VariantDecode(target, mode).decode(column, allocator)) {
      List<Object> values = new ArrayList<>();
      for (int row = 0; row < rows.length; row++) {
        values.add(JavaValues.of(decoded, row));
      }
      return values;
    }
  }

  private static Object date(String date) {
    return raw(b -> b.appendDate((int) LocalDate.parse(date).toEpochDay()));
  }

  private static long micros(String local) {
    return ChronoUnit.MICROS.between(
        LocalDateTime.of(1970, 1, 1, 0, 0), LocalDateTime.parse(local));
  }

  private static Object instant(String utc) {
    return raw(b -> b.appendTimestampTz(micros(utc)));
  }

  private static Object local(String local) {
    return raw(b -> b.appendTimestampNtz(micros(local)));
  }

  private static int days(String date) {
    return (int) LocalDate.parse(date).toEpochDay();
  }

  private static BigDecimal dec(String text) {
    return new BigDecimal(text);
  }

  static Stream<Arguments> casts() {
    return Stream.of(toBooleans(), toIntegers(), toFloating(), toDecimals(), toText(), toTimes())
        .flatMap(casts -> casts);
  }

  private static Stream<Arguments> toBooleans() {
    return Stream.of(
        arguments("boolean", 0, false),
        arguments("boolean", -3, true),
        arguments("boolean", 0.0, false),
        arguments("boolean", NAN, true),
        arguments("boolean", 0.5f, true),
        arguments("boolean", dec("0.00"), false),
        arguments("boolean", dec("0.01"), true),
        arguments("boolean", " TRUE ", true),
        arguments("boolean", "n", false),
        arguments("boolean", "1", true),
        arguments("boolean", "2", null),
        arguments("boolean", "", null),
        arguments("boolean", date("2024-01-01"), null));
  }

  private static Stream<Arguments> toIntegers() {
    return Stream.of(
        arguments("int", true, 1),
        arguments("int", 1L << 31, null),
        arguments("tinyint", 127.4, (byte) 127),
        arguments("tinyint", 127.5, null),
        arguments("int", 2.5, 3),
        arguments("int", -2.5, -3),
        arguments("int", 0.49999999999999994, 0),
        arguments("int", NAN, null),
        arguments("bigint", Double.POSITIVE_INFINITY, null),
        arguments("bigint", -0x1p63, Long.MIN_VALUE),
        arguments("bigint", 0x1p63, null),
        arguments("uint64", 0x1p63, Long.MIN_VALUE),
        arguments("uint64", 0x1p64, null),
        arguments("uint8", -0.4, (byte) 0),
        arguments("uint8", -0.5, null),
        arguments("int", 1.5f, 2),
        arguments("int", dec("2.49"), 2),
        arguments("int", dec("-2.50"), -3),
        arguments("bigint", dec("12345678901234567890"), null),
        arguments(
            "uint64",
            dec("12345678901234567890.4"),
            Long.parseUnsignedLong("12345678901234567890")),
        arguments("int", " 42 ", 42),
        arguments("int", "1.5", 2),
        arguments("int", "1e3", 1000),
        arguments("int", "-.5", -1),
        arguments("int", "4.", 4),
        arguments("int", "1e", null),
        arguments("int", ".", null),
        arguments("int", "0x10", null),
        arguments("int", "1 2", null),
        arguments("int", "99999999999999999999999999999999999999999999", null),
        arguments("int", "1e-99999999999", 0),
        arguments("int", "0e99999999999", 0),
        arguments("int", date("2024-01-01"), null),
        arguments("int", Map.of(), null));
  }

  private static Stream<Arguments> toFloating() {
    return Stream.of(
        arguments("double", dec("1.25"), 1.25),
        arguments("double", dec("-0.1"), -0.1),
        arguments("double", dec("12345678901234567890.125"), 1.2345678901234567e19),
        arguments("double", (1L << 53) + 1, 0x1p53),
        arguments("double", true, 1.0),
        arguments("double", "1.25", 1.25),
        arguments("double", "-0", -0.0),
        arguments("double", "4.9e-324", Double.MIN_VALUE),
        arguments("double", "1e400", null),
        arguments("double", "1e-400", 0.0),
        arguments("double", "0.1000000000000000055511151231257827021181583404541015625", 0.1),
        arguments("double", "NaN", Double.NaN),
        arguments("double", "-inf", Double.NEGATIVE_INFINITY),
        arguments("double", "Infinity", Double.POSITIVE_INFINITY),
        arguments("double", "1.5d", null),
        arguments("double", "", null),
        arguments("float", 0.1, 0.1f),
        arguments("float", 1e300, null),
        arguments("float", 1e-300, 0f),
        arguments("float", Double.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY),
        arguments("float", 16_777_217, 16_777_216f),
        arguments("float", dec("0.1"), 0.1f),
        arguments("float", "1e39", null),
        arguments("float", "3.4028235e38", Float.MAX_VALUE),
        arguments("float", instant("2024-01-01T00:00"), null));
  }

  private static Stream<Arguments> toDecimals() {
    return Stream.of(
        arguments("decimal(10, 2)", true, dec("1.00")),
        arguments("decimal(10, 2)", dec("1.005"), dec("1.01")),
        arguments("decimal(10, 2)", dec("-1.004999"), dec("-1.00")),
        arguments("decimal(3, 2)", dec("9.995"), null),
        arguments("decimal(10, 2)", 1.005, dec("1.01")),
        arguments("decimal(10, 2)", 1e-300, dec("0.00")),
        arguments("decimal(10, 2)", 1e8, null),
        arguments("decimal(38, 0)", 1e30, dec("1000000000000000000000000000000")),
        arguments("decimal(10, 2)", NAN, null),
        arguments("decimal(10, 2)", 0.1f, dec("0.10")),
        arguments("decimal(10, 2)", "1.005", dec("1.01")),
        arguments("decimal(10, 2)", "1e3", dec("1000.00")),
        arguments(
            "decimal(38, 10)",
            "0.12345678904999999999999999999999999999999999999999999",
            dec("0.1234567890")),
        arguments("decimal(10, 2)", "no", null),
        arguments("decimal(60, 30)", dec("0.5"), dec("0.500000000000000000000000000000")),
        arguments("decimal(60, 1)", dec("0.25"), dec("0.3")),
        arguments("decimal(10, -2)", 1250, dec("13E+2")),
        arguments("decimal(2, 0)", 123, null));
  }

  private static Stream<Arguments> toText() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    return Stream.of(
        arguments("string", true, "true"),
        arguments("string", -5L, "-5"),
        arguments("string", dec("1.50"), "1.50"),
        arguments("string", dec("-0.0000001"), "-0.0000001"),
        arguments("string", 1.5, "1.5"),
        arguments("string", 1e10, "1.0E10"),
        arguments("string", 0.1f, "0.1"),
        arguments("string", NAN, "NaN"),
        arguments("string", Float.NEGATIVE_INFINITY, "-Infinity"),
        arguments("string", date("2024-02-29"), "2024-02-29"),
        arguments("string", instant("2024-01-31T01:02:03.500"), "2024-01-31 01:02:03.5+00:00"),
        arguments("string", local("1969-12-31T23:59:59.999999"), "1969-12-31 23:59:59.999999"),
        arguments(
            "string", raw(b -> b.appendTimestampNanosNtz(1)), "1970-01-01 00:00:00.000000001"),
        arguments("string", raw(b -> b.appendTime(3_723_000_001L)), "01:02:03.000001"),
        arguments("string", raw(b -> b.appendTime(86_400_000_000L)), null),
        arguments("string", uuid, uuid.toString()),
        arguments("string", new byte[] {'a', (byte) 0xC3, (byte) 0xA4}, "a\u00e4"),
        arguments("string", new byte[] {(byte) 0xFF}, null),
        arguments("string", List.of(1, "a"), "[1,\"a\"]"),
        arguments("string", Map.of("a", 1.5), "{\"a\":1.5}"),
        arguments("large_string", 17, "17"),
        arguments("string_view", 17, "17"),
        arguments("string_view", dec("12345678901234.5"), "12345678901234.5"),
        arguments("binary", "ab", List.of((byte) 'a', (byte) 'b')),
        arguments("binary", 1, null),
        arguments("fixed_size_binary(3)", "abc", null));
  }

  private static Stream<Arguments> toTimes() {
    return Stream.of(
        arguments("date", instant("1969-12-31T23:59:59.999999"), days("1969-12-31")),
        arguments("date", local("2024-02-29T12:00"), days("2024-02-29")),
        arguments("date", "2024-2-9", days("2024-02-09")),
        arguments("date", " 2024-02-29 23:00:00-05:00", days("2024-02-29")),
        arguments("date", "2023-02-29", null),
        arguments("date", "2024-13-01", null),
        arguments("date", "24-01-01", null),
        arguments("date", "-0044-03-15", days("-0044-03-15")),
        arguments("date", 5, null),
        arguments("timestamp_ntz", date("2024-01-02"), micros("2024-01-02T00:00")),
        arguments("timestamp_ntz", instant("2024-01-02T03:04:05"), micros("2024-01-02T03:04:05")),
        arguments("timestamp", local("2024-01-02T03:04:05"), micros("2024-01-02T03:04:05")),
        arguments("timestamp(ms)", instant("1969-12-31T23:59:59.999999"), -1L),
        arguments("timestamp(ns)", date("2400-01-01"), null),
        arguments(
            "timestamp_ntz(s)",
            "2024-01-02T03:04:05.999Z",
            micros("2024-01-02T03:04:05") / 1_000_000),
        arguments("timestamp", "2024-01-02 03:04:05.5", micros("2024-01-02T03:04:05.5")),
        arguments("timestamp", "2024-01-02 03:04:05 +0130", micros("2024-01-02T01:34:05")),
        arguments("timestamp", "2024-01-02 03:04 UTC", micros("2024-01-02T03:04")),
        arguments("timestamp", "2024-01-02 24:00", null),
        arguments("timestamp", "2024-01-02T", null),
        arguments("timestamp(us, 'Europe/Paris')", date("2024-07-01"), micros("2024-06-30T22:00")),
        arguments(
            "timestamp(us, 'Europe/Paris')", local("2024-01-02T03:00"), micros("2024-01-02T02:00")),
        // An hour that clocks skip, and one that they show twice.
        arguments(
            "timestamp(us, 'Europe/Paris')", "2024-03-31 02:30:00", micros("2024-03-31T01:30")),
        arguments(
            "timestamp(us, 'Europe/Paris')", "2024-10-27 02:30:00", micros("2024-10-27T00:30")),
        arguments("timestamp(us, '+05:30')", "2024-01-02 03:00", micros("2024-01-01T21:30")),
        arguments(
            "timestamp(us, 'Europe/Paris')",
            instant("2024-01-02T03:00"),
            micros("2024-01-02T03:00")),
        arguments("time", local("1969-12-31T01:02:03.5"), 3_723_500_000L),
        arguments("time(ms)", raw(b -> b.appendTime(1_999)), 1),
        arguments("time", "1:02:03.5", 3_723_500_000L),
        arguments("time", "25:00", null),
        arguments("time", date("2024-01-01"), null));
  }

  @ParameterizedTest
  @MethodSource("casts")
  void casts_are_those_of_the_table(String type, Object value, Object expected) {
    Field target = ArrowTypeText.parse("x", type);
    assertThat(decode(target, ConversionMode.TRY_CAST, value).get(0)).isEqualTo(expected);
    if (expected == null) {
      assertThatThrownBy(() -> decode(target, ConversionMode.CAST, value))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("row 0");
    } else {
      assertThat(decode(target, ConversionMode.CAST, value).get(0)).isEqualTo(expected);
    }
  }

  @Test
  void text_becomes_a_uuid_with_hyphens_or_without() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    List<Object> expected = decode(ArrowTypeText.parse("x", "uuid"), ConversionMode.SAFE, uuid);
    Field target = ArrowTypeText.parse("x", "uuid");
    List<Object> decoded =
        decode(
            target,
            ConversionMode.TRY_CAST,
            uuid.toString(),
            uuid.toString().replace("-", "").toUpperCase(Locale.ROOT),
            "00112233-4455-6677-8899-aabbccddeefg",
            "0011223344556677-8899-aabb-ccddeeff");
    assertThat(decoded).isEqualTo(Arrays.asList(expected.get(0), expected.get(0), null, null));
  }

  @Test
  void nested_values_are_cast_one_by_one() {
    Field target = ArrowTypeText.parse("x", "struct<a: double, b: list<string>>");
    List<Object> decoded =
        decode(
            target,
            ConversionMode.TRY_CAST,
            Map.of("a", dec("1.25"), "b", List.of(1, "two", 3.5)),
            Map.of("a", "none", "b", 5));
    Map<String, Object> empty = new LinkedHashMap<>();
    empty.put("a", null);
    empty.put("b", null);
    assertThat(decoded)
        .isEqualTo(List.of(Map.of("a", 1.25, "b", List.of("1", "two", "3.5")), empty));
  }

  @Test
  void members_of_a_union_take_what_converts_without_loss() {
    Field target = ArrowTypeText.parse("x", "dense_union<i: bigint, s: string>");
    assertThat(decode(target, ConversionMode.TRY_CAST, 1, "2", dec("2.5")))
        .isEqualTo(Arrays.asList(1L, "2", null));
  }

  @Test
  void variant_null_and_missing_stay_null() {
    Field target = ArrowTypeText.parse("x", "string");
    assertThat(decode(target, ConversionMode.CAST, (Object) null)).containsExactly((Object) null);
  }

  @Test
  void an_unknown_zone_is_refused_before_any_row() {
    Field target = ArrowTypeText.parse("x", "timestamp(us, 'Europe/Nowhere')");
    assertThatThrownBy(() -> new VariantDecode(target, ConversionMode.TRY_CAST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Europe/Nowhere");
  }

  @Test
  void a_path_is_cast_like_a_whole_value() {
    Field target = ArrowTypeText.parse("x", "double");
    VariantPath path = VariantPath.parse("$.amount");
    VariantGet get =
        new VariantGet(path, target, ConversionMode.TRY_CAST, VariantLimits.defaults());
    try (ParquetVariantVector column =
            column(allocator, encodeAll(Map.of("amount", dec("1.25")), Map.of("amount", "2.5")));
        FieldVector taken = get.get(column, allocator)) {
      assertThat(JavaValues.of(taken, 0)).isEqualTo(1.25);
      assertThat(JavaValues.of(taken, 1)).isEqualTo(2.5);
    }
  }
}
