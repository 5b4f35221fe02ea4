// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.parquet.options.RowFilter.Operator;
import io.arrowparquet.variant.internal.UnsignedBytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.util.DecimalUtility;

public final class VectorComparison {
  private static final List<ArrowTypeID> TEXTS = List.of(ArrowTypeID.Utf8, ArrowTypeID.LargeUtf8);
  private static final List<ArrowTypeID> BINARIES =
      List.of(ArrowTypeID.Binary, ArrowTypeID.LargeBinary, ArrowTypeID.FixedSizeBinary);

  private static final List<ArrowTypeID> OF_ANY_SCALE =
      List.of(ArrowTypeID.Decimal, ArrowTypeID.Time, ArrowTypeID.Duration);

  /** Digits of the greatest power of ten that is a long. */
  private static final int LONG_DIGITS = 18;

  /** Between two numbers that do not compare, of which one is NaN. */
  private static final int UNORDERED = 2;

  private VectorComparison() {}

  public static boolean isComparable(ArrowType left, ArrowType right) {
    if (!Comparisons.isComparable(left) || !Comparisons.isComparable(right)) {
      return false;
    }
    if (left instanceof ArrowType.Int && right instanceof ArrowType.Int) {
      return true;
    }
    if (left instanceof ArrowType.FloatingPoint && right instanceof ArrowType.FloatingPoint) {
      return true;
    }
    if (left instanceof ArrowType.Timestamp a && right instanceof ArrowType.Timestamp b) {
      // Instants compare whatever their zones are, which are for display.
      return (a.getTimezone() == null) == (b.getTimezone() == null);
    }
    return left.equals(right)
        || (OF_ANY_SCALE.contains(left.getTypeID()) && left.getTypeID() == right.getTypeID())
        || areOf(TEXTS, left, right)
        || areOf(BINARIES, left, right);
  }

  /** Decimal digits of a type's integers after the point: of times, those of a second. */
  public static int scale(ArrowType type) {
    return switch (type.getTypeID()) {
      case Decimal -> ((ArrowType.Decimal) type).getScale();
      case Timestamp -> scale(((ArrowType.Timestamp) type).getUnit());
      case Time -> scale(((ArrowType.Time) type).getUnit());
      case Duration -> scale(((ArrowType.Duration) type).getUnit());
      default -> 0;
    };
  }

  static int scale(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 0;
      case MILLISECOND -> 3;
      case MICROSECOND -> 6;
      case NANOSECOND -> 9;
    };
  }

  private static boolean areOf(List<ArrowTypeID> types, ArrowType left, ArrowType right) {
    return types.contains(left.getTypeID()) && types.contains(right.getTypeID());
  }

  /**
   * Types are {@link #isComparable}; {@link TruthSet#TRUE} or {@link TruthSet#FALSE} per row,
   * either for rows that are null.
   */
  static void compare(
      FieldVector left, Operator operator, FieldVector right, int rows, byte[] truths) {
    Order order = order(left, right);
    for (int row = 0; row < rows; row++) {
      truths[row] = ValueSet.truth(holds(operator, order.compare(row, row)));
    }
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0 && order != UNORDERED;
      case GREATER_OR_EQUAL -> order >= 0 && order != UNORDERED;
    };
  }

  /** How the values of two rows compare: less than 0, 0, 1, or {@link #UNORDERED}. */
  @FunctionalInterface
  public interface Order {
    int compare(int leftRow, int rightRow);
  }

  /**
   * The order of the values of two vectors of one comparable type, as long as their buffers stay.
   * Zeros are equal, and NaN is greater than all others. Not of rows that are null.
   */
  public static Order totalOrder(FieldVector left, FieldVector right) {
    if (left.getField().getType() instanceof ArrowType.FloatingPoint) {
      Doubles a = doubles((BaseFixedWidthVector) left);
      Doubles b = doubles((BaseFixedWidthVector) right);
      // The sums make a negative zero positive.
      return (l, r) -> Double.compare(a.at(l) + 0.0, b.at(r) + 0.0);
    }
    return order(left, right);
  }

  private static Order order(FieldVector left, FieldVector right) {
    ArrowType type = left.getField().getType();
    return switch (type.getTypeID()) {
      case FloatingPoint -> {
        Doubles a = doubles((BaseFixedWidthVector) left);
        Doubles b = doubles((BaseFixedWidthVector) right);
        yield (l, r) -> order(a.at(l), b.at(r));
      }
      case Decimal -> decimals((BaseFixedWidthVector) left, (BaseFixedWidthVector) right);
      case Utf8, LargeUtf8, Binary, LargeBinary, FixedSizeBinary -> {
        Strings a = Strings.of(left);
        Strings b = Strings.of(right);
        yield (l, r) -> order(a.at(l), a.at(l + 1), b.at(r), b.at(r + 1));
      }
      default -> {
        Longs a = longs((BaseFixedWidthVector) left);
        Longs b = longs((BaseFixedWidthVector) right);
        int digits = scale(right.getField().getType()) - scale(type);
        if (digits != 0) {
          long factor = power(Math.abs(digits));
          yield digits > 0
              ? (l, r) -> order(a.at(l), b.at(r), factor)
              : (l, r) -> -order(b.at(r), a.at(l), factor);
        }
        boolean isFlipped = LongSet.isFlipped(type);
        if (isFlipped == LongSet.isFlipped(right.getField().getType())) {
          yield (l, r) -> Long.compare(a.at(l), b.at(r));
        }
        yield isFlipped ? (l, r) -> order(a.at(l), b.at(r)) : (l, r) -> -order(b.at(r), a.at(l));
      }
    };
  }

  private static long power(int digits) {
    return BigInteger.TEN.pow(digits).longValueExact();
  }

  /** A number of units, and one of finer units, of which there are {@code factor} in one. */
  private static int order(long coarse, long fine, long factor) {
    long whole = Math.floorDiv(fine, factor);
    int order = Long.compare(coarse, whole);
    return order != 0 || whole * factor == fine ? order : -1;
  }

  /** An unsigned long, flipped, and a signed one: those from 2^63 on are greater than any. */
  private static int order(long flipped, long signed) {
    return flipped >= 0 ? 1 : Long.compare(LongSet.flipped(flipped), signed);
  }

  private static int order(double left, double right) {
    if (left < right) {
      return -1;
    }
    return left > right ? 1 : left == right ? 0 : UNORDERED;
  }

  private static int order(long leftAt, long leftEnd, long rightAt, long rightEnd) {
    int leftLength = Math.toIntExact(leftEnd - leftAt);
    int rightLength = Math.toIntExact(rightEnd - rightAt);
    return Integer.signum(UnsignedBytes.compare(leftAt, leftLength, rightAt, rightLength));
  }

  /** A value that is an integer in the domain of a {@link ValueSet}. */
  public static long number(FieldVector vector, int row) {
    return longs((BaseFixedWidthVector) vector).at(row);
  }

  /** Integers as longs, the unsigned ones of 64 bits with the top bit flipped. */
  @FunctionalInterface
  private interface Longs {
    long at(int row);
  }

  private static Longs longs(BaseFixedWidthVector vector) {
    long address = vector.getDataBuffer().memoryAddress();
    boolean unsigned = LongSet.isUnsigned(vector.getField().getType());
    return switch (vector.getTypeWidth()) {
      case 0 -> row -> BitVectorHelper.get(vector.getDataBuffer(), row);
      case Byte.BYTES -> {
        long mask = unsigned ? 0xFFL : -1L;
        yield row -> MemoryUtil.getByte(address + row) & mask;
      }
      case Short.BYTES -> {
        long mask = unsigned ? 0xFFFFL : -1L;
        yield row -> MemoryUtil.getShort(address + 2L * row) & mask;
      }
      case Integer.BYTES -> {
        long mask = unsigned ? 0xFFFFFFFFL : -1L;
        yield row -> MemoryUtil.getInt(address + 4L * row) & mask;
      }
      default -> {
        long flip = unsigned ? Long.MIN_VALUE : 0;
        yield row -> MemoryUtil.getLong(address + 8L * row) ^ flip;
      }
    };
  }

  @FunctionalInterface
  private interface Doubles {
    double at(int row);
  }

  private static Doubles doubles(BaseFixedWidthVector vector) {
    long address = vector.getDataBuffer().memoryAddress();
    return switch (vector.getTypeWidth()) {
      case Short.BYTES -> row -> Float16.toFloat(MemoryUtil.getShort(address + 2L * row));
      case Float.BYTES -> row -> Float.intBitsToFloat(MemoryUtil.getInt(address + 4L * row));
      default -> row -> Double.longBitsToDouble(MemoryUtil.getLong(address + 8L * row));
    };
  }

  /** Words from the highest to the lowest; those that a narrow decimal lacks are its sign's. */
  private static Order decimals(BaseFixedWidthVector left, BaseFixedWidthVector right) {
    long leftAddress = left.getDataBuffer().memoryAddress();
    long rightAddress = right.getDataBuffer().memoryAddress();
    int leftWidth = left.getTypeWidth();
    int rightWidth = right.getTypeWidth();
    int leftScale = scale(left.getField().getType());
    int rightScale = scale(right.getField().getType());
    if (leftScale > rightScale) {
      Order opposite = decimals(right, left);
      return (l, r) -> -opposite.compare(r, l);
    }
    if (leftScale < rightScale) {
      return scaled(left, leftScale, right, rightScale);
    }
    int top = Math.max(leftWidth, rightWidth) / Long.BYTES - 1;
    return (l, r) -> {
      long a = leftAddress + (long) leftWidth * l;
      long b = rightAddress + (long) rightWidth * r;
      int order = Long.compare(word(a, leftWidth, top), word(b, rightWidth, top));
      for (int i = top - 1; order == 0 && i >= 0; i--) {
        order = Long.compareUnsigned(word(a, leftWidth, i), word(b, rightWidth, i));
      }
      return order;
    };
  }

  /** Of fewer and of more digits after the point; numbers beyond longs are compared as objects. */
  private static Order scaled(
      BaseFixedWidthVector coarse, int coarseScale, BaseFixedWidthVector fine, int fineScale) {
    long coarseAddress = coarse.getDataBuffer().memoryAddress();
    long fineAddress = fine.getDataBuffer().memoryAddress();
    int coarseWidth = coarse.getTypeWidth();
    int fineWidth = fine.getTypeWidth();
    boolean isLong = fineScale - coarseScale <= LONG_DIGITS;
    long factor = isLong ? power(fineScale - coarseScale) : 0;
    return (l, r) -> {
      long a = coarseAddress + (long) coarseWidth * l;
      long b = fineAddress + (long) fineWidth * r;
      if (isLong && isLong(a, coarseWidth) && isLong(b, fineWidth)) {
        return order(MemoryUtil.getLong(a), MemoryUtil.getLong(b), factor);
      }
      return decimal(coarse, l, coarseScale).compareTo(decimal(fine, r, fineScale));
    };
  }

  private static BigDecimal decimal(BaseFixedWidthVector vector, int row, int scale) {
    return DecimalUtility.getBigDecimalFromArrowBuf(
        vector.getDataBuffer(), row, scale, vector.getTypeWidth());
  }

  private static boolean isLong(long address, int width) {
    long sign = MemoryUtil.getLong(address) >> (Long.SIZE - 1);
    for (int i = 1; i < width / Long.BYTES; i++) {
      if (MemoryUtil.getLong(address + (long) Long.BYTES * i) != sign) {
        return false;
      }
    }
    return true;
  }

  private static long word(long address, int width, int number) {
    int words = width / Long.BYTES;
    return number < words
        ? MemoryUtil.getLong(address + (long) Long.BYTES * number)
        : MemoryUtil.getLong(address + (long) Long.BYTES * (words - 1)) >> (Long.SIZE - 1);
  }

  /** {@code width}: of a string, or of one of the {@code offsets} where their address is not 0. */
  private record Strings(long address, long offsets, int width) {
    static Strings of(FieldVector vector) {
      long address = vector.getDataBuffer().memoryAddress();
      if (vector instanceof FixedSizeBinaryVector fixed) {
        return new Strings(address, 0, fixed.getByteWidth());
      }
      int width = vector instanceof BaseLargeVariableWidthVector ? Long.BYTES : Integer.BYTES;
      return new Strings(address, vector.getOffsetBuffer().memoryAddress(), width);
    }

    /** Of the string of a row, or of the one that would come after the last. */
    long at(int row) {
      long place = (long) width * row;
      if (offsets == 0) {
        return address + place;
      }
      return address
          + (width == Long.BYTES
              ? MemoryUtil.getLong(offsets + place)
              : MemoryUtil.getInt(offsets + place));
    }
  }
}
