// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * Which of some slots have a value: a bit each, the first slot's the lowest of the first word, and
 * 0 after the last slot. Where 1 is the highest definition level and nothing is repeated, these are
 * the bits of the page. Levels are bytes without a sign, in arrays with room for the word that
 * begins with the last one; eight are compared at a time.
 */
final class PresentBits {
  private static final long HIGH = 0x8080_8080_8080_8080L;
  private static final long EACH = HIGH >>> 7;

  /** Times bytes of 0 and 1: the highest byte of the product has a bit of each. */
  private static final long GATHER = 0x0102_0408_1020_4080L;

  private PresentBits() {}

  /** The highest bits of eight levels that are not below {@code least}; all others are 0. */
  private static long high(byte[] levels, int at, int least) {
    long eight = (long) ArrayNumbers.LONG.get(levels, at);
    // Bytes without their highest bits are at most 127, and sums at most 255.
    if (least <= 0x80) {
      return (((eight & ~HIGH) + (0x80 - least) * EACH) | eight) & HIGH;
    }
    return ((eight & ~HIGH) + (0x100 - least) * EACH) & eight & HIGH;
  }

  /** The bits of up to 64 levels: those not below {@code least}, without a branch for each. */
  static long word(byte[] levels, int from, int count, int least) {
    long word = 0;
    for (int at = 0; at < count; at += Long.BYTES) {
      word |= (((high(levels, from + at, least) >>> 7) * GATHER) >>> 56) << at;
    }
    return word & all(count);
  }

  /** Bits of 1 to 64 slots that all have a value. */
  static long all(int count) {
    return -1L >>> (Long.SIZE - count);
  }

  /** How many levels of a range are not below {@code least}. */
  static int atLeast(int least, byte[] levels, int from, int to) {
    int count = 0;
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      count += Long.bitCount(high(levels, at, least));
    }
    return at < to ? count + Long.bitCount(word(levels, at, to - at, least)) : count;
  }

  /**
   * The bits of those levels that are slots, not below {@code slotLevel}; returns how many they
   * are.
   */
  static int of(byte[] levels, int from, int count, int slotLevel, int maxLevel, long[] out) {
    int slots = 0;
    for (int at = 0; at < count; at += Long.SIZE) {
      int taken = Math.min(Long.SIZE, count - at);
      long areSlots = slotLevel > 0 ? word(levels, from + at, taken, slotLevel) : all(taken);
      slots = append(word(levels, from + at, taken, maxLevel), areSlots, out, slots);
    }
    return slots;
  }

  /** Appends those bits to {@code count} that are chosen; returns how many there are then. */
  static int append(long bits, long chosen, long[] out, int count) {
    int added = Long.bitCount(chosen);
    if (added == 0) {
      return count;
    }
    long word = compress(bits, chosen, added);
    int shift = count % Long.SIZE;
    int at = count / Long.SIZE;
    out[at] = shift == 0 ? word : out[at] | word << shift;
    if (shift + added > Long.SIZE) {
      out[at + 1] = word >>> (Long.SIZE - shift);
    }
    return count + added;
  }

  /** Moves the chosen bits together, or the others out, whichever are fewer. */
  private static long compress(long bits, long chosen, int count) {
    if ((bits & chosen) == chosen) {
      return all(count);
    }
    long word = 0;
    if (count > Long.SIZE / 2) {
      word = bits;
      long gaps = ~chosen;
      for (int i = 0; i < Long.SIZE - count; i++, gaps &= gaps - 1) {
        long below = ((gaps & -gaps) >>> i) - 1;
        word = (word & below) | (word >>> 1 & ~below);
      }
      return word & all(count);
    }
    long left = chosen;
    for (int i = 0; i < count; i++, left &= left - 1) {
      word |= (bits >>> Long.numberOfTrailingZeros(left) & 1) << i;
    }
    return word;
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
