// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.ConversionMode;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** The casts: which types have one to which, and which of them keep the order of values. */
public final class SqlCasts {
  private SqlCasts() {}

  /**
   * The cast to a type.
   *
   * @param out takes values of the type
   * @param limits of the depth of objects and arrays that become text
   * @return null if nothing is cast to the type
   * @throws IllegalArgumentException if the type names a time zone that does not exist
   */
  public static SqlCast to(Field target, PrimitiveSink out, VariantLimits limits) {
    ArrowType type = target.getType();
    if (VariantPrimitive.isUuid(target)) {
      return new UuidCast(out);
    }
    return switch (type.getTypeID()) {
      case Bool -> new BooleanCast(out);
      case Int -> new IntegerCast(out);
      case FloatingPoint -> new FloatingCast(out, isWide((ArrowType.FloatingPoint) type));
      case Decimal -> new DecimalCast(out, ((ArrowType.Decimal) type).getScale());
      case Date -> new DateCast(out);
      case Timestamp -> timestamp((ArrowType.Timestamp) type, out);
      case Time -> new TimeCast(out, PrimitiveType.nanosPer(((ArrowType.Time) type).getUnit()));
      case Utf8, LargeUtf8, Utf8View -> new TextCast(out, limits);
      case Binary, LargeBinary, BinaryView -> new BinaryCast(out);
      case FixedSizeBinary -> new UuidCast(out);
      default -> null;
    };
  }

  private static boolean isWide(ArrowType.FloatingPoint type) {
    return type.getPrecision() == FloatingPointPrecision.DOUBLE;
  }

  private static SqlCast timestamp(ArrowType.Timestamp type, PrimitiveSink out) {
    String zone = type.getTimezone();
    boolean local = zone == null || zone.isEmpty();
    long unit = PrimitiveType.nanosPer(type.getUnit());
    return new TimestampCast(out, unit, local ? null : new ZoneOffsets(zone));
  }

  /**
   * Whether some values of a kind become values of a type.
   *
   * @param kind null for objects and arrays
   */
  public static boolean mayConvert(Kind kind, ArrowType target, ConversionMode mode) {
    return converts(kind, target) || (mode.casts() && isCast(kind, target));
  }

  /** Whether some convert without loss. */
  private static boolean converts(Kind kind, ArrowType type) {
    return switch (type.getTypeID()) {
      case Bool -> kind == Kind.BOOLEAN;
      case Int, Decimal -> kind == Kind.INTEGER || kind == Kind.DECIMAL;
      case FloatingPoint -> kind == Kind.INTEGER || kind == Kind.FLOAT || kind == Kind.DOUBLE;
      case Date -> kind == Kind.DATE;
      case Time -> kind == Kind.TIME;
      case Timestamp -> kind == Kind.TIMESTAMP;
      case Utf8, LargeUtf8, Utf8View -> kind == Kind.STRING;
      case Binary, LargeBinary, BinaryView -> kind == Kind.BINARY;
      case FixedSizeBinary -> kind == Kind.UUID || kind == Kind.BINARY;
      // Containers, and extension types, which may be of anything.
      default -> kind != Kind.NULL;
    };
  }

  private static boolean isCast(Kind kind, ArrowType target) {
    return switch (target.getTypeID()) {
      case Bool, Int, FloatingPoint, Decimal ->
          isNumber(kind) || kind == Kind.BOOLEAN || kind == Kind.STRING;
      case Date -> kind == Kind.DATE || kind == Kind.TIMESTAMP || kind == Kind.STRING;
      case Timestamp -> kind == Kind.TIMESTAMP || kind == Kind.DATE || kind == Kind.STRING;
      case Time -> kind == Kind.TIME || kind == Kind.TIMESTAMP || kind == Kind.STRING;
      case Utf8, LargeUtf8, Utf8View -> kind != Kind.NULL;
      case Binary, LargeBinary, BinaryView -> kind == Kind.BINARY || kind == Kind.STRING;
      case FixedSizeBinary -> kind == Kind.UUID || kind == Kind.BINARY || kind == Kind.STRING;
      default -> false;
    };
  }

  private static boolean isNumber(Kind kind) {
    return kind == Kind.INTEGER
        || kind == Kind.DECIMAL
        || kind == Kind.FLOAT
        || kind == Kind.DOUBLE;
  }

  /**
   * Whether of two values of a kind that become values of a type, the greater never becomes the
   * lesser: then the least and the greatest of some values bound what they become.
   */
  public static boolean keepsOrder(Kind kind, ArrowType target) {
    return switch (target.getTypeID()) {
      case Int, FloatingPoint, Decimal -> isNumber(kind);
      case Date -> kind == Kind.DATE || kind == Kind.TIMESTAMP;
      // Other zones have hours that clocks show twice, and skip.
      case Timestamp -> (kind == Kind.TIMESTAMP || kind == Kind.DATE) && isUtcOrLocal(target);
      case Time -> kind == Kind.TIME;
      default -> false;
    };
  }

  private static boolean isUtcOrLocal(ArrowType target) {
    String zone = ((ArrowType.Timestamp) target).getTimezone();
    return zone == null || zone.isEmpty() || VariantPrimitive.isUtc(zone);
  }

  /** Text to its UTF-8 bytes. */
  private static final class BinaryCast extends SqlCast {

    BinaryCast(PrimitiveSink out) {
      super(out);
    }

    @Override
    public boolean takeBinary(long address, int length) {
      return out.takeBinary(address, length);
    }

    @Override
    public boolean takeString(long address, int length) {
      return out.takeBinary(address, length);
    }
  }

  /** Timestamps to their day, instants to that in UTC; text that begins with a date to that. */
  private static final class DateCast extends SqlCast {
    private final TemporalText text = new TemporalText();

    DateCast(PrimitiveSink out) {
      super(out);
    }

    @Override
    public boolean takeDate(int days) {
      return out.takeDate(days);
    }

    @Override
    public boolean takeTimestamp(long value, long unit, boolean utc) {
      long unitsPerDay = TemporalText.SECONDS_PER_DAY * (TemporalText.NANOS_PER_SECOND / unit);
      return out.takeDate((int) Math.floorDiv(value, unitsPerDay));
    }

    @Override
    public boolean takeString(long address, int length) {
      return text.parseTimestamp(address, length) && out.takeDate(text.days());
    }
  }

  /** Timestamps to what clocks show, those in UTC for instants; finer digits are dropped. */
  private static final class TimeCast extends SqlCast {
    private final long targetUnit;
    private final TemporalText text = new TemporalText();

    /** {@code targetUnit}: nanoseconds in a unit of the target. */
    TimeCast(PrimitiveSink out, long targetUnit) {
      super(out);
      this.targetUnit = targetUnit;
    }

    @Override
    public boolean takeTime(long value, long unit) {
      boolean finer = unit < targetUnit;
      long given = finer ? Math.floorDiv(value, targetUnit / unit) : value;
      return out.takeTime(given, finer ? targetUnit : unit);
    }

    @Override
    public boolean takeTimestamp(long value, long unit, boolean utc) {
      long unitsPerDay = TemporalText.SECONDS_PER_DAY * (TemporalText.NANOS_PER_SECOND / unit);
      return takeTime(Math.floorMod(value, unitsPerDay), unit);
    }

    @Override
    public boolean takeString(long address, int length) {
      return text.parseTime(address, length)
          && takeTime(text.seconds() * TemporalText.NANOS_PER_SECOND + text.nanos(), 1);
    }
  }
}
