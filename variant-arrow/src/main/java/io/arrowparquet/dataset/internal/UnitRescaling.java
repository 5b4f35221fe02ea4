// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset.internal;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/**
 * Timestamps, times and durations in a finer unit. Timestamps of nanoseconds end in 2262, those of
 * other units beyond: each value is compared.
 */
public final class UnitRescaling extends ConvertedValues {
  private final int fromBytes;
  private final long factor;
  private final ValuePlace place;

  /**
   * Multiplies by ten to the power of {@code digits}.
   *
   * @param fromBytes 4 or 8; there are 8 afterwards
   */
  public UnitRescaling(int fromBytes, int digits, ValuePlace place, BufferAllocator allocator) {
    super(fromBytes, Long.BYTES, allocator);
    this.fromBytes = fromBytes;
    long power = 1;
    for (int i = 0; i < digits; i++) {
      power *= 10;
    }
    this.factor = power;
    this.place = place;
  }

  @Override
  void convert(FieldVector source, long from, long to, int rows) {
    long most = Long.MAX_VALUE / factor;
    for (int row = 0; row < rows; row++) {
      long value =
          fromBytes == Integer.BYTES
              ? MemoryUtil.getInt(from + (long) row * Integer.BYTES)
              : MemoryUtil.getLong(from + (long) row * Long.BYTES);
      if ((value > most || value < -most) && !source.isNull(row)) {
        throw place.unfit(
            row, value + " units", "at most " + most + ", which the finer unit can hold");
      }
      MemoryUtil.putLong(to + (long) row * Long.BYTES, value * factor);
    }
  }
}
