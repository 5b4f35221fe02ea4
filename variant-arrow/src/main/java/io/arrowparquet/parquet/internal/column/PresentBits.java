// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

/**
 * Which of some slots have a value: a bit each, the first slot's the lowest of the first word, and
 * 0 after the last slot. Where 1 is the highest definition level and nothing is repeated, these are
 * the bits of the page.
 */
final class PresentBits {
  private PresentBits() {}

  /** The bits of up to 64 levels: those not below {@code maxLevel}, without a branch for each. */
  static long word(int[] levels, int from, int count, int maxLevel) {
    int below = maxLevel - 1;
    long word = 0;
    for (int i = 0; i < count; i++) {
      word |= (long) ((below - levels[from + i]) >>> (Integer.SIZE - 1)) << i;
    }
    return word;
  }

  static void of(int[] levels, int from, int count, int maxLevel, long[] out) {
    for (int at = 0; at < count; at += Long.SIZE) {
      out[at / Long.SIZE] = word(levels, from + at, Math.min(Long.SIZE, count - at), maxLevel);
    }
  }

  /** 1 if the slot has a value, else 0. */
  static int bit(long[] present, int slot) {
    return (int) (present[slot / Long.SIZE] >>> slot) & 1;
  }

  static int count(long[] present, int slots) {
    int count = 0;
    for (int at = 0; at < slots; at += Long.SIZE) {
      count += Long.bitCount(present[at / Long.SIZE]);
    }
    return count;
  }

  /** The slot of a value, which has {@code value} values before it. */
  static int slot(long[] present, long value) {
    int slot = -1;
    for (long left = value; left >= 0; left -= bit(present, slot)) {
      slot++;
    }
    return slot;
  }
}
