// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.math.BigInteger;

/**
 * The double nearest to an integer times a power of ten, of two equally near ones that with an even
 * last bit, by the method of Eisel and Lemire: the product of the integer, shifted to 64 bits, and
 * the 128 leading bits of the power decides every case.
 *
 * <pre>
 *   digits, shifted:  1xxxxxxx (64 bits)      power of five: 1yyyyyyy yyyyyyyy (128 bits)
 *   product, upper 64 bits:  01 or 1 | 53 bits of the double | one to round by | rest
 * </pre>
 *
 * <p>A power of ten is one of five times one of two, which is a matter of the exponent alone.
 */
public final class NearestDouble {
  /** As many decimal digits fit into 64 bits, unsigned. */
  public static final int MAX_DIGITS = 19;

  /** Of lower powers, no number of 64 bits is more than half the least double. */
  private static final int MIN_POWER = -342;

  /** Of higher powers, every number but zero is beyond the greatest double. */
  private static final int MAX_POWER = 308;

  private static final int MAX_EXACT_POWER = 22;
  private static final double[] EXACT_POWERS = exactPowers();
  private static final int FRACTION_BITS = 52;
  private static final long FRACTION_END = 1L << FRACTION_BITS;
  private static final int EXPONENT_BIAS = 1023;
  private static final int EXPONENT_END = 0x7FF;

  /** Bits of the upper half of the product beyond those of the double and one more. */
  private static final int SPARE_BITS = Long.SIZE - FRACTION_BITS - 3;

  /** Between these powers, and only there, can a number be half way between two doubles. */
  private static final int MIN_TIE_POWER = -4;

  private static final int MAX_TIE_POWER = 23;

  /** No number of 64 bits is a multiple of five to a greater power than the negative of this. */
  private static final int MIN_EVEN_POWER = -27;

  /** For each power the leading 128 bits of five to it: upper half, lower half. */
  private static final long[] FIVES = fives();

  private NearestDouble() {}

  public static double of(long digits, int power) {
    if (digits == 0 || power < MIN_POWER) {
      return 0;
    }
    if (power > MAX_POWER) {
      return Double.POSITIVE_INFINITY;
    }
    boolean isExact = digits >>> (FRACTION_BITS + 1) == 0;
    if (isExact && power >= -MAX_EXACT_POWER && power <= MAX_EXACT_POWER) {
      // Both operands are exact, so one operation rounds once.
      return power < 0 ? digits / EXACT_POWERS[-power] : digits * EXACT_POWERS[power];
    }
    return ofProduct(digits, power);
  }

  private static double ofProduct(long digits, int power) {
    int shift = Long.numberOfLeadingZeros(digits);
    long factor = digits << shift;
    int five = 2 * (power - MIN_POWER);
    long high = unsignedMultiplyHigh(factor, FIVES[five]);
    long low = factor * FIVES[five];
    if ((high & ((1L << SPARE_BITS) - 1)) == (1L << SPARE_BITS) - 1) {
      // What is below could carry into the bits that count.
      long below = unsignedMultiplyHigh(factor, FIVES[five + 1]);
      low += below;
      high += Long.compareUnsigned(low, below) < 0 ? 1 : 0;
    }
    int upper = (int) (high >>> (Long.SIZE - 1));
    int exponent = floorLog2OfTen(power) + Long.SIZE - 1 + upper - shift + EXPONENT_BIAS;
    long bits = high >>> (upper + SPARE_BITS);
    if (exponent <= 0) {
      return subnormal(bits, 1 - exponent);
    }
    boolean canTie = power >= MIN_TIE_POWER && power <= MAX_TIE_POWER;
    if (canTie
        && Long.compareUnsigned(low, 1) <= 0
        && (bits & 3) == 1
        && bits << (upper + SPARE_BITS) == high) {
      bits &= ~1L;
    }
    return round(bits, exponent);
  }

  /** {@code bits}: those of the fraction, a one before them, one to round by after them. */
  private static double round(long bits, int exponent) {
    long rounded = (bits + (bits & 1)) >>> 1;
    int newExponent = exponent;
    if (rounded >= 2 * FRACTION_END) {
      rounded = FRACTION_END;
      newExponent++;
    }
    return newExponent >= EXPONENT_END
        ? Double.POSITIVE_INFINITY
        : Double.longBitsToDouble(
            (long) newExponent << FRACTION_BITS | (rounded & (FRACTION_END - 1)));
  }

  private static double subnormal(long bits, int shift) {
    if (shift >= Long.SIZE) {
      return 0;
    }
    long shifted = bits >>> shift;
    // Rounded up to the least normal double, its exponent is the bit that was carried.
    return Double.longBitsToDouble((shifted + (shifted & 1)) >>> 1);
  }

  private static long unsignedMultiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> (Long.SIZE - 1)) & b) + ((b >> (Long.SIZE - 1)) & a);
  }

  /** A product with a fixed-point constant: exact for every power of the table. */
  private static int floorLog2OfTen(int power) {
    return (217_706 * power) >> 16;
  }

  private static double[] exactPowers() {
    double[] powers = new double[MAX_EXACT_POWER + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = 10 * powers[i - 1];
    }
    return powers;
  }

  private static long[] fives() {
    long[] fives = new long[2 * (MAX_POWER - MIN_POWER + 1)];
    for (int power = MIN_POWER; power <= MAX_POWER; power++) {
      BigInteger five = BigInteger.valueOf(5).pow(Math.abs(power));
      if (power < 0) {
        // The inverse, rounded up: to just as many bits as are kept where a division by the power
        // may come out even, and else to more, of which the last are dropped.
        int length = five.bitLength();
        int more =
            power >= MIN_EVEN_POWER ? length + 2 * Long.SIZE - 1 : 2 * length + 2 * Long.SIZE;
        five = BigInteger.ONE.shiftLeft(more).divide(five).add(BigInteger.ONE);
      }
      // Shifting right by a negative count shifts left.
      BigInteger leading = five.shiftRight(five.bitLength() - 2 * Long.SIZE);
      fives[2 * (power - MIN_POWER)] = leading.shiftRight(Long.SIZE).longValue();
      fives[2 * (power - MIN_POWER) + 1] = leading.longValue();
    }
    return fives;
  }
}
