// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.ShortestDecimal;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;

/** Numbers rounded to a scale, from the middle away from zero. */
final class DecimalCast extends SqlCast {
  private final int scale;
  private final DecimalText text = new DecimalText();
  private final ShortestDecimal shortest = new ShortestDecimal();
  private final Int128 scratch = new Int128();

  DecimalCast(PrimitiveSink out, int scale) {
    super(out);
    this.scale = scale;
  }

  @Override
  public boolean takeBoolean(boolean value) {
    return takeInteger(value ? 1 : 0);
  }

  @Override
  public boolean takeInteger(long value) {
    scratch.set(value >> (Long.SIZE - 1), value);
    return takeScratch(0);
  }

  @Override
  public boolean takeFloat(float value) {
    return Float.isFinite(value) && takeShortest(shortest.parse(Math.abs(value)), value < 0);
  }

  @Override
  public boolean takeDouble(double value) {
    return Double.isFinite(value) && takeShortest(shortest.parse(Math.abs(value)), value < 0);
  }

  private boolean takeShortest(ShortestDecimal number, boolean negative) {
    long digits = negative ? -number.digits() : number.digits();
    scratch.set(digits >> (Long.SIZE - 1), digits);
    return takeScratch(number.exponent());
  }

  @Override
  public boolean takeDecimal(long high, long low, int valueScale) {
    scratch.set(high, low);
    return takeScratch(-valueScale);
  }

  @Override
  public boolean takeString(long address, int length) {
    long start = TextSpan.start(address, length);
    if (!text.parse(start, TextSpan.length(start, address + length))) {
      return false;
    }
    scratch.set(text.unscaled().high(), text.unscaled().low());
    return takeScratch(text.exponent());
  }

  /** Gives on the scratch number times ten to this power. */
  private boolean takeScratch(long exponent) {
    if (exponent > 0) {
      // As far as that goes here: a sink of more digits scales what has fewer of its own.
      return DecimalRounding.round(scratch, exponent) && takeScratch(0);
    }
    if (exponent + scale >= 0) {
      return out.takeDecimal(scratch.high(), scratch.low(), (int) -exponent);
    }
    DecimalRounding.round(scratch, exponent + scale);
    return out.takeDecimal(scratch.high(), scratch.low(), scale);
  }
}
