// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/** Offsets of 4 bytes to those of 8, which large strings, binaries and lists have, and back. */
public final class OffsetWidening {
  private OffsetWidening() {}

  /**
   * The same offsets, one more than there are rows.
   *
   * @param offsets may be empty where there are no rows
   * @return the caller's to close
   */
  public static ArrowBuf widen(ArrowBuf offsets, int rows, BufferAllocator allocator) {
    ArrowBuf wide = allocator.buffer((rows + 1L) * Long.BYTES);
    wide.setLong(0, 0);
    if (rows > 0) {
      long from = offsets.memoryAddress();
      long to = wide.memoryAddress();
      for (long i = 0; i <= rows; i++) {
        MemoryUtil.putLong(to + i * Long.BYTES, MemoryUtil.getInt(from + i * Integer.BYTES));
      }
    }
    wide.writerIndex((rows + 1L) * Long.BYTES);
    return wide;
  }

  /**
   * The same offsets in 4 bytes each.
   *
   * @param offsets one more than there are rows; may be empty where there are none
   * @return the caller's to close
   * @throws io.arrowparquet.variant.ConversionException if there are 2 GiB of values, or more
   */
  public static ArrowBuf narrow(
      ArrowBuf offsets, int rows, ValuePlace place, BufferAllocator allocator) {
    // Offsets ascend: the last is the greatest.
    long end = rows == 0 ? 0 : offsets.getLong((long) rows * Long.BYTES);
    if (end > Integer.MAX_VALUE) {
      throw place.unfit(rows - 1, "values that end at " + end, "less than 2 GiB in a batch");
    }
    ArrowBuf small = allocator.buffer((rows + 1L) * Integer.BYTES);
    small.setInt(0, 0);
    if (rows > 0) {
      long from = offsets.memoryAddress();
      long to = small.memoryAddress();
      for (long i = 0; i <= rows; i++) {
        MemoryUtil.putInt(to + i * Integer.BYTES, (int) MemoryUtil.getLong(from + i * Long.BYTES));
      }
    }
    small.writerIndex((rows + 1L) * Integer.BYTES);
    return small;
  }
}
