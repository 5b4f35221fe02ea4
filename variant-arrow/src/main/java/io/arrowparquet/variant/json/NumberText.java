// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.encoding.VariantBuilder;
import io.arrowparquet.variant.memory.internal.DecimalDigits;

/**
 * The text of a JSON number, known to be well-formed, taken apart into an exact number where it is
 * one: digits, perhaps a point, no exponent, and no more than 38 digits on either count.
 *
 * <p>Reused: {@link #parse} overwrites the result. For one thread at a time.
 */
final class NumberText {
  private long high;
  private long low;
  private int scale;

  /** Whether the text is an exact number; {@link #append} may be called then. */
  boolean parse(char[] text, int from, int length) {
    return length <= DecimalDigits.INT64
        ? parseShort(text, from, length)
        : parseLong(text, from, length);
  }

  private boolean parseShort(char[] text, int from, int length) {
    int end = from + length;
    boolean negative = text[from] == '-';
    int fractionStart = end;
    long magnitude = 0;
    for (int at = negative ? from + 1 : from; at < end; at++) {
      int digit = text[at] - '0';
      if (digit >= 0 && digit <= 9) {
        magnitude = 10 * magnitude + digit;
      } else if (text[at] == '.') {
        fractionStart = at + 1;
      } else {
        return false; // e or E, and perhaps a sign
      }
    }
    scale = end - fractionStart;
    low = negative ? -magnitude : magnitude;
    high = low >> (Long.SIZE - 1);
    return true;
  }

  private boolean parseLong(char[] text, int from, int length) {
    int at = from;
    int end = from + length;
    boolean negative = text[at] == '-';
    if (negative) {
      at++;
    }
    int digits = 0;
    int fractionStart = -1;
    long magnitude = 0;
    high = 0;
    for (; at < end; at++) {
      char c = text[at];
      if (c == '.') {
        fractionStart = at + 1;
        continue;
      }
      if (c > '9') {
        return false; // e or E
      }
      if (digits != 0 || c != '0') {
        digits++;
      }
      if (digits > DecimalDigits.INT128) {
        return false;
      }
      if (digits <= DecimalDigits.INT64) {
        magnitude = 10 * magnitude + (c - '0');
      } else {
        magnitude = timesTenPlus(magnitude, c - '0');
      }
    }
    scale = fractionStart < 0 ? 0 : end - fractionStart;
    low = magnitude;
    if (negative) {
      high = ~high + (low == 0 ? 1 : 0);
      low = -low;
    }
    return scale <= DecimalDigits.INT128;
  }

  /** Multiplies {@code (high, magnitude)} by ten, adds a digit, and returns the lower half. */
  private long timesTenPlus(long magnitude, int digit) {
    long carry = Math.multiplyHigh(magnitude, 10) + (magnitude < 0 ? 10 : 0);
    long tenfold = 10 * magnitude;
    long sum = tenfold + digit;
    high = 10 * high + carry + (Long.compareUnsigned(sum, tenfold) < 0 ? 1 : 0);
    return sum;
  }

  /** Appends the number: the smallest integer type, or if it has a fraction or more, a decimal. */
  void append(VariantBuilder builder) {
    if (scale == 0 && high == low >> (Long.SIZE - 1)) {
      builder.appendInteger(low);
    } else {
      builder.appendDecimal(high, low, scale);
    }
  }
}
