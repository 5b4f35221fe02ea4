// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.parquet.options.PageCuts;

/**
 * Finds where the pages of a column end by their content: a gear hash over its entries, of the last
 * 64 since the page before ended.
 *
 * <pre>
 *   state = 2 * state + (hash of the value, if there is one, and of the levels)
 *   end   at the first row after an entry with  upper half of state &lt; limit * bytes of the entry
 * </pre>
 */
final class ContentCuts {
  private static final int LEVEL_BYTES = Short.BYTES;

  /** The bytes from least to most have this many ends, on average. */
  private static final int ENDS = 4;

  private final PageCuts cuts;
  private final int maxRepetition;
  private final int maxDefinition;
  private final double limit;

  /** Of the values of a run. */
  private final long[] hashes = new long[WriteScratch.ENTRIES];

  private final int[] sizes = new int[WriteScratch.ENTRIES];
  private int count;
  private long state;
  private long bytes;
  private boolean found;

  ContentCuts(LeafColumn column) {
    cuts = column.settings().cuts();
    maxRepetition = column.maxRepetition();
    maxDefinition = column.maxDefinition();
    limit = Math.scalb((double) ENDS, Integer.SIZE + cuts.level()) / range();
  }

  private long range() {
    return (long) cuts.mostBytes() - cuts.leastBytes();
  }

  /** Starts a page. */
  void start() {
    count = 0;
    state = 0;
    bytes = 0;
    found = false;
  }

  /** Whether the page is to end where the rows end that were looked at. */
  boolean found() {
    return found;
  }

  void add(int[] values, int more) {
    for (int i = 0; i < more; i++) {
      add(SplitBlock.hash(values[i]), Integer.BYTES);
    }
  }

  void add(long[] values, int more) {
    for (int i = 0; i < more; i++) {
      add(SplitBlock.hash(values[i]), Long.BYTES);
    }
  }

  void add(byte[] booleans, int more) {
    for (int i = 0; i < more; i++) {
      add(SplitBlock.hash((int) booleans[i]), 1);
    }
  }

  void add(byte[] values, int[] offsets, int more) {
    for (int i = 0; i < more; i++) {
      int length = offsets[i + 1] - offsets[i];
      add(SplitBlock.hash(values, offsets[i], length), length);
    }
  }

  private void add(long hash, int size) {
    hashes[count] = hash;
    sizes[count++] = size;
  }

  /**
   * Looks at the entries of a run, whose values were added before; how many of them are to be
   * written to the page.
   *
   * @param definitions null if all have values
   */
  int entriesToEnd(Slots slots, int from, int entries, int[] definitions) {
    int levelBytes = (maxRepetition > 0 ? LEVEL_BYTES : 0) + (maxDefinition > 0 ? LEVEL_BYTES : 0);
    int value = 0;
    count = 0;
    for (int i = 0; i < entries; i++) {
      int repetition = slots.repetition(from + i);
      if (found && repetition == 0) {
        return i;
      }
      int definition = definitions == null ? maxDefinition : definitions[i];
      int size = levelBytes;
      long hash = definition + ((long) repetition << Short.SIZE);
      if (definition == maxDefinition) {
        hash += hashes[value];
        size += sizes[value++];
      }
      state = (state << 1) + hash;
      bytes += size;
      found |= bytes >= cuts.leastBytes() && isEnd(size);
    }
    return entries;
  }

  private boolean isEnd(int size) {
    return bytes >= cuts.mostBytes() || state >>> Integer.SIZE < (long) (limit * size);
  }
}
