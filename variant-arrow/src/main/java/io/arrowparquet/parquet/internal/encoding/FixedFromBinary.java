// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/** FIXED_LEN_BYTE_ARRAY values in an encoding of byte arrays: every length must be the width. */
final class FixedFromBinary extends BinaryToFixed {

  FixedFromBinary(BinaryValues values, int width, BufferAllocator allocator) {
    super(values, width, allocator);
  }

  @Override
  void convert(long from, int length, long to) {
    if (length != width()) {
      throw new CorruptPageException(
          "length of a fixed-length value", Integer.toString(length), width() + " bytes");
    }
    MemoryUtil.copyMemory(from, to, length);
  }
}
