// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/** BYTE_ARRAY decimals, big-endian two's complement of any length, to those of a vector. */
final class BinaryDecimals extends BinaryToFixed {

  BinaryDecimals(BinaryValues values, int width, BufferAllocator allocator) {
    super(values, width, allocator);
  }

  @Override
  void convert(long from, int length, long to) {
    byte sign = (byte) (length == 0 ? 0 : MemoryUtil.getByte(from) >> 7);
    int excess = Math.max(0, length - width());
    requireOnlySign(from, length, excess, sign);
    int copied = length - excess;
    for (int i = 0; i < copied; i++) {
      MemoryUtil.putByte(to + i, MemoryUtil.getByte(from + length - 1 - i));
    }
    MemoryUtil.setMemory(to + copied, width() - copied, sign);
  }

  /**
   * Bytes that do not fit may only repeat the sign, and the first that does must show the same
   * sign: {@code 00 80 ...} is positive, but {@code 80 ...} alone is not.
   */
  private void requireOnlySign(long from, int length, int excess, byte sign) {
    for (int i = 0; i < excess; i++) {
      if (MemoryUtil.getByte(from + i) != sign) {
        throw tooLong(length);
      }
    }
    if (excess > 0 && MemoryUtil.getByte(from + excess) >> 7 != sign) {
      throw tooLong(length);
    }
  }

  private CorruptPageException tooLong(int length) {
    return new CorruptPageException(
        "length of a decimal", length + " bytes", "at most " + width() + " significant ones");
  }
}
