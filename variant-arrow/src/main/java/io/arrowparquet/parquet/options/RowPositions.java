// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A set of rows of a file by their numbers, which count from 0 over all its row groups: what table
 * formats delete, or what an index has found. Bitmaps stay as small as they are. Immutable; threads
 * may share one.
 */
public final class RowPositions {
  static final int LONGEST_ARRAY = 4096;
  static final int CONTAINER_ROWS = 1 << 16;
  private static final int RUN = -1;

  /** Of the arrays and bitmaps of containers, little endian. */
  private final ByteBuffer bytes;

  /** First rows of ascending segments: a run of rows, or a container of {@link #bytes}. */
  private final long[] starts;

  /** The rows after them; that of a container is 65 536 after its start. */
  private final long[] ends;

  /** Where the container's array or, of more than 4 096 rows, its bitmap is; or {@link #RUN}. */
  private final int[] data;

  /** Rows of the segments before; one more than there are segments. */
  private final long[] before;

  private RowPositions(Builder built) {
    bytes = built.bytes;
    starts = Arrays.copyOf(built.starts, built.count);
    ends = Arrays.copyOf(built.ends, built.count);
    data = Arrays.copyOf(built.data, built.count);
    before = Arrays.copyOf(built.before, built.count + 1);
  }

  /**
   * The rows of ranges, each given by its first row and the row after its last one.
   *
   * @throws IllegalArgumentException if a range is empty, negative, or begins before the end of the
   *     one before
   */
  public static RowPositions ofRanges(long... startsAndEnds) {
    if (startsAndEnds.length % 2 != 0) {
      throw new IllegalArgumentException(startsAndEnds.length + " bounds: a start without an end");
    }
    Builder built = new Builder(ByteBuffer.allocate(0));
    long least = 0;
    for (int i = 0; i < startsAndEnds.length; i += 2) {
      long start = startsAndEnds[i];
      long end = startsAndEnds[i + 1];
      if (start < least || end <= start) {
        throw new IllegalArgumentException(
            "rows " + start + " to " + end + ": not empty, and from " + least + " on");
      }
      built.addRun(start, end);
      least = end;
    }
    return built.build();
  }

  /**
   * Single rows, in any order, also more than once.
   *
   * @throws IllegalArgumentException if one is negative, or the largest number there is
   */
  public static RowPositions of(long... rows) {
    long[] sorted = rows.clone();
    Arrays.sort(sorted);
    if (sorted.length > 0 && (sorted[0] < 0 || sorted[sorted.length - 1] == Long.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "rows " + sorted[0] + " to " + sorted[sorted.length - 1] + ": expected 0 or more");
    }
    Builder built = new Builder(ByteBuffer.allocate(0));
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        built.addRun(sorted[i], sorted[i] + 1);
      }
    }
    return built.build();
  }

  /**
   * The rows of a 64-bit bitmap in the portable format of Roaring. Bytes that are left after it are
   * refused.
   *
   * @param bitmap from its position to its limit; read once, not kept
   * @throws io.arrowparquet.storage.InvalidRequestException if it is none
   */
  public static RowPositions ofRoaring(ByteBuffer bitmap) {
    return RoaringReader.readBitmap(bitmap);
  }

  /**
   * The rows of a deletion vector of Delta or of Iceberg's version 3: a number, then a bitmap as
   * {@link #ofRoaring} takes. What both have in files, the length before and the CRC-32 after
   * these, is checked where it is there.
   *
   * @param vector from its position to its limit; read once, not kept
   * @throws io.arrowparquet.storage.InvalidRequestException if it is none, or damaged
   */
  public static RowPositions ofDeletionVector(ByteBuffer vector) {
    return RoaringReader.readDeletionVector(vector);
  }

  /** How many rows. */
  public long count() {
    return before[starts.length];
  }

  /** How many rows from {@code from} to before {@code to}. */
  public long count(long from, long to) {
    return from >= to ? 0 : rank(to) - rank(from);
  }

  /** Whether the row is one of them; any number may be asked for. */
  public boolean contains(long row) {
    return row >= 0 && row < Long.MAX_VALUE && count(row, row + 1) == 1;
  }

  /** Takes rows. */
  @FunctionalInterface
  public interface RangeConsumer {
    /** The rows from {@code start} to before {@code end}. */
    void accept(long start, long end);
  }

  /**
   * Gives out the rows from {@code from} to before {@code to}, as ascending ranges that do not
   * touch.
   */
  public void forEachRange(long from, long to, RangeConsumer consumer) {
    Joined joined = new Joined(from, to, consumer);
    for (int i = segment(from); i < starts.length && starts[i] < to; i++) {
      if (data[i] == RUN) {
        joined.add(starts[i], ends[i]);
      } else if (isArray(i)) {
        addArray(i, joined);
      } else {
        addBitmap(i, joined);
      }
    }
    joined.add(to, to);
  }

  private void addArray(int segment, Joined joined) {
    int count = rows(segment);
    int i = below(segment, joined.from - starts[segment]);
    for (; i < count && !joined.isAtEnd(); i++) {
      long row = starts[segment] + value(segment, i);
      joined.add(row, row + 1);
    }
  }

  private void addBitmap(int segment, Joined joined) {
    int words = CONTAINER_ROWS / Long.SIZE;
    int word = (int) Math.max(0, joined.from - starts[segment]) / Long.SIZE;
    for (; word < words && !joined.isAtEnd(); word++) {
      long base = starts[segment] + (long) word * Long.SIZE;
      for (long bits = word(segment, word); bits != 0; ) {
        int first = Long.numberOfTrailingZeros(bits);
        int length = Long.numberOfTrailingZeros(~(bits >>> first));
        joined.add(base + first, base + first + length);
        // All 64 bits cannot be shifted out at once.
        bits = first + length == Long.SIZE ? 0 : bits >>> (first + length) << (first + length);
      }
    }
  }

  /** Joins ranges that touch. One is held back until the next one is known. */
  private static final class Joined {
    final long from;
    private final long to;
    private final RangeConsumer consumer;
    private long start;
    private long end;

    Joined(long from, long to, RangeConsumer consumer) {
      this.from = from;
      this.to = to;
      this.consumer = consumer;
      this.start = from;
      this.end = from;
    }

    boolean isAtEnd() {
      return end >= to;
    }

    void add(long newStart, long newEnd) {
      long first = Math.max(from, newStart);
      if (first != end || newStart >= to) {
        if (start < end) {
          consumer.accept(start, end);
        }
        start = first;
      }
      end = Math.min(to, Math.max(first, newEnd));
    }
  }

  /** How many rows are before one. */
  private long rank(long row) {
    int i = segment(row);
    if (i == starts.length || row <= starts[i]) {
      return before[i];
    }
    if (data[i] == RUN) {
      return before[i] + row - starts[i];
    }
    int in = (int) (row - starts[i]);
    if (isArray(i)) {
      return before[i] + below(i, in);
    }
    long count = before[i];
    for (int word = 0; word < in / Long.SIZE; word++) {
      count += Long.bitCount(word(i, word));
    }
    long last = in % Long.SIZE == 0 ? 0 : word(i, in / Long.SIZE) << -in;
    return count + Long.bitCount(last);
  }

  /** The first segment that ends after a row. */
  private int segment(long row) {
    int found = Arrays.binarySearch(ends, row);
    return found < 0 ? -found - 1 : found + 1;
  }

  private int rows(int segment) {
    return (int) (before[segment + 1] - before[segment]);
  }

  private boolean isArray(int segment) {
    return rows(segment) <= LONGEST_ARRAY;
  }

  /** How many values of an array are below one. */
  private int below(int segment, long value) {
    int low = 0;
    int high = rows(segment);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (value(segment, middle) < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int value(int segment, int i) {
    return Short.toUnsignedInt(bytes.getShort(data[segment] + Short.BYTES * i));
  }

  private long word(int segment, int word) {
    return bytes.getLong(data[segment] + Long.BYTES * word);
  }

  /** Whether the other has the same rows, whatever both were made of. */
  @Override
  public boolean equals(Object other) {
    if (!(other instanceof RowPositions that) || count() != that.count()) {
      return false;
    }
    boolean[] same = {true};
    forEachRange(
        0, Long.MAX_VALUE, (start, end) -> same[0] &= that.count(start, end) == end - start);
    return same[0];
  }

  @Override
  public int hashCode() {
    int[] hash = {Long.hashCode(count())};
    forEachRange(
        0,
        Long.MAX_VALUE,
        (start, end) -> hash[0] = 31 * (31 * hash[0] + Long.hashCode(start)) + Long.hashCode(end));
    return hash[0];
  }

  @Override
  public String toString() {
    return count() == 0
        ? "RowPositions[none]"
        : "RowPositions[" + count() + " from " + starts[0] + " on]";
  }

  /** Takes segments in ascending order. */
  static final class Builder {
    private static final int FIRST_SEGMENTS = 8;

    private final ByteBuffer bytes;
    private long[] starts = new long[FIRST_SEGMENTS];
    private long[] ends = new long[FIRST_SEGMENTS];
    private int[] data = new int[FIRST_SEGMENTS];
    private long[] before = new long[FIRST_SEGMENTS + 1];
    private int count;

    Builder(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    void addRun(long start, long end) {
      if (count > 0 && data[count - 1] == RUN && ends[count - 1] == start) {
        ends[count - 1] = end;
        before[count] += end - start;
      } else {
        add(start, end, RUN, end - start);
      }
    }

    /** An array of {@code rows} values of 2 bytes, or a bitmap of 8 KiB if they are over 4 096. */
    void addContainer(long start, int position, int rows) {
      add(start, start + CONTAINER_ROWS, position, rows);
    }

    private void add(long start, long end, int position, long rows) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
        data = Arrays.copyOf(data, 2 * count);
        before = Arrays.copyOf(before, 2 * count + 1);
      }
      starts[count] = start;
      ends[count] = end;
      data[count] = position;
      count++;
      before[count] = before[count - 1] + rows;
    }

    RowPositions build() {
      return new RowPositions(this);
    }
  }
}
