// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.math.BigInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Decimal128: decimals and integers that have the type's scale, or can be brought to it without
 * dropping a digit other than 0, and then fit its precision.
 */
sealed class DecimalBuilder extends FixedWidthBuilder {
  private final int precision;
  final int scale;
  final Int128 scratch = new Int128();

  DecimalBuilder(Target target, ArrowType.Decimal type) {
    super(target);
    precision = type.getPrecision();
    scale = type.getScale();
  }

  @Override
  public int width() {
    return 2 * Long.BYTES;
  }

  /** Not if one has more digits than its type: such a one is for going row by row to deal with. */
  @Override
  boolean areInRange(FieldVector column, Selection rows) {
    ArrowBuf data = VariantPrimitive.storage(column).getDataBuffer();
    BufferChecks.requireLength(column, "value", data, (long) rows.end() * width());
    boolean fit = true;
    for (int i = rows.next(rows.start()); fit && i < rows.end(); i = rows.next(i + 1)) {
      long address = data.memoryAddress() + (long) i * width();
      scratch.set(MemoryUtil.getLong(address + Long.BYTES), MemoryUtil.getLong(address));
      fit = scratch.fits(precision);
    }
    return fit;
  }

  @Override
  public final boolean takeInteger(long value) {
    return takeDecimal(value >> (Long.SIZE - 1), value, 0);
  }

  @Override
  public boolean takeDecimal(long high, long low, int valueScale) {
    scratch.set(high, low);
    if (!scratch.rescale(scale - valueScale) || !scratch.fits(precision)) {
      return false;
    }
    values.appendLong(scratch.low());
    values.appendLong(scratch.high());
    return markValid();
  }

  /** Decimal256, by the same rules. */
  static final class Large extends DecimalBuilder {
    private static final int WORDS = 4;
    private static final int TEN = 10;

    private final long[] bound = new long[WORDS];

    private final long[] words = new long[WORDS];

    Large(Target target, ArrowType.Decimal type) {
      super(target, type);
      BigInteger power = BigInteger.TEN.pow(type.getPrecision());
      for (int i = 0; i < WORDS; i++) {
        bound[i] = power.shiftRight(i * Long.SIZE).longValue();
      }
    }

    @Override
    public int width() {
      return WORDS * Long.BYTES;
    }

    @Override
    public boolean takeDecimal(long high, long low, int valueScale) {
      int digits = scale - valueScale;
      scratch.set(high, low);
      if (digits < 0 && !scratch.rescale(digits)) {
        return false;
      }
      boolean negative = scratch.high() < 0;
      setWords(negative);
      for (int i = 0; i < digits; i++) {
        if (!timesTen()) {
          return false;
        }
      }
      if (!isBelowBound()) {
        return false;
      }
      if (negative) {
        negate();
      }
      for (long word : words) {
        values.appendLong(word);
      }
      return markValid();
    }

    private void setWords(boolean negative) {
      long sign = negative ? -1 : 0;
      words[0] = scratch.low();
      words[1] = scratch.high();
      words[2] = sign;
      words[3] = sign;
      if (negative) {
        negate();
      }
    }

    private void negate() {
      long carry = 1;
      for (int i = 0; i < WORDS; i++) {
        words[i] = ~words[i] + carry;
        carry = words[i] == 0 ? carry : 0;
      }
    }

    private boolean timesTen() {
      long carry = 0;
      for (int i = 0; i < WORDS; i++) {
        long word = words[i];
        long product = word * TEN;
        // The high word of an unsigned product: the signed one takes the top bit for a sign.
        long above = Math.multiplyHigh(word, TEN) + (word < 0 ? TEN : 0);
        words[i] = product + carry;
        carry = above + (Long.compareUnsigned(words[i], product) < 0 ? 1 : 0);
      }
      return carry == 0;
    }

    private boolean isBelowBound() {
      for (int i = WORDS - 1; i >= 0; i--) {
        if (words[i] != bound[i]) {
          return Long.compareUnsigned(words[i], bound[i]) < 0;
        }
      }
      return false;
    }
  }
}
