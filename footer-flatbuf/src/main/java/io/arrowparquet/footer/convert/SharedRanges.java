// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.flat.BlockChecksums;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Ranges of the buffer that tables anywhere in it refer to, counted from the buffer's end. There
 * are few: vtables and lists of encodings.
 */
final class SharedRanges {
  /** More of them are not remembered: a reader fetches their blocks when it meets them. */
  private static final int MAX = 1 << 10;

  private int[] ranges = new int[16];
  private int count;

  void add(int begin, int end) {
    if (count == 2 * MAX) {
      return;
    }
    if (count == ranges.length) {
      ranges = Arrays.copyOf(ranges, 2 * count);
    }
    ranges[count++] = begin;
    ranges[count++] = end;
  }

  /**
   * The blocks that the ranges are in.
   *
   * @param size of the buffer
   * @param from blocks before it are left out
   * @param limit of the number of blocks
   */
  int[] blocks(int size, int from, int limit) {
    BitSet blocks = new BitSet();
    for (int i = 0; i < count; i += 2) {
      int first = (size - ranges[i + 1]) >>> BlockChecksums.BLOCK_SHIFT;
      int last = (size - ranges[i] - 1) >>> BlockChecksums.BLOCK_SHIFT;
      blocks.set(first, last + 1);
    }
    return blocks.stream().filter(block -> block >= from).limit(limit).toArray();
  }
}
