// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.Int128;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Reads a number's text. Reused: {@link #parse} overwrites the result. For one thread at a time.
 *
 * <pre>
 *   number   = [sign] (digits ["." [digits]] | "." digits) ["e" [sign] digits]
 *   sign     = "+" | "-"
 * </pre>
 */
final class DecimalText {
  private static final int WORD_DIGITS = 19;

  /** Exponents are cut here: nothing that is not zero has one, after any number of digits. */
  private static final long MAX_EXPONENT = 1L << 40;

  private static final long MANY = 2 * DecimalDigits.INT256;

  private final Int128 unscaled = new Int128();
  private long exponent;
  private boolean negative;
  private boolean cut;
  private long start;
  private long at;
  private long end;
  private int kept;
  private long upper;
  private long lower;

  /** False if the text, perhaps with spaces around it, is no number. */
  boolean parse(long address, int length) {
    start = SqlCast.trimmedStart(address, length);
    at = start;
    end = SqlCast.trimmedEnd(start, address + length);
    negative = false;
    cut = false;
    exponent = 0;
    kept = 0;
    upper = 0;
    lower = 0;
    if (at < end && (peek() == '-' || peek() == '+')) {
      negative = peek() == '-';
      at++;
    }
    long whole = digits(0);
    long fraction = 0;
    if (at < end && peek() == '.') {
      at++;
      fraction = digits(-1);
    }
    if (whole + fraction == 0 || !readExponent() || at != end) {
      return false;
    }
    setUnscaled();
    return true;
  }

  private int peek() {
    return MemoryUtil.getByte(at);
  }

  private boolean isDigit() {
    return at < end && peek() >= '0' && peek() <= '9';
  }

  /** {@code step}: what a digit that is kept adds to the exponent, -1 after the point. */
  private long digits(int step) {
    long first = at;
    for (; isDigit(); at++) {
      int digit = peek() - '0';
      if (kept < WORD_DIGITS) {
        upper = 10 * upper + digit;
      } else if (kept < DecimalDigits.INT128) {
        lower = 10 * lower + digit;
      } else {
        cut |= digit != 0;
        exponent += 1 + step;
        continue;
      }
      // Zeros at the front are no digits.
      kept += kept > 0 || digit != 0 ? 1 : 0;
      exponent += step;
    }
    return at - first;
  }

  private boolean readExponent() {
    if (at == end || (peek() | 0x20) != 'e') {
      return true;
    }
    at++;
    boolean below = at < end && peek() == '-';
    if (at < end && (below || peek() == '+')) {
      at++;
    }
    long first = at;
    long value = 0;
    for (; isDigit(); at++) {
      value = Math.min(MAX_EXPONENT, 10 * value + peek() - '0');
    }
    exponent += below ? -value : value;
    return at > first;
  }

  private void setUnscaled() {
    unscaled.set(0, upper);
    if (kept > WORD_DIGITS) {
      // Cannot fail: there are at most 38 digits.
      unscaled.rescale(kept - WORD_DIGITS);
      unscaled.addUnsigned(lower);
    }
    if (negative) {
      unscaled.negate();
    }
  }

  /** Times ten to the power of {@link #exponent}; the first 38 digits. May be changed. */
  Int128 unscaled() {
    return unscaled;
  }

  long exponent() {
    return exponent;
  }

  boolean isNegative() {
    return negative;
  }

  long start() {
    return start;
  }

  int length() {
    return (int) (end - start);
  }

  /** Rounds from the middle away from zero; false if it has too many digits. */
  boolean roundTo(int scale) {
    return round(unscaled, exponent + scale);
  }

  static boolean round(Int128 number, long digits) {
    if (digits >= 0) {
      return number.rescale((int) Math.min(digits, MANY));
    }
    number.divideRounded((int) Math.min(-digits, MANY));
    return true;
  }

  /** Whether digits other than 0 are not in {@link #unscaled}. */
  boolean isCut() {
    return cut;
  }
}
