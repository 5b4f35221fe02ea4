// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;

/** Numbers rounded to integers, from the middle away from zero. */
final class IntegerCast extends SqlCast {
  private static final double TWO_TO_63 = 0x1p63;
  private static final double TWO_TO_64 = 0x1p64;

  private final DecimalText text = new DecimalText();
  private final Int128 scratch = new Int128();

  IntegerCast(PrimitiveSink out) {
    super(out);
  }

  @Override
  public boolean takeBoolean(boolean value) {
    return out.takeInteger(value ? 1 : 0);
  }

  @Override
  public boolean takeInteger(long value) {
    return out.takeInteger(value);
  }

  @Override
  public boolean takeFloat(float value) {
    return takeDouble(value);
  }

  @Override
  public boolean takeDouble(double value) {
    double magnitude = Math.abs(value);
    double rounded = Math.floor(magnitude);
    // Exact: what is left behind the point has no more bits than the number.
    rounded += magnitude - rounded >= 0.5 ? 1 : 0;
    if (rounded < TWO_TO_63) {
      return out.takeInteger((long) (value < 0 ? -rounded : rounded));
    }
    if (value == -TWO_TO_63) {
      return out.takeInteger(Long.MIN_VALUE);
    }
    boolean unsigned = value > 0 && rounded < TWO_TO_64;
    return unsigned && out.takeDecimal(0, (long) (rounded - TWO_TO_63) ^ Long.MIN_VALUE, 0);
  }

  @Override
  public boolean takeDecimal(long high, long low, int scale) {
    scratch.set(high, low);
    scratch.divideRounded(scale);
    return out.takeDecimal(scratch.high(), scratch.low(), 0);
  }

  @Override
  public boolean takeString(long address, int length) {
    long start = TextSpan.start(address, length);
    return text.parse(start, TextSpan.length(start, address + length))
        && DecimalRounding.round(text, 0)
        && out.takeDecimal(text.unscaled().high(), text.unscaled().low(), 0);
  }
}
