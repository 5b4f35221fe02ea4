// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset.internal;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/**
 * Signed integers as narrower ones, which the file's statistics say they fit. Statistics may be
 * wrong, so each value is compared.
 */
public final class IntegerNarrowing extends ConvertedValues {
  private final int wide;
  private final int narrow;
  private final ValuePlace place;

  /** From {@code wide} bytes to {@code narrow} bytes. */
  public IntegerNarrowing(int wide, int narrow, ValuePlace place, BufferAllocator allocator) {
    super(wide, narrow, allocator);
    this.wide = wide;
    this.narrow = narrow;
    this.place = place;
  }

  @Override
  void convert(FieldVector source, long from, long to, int rows) {
    int unused = Long.SIZE - narrow * Byte.SIZE;
    for (int row = 0; row < rows; row++) {
      long value = read(from + (long) row * wide);
      if (value << unused >> unused != value && !source.isNull(row)) {
        throw place.unfit(
            row, Long.toString(value), "an integer of " + narrow * Byte.SIZE + " bits");
      }
      write(to + (long) row * narrow, value);
    }
  }

  private long read(long at) {
    return switch (wide) {
      case Short.BYTES -> MemoryUtil.getShort(at);
      case Integer.BYTES -> MemoryUtil.getInt(at);
      default -> MemoryUtil.getLong(at);
    };
  }

  private void write(long at, long value) {
    switch (narrow) {
      case Byte.BYTES -> MemoryUtil.putByte(at, (byte) value);
      case Short.BYTES -> MemoryUtil.putShort(at, (short) value);
      default -> MemoryUtil.putInt(at, (int) value);
    }
  }
}
