// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.util.Arrays;

/**
 * The levels of a batch. Definition levels that are equal from the first entry on, as those of data
 * without nulls are, are not written until something asks for them.
 */
final class BatchLevels {
  private static final int[] NONE = new int[0];
  private static final int MOST = Integer.MAX_VALUE - Scratch.WINDOW - 16;

  private int[] definition = NONE;
  private int[] repetition = NONE;
  private int entries;
  private int expected;

  /** Of all entries, none of which is in the array then; -1 if all are. */
  private int equal = -1;

  void clear(int expectedEntries) {
    entries = 0;
    equal = -1;
    expected = expectedEntries + expectedEntries / 16;
  }

  int entries() {
    return entries;
  }

  /** The definition level of all entries; negative if it is not known to be that of all. */
  int equalDefinition() {
    return equal;
  }

  /** Definition levels; {@link #ensure} may replace the array. */
  int[] definition() {
    if (equal >= 0) {
      ensure(0);
    }
    return definition;
  }

  /** Repetition levels; empty if the column is not repeated. */
  int[] repetition() {
    return repetition;
  }

  void ensure(int count) {
    definition = withRoom(definition, count);
    if (equal >= 0) {
      Arrays.fill(definition, 0, entries, equal);
      equal = -1;
    }
  }

  /** As {@link #ensure}, for entries that all have this definition level. */
  void ensureEqual(int level, int count) {
    if (entries == 0) {
      equal = level;
    }
    if (equal != level) {
      ensure(count);
      Arrays.fill(definition, entries, entries + count, level);
    }
  }

  private int[] withRoom(int[] levels, int count) {
    if (entries > MOST - count) {
      throw new CorruptPageException(
          "entries of a batch", entries + " and " + count, "at most " + MOST);
    }
    int length = entries + count;
    if (length <= levels.length) {
      return levels;
    }
    long larger = Math.max(length, levels.length < expected ? expected : 2L * levels.length);
    return Arrays.copyOf(levels, (int) Math.min(MOST, larger));
  }

  void putRepetition(int[] levels, int from, int count) {
    repetition = withRoom(repetition, count);
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
