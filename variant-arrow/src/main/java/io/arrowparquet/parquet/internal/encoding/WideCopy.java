// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Copies values of which most are short, in whole words, where source and target have room behind
 * them: no branch depends on the length of a short value.
 */
final class WideCopy {
  /** Bytes behind a value that are read and written, whatever they are. */
  static final int EXCESS = 4 * Long.BYTES;

  /** From this length on, the memory copy routine is faster. */
  private static final int LONG_VALUE = 256;

  private WideCopy() {}

  /** Copies a value; {@link #EXCESS} bytes behind both runs may be read and written. */
  static void copy(long from, long to, int length) {
    four(from, to);
    if (length > EXCESS) {
      copyRest(from, to, length);
    }
  }

  private static void copyRest(long from, long to, int length) {
    if (length >= LONG_VALUE) {
      MemoryUtil.copyMemory(from, to, length);
      return;
    }
    for (int i = EXCESS; i < length; i += EXCESS) {
      four(from + i, to + i);
    }
  }

  private static void four(long from, long to) {
    long first = MemoryUtil.getLong(from);
    long second = MemoryUtil.getLong(from + 8);
    long third = MemoryUtil.getLong(from + 16);
    long fourth = MemoryUtil.getLong(from + 24);
    MemoryUtil.putLong(to, first);
    MemoryUtil.putLong(to + 8, second);
    MemoryUtil.putLong(to + 16, third);
    MemoryUtil.putLong(to + 24, fourth);
  }
}
