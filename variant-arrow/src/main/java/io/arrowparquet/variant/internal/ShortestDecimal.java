// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.math.BigInteger;

/**
 * The shortest decimal that reads back as a given float or double, and among those the closest, by
 * Raffaello Giulietti's Schubfach method. Java's own {@code toString} finds it from release 19 on
 * only, and allocates.
 *
 * <p>A finite number is {@code c * 2^q}. All decimals between the midpoints to its neighbours read
 * back as it. The method scales number and midpoints by a power of ten, {@code 10^-k}, that makes
 * their distance a little more than 1, so that one or two integers lie between; the product needs
 * 126 bits of the power to decide every case, which {@link #POWERS} has.
 *
 * <p>Reused: {@link #parse} overwrites the result. For one thread at a time.
 */
public final class ShortestDecimal {
  private static final int DOUBLE_FRACTION_BITS = 52;
  private static final int DOUBLE_MIN_EXPONENT = -1074;
  private static final int FLOAT_FRACTION_BITS = 23;
  private static final int FLOAT_MIN_EXPONENT = -149;
  private static final int MIN_K = -324;
  private static final int MAX_K = 292;
  private static final int POWER_BITS = 126;
  private static final int HALF_BITS = 63;
  private static final long HALF_MASK = (1L << HALF_BITS) - 1;

  /** For each k the 126 leading bits of {@code 10^-k}, plus one: upper 63 bits, lower 63 bits. */
  private static final long[] POWERS = powers();

  private long digits;
  private int exponent;

  public long digits() {
    return digits;
  }

  /** The number parsed last is {@link #digits} times ten to this power. */
  public int exponent() {
    return exponent;
  }

  /** Finds the decimal for a finite number that is not negative. */
  public ShortestDecimal parse(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int biased = (int) (bits >>> DOUBLE_FRACTION_BITS);
    long fraction = bits & ((1L << DOUBLE_FRACTION_BITS) - 1);
    parse(biased, fraction, DOUBLE_FRACTION_BITS, DOUBLE_MIN_EXPONENT);
    return this;
  }

  public ShortestDecimal parse(float value) {
    int bits = Float.floatToRawIntBits(value);
    int biased = bits >>> FLOAT_FRACTION_BITS;
    int fraction = bits & ((1 << FLOAT_FRACTION_BITS) - 1);
    parse(biased, fraction, FLOAT_FRACTION_BITS, FLOAT_MIN_EXPONENT);
    return this;
  }

  private void parse(int biased, long fraction, int fractionBits, int minExponent) {
    if (biased != 0) {
      long c = fraction | 1L << fractionBits;
      int q = minExponent + biased - 1;
      boolean whole = q <= 0 && q >= -fractionBits && (c >>> -q) << -q == c;
      if (whole) {
        result(c >>> -q, 0);
      } else {
        shortest(c, q, fraction == 0 && q != minExponent);
      }
    } else if (fraction != 0) {
      shortestSubnormal(fraction, minExponent);
    } else {
      result(0, 0);
    }
  }

  /**
   * The smallest subnormals are scaled up so that the closest of two digits is found, not of one.
   */
  private void shortestSubnormal(long c, int q) {
    boolean tiny = c < (q == DOUBLE_MIN_EXPONENT ? 3 : 8);
    shortest(tiny ? 10 * c : c, q, false);
    if (tiny) {
      exponent--;
    }
  }

  /** {@code uneven}: the neighbour below is only half as far as the one above. */
  private void shortest(long c, int q, boolean uneven) {
    int k = uneven ? floorLog10ThreeQuartersPow2(q) : floorLog10Pow2(q);
    int shift = q + floorLog2Pow10(-k) + 2;
    long high = POWERS[2 * (k - MIN_K)];
    long low = POWERS[2 * (k - MIN_K) + 1];
    // Four times the number and its midpoints, scaled; the last bit says that more bits follow.
    long center = scale(high, low, (4 * c) << shift);
    long lower = scale(high, low, (4 * c - (uneven ? 1 : 2)) << shift);
    long upper = scale(high, low, (4 * c + 2) << shift);
    // Midpoints themselves read back as the number if its last bit is even.
    long odd = c & 1;
    long below = center >> 2;
    if (below >= 100) {
      long tenBelow = below / 10 * 10;
      long tenAbove = tenBelow + 10;
      boolean belowIn = lower + odd <= tenBelow << 2;
      boolean aboveIn = (tenAbove << 2) + odd <= upper;
      if (belowIn != aboveIn) {
        result(belowIn ? tenBelow : tenAbove, k);
        return;
      }
    }
    long above = below + 1;
    boolean belowIn = lower + odd <= below << 2;
    boolean aboveIn = (above << 2) + odd <= upper;
    if (belowIn != aboveIn) {
      result(belowIn ? below : above, k);
      return;
    }
    long distance = center - ((below + above) << 1);
    boolean closerBelow = distance < 0 || (distance == 0 && (below & 1) == 0);
    result(closerBelow ? below : above, k);
  }

  /** The upper bits of a product with a power of ten; the last bit is set if any below it is. */
  private static long scale(long high, long low, long factor) {
    long carry = Math.multiplyHigh(low, factor);
    long middle = ((high * factor) >>> 1) + carry;
    long top = Math.multiplyHigh(high, factor) + (middle >>> HALF_BITS);
    return top | ((middle & HALF_MASK) + HALF_MASK) >>> HALF_BITS;
  }

  private void result(long value, int powerOfTen) {
    long rest = value;
    int power = powerOfTen;
    while (rest != 0 && rest % 100_000_000 == 0) {
      rest /= 100_000_000;
      power += 8;
    }
    if (rest % 10_000 == 0) {
      rest /= 10_000;
      power += 4;
    }
    if (rest % 100 == 0) {
      rest /= 100;
      power += 2;
    }
    if (rest % 10 == 0) {
      rest /= 10;
      power++;
    }
    digits = rest;
    exponent = power;
  }

  // Logarithms as products with a fixed-point constant: exact for every exponent of a double.

  private static int floorLog10Pow2(int e) {
    return (int) ((e * 661_971_961_083L) >> 41);
  }

  private static int floorLog10ThreeQuartersPow2(int e) {
    return (int) ((e * 661_971_961_083L - 274_743_187_321L) >> 41);
  }

  private static int floorLog2Pow10(int e) {
    return (int) ((e * 913_124_641_741L) >> 38);
  }

  private static long[] powers() {
    long[] powers = new long[2 * (MAX_K - MIN_K + 1)];
    for (int k = MIN_K; k <= MAX_K; k++) {
      int shift = floorLog2Pow10(-k) - (POWER_BITS - 1);
      BigInteger power;
      if (k <= 0) {
        // shiftRight by a negative count shifts left
        power = BigInteger.TEN.pow(-k).shiftRight(shift);
      } else {
        power = BigInteger.ONE.shiftLeft(-shift).divide(BigInteger.TEN.pow(k));
      }
      power = power.add(BigInteger.ONE);
      powers[2 * (k - MIN_K)] = power.shiftRight(HALF_BITS).longValueExact();
      powers[2 * (k - MIN_K) + 1] = power.longValue() & HALF_MASK;
    }
    return powers;
  }
}
