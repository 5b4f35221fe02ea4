// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Dictionary indexes of a data page: one byte of bit width, then a {@link HybridDecoder}'s runs.
 * Every index returned is inside the dictionary.
 */
final class DictionaryIds {
  private final HybridDecoder runs = new HybridDecoder();
  private final Scratch scratch;
  private int size;

  DictionaryIds(Scratch scratch) {
    this.scratch = scratch;
  }

  /** Points at the values of a page whose dictionary has {@code dictionarySize} entries. */
  void wrap(long start, long end, int dictionarySize) {
    this.size = dictionarySize;
    if (start >= end) {
      throw new CorruptPageException(
          "dictionary-encoded values", "no bytes", "a bit width and runs of indexes");
    }
    runs.wrap(start + 1, end, MemoryUtil.getByte(start) & 0xff);
  }

  /** The next indexes, at most a window, at the start of an array that the next call overwrites. */
  int[] read(int count) {
    int[] ids = scratch.ids();
    runs.read(ids, 0, count);
    check(ids, count);
    return ids;
  }

  /**
   * As {@link #read}, of those at some positions among the next {@code total}, a window at most.
   */
  int[] select(int[] positions, int count, int total) {
    int[] ids = scratch.ids();
    runs.select(positions, count, total, ids);
    check(ids, count);
    return ids;
  }

  private void check(int[] ids, int count) {
    int outside = 0;
    int last = size - 1;
    for (int i = 0; i < count; i++) {
      // The sign bit is set for an index below 0 or above the last; no branch, so it vectorises.
      outside |= ids[i] | (last - ids[i]);
    }
    if (outside < 0 || size == 0) {
      throw outside(ids, count);
    }
  }

  /** Passes over the next indexes, which may be outside of the dictionary. */
  void skip(int count) {
    runs.skip(scratch.ids(), count);
  }

  private CorruptPageException outside(int[] ids, int count) {
    for (int i = 0; i < count; i++) {
      if (ids[i] < 0 || ids[i] >= size) {
        return new CorruptPageException(
            "dictionary index",
            Integer.toUnsignedString(ids[i]),
            "less than " + size + ", the size of the dictionary");
      }
    }
    throw new AssertionError("every index is inside the dictionary");
  }
}
