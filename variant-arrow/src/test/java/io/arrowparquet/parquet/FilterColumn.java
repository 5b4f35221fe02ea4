// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.options.Operand;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.JulianFields;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.io.api.Binary;

/**
 * Columns to filter on: how each is declared, a value for a small number, how that is written, and
 * how two values compare by the rules of {@link Operand}.
 */
enum FilterColumn {
  I8("optional int32 i8 (INTEGER(8,true))") {
    @Override
    Object value(int number) {
      return (long) (byte) number;
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), (int) (long) (Long) value);
    }
  },
  U32("optional int32 u32 (INTEGER(32,false))") {
    @Override
    Object value(int number) {
      return (number * 77_000_000L) & 0xFFFFFFFFL;
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), (int) (long) (Long) value);
    }
  },
  U64("required int64 u64 (INTEGER(64,false))") {
    @Override
    Object value(int number) {
      return BigInteger.valueOf(Math.abs(number)).shiftLeft(Math.abs(number) % 57);
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), ((BigInteger) value).longValue());
    }
  },
  D("optional double d") {
    @Override
    Object value(int number) {
      return FilterColumn.floating(number);
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), (double) (Double) value);
    }
  },
  F("optional float f") {
    @Override
    Object value(int number) {
      return (double) (float) FilterColumn.floating(number);
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), (float) (double) (Double) value);
    }
  },
  S("optional binary s (STRING)") {
    @Override
    Object value(int number) {
      // Longer than what an index keeps of a bound, and with bytes above 127.
      String prefix = number % 3 == 0 ? "\u00e4".repeat(40) : number % 3 == 1 ? "" : "prefix";
      return prefix + (char) ('A' + Math.abs(number % 50)) + number;
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), (String) value);
    }
  },
  DEC9("optional int32 dec9 (DECIMAL(9,2))") {
    @Override
    Object value(int number) {
      return BigDecimal.valueOf(number * 3L, 2);
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), ((BigDecimal) value).unscaledValue().intValue());
    }
  },
  DECB("optional binary decb (DECIMAL(30,4))") {
    @Override
    Object value(int number) {
      return new BigDecimal(BigInteger.valueOf(number).pow(3), 4);
    }

    @Override
    void write(Group group, Object value) {
      byte[] bytes = ((BigDecimal) value).unscaledValue().toByteArray();
      group.add(field(), Binary.fromConstantByteArray(bytes));
    }
  },
  DECF("required fixed_len_byte_array(9) decf (DECIMAL(20,0))") {
    @Override
    Object value(int number) {
      return new BigDecimal(BigInteger.valueOf(number).shiftLeft(40));
    }

    @Override
    void write(Group group, Object value) {
      byte[] bytes = ((BigDecimal) value).unscaledValue().toByteArray();
      byte[] padded = new byte[9];
      Arrays.fill(padded, (byte) (bytes[0] >> 7));
      System.arraycopy(bytes, 0, padded, padded.length - bytes.length, bytes.length);
      group.add(field(), Binary.fromConstantByteArray(padded));
    }
  },
  TS("optional int64 ts (TIMESTAMP(MICROS,true))") {
    @Override
    Object value(int number) {
      return Instant.EPOCH.plus(number * 1_500_000_007L, ChronoUnit.MICROS);
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), ChronoUnit.MICROS.between(Instant.EPOCH, (Instant) value));
    }
  },
  I96("optional int96 i96") {
    @Override
    Object value(int number) {
      return LocalDateTime.of(2001, 2, 3, 4, 5).plusNanos(number * 86_400_000_007_000L);
    }

    @Override
    void write(Group group, Object value) {
      LocalDateTime time = (LocalDateTime) value;
      int day = (int) time.toLocalDate().getLong(JulianFields.JULIAN_DAY);
      group.add(field(), new NanoTime(day, time.toLocalTime().toNanoOfDay()));
    }
  },
  DAY("optional int32 day (DATE)") {
    @Override
    Object value(int number) {
      return LocalDate.ofEpochDay(number);
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), (int) ((LocalDate) value).toEpochDay());
    }
  },
  TM("optional int64 tm (TIME(MICROS,false))") {
    @Override
    Object value(int number) {
      return LocalTime.ofSecondOfDay(Math.floorMod(number * 97, 86_400));
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), ((LocalTime) value).toNanoOfDay() / 1000);
    }
  },
  B("optional boolean b") {
    @Override
    Object value(int number) {
      return number > 0;
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), (boolean) (Boolean) value);
    }
  },
  X("optional fixed_len_byte_array(3) x") {
    @Override
    Object value(int number) {
      return new byte[] {(byte) number, (byte) (number >> 3), 7};
    }

    @Override
    void write(Group group, Object value) {
      group.add(field(), Binary.fromConstantByteArray((byte[]) value));
    }
  };

  private final String declaration;

  FilterColumn(String declaration) {
    this.declaration = declaration;
  }

  /** As in a message type. */
  String declaration() {
    return declaration;
  }

  String field() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  boolean isRequired() {
    return declaration.startsWith("required");
  }

  /** A value; greater numbers mostly give greater values. */
  abstract Object value(int number);

  abstract void write(Group group, Object value);

  private static double floating(int number) {
    return switch (Math.floorMod(number, 23)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> 0.0;
      case 3 -> number > 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      default -> number / 7.0;
    };
  }

  /** A literal near a value, as callers may write it: of other scale, or beyond the type. */
  Object literal(int number, Random random) {
    Object value = value(number);
    boolean odd = random.nextInt(4) == 0;
    if (!odd) {
      return value;
    }
    if (value instanceof Long integer) {
      return random.nextBoolean() ? BigInteger.ONE.shiftLeft(80) : (Object) (integer + 1000);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.add(BigDecimal.valueOf(random.nextInt(9), 7));
    }
    if (value instanceof Double) {
      return random.nextBoolean() ? new BigDecimal("0.1") : (Object) (long) number;
    }
    if (value instanceof Instant instant) {
      return instant.plusNanos(random.nextInt(1000));
    }
    if (value instanceof String string) {
      return string.substring(0, random.nextInt(string.length() + 1));
    }
    return value;
  }

  /** How a value compares; null if it does not (NaN). */
  static Integer compare(Object value, Object literal) {
    if (value instanceof Double number) {
      return compareFloating(number, literal);
    }
    if (value instanceof Number) {
      return number(value).compareTo(number(literal));
    }
    if (value instanceof String string) {
      return Arrays.compareUnsigned(
          string.getBytes(StandardCharsets.UTF_8),
          ((String) literal).getBytes(StandardCharsets.UTF_8));
    }
    if (value instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) literal);
    }
    if (value instanceof Instant instant) {
      return instant.compareTo((Instant) literal);
    }
    if (value instanceof LocalDateTime time) {
      return time.compareTo((LocalDateTime) literal);
    }
    if (value instanceof LocalDate date) {
      return date.compareTo((LocalDate) literal);
    }
    if (value instanceof LocalTime time) {
      return time.compareTo((LocalTime) literal);
    }
    return ((Boolean) value).compareTo((Boolean) literal);
  }

  private static Integer compareFloating(double value, Object literal) {
    double other = literal instanceof Double d ? d : 0;
    if (Double.isNaN(value) || Double.isNaN(other)) {
      return null;
    }
    if (Double.isInfinite(value)) {
      return literal instanceof Double ? Double.compare(value, other) : value > 0 ? 1 : -1;
    }
    if (Double.isInfinite(other)) {
      return other > 0 ? -1 : 1;
    }
    return new BigDecimal(value).compareTo(number(literal));
  }

  private static BigDecimal number(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    return value instanceof Double d ? new BigDecimal(d) : BigDecimal.valueOf((Long) value);
  }
}
