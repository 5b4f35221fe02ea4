// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

/**
 * Counts levels. A comparison is the sign bit of a difference, which the compiler adds up many at a
 * time; levels and limits are small numbers, so that no difference overflows.
 */
final class LevelCounts {
  private LevelCounts() {}

  /** How many levels of a range are at least as great. */
  static int atLeast(int least, int[] levels, int from, int to) {
    int count = 0;
    int below = least - 1;
    for (int i = from; i < to; i++) {
      count += (below - levels[i]) >>> (Integer.SIZE - 1);
    }
    return count;
  }

  /** How many levels of a range, none of which is negative, are 0. */
  static int zeros(int[] levels, int from, int to) {
    return to - from - atLeast(1, levels, from, to);
  }
}
