// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.NearestDouble;
import io.arrowparquet.variant.value.VariantBuilder;
import java.nio.charset.StandardCharsets;

/**
 * The numbers of a text. One is exact if it has digits, perhaps a point, no exponent, and no more
 * than 38 digits on either count: the smallest integer type, or if it has a fraction or more, a
 * decimal. Any other is the nearest double.
 *
 * <pre>
 *   number    -? ( 0 | [1-9][0-9]* ) ( . [0-9]+ )? ( [eE] [+-]? [0-9]+ )?
 * </pre>
 *
 * <p>Digits are taken eight at a time. For one thread at a time.
 */
final class NumberText {
  private static final long ZEROS = 0x3030303030303030L;

  /** Added to a byte without its zero, it sets the high bit from 10 on. */
  private static final long ABOVE_NINE = 0x7676767676767676L;

  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long DIGIT_BITS = 0x0F0F0F0F0F0F0F0FL;

  /** Exponents beyond this one give zero or infinity, even after as many digits as there can be. */
  private static final long MAX_EXPONENT = 1L << 40;

  private final JsonText text;
  private final int maxDigits;

  /** All digits taken so far as one number; not the number's if they are more than 18. */
  private long magnitude;

  private final Int128 number = new Int128();

  NumberText(JsonText text, int maxDigits) {
    this.text = text;
    this.maxDigits = maxDigits;
  }

  /** Appends the number that begins with a digit or a minus sign; returns the place after it. */
  int read(int from, VariantBuilder builder) {
    byte[] bytes = text.bytes();
    boolean negative = bytes[from] == '-';
    int whole = negative ? from + 1 : from;
    magnitude = 0;
    int end = takeDigits(whole);
    int digits = end - whole;
    if (digits == 0) {
      throw text.unexpected(whole, "a digit after a minus sign");
    }
    if (digits > 1 && bytes[whole] == '0') {
      throw text.invalid("Invalid numeric value: a leading zero", whole + 1);
    }
    int scale = 0;
    if (bytes[end] == '.') {
      int fraction = end + 1;
      end = takeDigits(fraction);
      scale = end - fraction;
      digits += scale;
      if (scale == 0) {
        throw text.unexpected(end, "a digit after the point of a number");
      }
    }
    if ((bytes[end] | 0x20) == 'e') {
      return readExponent(from, whole, end, digits, builder);
    }
    requireFewDigits(digits, from);
    if (digits <= DecimalDigits.INT64) {
      append(negative ? -magnitude : magnitude, scale, builder);
    } else if (parseLong(whole, end, negative) && scale <= DecimalDigits.INT128) {
      appendLong(scale, builder);
    } else {
      builder.appendDouble(toDouble(from, whole, end, end, 0));
    }
    return end;
  }

  private static void append(long number, int scale, VariantBuilder builder) {
    if (scale == 0) {
      builder.appendInteger(number);
    } else {
      builder.appendDecimal(number >> (Long.SIZE - 1), number, scale);
    }
  }

  private int takeDigits(int from) {
    int at = from;
    long sum = magnitude;
    while (true) {
      long word = text.word(at);
      long digits = word ^ ZEROS;
      int count = JsonText.firstByte((digits | (digits + ABOVE_NINE)) & HIGH_BITS);
      if (count == 0) {
        break;
      }
      sum = sum * Int128.powerLow(count) + eightDigits(word << (Long.SIZE - Byte.SIZE * count));
      at += count;
      if (count < Long.BYTES) {
        break;
      }
    }
    magnitude = sum;
    return at;
  }

  /**
   * The number that eight bytes make, which are digits or zero: each byte times ten is added to the
   * next, then each pair times a hundred, each four times 10^4.
   */
  private static long eightDigits(long word) {
    long digits = word & DIGIT_BITS;
    long pairs = (digits * (10 << Byte.SIZE | 1)) >>> Byte.SIZE & 0x00FF00FF00FF00FFL;
    long fours = (pairs * (100L << Short.SIZE | 1)) >>> Short.SIZE & 0x0000FFFF0000FFFFL;
    return (fours * (10_000L << Integer.SIZE | 1)) >>> Integer.SIZE;
  }

  private void requireFewDigits(int digits, int from) {
    if (digits > maxDigits) {
      throw text.invalid(
          "a number of " + digits + " digits, at most " + maxDigits + " are allowed", from);
    }
  }

  private int readExponent(int from, int whole, int letter, int digits, VariantBuilder builder) {
    byte[] bytes = text.bytes();
    byte sign = bytes[letter + 1];
    int first = sign == '-' || sign == '+' ? letter + 2 : letter + 1;
    long exponent = 0;
    int at = first;
    for (; bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      exponent = Math.min(MAX_EXPONENT, 10 * exponent + bytes[at] - '0');
    }
    if (at == first) {
      throw text.unexpected(at, "a digit of the exponent of a number");
    }
    requireFewDigits(digits + at - first, from);
    builder.appendDouble(toDouble(from, whole, letter, at, sign == '-' ? -exponent : exponent));
    return at;
  }

  /** Reads a long number into {@link #number}; false if it has more than 38 digits. */
  private boolean parseLong(int from, int to, boolean negative) {
    byte[] bytes = text.bytes();
    int digits = 0;
    number.set(0, 0);
    for (int at = from; at < to; at++) {
      int digit = bytes[at] - '0';
      if (bytes[at] == '.' || (digit == 0 && digits == 0)) {
        continue;
      }
      if (++digits > DecimalDigits.INT128) {
        return false;
      }
      number.timesTen();
      number.addUnsigned(digit);
    }
    if (negative) {
      number.negate();
    }
    return true;
  }

  private void appendLong(int scale, VariantBuilder builder) {
    if (scale == 0 && number.isLong()) {
      builder.appendInteger(number.low());
    } else {
      builder.appendDecimal(number.high(), number.low(), scale);
    }
  }

  private double toDouble(int from, int whole, int digitsEnd, int end, long exponent) {
    byte[] bytes = text.bytes();
    long leading = 0;
    int count = 0;
    long power = exponent;
    boolean inFraction = false;
    boolean more = false;
    for (int at = whole; at < digitsEnd; at++) {
      byte b = bytes[at];
      if (b == '.') {
        inFraction = true;
        continue;
      }
      if (count < NearestDouble.MAX_DIGITS) {
        leading = 10 * leading + (b - '0');
        count += leading != 0 ? 1 : 0;
        power -= inFraction ? 1 : 0;
      } else {
        more |= b != '0';
        power += inFraction ? 0 : 1;
      }
    }
    int ten = (int) Math.max(-Short.MAX_VALUE, Math.min(Short.MAX_VALUE, power));
    double nearest = NearestDouble.of(leading, ten);
    if (more && nearest != NearestDouble.of(leading + 1, ten)) {
      // The digits left out decide: as rare as numbers half way between two doubles.
      String number = new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
      return Double.parseDouble(number);
    }
    return whole > from ? -nearest : nearest;
  }
}
