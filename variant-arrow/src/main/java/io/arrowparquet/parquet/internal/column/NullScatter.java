// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Moves dense values apart so that nulls get a slot, in place: from the last to the first, so that
 * no value is overwritten before it has moved. Slots of nulls become zero. Which slots are null
 * nothing can predict, so no branch depends on it.
 */
final class NullScatter {
  private NullScatter() {}

  /** {@code levels}: one per slot; {@code maxLevel} for those with a value. */
  static void scatter(long address, int width, int[] levels, int slots, int present, int maxLevel) {
    switch (width) {
      case 1 -> scatter1(address, levels, slots, present, maxLevel);
      case 2 -> scatter2(address, levels, slots, present, maxLevel);
      case 4 -> scatter4(address, levels, slots, present, maxLevel);
      case 8 -> scatter8(address, levels, slots, present, maxLevel);
      default -> scatterAny(address, width, levels, slots, present, maxLevel);
    }
  }

  private static void scatter1(long address, int[] levels, int slots, int present, int maxLevel) {
    int from = present;
    for (int i = slots - 1; i >= from; i--) {
      int set = levels[i] == maxLevel ? 1 : 0;
      from -= set;
      int value = MemoryUtil.getByte(address + from) & -set;
      MemoryUtil.putByte(address + i, (byte) value);
    }
  }

  private static void scatter2(long address, int[] levels, int slots, int present, int maxLevel) {
    int from = present;
    for (int i = slots - 1; i >= from; i--) {
      int set = levels[i] == maxLevel ? 1 : 0;
      from -= set;
      int value = MemoryUtil.getShort(address + 2L * from) & -set;
      MemoryUtil.putShort(address + 2L * i, (short) value);
    }
  }

  private static void scatter4(long address, int[] levels, int slots, int present, int maxLevel) {
    int from = present;
    for (int i = slots - 1; i >= from; i--) {
      int set = levels[i] == maxLevel ? 1 : 0;
      from -= set;
      MemoryUtil.putInt(address + 4L * i, MemoryUtil.getInt(address + 4L * from) & -set);
    }
  }

  private static void scatter8(long address, int[] levels, int slots, int present, int maxLevel) {
    int from = present;
    for (int i = slots - 1; i >= from; i--) {
      int set = levels[i] == maxLevel ? 1 : 0;
      from -= set;
      MemoryUtil.putLong(address + 8L * i, MemoryUtil.getLong(address + 8L * from) & -set);
    }
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
