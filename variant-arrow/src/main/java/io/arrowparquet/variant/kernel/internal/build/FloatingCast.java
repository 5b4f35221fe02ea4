// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.DecimalToFloating;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.util.MemoryUtil;

/** Numbers to the nearest double or float, if that is finite or they are not. */
final class FloatingCast extends SqlCast {
  private static final String[] INFINITIES = {"infinity", "inf"};
  private static final String NAN = "nan";

  private final boolean wide;
  private final DecimalText text = new DecimalText();

  /** {@code wide}: doubles, not floats. */
  FloatingCast(PrimitiveSink out, boolean wide) {
    super(out);
    this.wide = wide;
  }

  @Override
  public boolean takeBoolean(boolean value) {
    return takeInteger(value ? 1 : 0);
  }

  @Override
  public boolean takeInteger(long value) {
    return wide ? out.takeDouble((double) value) : out.takeFloat((float) value);
  }

  @Override
  public boolean takeFloat(float value) {
    return wide ? out.takeDouble(value) : out.takeFloat(value);
  }

  @Override
  public boolean takeDouble(double value) {
    if (wide) {
      return out.takeDouble(value);
    }
    float nearest = (float) value;
    return (Float.isInfinite(nearest) == Double.isInfinite(value)) && out.takeFloat(nearest);
  }

  @Override
  public boolean takeDecimal(long high, long low, int scale) {
    // A decimal of 16 bytes may have a digit more than the format allows.
    if (!Int128.fits(high, low, DecimalDigits.INT128)) {
      return false;
    }
    return wide
        ? out.takeDouble(DecimalToFloating.toDouble(high, low, scale))
        : out.takeFloat(DecimalToFloating.toFloat(high, low, scale));
  }

  @Override
  public boolean takeString(long address, int length) {
    long start = TextSpan.start(address, length);
    int trimmed = TextSpan.length(start, address + length);
    if (!text.parse(start, trimmed)) {
      return takeWord(start, trimmed);
    }
    Int128 unscaled = text.unscaled();
    if (unscaled.high() == 0 && unscaled.low() == 0) {
      return takeDouble(text.isNegative() ? -0.0 : 0.0);
    }
    long exponent = text.exponent();
    boolean plain = !text.isCut() && exponent >= -DecimalDigits.INT128;
    if (plain && (exponent <= 0 || DecimalRounding.round(text, 0))) {
      return takeDecimal(unscaled.high(), unscaled.low(), (int) Math.max(0, -exponent));
    }
    return takeLong(start, trimmed);
  }

  /** A number of more digits, or farther from 1, than a decimal has; this one allocates. */
  private boolean takeLong(long address, int length) {
    byte[] bytes = new byte[length];
    MemoryUtil.copyFromMemory(address, bytes, 0, length);
    String number = new String(bytes, StandardCharsets.US_ASCII);
    if (wide) {
      double value = Double.parseDouble(number);
      return Double.isFinite(value) && out.takeDouble(value);
    }
    float value = Float.parseFloat(number);
    return Float.isFinite(value) && out.takeFloat(value);
  }

  private boolean takeWord(long address, int length) {
    if (length == NAN.length() && BooleanCast.isWord(NAN, address)) {
      return takeDouble(Double.NaN);
    }
    byte first = length == 0 ? 0 : MemoryUtil.getByte(address);
    int sign = first == '-' || first == '+' ? 1 : 0;
    for (String infinity : INFINITIES) {
      if (length == sign + infinity.length() && BooleanCast.isWord(infinity, address + sign)) {
        return takeDouble(first == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
      }
    }
    return false;
  }
}
