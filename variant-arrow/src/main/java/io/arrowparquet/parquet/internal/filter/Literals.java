// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Literals to numbers and byte strings as vectors have them, without rounding; and back. */
public final class Literals {
  private static final int UUID_BYTES = 16;
  private static final int NANO_DIGITS = 9;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** More than values of decimals have, before the point or after it. */
  private static final int MOST_DIGITS = 400;

  private Literals() {}

  /**
   * A literal in units of the vector's integers: days, microseconds, units of the last decimal
   * place. It may be between two of them, or beyond all.
   */
  public static BigDecimal units(ArrowType type, Object literal) {
    BigDecimal units =
        switch (type.getTypeID()) {
          case Bool -> literal instanceof Boolean value ? units(value ? 1 : 0) : null;
          case Int -> isInteger(literal) ? number(literal) : null;
          case Decimal -> decimal((ArrowType.Decimal) type, literal);
          case Date -> date((ArrowType.Date) type, literal);
          case Time ->
              literal instanceof LocalTime time
                  ? units(0, time.toNanoOfDay(), ((ArrowType.Time) type).getUnit())
                  : null;
          case Timestamp -> timestamp((ArrowType.Timestamp) type, literal);
          case Duration ->
              literal instanceof Duration duration
                  ? units(
                      duration.getSeconds(),
                      duration.getNano(),
                      ((ArrowType.Duration) type).getUnit())
                  : null;
          default -> null;
        };
    if (units == null) {
      throw wrongClass(type, literal);
    }
    return units;
  }

  private static BigDecimal decimal(ArrowType.Decimal type, Object literal) {
    return isInteger(literal) || literal instanceof BigDecimal
        ? within(number(literal)).scaleByPowerOfTen(type.getScale())
        : null;
  }

  /**
   * A number that compares with all values as the given one does, without its exponent where that
   * is beyond the digits of all of them.
   */
  private static BigDecimal within(BigDecimal number) {
    long wholeDigits = (long) number.precision() - number.scale();
    boolean isHuge = wholeDigits > MOST_DIGITS;
    return number.signum() != 0 && !isHuge && wholeDigits >= -MOST_DIGITS
        ? number
        : BigDecimal.valueOf(number.signum(), isHuge ? -MOST_DIGITS : MOST_DIGITS);
  }

  private static BigDecimal date(ArrowType.Date type, Object literal) {
    if (!(literal instanceof LocalDate date)) {
      return null;
    }
    return switch (type.getUnit()) {
      case DAY -> units(date.toEpochDay());
      case MILLISECOND -> units(date.toEpochDay() * Duration.ofDays(1).toMillis());
    };
  }

  private static BigDecimal timestamp(ArrowType.Timestamp type, Object literal) {
    Instant instant = null;
    if (type.getTimezone() == null && literal instanceof LocalDateTime local) {
      instant = local.toInstant(ZoneOffset.UTC);
    } else if (type.getTimezone() != null && literal instanceof Instant given) {
      instant = given;
    }
    return instant == null
        ? null
        : units(instant.getEpochSecond(), instant.getNano(), type.getUnit());
  }

  private static BigDecimal units(long value) {
    return BigDecimal.valueOf(value);
  }

  private static BigDecimal units(long seconds, long nanos, TimeUnit unit) {
    BigDecimal exact = BigDecimal.valueOf(seconds).add(BigDecimal.valueOf(nanos, NANO_DIGITS));
    return exact.scaleByPowerOfTen(VectorComparison.scale(unit));
  }

  private static boolean isInteger(Object literal) {
    return literal instanceof Long
        || literal instanceof Integer
        || literal instanceof Short
        || literal instanceof Byte
        || literal instanceof BigInteger;
  }

  private static BigDecimal number(Object literal) {
    if (literal instanceof BigDecimal decimal) {
      return decimal;
    }
    return literal instanceof BigInteger integer
        ? new BigDecimal(integer)
        : BigDecimal.valueOf(((Number) literal).longValue());
  }

  /** Null for infinities and NaN, which {@link #infinite} gives. */
  public static BigDecimal finite(ArrowType type, Object literal) {
    if (literal instanceof Double || literal instanceof Float) {
      double value = ((Number) literal).doubleValue();
      return Double.isFinite(value) ? new BigDecimal(value) : null;
    }
    if (isInteger(literal) || literal instanceof BigDecimal) {
      return within(number(literal));
    }
    throw wrongClass(type, literal);
  }

  public static double infinite(Object literal) {
    return ((Number) literal).doubleValue();
  }

  public static byte[] bytes(ArrowType type, Object literal) {
    boolean text = type instanceof ArrowType.Utf8 || type instanceof ArrowType.LargeUtf8;
    if (text && literal instanceof String string) {
      return string.getBytes(StandardCharsets.UTF_8);
    }
    if (!text && literal instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (literal instanceof UUID uuid
        && type instanceof ArrowType.FixedSizeBinary fixed
        && fixed.getByteWidth() == UUID_BYTES) {
      return ByteBuffer.allocate(UUID_BYTES)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    throw wrongClass(type, literal);
  }

  /** A value of a {@link ValueSet}'s domain; null if no literal has it. Texts are bytes. */
  public static Object of(ArrowType type, Object value) {
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

  private static InvalidRequestException wrongClass(ArrowType type, Object literal) {
    return new InvalidRequestException(
        "literal " + literal + " of " + literal.getClass() + " for values of type " + type, null);
  }
}
