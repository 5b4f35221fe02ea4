// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import org.apache.arrow.memory.util.MemoryUtil;

/** Copies of short runs of bytes, such as strings, without a call of the memory copy routine. */
public final class ByteCopy {
  /** From this length on, the memory copy routine is faster. */
  private static final int LONG_RUN = 64;

  private ByteCopy() {}

  /** Copies bytes, touching none outside the two runs, which do not overlap. */
  public static void copy(long from, long to, long bytes) {
    if (bytes >= LONG_RUN || bytes < Long.BYTES) {
      copyEnds(from, to, bytes);
      return;
    }
    long last = bytes - Long.BYTES;
    if (last <= Long.BYTES) {
      // Most runs are this short: two words that may overlap, without a loop.
      long head = MemoryUtil.getLong(from);
      long tail = MemoryUtil.getLong(from + last);
      MemoryUtil.putLong(to, head);
      MemoryUtil.putLong(to + last, tail);
      return;
    }
    for (long i = 0; i < last; i += Long.BYTES) {
      MemoryUtil.putLong(to + i, MemoryUtil.getLong(from + i));
    }
    // The last eight bytes overlap those before them.
    MemoryUtil.putLong(to + last, MemoryUtil.getLong(from + last));
  }

  public static void copy(byte[] from, int at, long to, int bytes) {
    if (bytes >= LONG_RUN) {
      MemoryUtil.copyToMemory(from, at, to, bytes);
      return;
    }
    int last = bytes - Long.BYTES;
    if (last < 0) {
      copyFew(from, at, to, bytes);
      return;
    }
    for (int i = 0; i < last; i += Long.BYTES) {
      MemoryUtil.putLong(to + i, MemoryUtil.getLong(from, at + i));
    }
    // The last eight bytes overlap those before them.
    MemoryUtil.putLong(to + last, MemoryUtil.getLong(from, at + last));
  }

  private static void copyFew(byte[] from, int at, long to, int bytes) {
    if (bytes >= Integer.BYTES) {
      int last = bytes - Integer.BYTES;
      MemoryUtil.putInt(to, MemoryUtil.getInt(from, at));
      MemoryUtil.putInt(to + last, MemoryUtil.getInt(from, at + last));
    } else {
      for (int i = 0; i < bytes; i++) {
        MemoryUtil.putByte(to + i, from[at + i]);
      }
    }
  }

  private static void copyEnds(long from, long to, long bytes) {
    if (bytes >= LONG_RUN) {
      MemoryUtil.copyMemory(from, to, bytes);
    } else if (bytes >= Integer.BYTES) {
      int head = MemoryUtil.getInt(from);
      int tail = MemoryUtil.getInt(from + bytes - Integer.BYTES);
      MemoryUtil.putInt(to, head);
      MemoryUtil.putInt(to + bytes - Integer.BYTES, tail);
    } else if (bytes > 0) {
      // One, two or three bytes: the first, the middle one, the last.
      byte middle = MemoryUtil.getByte(from + (bytes >> 1));
      byte last = MemoryUtil.getByte(from + bytes - 1);
      MemoryUtil.putByte(to, MemoryUtil.getByte(from));
      MemoryUtil.putByte(to + (bytes >> 1), middle);
      MemoryUtil.putByte(to + bytes - 1, last);
    }
  }
}
