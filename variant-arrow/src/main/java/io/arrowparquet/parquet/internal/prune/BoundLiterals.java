// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.internal.filter.LongSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.prune.PruningStatistics.Range;
import io.arrowparquet.parquet.options.ColumnBounds;
import io.arrowparquet.variant.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Bounds to the classes that callers' literals have: the opposite of {@link Literals}. */
public final class BoundLiterals {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private BoundLiterals() {}

  /**
   * What is known of the values of rows.
   *
   * @param type of their vector
   * @param from the first row
   */
  static ColumnBounds of(ArrowType type, long from, Range range) {
    Object min = range.min() == null ? null : literal(type, range.min());
    Object max = range.max() == null ? null : literal(type, range.max());
    boolean known = min != null && max != null;
    return new ColumnBounds(
        range.end() - from,
        known ? min : null,
        known ? max : null,
        range.someNull(),
        range.allNull(),
        range.unbounded() && (type instanceof ArrowType.FloatingPoint || range.min() == null));
  }

  /** A value of a {@link ValueSet}'s domain; null if no literal has it. Texts are bytes. */
  public static Object literal(ArrowType type, Object value) {
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (value instanceof Double) {
      return value;
    }
    if (value instanceof BigInteger unscaled) {
      return new BigDecimal(unscaled, ((ArrowType.Decimal) type).getScale());
    }
    long number = (Long) value;
    try {
      return switch (type.getTypeID()) {
        case Bool -> number != 0;
        case Int -> integer((ArrowType.Int) type, number);
        case Date -> date((ArrowType.Date) type, number);
        case Time -> LocalTime.ofNanoOfDay(nanos(((ArrowType.Time) type).getUnit(), number));
        case Timestamp -> timestamp((ArrowType.Timestamp) type, number);
        case Duration -> duration(((ArrowType.Duration) type).getUnit(), number);
        default -> null;
      };
    } catch (DateTimeException | ArithmeticException e) {
      // Beyond what Java's own classes can hold.
      return null;
    }
  }

  private static Object integer(ArrowType.Int type, long number) {
    boolean flipped = !type.getIsSigned() && type.getBitWidth() == Long.SIZE;
    return flipped
        ? new BigInteger(Long.toUnsignedString(LongSet.flipped(number)))
        : (Object) number;
  }

  private static Object date(ArrowType.Date type, long number) {
    long perDay = type.getUnit() == DateUnit.DAY ? 1 : Duration.ofDays(1).toMillis();
    return number % perDay == 0 ? LocalDate.ofEpochDay(number / perDay) : null;
  }

  private static long nanos(TimeUnit unit, long number) {
    return Math.multiplyExact(number, PrimitiveType.nanosPer(unit));
  }

  private static Object timestamp(ArrowType.Timestamp type, long number) {
    Instant instant = Instant.EPOCH.plus(duration(type.getUnit(), number));
    return type.getTimezone() == null
        ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
        : (Object) instant;
  }

  private static Duration duration(TimeUnit unit, long number) {
    long perSecond = NANOS_PER_SECOND / PrimitiveType.nanosPer(unit);
    return Duration.ofSeconds(
        Math.floorDiv(number, perSecond),
        Math.floorMod(number, perSecond) * PrimitiveType.nanosPer(unit));
  }
}
