// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset.internal;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** Floating point numbers of 2 or 4 bytes as wider ones. */
public final class FloatWidening extends ConvertedValues {
  private final int narrow;
  private final int wide;

  /** From {@code narrow} bytes to {@code wide} bytes. */
  public FloatWidening(int narrow, int wide, BufferAllocator allocator) {
    super(narrow, wide, allocator);
    this.narrow = narrow;
    this.wide = wide;
  }

  @Override
  void convert(FieldVector source, long from, long to, int rows) {
    if (narrow == Float.BYTES) {
      for (int row = 0; row < rows; row++) {
        float value = Float.intBitsToFloat(MemoryUtil.getInt(from + (long) row * Float.BYTES));
        MemoryUtil.putLong(to + (long) row * Double.BYTES, Double.doubleToRawLongBits(value));
      }
      return;
    }
    for (int row = 0; row < rows; row++) {
      float value = Float16.toFloat(MemoryUtil.getShort(from + (long) row * narrow));
      if (wide == Float.BYTES) {
        MemoryUtil.putInt(to + (long) row * Float.BYTES, Float.floatToRawIntBits(value));
      } else {
        MemoryUtil.putLong(to + (long) row * Double.BYTES, Double.doubleToRawLongBits(value));
      }
    }
  }
}
