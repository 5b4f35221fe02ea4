// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.page.RowRanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is known of a predicate before rows are read: ranges of the rows of a row group, and for
 * each range the truth values that its rows can have. Immutable.
 */
final class RangeTruths {
  private final long[] ends;
  private final byte[] truths;

  /** Ranges by their ends, ascending, the first of them from row 0. */
  RangeTruths(long[] ends, byte[] truths) {
    this.ends = ends;
    this.truths = truths;
  }

  /** What is known of a range of rows to the truths that they can have. */
  @FunctionalInterface
  interface OfRange {
    /**
     * The truths.
     *
     * @param from the first row
     * @param ranges of each operand, which end with the same row
     */
    byte truths(long from, List<Range> ranges);
  }

  /**
   * The truths of ranges that no operand cuts further.
   *
   * @param rows of the row group
   * @param operands of each the ranges of all rows
   */
  static RangeTruths of(long rows, List<List<Range>> operands, OfRange truths) {
    int most = 1 + operands.stream().mapToInt(List::size).sum();
    long[] ends = new long[most];
    byte[] found = new byte[most];
    int[] next = new int[operands.size()];
    int count = 0;
    for (long from = 0; from < rows; count++) {
      long end = rows;
      for (int i = 0; i < next.length; i++) {
        List<Range> ranges = operands.get(i);
        while (ranges.get(next[i]).end() <= from) {
          next[i]++;
        }
        end = Math.min(end, ranges.get(next[i]).end());
      }
      List<Range> together = new ArrayList<>();
      for (int i = 0; i < next.length; i++) {
        together.add(operands.get(i).get(next[i]).endingAt(end));
      }
      ends[count] = end;
      found[count] = truths.truths(from, together);
      from = end;
    }
    return new RangeTruths(Arrays.copyOf(ends, count), Arrays.copyOf(found, count));
  }

  @FunctionalInterface
  interface Combination {
    byte apply(byte left, byte right);
  }

  /** Both, on ranges that neither cuts further. */
  RangeTruths combine(RangeTruths other, Combination combination) {
    long[] newEnds = new long[ends.length + other.ends.length];
    byte[] newTruths = new byte[newEnds.length];
    int count = 0;
    int left = 0;
    int right = 0;
    while (left < ends.length && right < other.ends.length) {
      long end = Math.min(ends[left], other.ends[right]);
      newEnds[count] = end;
      newTruths[count++] = combination.apply(truths[left], other.truths[right]);
      left += ends[left] == end ? 1 : 0;
      right += other.ends[right] == end ? 1 : 0;
    }
    return new RangeTruths(Arrays.copyOf(newEnds, count), Arrays.copyOf(newTruths, count));
  }

  @FunctionalInterface
  interface Change {
    byte apply(byte truth);
  }

  RangeTruths map(Change change) {
    byte[] changed = new byte[truths.length];
    for (int i = 0; i < truths.length; i++) {
      changed[i] = change.apply(truths[i]);
    }
    return new RangeTruths(ends, changed);
  }

  byte any() {
    byte any = 0;
    for (byte truth : truths) {
      any |= truth;
    }
    return any;
  }

  RowRanges possible() {
    RowRanges.Builder ranges = new RowRanges.Builder();
    long start = 0;
    for (int i = 0; i < ends.length; i++) {
      if ((truths[i] & TruthSet.TRUE) != 0) {
        ranges.add(start, ends[i]);
      }
      start = ends[i];
    }
    return ranges.build();
  }
}
