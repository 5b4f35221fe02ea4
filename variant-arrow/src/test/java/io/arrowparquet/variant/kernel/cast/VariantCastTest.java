// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.json.InvalidJsonException;
import io.arrowparquet.variant.kernel.DescribedRows;
import io.arrowparquet.variant.kernel.VariantCastNestedTest;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each primitive type becomes; nested ones are in {@link VariantCastNestedTest}. */
class VariantCastTest {
  private static final CastOptions TEXT = CastOptions.defaults().withStringify(true);

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  /** Puts values into rows 0, 1, ... of a vector; what is null stays so. */
  private static FieldVector vector(BufferAllocator allocator, ArrowType type, Object... values) {
    return vector(allocator, Field.nullable("x", type), values);
  }

  private static FieldVector vector(BufferAllocator allocator, Field field, Object... values) {
    FieldVector vector = field.createVector(allocator);
    vector.allocateNew();
    for (int row = 0; row < values.length; row++) {
      if (values[row] != null) {
        set(vector, row, values[row]);
      }
    }
    vector.setValueCount(values.length);
    return vector;
  }

  private static void set(FieldVector vector, int row, Object value) {
    if (vector instanceof DecimalVector decimals) {
      decimals.setSafe(row, (BigDecimal) value);
    } else if (vector instanceof Decimal256Vector decimals) {
      decimals.setSafe(row, (BigDecimal) value);
    } else if (vector instanceof BitVector bits) {
      bits.setSafe(row, (Boolean) value ? 1 : 0);
    } else if (vector instanceof FixedSizeBinaryVector bytes) {
      bytes.setSafe(row, (byte[]) value);
    } else if (vector instanceof IntervalDayVector days) {
      days.setSafe(row, ((int[]) value)[0], ((int[]) value)[1]);
    } else if (vector instanceof IntervalMonthDayNanoVector months) {
      months.setSafe(
          row, (int) ((long[]) value)[0], (int) ((long[]) value)[1], ((long[]) value)[2]);
    } else if (vector instanceof VariableWidthFieldVector bytes) {
      byte[] text = (byte[]) value;
      bytes.setSafe(row, text);
    } else {
      setNumber((BaseFixedWidthVector) vector, row, (Number) value);
    }
  }

  /** Writes a number into the bytes of a row, whatever it means there. */
  private static void setNumber(BaseFixedWidthVector vector, int row, Number value) {
    while (vector.getValueCapacity() <= row) {
      vector.reAlloc();
    }
    long bits =
        value instanceof Float f
            ? Float.floatToRawIntBits(f)
            : value instanceof Double d ? Double.doubleToRawLongBits(d) : value.longValue();
    for (int i = 0; i < vector.getTypeWidth(); i++) {
      vector
          .getDataBuffer()
          .setByte((long) row * vector.getTypeWidth() + i, (int) (bits >>> (Byte.SIZE * i)));
    }
    vector.setIndexDefined(row);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static BigDecimal decimal(String number) {
    return new BigDecimal(number);
  }

  static Stream<Arguments> primitives() {
    String longText = "a text of more than sixty-three bytes is not short in a Variant any more";
    return Stream.of(
        arguments(ArrowType.Bool.INSTANCE, List.of(true, false), "true true|false false"),
        arguments(new ArrowType.Int(8, true), List.of(-5, 127), "int8 -5|int8 127"),
        arguments(new ArrowType.Int(16, true), List.of(-5, 300), "int16 -5|int16 300"),
        arguments(new ArrowType.Int(32, true), List.of(1 << 31), "int32 -2147483648"),
        arguments(new ArrowType.Int(64, true), List.of(1L << 63), "int64 -9223372036854775808"),
        arguments(new ArrowType.Int(8, false), List.of(255), "int16 255"),
        arguments(new ArrowType.Int(16, false), List.of(65535), "int32 65535"),
        arguments(new ArrowType.Int(32, false), List.of(-1), "int64 4294967295"),
        arguments(
            new ArrowType.Int(64, false),
            List.of(7L, -1L),
            "int64 7|decimal16 18446744073709551615"),
        arguments(
            new ArrowType.FloatingPoint(FloatingPointPrecision.HALF),
            List.of(Float16.toFloat16(1.5f), Float16.toFloat16(Float.NEGATIVE_INFINITY)),
            "float 1.5|float \"-Infinity\""),
        arguments(
            new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE), List.of(0.1f), "float 0.1"),
        arguments(
            new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
            List.of(0.1, Double.NaN),
            "double 0.1|double \"NaN\""),
        arguments(
            ArrowType.Utf8.INSTANCE, List.of(utf8("é"), utf8("")), "string \"é\"|string \"\""),
        arguments(ArrowType.LargeUtf8.INSTANCE, List.of(utf8("abc")), "string \"abc\""),
        arguments(
            ArrowType.Utf8View.INSTANCE,
            List.of(utf8("short"), utf8(longText)),
            "string \"short\"|string \"" + longText + "\""),
        arguments(ArrowType.Binary.INSTANCE, List.of(new byte[] {1, 2}), "binary \"AQI=\""),
        arguments(ArrowType.LargeBinary.INSTANCE, List.of(new byte[] {1, 2}), "binary \"AQI=\""),
        arguments(ArrowType.BinaryView.INSTANCE, List.of(new byte[] {1, 2}), "binary \"AQI=\""),
        arguments(
            new ArrowType.FixedSizeBinary(3), List.of(new byte[] {1, 2, 3}), "binary \"AQID\""));
  }

  static Stream<Arguments> decimals() {
    String nines = "9".repeat(38);
    return Stream.of(
        arguments(new ArrowType.Decimal(5, 2, 128), List.of(decimal("1.50")), "decimal4 1.50"),
        arguments(new ArrowType.Decimal(18, 0, 128), List.of(decimal("-7")), "decimal8 -7"),
        arguments(new ArrowType.Decimal(38, 1, 128), List.of(decimal("0.1")), "decimal16 0.1"),
        arguments(
            new ArrowType.Decimal(38, 0, 128),
            List.of(decimal(nines), decimal("-" + nines)),
            "decimal16 " + nines + "|decimal16 -" + nines),
        arguments(
            new ArrowType.Decimal(76, 3, 256),
            List.of(decimal("-1.250"), decimal("0.000")),
            "decimal16 -1.250|decimal16 0.000"),
        arguments(new ArrowType.Decimal(9, 3, 256), List.of(decimal("1.250")), "decimal4 1.250"),
        arguments(new ArrowType.Decimal(3, -2, 128), List.of(decimal("5E+2")), "decimal4 500"));
  }

  static Stream<Arguments> times() {
    ArrowType utc = new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
    return Stream.of(
        arguments(new ArrowType.Date(DateUnit.DAY), List.of(-1), "date \"1969-12-31\""),
        arguments(
            new ArrowType.Date(DateUnit.MILLISECOND),
            List.of(-86_400_000L, 0L),
            "date \"1969-12-31\"|date \"1970-01-01\""),
        arguments(
            new ArrowType.Time(TimeUnit.SECOND, 32),
            List.of(61),
            "time (micros, NTZ) \"00:01:01\""),
        arguments(
            new ArrowType.Time(TimeUnit.MILLISECOND, 32),
            List.of(1500),
            "time (micros, NTZ) \"00:00:01.5\""),
        arguments(
            new ArrowType.Time(TimeUnit.MICROSECOND, 64),
            List.of(1L),
            "time (micros, NTZ) \"00:00:00.000001\""),
        arguments(
            new ArrowType.Time(TimeUnit.NANOSECOND, 64),
            List.of(5_000L),
            "time (micros, NTZ) \"00:00:00.000005\""),
        arguments(
            new ArrowType.Timestamp(TimeUnit.SECOND, null),
            List.of(-1L),
            "timestamp (micros, NTZ) \"1969-12-31T23:59:59\""),
        arguments(
            new ArrowType.Timestamp(TimeUnit.MILLISECOND, "Europe/Paris"),
            List.of(1_500L),
            "timestamp (micros, UTC) \"1970-01-01T00:00:01.5Z\""),
        arguments(utc, List.of(1L), "timestamp (micros, UTC) \"1970-01-01T00:00:00.000001Z\""),
        arguments(
            new ArrowType.Timestamp(TimeUnit.NANOSECOND, ""),
            List.of(1L),
            "timestamp (nanos, NTZ) \"1970-01-01T00:00:00.000000001\""),
        arguments(
            new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"),
            List.of(1L),
            "timestamp (nanos, UTC) \"1970-01-01T00:00:00.000000001Z\""));
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource({"primitives", "decimals", "times"})
  void a_value_becomes_its_equal_and_a_null_stays_one(
      ArrowType type, List<Object> values, String expected) {
    Object[] rows = new Object[values.size() + 1];
    values.toArray(rows);
    try (FieldVector vector = vector(allocator, type, rows);
        ParquetVariantVector cast = VariantCast.cast(vector, allocator)) {
      List<String> all = new ArrayList<>(Arrays.asList(expected.split("\\|", -1)));
      all.add(null);
      assertThat(DescribedRows.of(cast)).isEqualTo(all);
      assertThat(cast.getName()).isEqualTo("x");
      cast.validate();
    }
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        arguments(new ArrowType.Duration(TimeUnit.SECOND), 90L, "PT1M30S"),
        arguments(new ArrowType.Duration(TimeUnit.MILLISECOND), -1_500L, "PT-1.5S"),
        arguments(new ArrowType.Duration(TimeUnit.MICROSECOND), 1L, "PT0.000001S"),
        arguments(new ArrowType.Duration(TimeUnit.NANOSECOND), 1L, "PT0.000000001S"),
        arguments(new ArrowType.Interval(IntervalUnit.YEAR_MONTH), 14, "P1Y2M"),
        arguments(new ArrowType.Interval(IntervalUnit.DAY_TIME), new int[] {3, 1500}, "P3DT1.5S"),
        arguments(new ArrowType.Interval(IntervalUnit.DAY_TIME), new int[] {0, 0}, "P0D"),
        arguments(
            new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO),
            new long[] {13, 2, 5},
            "P1Y1M2DT0.000000005S"),
        arguments(
            new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO),
            new long[] {0, 0, 5},
            "PT0.000000005S"));
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("texts")
  void what_has_no_equal_is_refused_or_becomes_text(ArrowType type, Object value, String text) {
    try (FieldVector vector = vector(allocator, type, value, null)) {
      assertThatThrownBy(() -> VariantCast.cast(vector, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("$: no Variant equals " + type)
          .hasMessageContaining("CastOptions.withStringify");
      try (ParquetVariantVector cast = VariantCast.cast(vector, allocator, TEXT, null)) {
        assertThat(DescribedRows.of(cast)).containsExactly("string \"" + text + "\"", null);
      }
    }
  }

  static Stream<Arguments> unfitValues() {
    return Stream.of(
        arguments(new ArrowType.Timestamp(TimeUnit.SECOND, null), Long.MAX_VALUE, "microseconds"),
        arguments(
            new ArrowType.Timestamp(TimeUnit.MILLISECOND, "UTC"), Long.MIN_VALUE, "microseconds"),
        arguments(new ArrowType.Date(DateUnit.MILLISECOND), 1L, "whole days"),
        arguments(new ArrowType.Date(DateUnit.MILLISECOND), 86_400_000L << 33, "whole days"),
        arguments(new ArrowType.Time(TimeUnit.SECOND, 32), 86_400, "time of day"),
        arguments(new ArrowType.Time(TimeUnit.NANOSECOND, 64), -1L, "time of day"),
        arguments(new ArrowType.Time(TimeUnit.NANOSECOND, 64), 1L, "whole microseconds"),
        arguments(
            new ArrowType.Decimal(76, 0, 256), new BigDecimal(BigInteger.TEN.pow(38)), "38 digits"),
        arguments(
            new ArrowType.Decimal(76, 0, 256),
            new BigDecimal(BigInteger.TEN.pow(75).negate()),
            "38 digits"),
        arguments(
            new ArrowType.Decimal(30, -10, 128),
            new BigDecimal(BigInteger.TEN.pow(29), -10),
            "38 digits"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("unfitValues")
  void a_value_without_an_equal_names_its_row_and_path(
      ArrowType type, Object value, String expected) {
    try (FieldVector vector = vector(allocator, type, null, value)) {
      assertThatThrownBy(() -> VariantCast.cast(vector, allocator))
          .isInstanceOf(ConversionException.class)
          .hasMessageStartingWith("row 1, $: found ")
          .hasMessageContaining(expected);
    }
  }

  @Test
  void values_too_fine_or_too_long_become_text_on_request() {
    BiConsumer<FieldVector, String> check =
        (vector, text) -> {
          try (vector;
              ParquetVariantVector cast = VariantCast.cast(vector, allocator, TEXT, null)) {
            assertThat(DescribedRows.of(cast)).containsExactly(text);
          }
        };
    check.accept(
        vector(allocator, new ArrowType.Time(TimeUnit.NANOSECOND, 64), 3_600_000_000_001L),
        "string \"01:00:00.000000001\"");
    check.accept(
        vector(allocator, new ArrowType.Decimal(76, 2, 256), decimal("1" + "0".repeat(40) + ".25")),
        "string \"1" + "0".repeat(40) + ".25\"");
  }

  @Test
  void a_timestamp_out_of_range_is_refused_even_where_text_is_allowed() {
    ArrowType seconds = new ArrowType.Timestamp(TimeUnit.SECOND, null);
    try (FieldVector vector = vector(allocator, seconds, Long.MAX_VALUE)) {
      assertThatThrownBy(() -> VariantCast.cast(vector, allocator, TEXT, null))
          .isInstanceOf(ConversionException.class);
    }
  }

  @Test
  void extensions_become_their_equal_or_what_their_storage_becomes() {
    byte[] uuid = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    Object[][] cases = {
      {
        new ArrowType.FixedSizeBinary(16),
        "arrow.uuid",
        uuid,
        "uuid \"00010203-0405-0607-0809-0a0b0c0d0e0f\""
      },
      {new ArrowType.Int(8, true), "arrow.bool8", 2, "true true"},
      {
        ArrowType.Utf8.INSTANCE,
        "arrow.json",
        utf8("{\"b\": [1], \"a\": {}}"),
        "object {\"a\":{},\"b\":[1]}"
      },
      {new ArrowType.Int(8, true), "somebody.else", 2, "int8 2"},
    };
    for (Object[] c : cases) {
      FieldType type =
          new FieldType(
              true,
              (ArrowType) c[0],
              null,
              Map.of(ArrowType.ExtensionType.EXTENSION_METADATA_KEY_NAME, (String) c[1]));
      try (FieldVector vector = vector(allocator, new Field("x", type, null), c[2], null);
          ParquetVariantVector cast = VariantCast.cast(vector, allocator)) {
        assertThat(DescribedRows.of(cast)).containsExactly((String) c[3], null);
      }
    }
  }

  @Test
  void text_that_claims_to_be_json_and_is_not_names_its_row() {
    FieldType type =
        new FieldType(
            true,
            ArrowType.Utf8.INSTANCE,
            null,
            Map.of(ArrowType.ExtensionType.EXTENSION_METADATA_KEY_NAME, "arrow.json"));
    try (FieldVector vector =
        vector(allocator, new Field("x", type, null), utf8("1"), null, utf8("[1"))) {
      assertThatThrownBy(() -> VariantCast.cast(vector, allocator))
          .isInstanceOf(InvalidJsonException.class)
          .hasMessageStartingWith("row 2, line 1, column ");
    }
  }

  @Test
  void decimals_that_arrow_java_cannot_hold_are_refused() {
    try (FieldVector vector = vector(allocator, new ArrowType.Decimal(9, 2, 32))) {
      assertThatThrownBy(() -> VariantCast.cast(vector, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("$: Decimal(9, 2, 32): Arrow Java has no vectors of 32-bit decimals");
    }
  }

  @Test
  void an_empty_column_and_one_of_nulls_are_cast_too() {
    try (FieldVector empty = vector(allocator, ArrowType.Utf8.INSTANCE);
        FieldVector nulls = vector(allocator, ArrowType.Null.INSTANCE, null, null);
        ParquetVariantVector castEmpty = VariantCast.cast(empty, allocator);
        ParquetVariantVector castNulls = VariantCast.cast(nulls, allocator)) {
      assertThat(castEmpty.getValueCount()).isZero();
      assertThat(DescribedRows.of(castNulls)).containsExactly(null, null);
    }
  }

  @Test
  void a_decimal_longer_than_its_type_allows_takes_a_wider_variant() {
    try (DecimalVector vector = new DecimalVector("x", allocator, 5, 0)) {
      vector.allocateNew(1);
      vector.set(0, 10_000_000_000L);
      vector.setValueCount(1);
      try (ParquetVariantVector cast = VariantCast.cast(vector, allocator)) {
        assertThat(DescribedRows.of(cast)).containsExactly("decimal8 10000000000");
      }
    }
  }

  @Test
  void a_buffer_shorter_than_its_rows_is_refused() {
    try (DateMilliVector vector = new DateMilliVector("x", allocator)) {
      vector.allocateNew(1);
      vector.set(0, 0);
      vector.setValueCount(1);
      try (FieldVector cut =
          Field.nullable("x", vector.getField().getType()).createVector(allocator)) {
        cut.loadFieldBuffers(
            new ArrowFieldNode(2, 0),
            List.of(allocator.getEmpty(), vector.getDataBuffer().slice(0, 8)));
        assertThatThrownBy(() -> VariantCast.cast(cut, allocator))
            .isInstanceOf(MalformedVariantException.class)
            .hasMessageContaining("value buffer of column x")
            .hasMessageContaining("at least 16");
      }
    }
  }

  @Test
  void a_value_beyond_the_limit_of_size_names_its_row() {
    CastOptions small =
        CastOptions.defaults().withLimits(VariantLimits.defaults().withMaxSizeBytes(10));
    try (FieldVector vector =
        vector(allocator, ArrowType.Utf8.INSTANCE, utf8("short"), utf8("not short any more"))) {
      assertThatThrownBy(() -> VariantCast.cast(vector, allocator, small, null))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1");
    }
  }
}
