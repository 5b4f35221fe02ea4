// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

/**
 * Decimals in plain digits, floats and doubles as Java writes them: at least one digit after the
 * point, an exponent from 10^7 on and below 10^-3. What JSON has no number for is a string.
 */
public final class JsonNumbers {
  private static final long TEN_TO_9 = 1_000_000_000L;
  private static final int PLAIN_MAX = 7;
  private static final int PLAIN_MIN = -3;

  private final ShortestDecimal shortest = new ShortestDecimal();

  /** Appends {@code (high * 2^64 + low) / 10^scale}, {@code low} unsigned, with all its digits. */
  public void putDecimal(JsonBuffer out, long high, long low, int scale) {
    boolean negative = high < 0;
    long magnitudeLow = negative ? -low : low;
    long magnitudeHigh = negative ? ~high + (low == 0 ? 1 : 0) : high;
    if (negative) {
      out.put('-');
    }
    boolean narrow = magnitudeHigh == 0 && magnitudeLow >= 0;
    if (narrow && scale > 0 && scale <= JsonBuffer.MAX_FRACTION) {
      out.putFixedPoint(magnitudeLow, scale);
      return;
    }
    if (narrow) {
      out.putPadded(magnitudeLow, Math.max(JsonBuffer.digits(magnitudeLow), scale + 1));
    } else {
      putWide(out, magnitudeHigh, magnitudeLow, scale + 1);
    }
    if (scale > 0) {
      insertPoint(out, out.length() - scale);
    }
  }

  /** Appends a number of 128 bits, unsigned, with at least this many digits. */
  private static void putWide(JsonBuffer out, long high, long low, int minDigits) {
    long top = high;
    long bottom = low;
    int at = out.reserve(5 * 9);
    // Nine digits at a time, the last first: 2^128 has 39 digits, five times nine hold it.
    for (int group = 4; group >= 0; group--) {
      long highPart = top >>> 32;
      long q3 = highPart / TEN_TO_9;
      long r3 = (highPart % TEN_TO_9) << 32 | (top & 0xFFFFFFFFL);
      long q2 = r3 / TEN_TO_9;
      long r2 = (r3 % TEN_TO_9) << 32 | bottom >>> 32;
      long q1 = r2 / TEN_TO_9;
      long r1 = (r2 % TEN_TO_9) << 32 | (bottom & 0xFFFFFFFFL);
      long q0 = r1 / TEN_TO_9;
      putGroup(out.bytes(), at + 9 * group, r1 % TEN_TO_9);
      top = q3 << 32 | q2;
      bottom = q1 << 32 | q0;
    }
    int zeros = 0;
    byte[] bytes = out.bytes();
    while (5 * 9 - zeros > minDigits && bytes[at + zeros] == '0') {
      zeros++;
    }
    System.arraycopy(bytes, at + zeros, bytes, at, 5 * 9 - zeros);
    out.truncate(at + 5 * 9 - zeros);
  }

  private static void putGroup(byte[] bytes, int at, long nineDigits) {
    long rest = nineDigits;
    for (int i = 8; i >= 0; i--) {
      bytes[at + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private static void insertPoint(JsonBuffer out, int position) {
    int end = out.reserve(1);
    byte[] bytes = out.bytes();
    System.arraycopy(bytes, position, bytes, position + 1, end - position);
    bytes[position] = '.';
  }

  public void putDouble(JsonBuffer out, double value) {
    if (Double.isFinite(value)) {
      putSign(out, Double.doubleToRawLongBits(value) < 0);
      putShortest(out, shortest.parse(Math.abs(value)));
    } else {
      putNotFinite(out, value);
    }
  }

  public void putFloat(JsonBuffer out, float value) {
    if (Float.isFinite(value)) {
      putSign(out, Float.floatToRawIntBits(value) < 0);
      putShortest(out, shortest.parse(Math.abs(value)));
    } else {
      putNotFinite(out, value);
    }
  }

  private static void putNotFinite(JsonBuffer out, double value) {
    out.append(Double.isNaN(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
  }

  private static void putSign(JsonBuffer out, boolean negative) {
    if (negative) {
      out.put('-');
    }
  }

  private static void putShortest(JsonBuffer out, ShortestDecimal decimal) {
    long digits = decimal.digits();
    int count = JsonBuffer.digits(digits);
    // The value is 0.d1d2d3... * 10^point.
    int point = count + decimal.exponent();
    if (digits == 0) {
      out.append("0.0");
    } else if (point > PLAIN_MAX || point <= PLAIN_MIN) {
      putScientific(out, digits, count, point - 1);
    } else if (point <= 0) {
      out.append("0.");
      out.putPadded(digits, count - point);
    } else if (point >= count) {
      out.putUnsigned(digits);
      out.putPadded(0, point - count);
      out.append(".0");
    } else {
      out.putFixedPoint(digits, count - point);
    }
  }

  private static void putScientific(JsonBuffer out, long digits, int count, int exponent) {
    out.putUnsigned(digits);
    if (count == 1) {
      out.append(".0");
    } else {
      insertPoint(out, out.length() - (count - 1));
    }
    out.put('E');
    out.putLong(exponent);
  }
}
