// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Moves dense values apart so that nulls get a slot, in place: from the last to the first, so that
 * no value is overwritten before it has moved. Slots of nulls become zero. Which slots are null
 * nothing can predict, so no branch depends on it: that a slot has a value is the sign of a
 * difference, a mask of the value and the step to the next one.
 */
final class NullScatter {
  /** Between them is asked whether nulls are left: loops that ask for each slot are slower. */
  private static final int BLOCK = 256;

  /** Widest values that are moved in registers. */
  private static final int MOST = 16;

  private NullScatter() {}

  /**
   * {@code levels}: one per slot; {@code maxLevel} for those with a value, none of which is higher.
   */
  static void scatter(long address, int width, int[] levels, int slots, int present, int maxLevel) {
    if (width > MOST || Integer.bitCount(width) != 1) {
      scatterAny(address, width, levels, slots, present, maxLevel);
      return;
    }
    int below = maxLevel - 1;
    long from = address + (long) width * present;
    for (int end = slots; from < address + (long) width * end; end -= BLOCK) {
      int start = Math.max(0, end - BLOCK);
      from =
          switch (width) {
            case 1 -> scatter1(address, levels, start, end, from, below);
            case 2 -> scatter2(address, levels, start, end, from, below);
            case 4 -> scatter4(address, levels, start, end, from, below);
            case 8 -> scatter8(address, levels, start, end, from, below);
            default -> scatter16(address, levels, start, end, from, below);
          };
    }
  }

  private static long scatter1(
      long address, int[] levels, int start, int end, long values, int below) {
    long from = values;
    for (int i = end - 1; i >= start; i--) {
      int mask = (below - levels[i]) >> (Integer.SIZE - 1);
      from += mask;
      MemoryUtil.putByte(address + i, (byte) (MemoryUtil.getByte(from) & mask));
    }
    return from;
  }

  private static long scatter2(
      long address, int[] levels, int start, int end, long values, int below) {
    long from = values;
    for (int i = end - 1; i >= start; i--) {
      int mask = (below - levels[i]) >> (Integer.SIZE - 1);
      from += 2L * mask;
      MemoryUtil.putShort(address + 2L * i, (short) (MemoryUtil.getShort(from) & mask));
    }
    return from;
  }

  private static long scatter4(
      long address, int[] levels, int start, int end, long values, int below) {
    long from = values;
    for (int i = end - 1; i >= start; i--) {
      int mask = (below - levels[i]) >> (Integer.SIZE - 1);
      from += 4L * mask;
      MemoryUtil.putInt(address + 4L * i, MemoryUtil.getInt(from) & mask);
    }
    return from;
  }

  private static long scatter8(
      long address, int[] levels, int start, int end, long values, int below) {
    long from = values;
    for (int i = end - 1; i >= start; i--) {
      int mask = (below - levels[i]) >> (Integer.SIZE - 1);
      from += 8L * mask;
      MemoryUtil.putLong(address + 8L * i, MemoryUtil.getLong(from) & mask);
    }
    return from;
  }

  private static long scatter16(
      long address, int[] levels, int start, int end, long values, int below) {
    long from = values;
    for (int i = end - 1; i >= start; i--) {
      int mask = (below - levels[i]) >> (Integer.SIZE - 1);
      from += 16L * mask;
      long low = MemoryUtil.getLong(from) & mask;
      long high = MemoryUtil.getLong(from + Long.BYTES) & mask;
      MemoryUtil.putLong(address + 16L * i, low);
      MemoryUtil.putLong(address + 16L * i + Long.BYTES, high);
    }
    return from;
  }

  private static void scatterAny(
      long address, int width, int[] levels, int slots, int present, int maxLevel) {
    int from = present;
    for (int i = slots - 1; i >= from; i--) {
      long to = address + (long) width * i;
      if (levels[i] == maxLevel) {
        // Source and target are a whole value apart or the same.
        MemoryUtil.copyMemory(address + (long) width * --from, to, width);
      } else {
        MemoryUtil.setMemory(to, width, (byte) 0);
      }
    }
  }
}
