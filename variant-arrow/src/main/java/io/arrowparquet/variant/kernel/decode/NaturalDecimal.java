// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.FixedWidthBuilder;
import io.arrowparquet.variant.kernel.internal.build.Target;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Decimals with the greatest scale among them, and 9, 18 or 38 digits, as they need. A decimal that
 * would need more, together with those before, is not taken.
 */
final class NaturalDecimal extends FixedWidthBuilder {
  private static final int WIDTH = 2 * Long.BYTES;

  private final Int128 scratch = new Int128();

  /** Each row's own scale, to bring all to the greatest in the end. */
  private final GrowableBuffer scales = new GrowableBuffer();

  private int minScale = DecimalDigits.INT128;
  private int maxScale;
  private int integerDigits;

  NaturalDecimal(Target target) {
    super(target);
  }

  @Override
  public boolean takeDecimal(long high, long low, int scale) {
    scratch.set(high, low);
    int digits = scratch.digits();
    if (digits > DecimalDigits.INT128) {
      throw new MalformedVariantException(
          "digits of a decimal16",
          MalformedVariantException.UNKNOWN,
          "more than " + DecimalDigits.INT128,
          "at most " + DecimalDigits.INT128);
    }
    int newScale = Math.max(maxScale, scale);
    int newIntegerDigits = Math.max(integerDigits, digits - scale);
    if (newScale + newIntegerDigits > DecimalDigits.INT128) {
      return false;
    }
    minScale = Math.min(minScale, scale);
    maxScale = newScale;
    integerDigits = newIntegerDigits;
    scales.appendByte(scale);
    values.appendLong(low);
    values.appendLong(high);
    return markValid();
  }

  @Override
  public int width() {
    return WIDTH;
  }

  @Override
  public void start(BufferAllocator allocator) {
    super.start(allocator);
    scales.start(allocator);
  }

  @Override
  public void addNulls(int rows) {
    super.addNulls(rows);
    scales.appendZeros(rows);
  }

  @Override
  public Field naturalField(String name) {
    return VariantPrimitive.ofDecimal(precision(), maxScale).field(name);
  }

  private int precision() {
    return DecimalDigits.variantPrecision(maxScale + integerDigits);
  }

  @Override
  public void load(FieldVector vector) {
    if (minScale < maxScale) {
      rescale();
    }
    scales.release();
    super.load(vector);
  }

  private void rescale() {
    int rows = count();
    for (int row = 0; row < rows; row++) {
      long address = values.address() + (long) row * WIDTH;
      int scale = MemoryUtil.getByte(scales.address() + row);
      scratch.set(MemoryUtil.getLong(address + Long.BYTES), MemoryUtil.getLong(address));
      if (!scratch.rescale(maxScale - scale)) {
        throw new IllegalStateException("a decimal was taken that does not fit the others' scale");
      }
      MemoryUtil.putLong(address, scratch.low());
      MemoryUtil.putLong(address + Long.BYTES, scratch.high());
    }
  }

  @Override
  public void release() {
    super.release();
    scales.release();
  }
}
