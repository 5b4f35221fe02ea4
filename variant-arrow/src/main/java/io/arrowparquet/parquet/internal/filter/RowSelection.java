// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.parquet.internal.page.RowRanges;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/** Rows chosen from a batch: ascending runs that do not touch. */
public final class RowSelection {
  private static final int FIRST_RUNS = 16;

  private static final long EIGHT_FALSE = 0x0101010101010101L * TruthSet.FALSE;

  private int[] starts = new int[FIRST_RUNS];
  private int[] ends = new int[FIRST_RUNS];
  private int runs;
  private int count;

  public void selectTrue(byte[] truths, int rows) {
    runs = 0;
    count = 0;
    for (int i = 0; i < rows; ) {
      if (truths[i] != TruthSet.TRUE) {
        boolean areFalse = i + Long.BYTES <= rows && MemoryUtil.getLong(truths, i) == EIGHT_FALSE;
        i += areFalse ? Long.BYTES : 1;
        continue;
      }
      int start = i;
      while (i < rows && truths[i] == TruthSet.TRUE) {
        i++;
      }
      add(start, i);
    }
  }

  /** The chosen rows by their numbers, {@code from} to before {@code to}. */
  public RowSelection part(int from, int to) {
    RowSelection part = new RowSelection();
    int before = 0;
    for (int run = 0; run < runs && before < to; run++) {
      int length = ends[run] - starts[run];
      int first = Math.max(0, from - before);
      int end = Math.min(length, to - before);
      if (first < end) {
        part.add(starts[run] + first, starts[run] + end);
      }
      before += length;
    }
    return part;
  }

  /** Adds a run that does not begin before the last one ends. */
  public void add(int start, int end) {
    if (start == end) {
      return;
    }
    count += end - start;
    if (runs > 0 && ends[runs - 1] == start) {
      ends[runs - 1] = end;
      return;
    }
    if (runs == starts.length) {
      starts = Arrays.copyOf(starts, 2 * runs);
      ends = Arrays.copyOf(ends, 2 * runs);
    }
    starts[runs] = start;
    ends[runs] = end;
    runs++;
  }

  public RowRanges of(RowRanges ranges) {
    RowRanges.Builder chosen = new RowRanges.Builder(runs);
    int range = 0;
    // The number, among the rows of all ranges, of the first row of this one.
    long first = 0;
    for (int run = 0; run < runs; run++) {
      for (long next = starts[run]; next < ends[run]; ) {
        long length = ranges.end(range) - ranges.start(range);
        if (next >= first + length) {
          first += length;
          range++;
          continue;
        }
        long end = Math.min(ends[run], first + length);
        long shift = ranges.start(range) - first;
        chosen.add(next + shift, end + shift);
        next = end;
      }
    }
    return chosen.build();
  }

  public int count() {
    return count;
  }

  public int runs() {
    return runs;
  }

  public int start(int run) {
    return starts[run];
  }

  public int end(int run) {
    return ends[run];
  }
}
