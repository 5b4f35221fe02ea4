// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.parquet.options.FilterText.Kind;
import io.arrowparquet.parquet.options.FilterText.Value;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Values of a filter's text as the literals that {@link Operand} lists for a type. A text in quotes
 * is read as the type, as SQL does with a literal of unknown type.
 */
final class FilterLiterals {
  /** Digits of a number, exponent included, beyond which it is not a number of any type. */
  private static final int MOST_DIGITS = 400;

  private static final int UUID_BYTES = 16;

  private FilterLiterals() {}

  /** The literal; null if the value is none of the type. */
  static Object of(Value value, ArrowType type) {
    try {
      return switch (type.getTypeID()) {
        case Bool -> bool(value);
        case Int -> integer(value);
        case FloatingPoint -> floating(value, (ArrowType.FloatingPoint) type);
        case Decimal -> number(value);
        case Utf8, LargeUtf8 -> value.kind() == Kind.TEXT ? value.text() : null;
        case Binary, LargeBinary -> bytes(value);
        case FixedSizeBinary -> fixedBytes(value, (ArrowType.FixedSizeBinary) type);
        case Date -> isText(value, Kind.DATE) ? LocalDate.parse(value.text()) : null;
        case Time -> isText(value, Kind.TIME) ? LocalTime.parse(value.text()) : null;
        case Timestamp -> timestamp(value, ((ArrowType.Timestamp) type).getTimezone());
        case Duration -> value.kind() == Kind.TEXT ? Duration.parse(value.text()) : null;
        default -> null;
      };
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
      return null;
    }
  }

  /** What a value of the type may look like; null if the type has no values to compare with. */
  static String example(ArrowType type) {
    return switch (type.getTypeID()) {
      case Bool -> "true or false";
      case Int -> "a whole number";
      case FloatingPoint, Decimal -> "a number";
      case Utf8, LargeUtf8 -> "a text in single quotes";
      case Binary, LargeBinary -> "bytes, as X'00ff', or a text in single quotes";
      case FixedSizeBinary -> "bytes, as X'00ff'";
      case Date -> "a date, as '2026-01-31'";
      case Time -> "a time, as '12:30:00'";
      case Timestamp -> "a timestamp, as '2026-01-31 12:30:00'";
      case Duration -> "a duration, as 'PT1H30M'";
      default -> null;
    };
  }

  static String name(ArrowType type) {
    return ArrowTypeText.of(Field.nullable("", type));
  }

  private static boolean isText(Value value, Kind kind) {
    return value.kind() == Kind.TEXT || value.kind() == kind;
  }

  private static Object bool(Value value) {
    if (!isText(value, Kind.BOOLEAN)) {
      return null;
    }
    if (value.text().equalsIgnoreCase("true")) {
      return true;
    }
    return value.text().equalsIgnoreCase("false") ? false : null;
  }

  /** Null if it is not a number. */
  private static BigDecimal number(Value value) {
    if (!isText(value, Kind.NUMBER)) {
      return null;
    }
    String text = value.text().strip();
    if (text.length() > 2 * MOST_DIGITS) {
      return null; // parsing many digits takes the square of their number
    }
    BigDecimal number = new BigDecimal(text);
    boolean sane = Math.abs((long) number.scale()) + number.precision() <= MOST_DIGITS;
    return sane ? number : null;
  }

  private static Object integer(Value value) {
    BigDecimal number = number(value);
    if (number == null) {
      return null;
    }
    BigInteger whole = number.toBigIntegerExact();
    return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
  }

  /** The nearest number that the type has: no double equals 0.1 exactly. */
  private static Object floating(Value value, ArrowType.FloatingPoint type) {
    if (!isText(value, Kind.NUMBER)) {
      return null;
    }
    double nearest = Double.parseDouble(value.text());
    return type.getPrecision() == FloatingPointPrecision.SINGLE
        ? (Object) Float.parseFloat(value.text())
        : nearest;
  }

  private static Object bytes(Value value) {
    return switch (value.kind()) {
      case BYTES -> HexFormat.of().parseHex(value.text());
      case TEXT -> value.text().getBytes(StandardCharsets.UTF_8);
      default -> null;
    };
  }

  private static Object fixedBytes(Value value, ArrowType.FixedSizeBinary type) {
    if (value.kind() == Kind.BYTES) {
      return HexFormat.of().parseHex(value.text());
    }
    return type.getByteWidth() == UUID_BYTES && isText(value, Kind.UUID)
        ? UUID.fromString(value.text())
        : null;
  }

  /** An instant if the type has a zone, in that zone if the text has none. */
  private static Object timestamp(Value value, String zone) {
    if (!isText(value, Kind.TIMESTAMP) && value.kind() != Kind.DATE) {
      return null;
    }
    TemporalAccessor parsed = parseTimestamp(value.text().strip());
    if (parsed instanceof OffsetDateTime instant) {
      return zone == null ? null : instant.toInstant();
    }
    LocalDateTime local = (LocalDateTime) parsed;
    if (zone == null) {
      return local;
    }
    return local.atZone(ZoneId.of(zone)).toInstant();
  }

  private static TemporalAccessor parseTimestamp(String text) {
    if (text.indexOf(':') < 0) {
      return LocalDate.parse(text).atStartOfDay();
    }
    return DateTimeFormatter.ISO_DATE_TIME.parseBest(
        text.replaceFirst(" ", "T"), OffsetDateTime::from, LocalDateTime::from);
  }
}
