// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Casts values to one type: takes them, and gives the results, if there are any, to a sink. What a
 * sink of the type takes without loss is given on as it is. Says too which types have a cast to
 * which, and which of the casts keep the order of values.
 *
 * <p>Reused value after value; for one thread at a time.
 */
public abstract class SqlCast implements PrimitiveSink {
  protected final PrimitiveSink out;

  SqlCast(PrimitiveSink out) {
    this.out = out;
  }

  public boolean takeContainer(VariantCursor value) {
    return false;
  }

  /** Address of the first character of a text that is no space or control character; or its end. */
  static long trimmedStart(long address, int length) {
    long end = address + length;
    long start = address;
    while (start < end && isSpace(start)) {
      start++;
    }
    return start;
  }

  static long trimmedEnd(long start, long end) {
    long last = end;
    while (last > start && isSpace(last - 1)) {
      last--;
    }
    return last;
  }

  private static boolean isSpace(long address) {
    byte b = MemoryUtil.getByte(address);
    return b >= 0 && b <= ' ';
  }

  /** Null if nothing is cast to the type; an unknown time zone is an illegal argument. */
  public static SqlCast to(Field target, PrimitiveSink out, VariantLimits limits) {
    ArrowType type = target.getType();
    if (VariantPrimitive.isUuid(target)) {
      return new UuidCast(out);
    }
    return switch (type.getTypeID()) {
      case Bool -> new NumberCast.BooleanCast(out);
      case Int -> new NumberCast.IntegerCast(out);
      case FloatingPoint -> {
        FloatingPointPrecision precision = ((ArrowType.FloatingPoint) type).getPrecision();
        yield new NumberCast.FloatingCast(out, precision == FloatingPointPrecision.DOUBLE);
      }
      case Decimal -> new NumberCast.DecimalCast(out, ((ArrowType.Decimal) type).getScale());
      case Date -> new TemporalCast.DateCast(out);
      case Timestamp -> timestamp((ArrowType.Timestamp) type, out);
      case Time ->
          new TemporalCast.TimeCast(out, PrimitiveType.nanosPer(((ArrowType.Time) type).getUnit()));
      case Utf8, LargeUtf8, Utf8View -> new TextCast(out, limits);
      case Binary, LargeBinary, BinaryView -> new BinaryCast(out);
      case FixedSizeBinary -> new UuidCast(out);
      default -> null;
    };
  }

  private static SqlCast timestamp(ArrowType.Timestamp type, PrimitiveSink out) {
    String zone = VariantPrimitive.zone(type);
    long unit = PrimitiveType.nanosPer(type.getUnit());
    return new TemporalCast.TimestampCast(
        out, unit, zone == null ? null : new TemporalCast.ZoneOffsets(zone));
  }

  /** {@code kind}: null for objects and arrays. */
  public static boolean mayConvert(Kind kind, ArrowType target, ConversionMode mode) {
    return converts(kind, target) || (mode.casts() && isCast(kind, target));
  }

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
    String zone = VariantPrimitive.zone((ArrowType.Timestamp) target);
    return zone == null || VariantPrimitive.isUtc(zone);
  }

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

  private static final class UuidCast extends SqlCast {
    private static final int DIGITS = 32;
    private static final int WORD_DIGITS = 16;
    private static final int HYPHENS = 4;

    UuidCast(PrimitiveSink out) {
      super(out);
    }

    @Override
    public boolean takeUuid(long address) {
      return out.takeUuid(address);
    }

    @Override
    public boolean takeBinary(long address, int length) {
      return out.takeBinary(address, length);
    }

    @Override
    public boolean takeString(long address, int length) {
      long start = trimmedStart(address, length);
      int trimmed = (int) (trimmedEnd(start, address + length) - start);
      boolean hyphens = trimmed == DIGITS + HYPHENS;
      if (!hyphens && trimmed != DIGITS) {
        return false;
      }
      long most = 0;
      long least = 0;
      long at = start;
      for (int i = 0; i < DIGITS; i++) {
        if (hyphens && isBehindHyphen(i) && MemoryUtil.getByte(at++) != '-') {
          return false;
        }
        int digit = hexDigit(MemoryUtil.getByte(at++));
        if (digit < 0) {
          return false;
        }
        if (i < WORD_DIGITS) {
          most = most << 4 | digit;
        } else {
          least = least << 4 | digit;
        }
      }
      return out.takeUuid(most, least);
    }

    private static boolean isBehindHyphen(int digit) {
      return digit == 8 || digit == 12 || digit == 16 || digit == 20;
    }

    private static int hexDigit(byte b) {
      if (b >= '0' && b <= '9') {
        return b - '0';
      }
      int lower = b | 0x20;
      return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
  }
}
