// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import io.arrowparquet.variant.CorruptPageException;
import java.util.Arrays;

/** The levels of a batch's entries, for the vectors above a leaf that are made from them. */
final class BatchLevels {
  private static final int[] NONE = new int[0];
  private static final int MOST = Integer.MAX_VALUE - LeafReader.WINDOW - 16;

  private int[] definition = NONE;
  private int[] repetition = NONE;
  private int entries;

  /** Starts a batch. */
  void clear() {
    entries = 0;
  }

  /** Entries of the batch. */
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

  /** Makes room for the definition levels of a window of entries behind those that are there. */
  void ensure(int count) {
    if (entries > MOST - count) {
      throw new CorruptPageException(
          "entries of a batch", entries + " and " + count, "at most " + MOST);
    }
    definition = grown(definition, entries + count);
  }

  private static int[] grown(int[] levels, int length) {
    if (length <= levels.length) {
      return levels;
    }
    long larger = Math.max(Math.max(length, LeafReader.WINDOW), 2L * levels.length);
    return Arrays.copyOf(levels, (int) Math.min(MOST, larger));
  }

  /** Copies repetition levels behind those that are there. */
  void putRepetition(int[] levels, int from, int count) {
    if (repetition.length < definition.length) {
      repetition = Arrays.copyOf(repetition, definition.length);
    }
    System.arraycopy(levels, from, repetition, entries, count);
  }

  /** Counts entries whose levels were written behind those that are there. */
  void advance(int count) {
    entries += count;
  }
}
