// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.memory.internal;

import org.apache.arrow.memory.util.MemoryUtil;

/** Copies short runs of bytes, as strings are, with less ado than a call of the machine's own. */
public final class ByteCopy {
  /** From here on the machine's own copy is the faster one. */
  private static final int LONG_RUN = 64;

  private ByteCopy() {}

  /** Copies bytes, touching none outside the two runs, which do not overlap. */
  public static void copy(long from, long to, int bytes) {
    if (bytes >= LONG_RUN || bytes < Long.BYTES) {
      copyEnds(from, to, bytes);
      return;
    }
    int last = bytes - Long.BYTES;
    if (last <= Long.BYTES) {
      // Most runs are so short: two words that may overlap, and no loop to be guessed wrong.
      long head = MemoryUtil.getLong(from);
      long tail = MemoryUtil.getLong(from + last);
      MemoryUtil.putLong(to, head);
      MemoryUtil.putLong(to + last, tail);
      return;
    }
    for (int i = 0; i < last; i += Long.BYTES) {
      MemoryUtil.putLong(to + i, MemoryUtil.getLong(from + i));
    }
    // The last eight bytes overlap those before them.
    MemoryUtil.putLong(to + last, MemoryUtil.getLong(from + last));
  }

  private static void copyEnds(long from, long to, int bytes) {
    if (bytes >= LONG_RUN) {
      MemoryUtil.copyMemory(from, to, bytes);
    } else if (bytes >= Integer.BYTES) {
      int head = MemoryUtil.getInt(from);
      int tail = MemoryUtil.getInt(from + bytes - Integer.BYTES);
      MemoryUtil.putInt(to, head);
      MemoryUtil.putInt(to + bytes - Integer.BYTES, tail);
    } else {
      for (int i = 0; i < bytes; i++) {
        MemoryUtil.putByte(to + i, MemoryUtil.getByte(from + i));
      }
    }
  }
}
