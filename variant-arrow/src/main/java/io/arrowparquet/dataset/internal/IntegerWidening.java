// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset.internal;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** Signed integers of 1, 2 or 4 bytes as wider ones. */
public final class IntegerWidening extends ConvertedValues {
  private final int narrow;
  private final int wide;

  /** From {@code narrow} bytes to {@code wide} bytes. */
  public IntegerWidening(int narrow, int wide, BufferAllocator allocator) {
    super(narrow, wide, allocator);
    this.narrow = narrow;
    this.wide = wide;
  }

  @Override
  void convert(FieldVector source, long from, long to, int rows) {
    if (narrow == Integer.BYTES) {
      for (int row = 0; row < rows; row++) {
        MemoryUtil.putLong(
            to + (long) row * Long.BYTES, MemoryUtil.getInt(from + (long) row * Integer.BYTES));
      }
      return;
    }
    for (int row = 0; row < rows; row++) {
      long at = from + (long) row * narrow;
      int value = narrow == Byte.BYTES ? MemoryUtil.getByte(at) : MemoryUtil.getShort(at);
      write(to + (long) row * wide, value);
    }
  }

  private void write(long at, int value) {
    switch (wide) {
      case Short.BYTES -> MemoryUtil.putShort(at, (short) value);
      case Integer.BYTES -> MemoryUtil.putInt(at, value);
      default -> MemoryUtil.putLong(at, value);
    }
  }
}
