// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/** Offsets of 4 bytes to those of 8, which large strings, binaries and lists have. */
final class OffsetWidening {
  private OffsetWidening() {}

  /**
   * The same offsets, one more than there are rows.
   *
   * @param offsets may be empty where there are no rows
   * @return the caller's to close
   */
  static ArrowBuf widen(ArrowBuf offsets, int rows, BufferAllocator allocator) {
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
}
