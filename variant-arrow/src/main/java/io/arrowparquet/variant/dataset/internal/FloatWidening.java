// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset.internal;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** Floats as doubles. */
public final class FloatWidening extends ConvertedValues {
  public FloatWidening(BufferAllocator allocator) {
    super(Float.BYTES, Double.BYTES, allocator);
  }

  @Override
  void convert(FieldVector source, long from, long to, int rows) {
    for (int row = 0; row < rows; row++) {
      float value = Float.intBitsToFloat(MemoryUtil.getInt(from + (long) row * Float.BYTES));
      MemoryUtil.putLong(to + (long) row * Double.BYTES, Double.doubleToRawLongBits(value));
    }
  }
}
