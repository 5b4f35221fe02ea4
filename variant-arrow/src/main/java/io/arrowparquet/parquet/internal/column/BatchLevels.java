// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.util.Arrays;

final class BatchLevels {
  private static final int[] NONE = new int[0];
  private static final int MOST = Integer.MAX_VALUE - Scratch.WINDOW - 16;

  private int[] definition = NONE;
  private int[] repetition = NONE;
  private int entries;
  private int expected;

  void clear(int expectedEntries) {
    entries = 0;
    expected = expectedEntries + expectedEntries / 16;
  }

  int entries() {
    return entries;
  }

  /** Definition levels; {@link #ensure} may replace the array. */
  int[] definition() {
    return definition;
  }

  /** Repetition levels; empty if the column is not repeated. */
  int[] repetition() {
    return repetition;
  }

  void ensure(int count) {
    if (entries > MOST - count) {
      throw new CorruptPageException(
          "entries of a batch", entries + " and " + count, "at most " + MOST);
    }
    int length = entries + count;
    if (length > definition.length) {
      long larger = entries == 0 ? Math.max(length, expected) : 2L * definition.length;
      definition = Arrays.copyOf(definition, (int) Math.min(MOST, Math.max(length, larger)));
    }
  }

  void putRepetition(int[] levels, int from, int count) {
    if (repetition.length < definition.length) {
      repetition = Arrays.copyOf(repetition, definition.length);
    }
    System.arraycopy(levels, from, repetition, entries, count);
  }

  void advance(int count) {
    entries += count;
  }

  /**
   * A comparison is the sign bit of a difference, which the compiler adds up many at a time; levels
   * are small, so that no difference overflows.
   */
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
