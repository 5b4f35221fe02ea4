// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

/**
 * The double or float nearest to a decimal, of two equally near ones that with an even last bit:
 * what {@code BigDecimal} gives, without an object.
 */
public final class DecimalToFloating {
  /** Bits of a quotient of which a double is made: its own, some more, and one for the rest. */
  private static final int DOUBLE_BITS = 57;

  /** As many bits as a double holds without rounding, and more than a float has. */
  private static final int FLOAT_BITS = 40;

  private DecimalToFloating() {}

  /** The double nearest to {@code (high * 2^64 + low) / 10^scale}, the scale being 0 to 38. */
  public static double toDouble(long high, long low, int scale) {
    if (high == low >> (Long.SIZE - 1)) {
      double nearest = NearestDouble.of(Math.abs(low), -scale);
      return low < 0 ? -nearest : nearest;
    }
    return divide(high, low, scale, DOUBLE_BITS);
  }

  public static float toFloat(long high, long low, int scale) {
    // The double has the rest in its last bit, so that rounding it once more is rounding once.
    return (float) divide(high, low, scale, FLOAT_BITS);
  }

  /**
   * The quotient with this many bits, of which the last is set if any after it is, one for each
   * step once dividend and divisor are shifted to the same length.
   */
  private static double divide(long high, long low, int scale, int bits) {
    boolean negative = high < 0;
    long topLow = negative ? -low : low;
    long topHigh = negative ? ~high + (low == 0 ? 1 : 0) : high;
    if ((topHigh | topLow) == 0) {
      return 0;
    }
    long bottomLow = Int128.powerLow(scale);
    long bottomHigh = Int128.powerHigh(scale);
    int shift = bitLength(topHigh, topLow) - bitLength(bottomHigh, bottomLow);
    if (shift > 0) {
      bottomHigh = shiftedHigh(bottomHigh, bottomLow, shift);
      bottomLow = shiftedLow(bottomLow, shift);
    } else {
      topHigh = shiftedHigh(topHigh, topLow, -shift);
      topLow = shiftedLow(topLow, -shift);
    }
    long quotient = 0;
    for (int i = 0; i < bits; i++) {
      quotient <<= 1;
      if (isAtLeast(topHigh, topLow, bottomHigh, bottomLow)) {
        topHigh -= bottomHigh + (Long.compareUnsigned(topLow, bottomLow) < 0 ? 1 : 0);
        topLow -= bottomLow;
        quotient |= 1;
      }
      topHigh = topHigh << 1 | topLow >>> (Long.SIZE - 1);
      topLow <<= 1;
    }
    if ((topHigh | topLow) != 0) {
      quotient |= 1;
    }
    double result = Math.scalb((double) quotient, shift - (bits - 1));
    return negative ? -result : result;
  }

  private static int bitLength(long high, long low) {
    return high == 0
        ? Long.SIZE - Long.numberOfLeadingZeros(low)
        : 2 * Long.SIZE - Long.numberOfLeadingZeros(high);
  }

  private static long shiftedHigh(long high, long low, int by) {
    if (by == 0) {
      return high;
    }
    return by < Long.SIZE ? high << by | low >>> (Long.SIZE - by) : low << (by - Long.SIZE);
  }

  private static long shiftedLow(long low, int by) {
    return by < Long.SIZE ? low << by : 0;
  }

  private static boolean isAtLeast(long high, long low, long otherHigh, long otherLow) {
    int compared = Long.compareUnsigned(high, otherHigh);
    return compared > 0 || (compared == 0 && Long.compareUnsigned(low, otherLow) >= 0);
  }
}
