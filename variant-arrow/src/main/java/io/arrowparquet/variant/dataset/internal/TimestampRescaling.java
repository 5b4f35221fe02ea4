// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset.internal;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** Timestamps in a finer unit. Nanoseconds end in 2262, other units beyond: each is compared. */
public final class TimestampRescaling extends ConvertedValues {
  private final long factor;
  private final ValuePlace place;

  /** Multiplies by ten to the power of {@code digits}. */
  public TimestampRescaling(int digits, ValuePlace place, BufferAllocator allocator) {
    super(Long.BYTES, Long.BYTES, allocator);
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
      long at = (long) row * Long.BYTES;
      long value = MemoryUtil.getLong(from + at);
      if ((value > most || value < -most) && !source.isNull(row)) {
        throw place.unfit(
            row,
            value + " units since 1970",
            "at most " + most + ", which the finer unit can hold");
      }
      MemoryUtil.putLong(to + at, value * factor);
    }
  }
}
