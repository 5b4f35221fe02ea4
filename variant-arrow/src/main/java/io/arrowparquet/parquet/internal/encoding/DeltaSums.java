// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Sums of bit-packed deltas as INT32, each of which only the low half of a delta counts for. Cut
 * out of words as by {@link IntUnpacker}, and added up before they leave the registers.
 */
final class DeltaSums {
  private static final int GROUP = IntUnpacker.GROUP;

  private DeltaSums() {}

  /**
   * Writes the sums of {@code 8 * groups} deltas, to each of which {@code least} is added, and
   * returns the last one.
   *
   * @param value the sum before
   */
  static int write(long from, int width, int least, int value, long to, int groups) {
    int pairs = groups / 2;
    if (WideLoops.FOUND != null && width <= Integer.SIZE && pairs > 0) {
      int sum = WideLoops.FOUND.sums(from, width, least, value, to, pairs);
      long rest = to + 2L * GROUP * Integer.BYTES * pairs;
      return groups % 2 == 0 ? sum : values(from + 2L * width * pairs, width, least, sum, rest, 1);
    }
    return values(from, width, least, value, to, groups);
  }

  private static int values(long from, int width, int least, int value, long to, int groups) {
    long end = to + (long) GROUP * Integer.BYTES * groups;
    if (width == 0) {
      return steps(least, value, to, end);
    }
    if (width <= IntUnpacker.MAX_EIGHT) {
      return eights(from, width, least, value, to, end);
    }
    if (width <= IntUnpacker.MAX_FOUR) {
      return fours(from, width, least, value, to, end);
    }
    return width <= IntUnpacker.MAX_TWO || width == Integer.SIZE
        ? twos(from, width, least, value, to, end)
        : ones(from, width, least, value, to, end);
  }

  private static int steps(int least, int value, long to, long end) {
    int sum = value;
    for (long at = to; at < end; at += 2 * Integer.BYTES) {
      MemoryUtil.putInt(at, sum + least);
      sum += 2 * least;
      MemoryUtil.putInt(at + 4, sum);
    }
    return sum;
  }

  private static int eights(long start, int width, int least, int value, long to, long end) {
    int mask = (1 << width) - 1;
    long from = start;
    int sum = value;
    for (long at = to; at < end; at += GROUP * Integer.BYTES, from += width) {
      long word = MemoryUtil.getLong(from);
      int low = (int) word;
      int high = (int) (word >>> (4 * width));
      MemoryUtil.putInt(at, sum += (low & mask) + least);
      MemoryUtil.putInt(at + 4, sum += ((low >>> width) & mask) + least);
      MemoryUtil.putInt(at + 8, sum += ((low >>> (2 * width)) & mask) + least);
      MemoryUtil.putInt(at + 12, sum += ((low >>> (3 * width)) & mask) + least);
      MemoryUtil.putInt(at + 16, sum += (high & mask) + least);
      MemoryUtil.putInt(at + 20, sum += ((high >>> width) & mask) + least);
      MemoryUtil.putInt(at + 24, sum += ((high >>> (2 * width)) & mask) + least);
      MemoryUtil.putInt(at + 28, sum += ((high >>> (3 * width)) & mask) + least);
    }
    return sum;
  }

  private static int fours(long start, int width, int least, int value, long to, long end) {
    int mask = (1 << width) - 1;
    int half = width >>> 1;
    int shift = 4 * (width & 1);
    long from = start;
    int sum = value;
    for (long at = to; at < end; at += GROUP * Integer.BYTES, from += width) {
      long low = MemoryUtil.getLong(from);
      long high = MemoryUtil.getLong(from + half) >>> shift;
      MemoryUtil.putInt(at, sum += ((int) low & mask) + least);
      MemoryUtil.putInt(at + 4, sum += ((int) (low >>> width) & mask) + least);
      MemoryUtil.putInt(at + 8, sum += ((int) (low >>> (2 * width)) & mask) + least);
      MemoryUtil.putInt(at + 12, sum += ((int) (low >>> (3 * width)) & mask) + least);
      MemoryUtil.putInt(at + 16, sum += ((int) high & mask) + least);
      MemoryUtil.putInt(at + 20, sum += ((int) (high >>> width) & mask) + least);
      MemoryUtil.putInt(at + 24, sum += ((int) (high >>> (2 * width)) & mask) + least);
      MemoryUtil.putInt(at + 28, sum += ((int) (high >>> (3 * width)) & mask) + least);
    }
    return sum;
  }

  private static int twos(long start, int width, int least, int value, long to, long end) {
    int mask = (int) ((1L << width) - 1);
    int second = (2 * width) >>> 3;
    int third = (4 * width) >>> 3;
    int fourth = (6 * width) >>> 3;
    int secondShift = (2 * width) & 7;
    int thirdShift = (4 * width) & 7;
    int fourthShift = (6 * width) & 7;
    long from = start;
    int sum = value;
    for (long at = to; at < end; at += GROUP * Integer.BYTES, from += width) {
      long word = MemoryUtil.getLong(from);
      MemoryUtil.putInt(at, sum += ((int) word & mask) + least);
      MemoryUtil.putInt(at + 4, sum += ((int) (word >>> width) & mask) + least);
      word = MemoryUtil.getLong(from + second) >>> secondShift;
      MemoryUtil.putInt(at + 8, sum += ((int) word & mask) + least);
      MemoryUtil.putInt(at + 12, sum += ((int) (word >>> width) & mask) + least);
      word = MemoryUtil.getLong(from + third) >>> thirdShift;
      MemoryUtil.putInt(at + 16, sum += ((int) word & mask) + least);
      MemoryUtil.putInt(at + 20, sum += ((int) (word >>> width) & mask) + least);
      word = MemoryUtil.getLong(from + fourth) >>> fourthShift;
      MemoryUtil.putInt(at + 24, sum += ((int) word & mask) + least);
      MemoryUtil.putInt(at + 28, sum += ((int) (word >>> width) & mask) + least);
    }
    return sum;
  }

  private static int ones(long start, int width, int least, int value, long to, long end) {
    int mask = width < Integer.SIZE ? (1 << width) - 1 : -1;
    long bit = 0;
    int sum = value;
    for (long at = to; at < end; at += Integer.BYTES, bit += width) {
      int word = (int) (MemoryUtil.getLong(start + (bit >>> 3)) >>> (bit & 7));
      MemoryUtil.putInt(at, sum += (word & mask) + least);
    }
    return sum;
  }
}
