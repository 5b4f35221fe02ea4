// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Bit-packed values of 0 to 32 bits, least significant bit first, in groups of eight.
 *
 * <p>A group of eight values of {@code width} bits takes {@code width} bytes. Values are cut out of
 * words of eight bytes: as many values at a time as one word holds, from any bit of its first byte.
 * So words may reach a few bytes beyond a group, and a group may be cut short: pages end with
 * {@link io.arrowparquet.parquet.internal.page.Page#SLACK} for that.
 */
final class IntUnpacker {
  static final int GROUP = 8;

  /** Widest values of which eight fit in a word that begins with them. */
  static final int MAX_EIGHT = 8;

  /** Widest values of which four fit in a word. */
  static final int MAX_FOUR = 16;

  /**
   * Widest values of which two fit in a word, as pairs begin at an even bit; and 32, where words
   * and values meet.
   */
  static final int MAX_TWO = 30;

  /** Bits of each value of a word of four. */
  static final int LANE = 16;

  /** A 1 in two of the four lanes. */
  static final long LANES_0_AND_2 = 0x1_0000_0001L;

  private IntUnpacker() {}

  /** {@code out} receives {@code 8 * groups} values from index {@code at}. */
  static void unpack(long from, int width, int[] out, int at, int groups) {
    int to = at + GROUP * groups;
    if (width == 0) {
      Arrays.fill(out, at, to, 0);
    } else if (width <= MAX_EIGHT) {
      eights(from, width, out, at, to);
    } else if (width <= MAX_FOUR) {
      fours(from, width, out, at, to);
    } else if (width <= MAX_TWO || width == Integer.SIZE) {
      twos(from, width, out, at, to);
    } else {
      ones(from, width, out, at, to);
    }
  }

  /** As {@link #unpack}, of widths from 1 to {@link #MAX_EIGHT}: each value becomes a byte. */
  static void unpackBytes(long start, int width, byte[] out, int at, int groups) {
    long fours = -1L >>> (Long.SIZE - 4 * width);
    long twos = (-1L >>> (Long.SIZE - 2 * width)) * LANES_0_AND_2;
    long ones = (-1L >>> (Long.SIZE - width)) * (LANES_0_AND_2 << LANE | LANES_0_AND_2);
    long from = start;
    for (int i = at; i < at + GROUP * groups; i += GROUP, from += width) {
      // The second half of what was one goes to where twice the room begins.
      long word = MemoryUtil.getLong(from);
      word = (word & fours) | (word << (Integer.SIZE - 4 * width) & fours << Integer.SIZE);
      word = (word & twos) | (word << (LANE - 2 * width) & twos << LANE);
      word = (word & ones) | (word << (Byte.SIZE - width) & ones << Byte.SIZE);
      ArrayNumbers.LONG.set(out, i, word);
    }
  }

  /** Words of which each begins with four values, of at most {@link #MAX_FOUR} bits. */
  static void words(long start, int width, long[] out, int at, int groups) {
    int half = width >>> 1;
    int shift = 4 * (width & 1);
    long from = start;
    for (int group = 0; group < groups; group++, from += width) {
      out[at + 2 * group] = MemoryUtil.getLong(from);
      out[at + 2 * group + 1] = MemoryUtil.getLong(from + half) >>> shift;
    }
  }

  /**
   * Moves the four values of each of {@link #words} apart, each to {@link #LANE} bits: many words
   * at a time, as each is shifted by the same.
   */
  static void toLanes(long[] words, int width, int count) {
    int pairs = 2 * (LANE - width);
    int values = LANE - width;
    long firstPair = (1L << (2 * width)) - 1;
    long secondPair = firstPair << (2 * width);
    long first = ((1L << width) - 1) * LANES_0_AND_2;
    long second = first << width;
    for (int i = 0; i < count; i++) {
      long word = (words[i] & firstPair) | ((words[i] & secondPair) << pairs);
      words[i] = (word & first) | ((word & second) << values);
    }
  }

  private static void eights(long start, int width, int[] out, int at, int to) {
    int mask = (1 << width) - 1;
    long from = start;
    for (int next = at; next < to; next += GROUP, from += width) {
      long word = MemoryUtil.getLong(from);
      int low = (int) word;
      int high = (int) (word >>> (4 * width));
      out[next] = low & mask;
      out[next + 1] = (low >>> width) & mask;
      out[next + 2] = (low >>> (2 * width)) & mask;
      out[next + 3] = (low >>> (3 * width)) & mask;
      out[next + 4] = high & mask;
      out[next + 5] = (high >>> width) & mask;
      out[next + 6] = (high >>> (2 * width)) & mask;
      out[next + 7] = (high >>> (3 * width)) & mask;
    }
  }

  private static void fours(long start, int width, int[] out, int at, int to) {
    int mask = (1 << width) - 1;
    int half = width >>> 1;
    int shift = 4 * (width & 1);
    long from = start;
    for (int next = at; next < to; next += GROUP, from += width) {
      long low = MemoryUtil.getLong(from);
      long high = MemoryUtil.getLong(from + half) >>> shift;
      out[next] = (int) low & mask;
      out[next + 1] = (int) (low >>> width) & mask;
      out[next + 2] = (int) (low >>> (2 * width)) & mask;
      out[next + 3] = (int) (low >>> (3 * width)) & mask;
      out[next + 4] = (int) high & mask;
      out[next + 5] = (int) (high >>> width) & mask;
      out[next + 6] = (int) (high >>> (2 * width)) & mask;
      out[next + 7] = (int) (high >>> (3 * width)) & mask;
    }
  }

  private static void twos(long start, int width, int[] out, int at, int to) {
    int mask = (int) ((1L << width) - 1);
    int second = (2 * width) >>> 3;
    int third = (4 * width) >>> 3;
    int fourth = (6 * width) >>> 3;
    int secondShift = (2 * width) & 7;
    int thirdShift = (4 * width) & 7;
    int fourthShift = (6 * width) & 7;
    long from = start;
    for (int next = at; next < to; next += GROUP, from += width) {
      long word = MemoryUtil.getLong(from);
      out[next] = (int) word & mask;
      out[next + 1] = (int) (word >>> width) & mask;
      word = MemoryUtil.getLong(from + second) >>> secondShift;
      out[next + 2] = (int) word & mask;
      out[next + 3] = (int) (word >>> width) & mask;
      word = MemoryUtil.getLong(from + third) >>> thirdShift;
      out[next + 4] = (int) word & mask;
      out[next + 5] = (int) (word >>> width) & mask;
      word = MemoryUtil.getLong(from + fourth) >>> fourthShift;
      out[next + 6] = (int) word & mask;
      out[next + 7] = (int) (word >>> width) & mask;
    }
  }

  private static void ones(long start, int width, int[] out, int at, int to) {
    int mask = (1 << width) - 1;
    long bit = 0;
    for (int next = at; next < to; next++, bit += width) {
      long word = MemoryUtil.getLong(start + (bit >>> 3));
      out[next] = (int) (word >>> (bit & 7)) & mask;
    }
  }
}
