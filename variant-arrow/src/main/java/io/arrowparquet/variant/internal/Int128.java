// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

/**
 * A signed number of 128 bits that can be set, and multiplied and divided by powers of ten, exactly
 * or rounded: the unscaled number of a decimal. Not for several threads.
 */
public final class Int128 {
  private static final long[] POWER_LOW = new long[DecimalDigits.INT128 + 1];

  private static final long[] POWER_HIGH = new long[DecimalDigits.INT128 + 1];

  static {
    Int128 power = new Int128();
    power.set(0, 1);
    for (int i = 0; i <= DecimalDigits.INT128; i++) {
      POWER_LOW[i] = power.low;
      POWER_HIGH[i] = power.high;
      power.timesTen();
    }
  }

  private long high;
  private long low;

  public void set(long newHigh, long newLow) {
    high = newHigh;
    low = newLow;
  }

  public long high() {
    return high;
  }

  public long low() {
    return low;
  }

  public boolean isLong() {
    return high == low >> (Long.SIZE - 1);
  }

  /**
   * Multiplies by ten to the power of {@code digits}, or divides where that is negative. False,
   * with the number undefined, if the result is not an integer of at most 38 digits.
   */
  public boolean rescale(int digits) {
    if (digits == 0) {
      return true;
    }
    if (isLong() && digits <= DecimalDigits.INT64 && digits >= -DecimalDigits.INT64) {
      return digits > 0 ? multiplyLong(POWER_LOW[digits]) : divideLong(POWER_LOW[-digits]);
    }
    if (high == 0 && low == 0) {
      return true;
    }
    return digits > 0 ? multiply(digits) : divide(-digits);
  }

  private boolean multiplyLong(long power) {
    high = Math.multiplyHigh(low, power);
    low *= power;
    return true;
  }

  private boolean divideLong(long power) {
    if (low % power != 0) {
      return false;
    }
    low /= power;
    high = low >> (Long.SIZE - 1);
    return true;
  }

  private boolean multiply(int digits) {
    for (int i = 0; i < digits; i++) {
      // Checked before, not after: what has 37 digits or fewer cannot overflow.
      if (!fits(DecimalDigits.INT128 - 1)) {
        return false;
      }
      timesTen();
    }
    return true;
  }

  /** Multiplies by ten a number of 37 digits at most. */
  public void timesTen() {
    long carry = Math.multiplyHigh(low, 10) + (low < 0 ? 10 : 0);
    low *= 10;
    high = high * 10 + carry;
  }

  private boolean divide(int digits) {
    boolean negative = high < 0;
    if (negative) {
      negate();
    }
    for (int i = 0; i < digits; i++) {
      if (divideByTen() != 0) {
        return false;
      }
    }
    if (negative) {
      negate();
    }
    return true;
  }

  /**
   * Divides by ten to the power of {@code digits}, 0 or more. The quotient is rounded to the
   * nearest integer, from the middle away from zero.
   */
  public void divideRounded(int digits) {
    if (isLong() && digits <= DecimalDigits.INT64) {
      long power = POWER_LOW[digits];
      long quotient = low / power;
      long twice = 2 * (low - quotient * power);
      low = quotient + (twice >= power ? 1 : twice <= -power ? -1 : 0);
      high = low >> (Long.SIZE - 1);
      return;
    }
    boolean negative = high < 0;
    if (negative) {
      negate();
    }
    // The first digit dropped decides, whatever those after it are.
    long last = 0;
    for (int i = 0; i < digits; i++) {
      last = divideByTen();
      if (high == 0 && low == 0) {
        last = i == digits - 1 ? last : 0;
        break;
      }
    }
    if (last >= 5) {
      addUnsigned(1);
    }
    if (negative) {
      negate();
    }
  }

  /** Adds a number of 64 bits, unsigned; the sum of more than 128 bits is cut. */
  public void addUnsigned(long summand) {
    low += summand;
    high += Long.compareUnsigned(low, summand) < 0 ? 1 : 0;
  }

  private long divideByTen() {
    long remainder = Long.remainderUnsigned(high, 10);
    high = Long.divideUnsigned(high, 10);
    return divideLow(remainder);
  }

  private long divideLow(long carry) {
    long upper = (carry << Integer.SIZE) | (low >>> Integer.SIZE);
    long lower = ((upper % 10) << Integer.SIZE) | (low & 0xFFFFFFFFL);
    low = ((upper / 10) << Integer.SIZE) | (lower / 10);
    return lower % 10;
  }

  public void negate() {
    low = -low;
    high = ~high + (low == 0 ? 1 : 0);
  }

  public static long powerLow(int digits) {
    return POWER_LOW[digits];
  }

  static long powerHigh(int digits) {
    return POWER_HIGH[digits];
  }

  public boolean fits(int digits) {
    return fits(high, low, digits);
  }

  /** Whether a number of two words has at most this many digits, at most 38. */
  public static boolean fits(long high, long low, int digits) {
    long powerHigh = POWER_HIGH[digits];
    long powerLow = POWER_LOW[digits];
    if (high >= 0) {
      return less(high, low, powerHigh, powerLow);
    }
    long positiveLow = -low;
    long positiveHigh = ~high + (positiveLow == 0 ? 1 : 0);
    // The least number of all is its own negative; it has 39 digits.
    return positiveHigh >= 0 && less(positiveHigh, positiveLow, powerHigh, powerLow);
  }

  private static boolean less(long high, long low, long otherHigh, long otherLow) {
    return high < otherHigh || (high == otherHigh && Long.compareUnsigned(low, otherLow) < 0);
  }

  /** Number of digits, 1 for zero; 39 for what no decimal can hold. */
  public int digits() {
    return digits(high, low);
  }

  public static int digits(long high, long low) {
    // An estimate from below: a number of b bits has more than (b - 1) * 0.30 digits.
    boolean isLong = high == low >> (Long.SIZE - 1);
    int bits = isLong ? Long.SIZE - Long.numberOfLeadingZeros(Math.abs(low)) : Long.SIZE - 1;
    int digits = Math.max(1, (bits - 1) * 30 / 100);
    while (digits <= DecimalDigits.INT128 && !fits(high, low, digits)) {
      digits++;
    }
    return digits;
  }
}
