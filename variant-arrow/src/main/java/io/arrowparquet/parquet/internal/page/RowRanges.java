// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import java.util.Arrays;

/** Ascending ranges of rows that do not touch. Immutable once built; threads may share one. */
public final class RowRanges {
  private static final int FIRST_RANGES = 8;

  private final long[] starts;
  private final long[] ends;

  private RowRanges(long[] starts, long[] ends) {
    this.starts = starts;
    this.ends = ends;
  }

  public static RowRanges all(long rows) {
    return rows == 0
        ? new RowRanges(new long[0], new long[0])
        : new RowRanges(new long[] {0}, new long[] {rows});
  }

  public static final class Builder {
    private long[] starts;
    private long[] ends;
    private int count;

    public Builder() {
      this(FIRST_RANGES);
    }

    public Builder(int ranges) {
      starts = new long[ranges];
      ends = new long[ranges];
    }

    public void add(long start, long end) {
      if (start >= end) {
        return;
      }
      if (count > 0 && ends[count - 1] == start) {
        ends[count - 1] = end;
        return;
      }
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count + FIRST_RANGES);
        ends = Arrays.copyOf(ends, 2 * count + FIRST_RANGES);
      }
      starts[count] = start;
      ends[count] = end;
      count++;
    }

    /** The ranges; nothing may be added afterwards. */
    public RowRanges build() {
      if (count == starts.length) {
        return new RowRanges(starts, ends);
      }
      return new RowRanges(Arrays.copyOf(starts, count), Arrays.copyOf(ends, count));
    }
  }

  public long rows() {
    long rows = 0;
    for (int i = 0; i < starts.length; i++) {
      rows += ends[i] - starts[i];
    }
    return rows;
  }

  /** The rows after the first {@code skipped}, at most {@code most} of them. */
  public RowRanges part(long skipped, long most) {
    long left = skipped;
    int range = 0;
    while (range < starts.length && ends[range] - starts[range] <= left) {
      left -= ends[range] - starts[range];
      range++;
    }
    return range == starts.length ? all(0) : from(starts[range] + left, most);
  }

  /** At most {@code most} rows, the first of those that are not before {@code start}. */
  public RowRanges from(long start, long most) {
    int first = firstEndingAfter(start);
    int range = first;
    long left = most;
    for (; range < starts.length && left > 0; range++) {
      left -= ends[range] - Math.max(start, starts[range]);
    }
    if (range == first) {
      return all(0);
    }
    RowRanges found =
        new RowRanges(
            Arrays.copyOfRange(starts, first, range), Arrays.copyOfRange(ends, first, range));
    found.starts[0] = Math.max(start, starts[first]);
    // The last range may have more rows than were left.
    found.ends[range - first - 1] += Math.min(0, left);
    return found;
  }

  /** The rows of both. */
  public RowRanges or(RowRanges other) {
    Builder both = new Builder(count() + other.count());
    long end = 0;
    int left = 0;
    int right = 0;
    while (left < count() || right < other.count()) {
      boolean isLeft =
          right == other.count() || (left < count() && starts[left] <= other.starts[right]);
      long nextStart = isLeft ? starts[left] : other.starts[right];
      long nextEnd = isLeft ? ends[left++] : other.ends[right++];
      both.add(Math.max(nextStart, end), nextEnd);
      end = Math.max(end, nextEnd);
    }
    return both.build();
  }

  public int count() {
    return starts.length;
  }

  public long start(int range) {
    return starts[range];
  }

  /** The first row after a range. */
  public long end(int range) {
    return ends[range];
  }

  public boolean isEmpty() {
    return starts.length == 0;
  }

  public boolean isAll(long rows) {
    return rows == 0 || (starts.length == 1 && starts[0] == 0 && ends[0] == rows);
  }

  private boolean covers(RowRanges other) {
    int last = other.count() - 1;
    return starts.length == 1
        && last >= 0
        && starts[0] <= other.starts[0]
        && ends[0] >= other.ends[last];
  }

  public boolean meets(long start, long end) {
    int range = firstEndingAfter(start);
    return range < starts.length && starts[range] < end;
  }

  private int firstEndingAfter(long row) {
    int found = Arrays.binarySearch(ends, row);
    return found < 0 ? -found - 1 : found + 1;
  }

  /** The rows that both have. */
  public RowRanges and(RowRanges other) {
    if (covers(other)) {
      return other;
    }
    if (other.covers(this)) {
      return this;
    }
    Builder both = new Builder();
    int i = 0;
    int j = 0;
    while (i < starts.length && j < other.starts.length) {
      both.add(Math.max(starts[i], other.starts[j]), Math.min(ends[i], other.ends[j]));
      if (ends[i] < other.ends[j]) {
        i++;
      } else {
        j++;
      }
    }
    return both.build();
  }
}
