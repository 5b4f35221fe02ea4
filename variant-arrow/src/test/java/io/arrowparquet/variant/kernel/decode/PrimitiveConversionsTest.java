// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import static io.arrowparquet.variant.kernel.VariantColumns.decode;
import static io.arrowparquet.variant.kernel.VariantColumns.encode;
import static io.arrowparquet.variant.kernel.VariantColumns.encodeAll;
import static io.arrowparquet.variant.kernel.VariantColumns.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values without fields and elements, converted to each type.
 *
 * @see VariantDecode
 * @see io.arrowparquet.variant.kernel.internal.build.Target
 */
class PrimitiveConversionsTest {
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private static Field leaf(ArrowType type) {
    return Field.nullable("x", type);
  }

  private static final ArrowType INT8 = new ArrowType.Int(8, true);
  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final ArrowType INT64 = new ArrowType.Int(64, true);
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);

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
    assertThat(decode(allocator, leaf(type), ConversionMode.SAFE, encodeAll(value)))
        .containsExactly(expected);
  }

  @ParameterizedTest(name = "{1} to {0}")
  @MethodSource("conversions")
  void strict_mode_refuses_what_safe_mode_makes_null(
      ArrowType type, Object value, Object expected) {
    List<Variant> rows = encodeAll(value);
    if (expected != null || value == null) {
      assertThat(decode(allocator, leaf(type), ConversionMode.STRICT, rows))
          .containsExactly(expected);
    } else {
      assertThatThrownBy(() -> decode(allocator, leaf(type), ConversionMode.STRICT, rows))
          .isInstanceOf(ConversionException.class)
          .hasMessageStartingWith("row 0, $: found ")
          .hasMessageContaining("expected " + type);
    }
  }

  @Test
  void a_uuid_target_takes_uuids_only() {
    Field uuid = VariantPrimitive.of(VariantTypeIds.UUID).field("x");

    assertThat(
            decode(allocator, uuid, ConversionMode.SAFE, encodeAll(new UUID(0, 0), new byte[16])))
        .containsExactly(zeros(16), null);
  }

  @Test
  void every_null_becomes_null() {
    List<Variant> rows = Arrays.asList(encode(null), null, encode(5));

    assertThat(decode(allocator, leaf(INT32), ConversionMode.STRICT, rows))
        .containsExactly(null, null, 5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "duration(s)",
        "date_ms",
        "decimal(9, 2, 32)",
        "decimal(18, 2, 64)",
        "float16",
        "map<int, int>",
      })
  void a_target_that_no_variant_converts_to_is_refused(String type) {
    Field target = ArrowTypeText.parse("x", type);
    assertThatThrownBy(() -> new VariantDecode(target, ConversionMode.SAFE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("$")
        .hasMessageContaining("no Variant converts to");
  }
}
