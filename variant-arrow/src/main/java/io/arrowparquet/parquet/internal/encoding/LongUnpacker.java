// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/** Values of 0 to 64 bits, as {@link IntUnpacker}. */
final class LongUnpacker {
  private static final int GROUP = IntUnpacker.GROUP;

  /** Widest values that fit in a word from any bit of its first byte. */
  private static final int MAX_ONE = 57;

  private LongUnpacker() {}

  static void unpack(long from, int width, long[] out, int at, int groups) {
    int to = at + GROUP * groups;
    if (width == 0) {
      Arrays.fill(out, at, to, 0);
    } else if (width <= IntUnpacker.MAX_EIGHT) {
      eights(from, width, out, at, to);
    } else if (width <= IntUnpacker.MAX_FOUR) {
      fours(from, width, out, at, to);
    } else if (width <= IntUnpacker.MAX_TWO || width == Integer.SIZE) {
      twos(from, width, out, at, to);
    } else if (width <= MAX_ONE) {
      ones(from, width, out, at, to);
    } else if (width < Long.SIZE) {
      wide(from, width, out, at, to);
    } else {
      words(from, out, at, to);
    }
  }

  private static void eights(long start, int width, long[] out, int at, int to) {
    long mask = (1L << width) - 1;
    long from = start;
    for (int next = at; next < to; next += GROUP, from += width) {
      long low = MemoryUtil.getLong(from);
      long high = low >>> (4 * width);
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

  private static void fours(long start, int width, long[] out, int at, int to) {
    long mask = (1L << width) - 1;
    int half = width >>> 1;
    int shift = 4 * (width & 1);
    long from = start;
    for (int next = at; next < to; next += GROUP, from += width) {
      long low = MemoryUtil.getLong(from);
      long high = MemoryUtil.getLong(from + half) >>> shift;
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

  private static void twos(long start, int width, long[] out, int at, int to) {
    long mask = (1L << width) - 1;
    int second = (2 * width) >>> 3;
    int third = (4 * width) >>> 3;
    int fourth = (6 * width) >>> 3;
    int secondShift = (2 * width) & 7;
    int thirdShift = (4 * width) & 7;
    int fourthShift = (6 * width) & 7;
    long from = start;
    for (int next = at; next < to; next += GROUP, from += width) {
      long word = MemoryUtil.getLong(from);
      out[next] = word & mask;
      out[next + 1] = (word >>> width) & mask;
      word = MemoryUtil.getLong(from + second) >>> secondShift;
      out[next + 2] = word & mask;
      out[next + 3] = (word >>> width) & mask;
      word = MemoryUtil.getLong(from + third) >>> thirdShift;
      out[next + 4] = word & mask;
      out[next + 5] = (word >>> width) & mask;
      word = MemoryUtil.getLong(from + fourth) >>> fourthShift;
      out[next + 6] = word & mask;
      out[next + 7] = (word >>> width) & mask;
    }
  }

  private static void ones(long start, int width, long[] out, int at, int to) {
    long mask = (1L << width) - 1;
    long bit = 0;
    for (int next = at; next < to; next++, bit += width) {
      long word = MemoryUtil.getLong(start + (bit >>> 3));
      out[next] = (word >>> (bit & 7)) & mask;
    }
  }

  /** Values that may begin in one word and end in the byte after it. */
  private static void wide(long start, int width, long[] out, int at, int to) {
    long mask = -1L >>> (Long.SIZE - width);
    long bit = 0;
    for (int next = at; next < to; next++, bit += width) {
      long from = start + (bit >>> 3);
      int shift = (int) (bit & 7);
      long word = MemoryUtil.getLong(from) >>> shift;
      // Two shifts: the word's size less a shift of 0 would leave the byte where it is.
      long rest = (long) MemoryUtil.getByte(from + Long.BYTES) << (Long.SIZE - 1 - shift) << 1;
      out[next] = (word | rest) & mask;
    }
  }

  private static void words(long start, long[] out, int at, int to) {
    long from = start;
    for (int next = at; next < to; next++, from += Long.BYTES) {
      out[next] = MemoryUtil.getLong(from);
    }
  }
}
