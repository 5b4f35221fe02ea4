// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/**
 * Where the bytes of one footer go: each counted once, for the column it is about and for the
 * {@linkplain FooterPart part} it belongs to. Bytes that are about no column, or about several, are
 * shared. Immutable; may be shared between threads.
 */
public final class FooterSizes {
  /** Where a column is asked for: none, or several. */
  public static final int SHARED = -1;

  /** For each part the shared bytes, then those of each column. */
  private final Map<FooterPart, long[]> bytes;

  private FooterSizes(Map<FooterPart, long[]> bytes) {
    this.bytes = bytes;
  }

  /** Number of columns. */
  public int columnCount() {
    return bytes.get(FooterPart.SCHEMA).length - 1;
  }

  /**
   * Bytes of one part that are about one column.
   *
   * @param column number of the column, or {@link #SHARED}
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public long bytes(int column, FooterPart part) {
    return bytes.get(part)[Objects.checkIndex(column + 1, columnCount() + 1)];
  }

  /** Bytes about one column, or {@link #SHARED} ones, in all parts. */
  public long bytes(int column) {
    long sum = 0;
    for (FooterPart part : FooterPart.values()) {
      sum += bytes(column, part);
    }
    return sum;
  }

  /** Bytes of one part, of all columns and shared. */
  public long bytes(FooterPart part) {
    return LongStream.of(bytes.get(part)).sum();
  }

  /** All bytes: the length of the footer. */
  public long total() {
    long sum = 0;
    for (FooterPart part : FooterPart.values()) {
      sum += bytes(part);
    }
    return sum;
  }

  /** Counts the bytes. For one thread. */
  public static final class Builder {
    private final Map<FooterPart, long[]> bytes = new EnumMap<>(FooterPart.class);

    /** Counts the bytes of a footer with so many columns. */
    public Builder(int columns) {
      for (FooterPart part : FooterPart.values()) {
        bytes.put(part, new long[columns + 1]);
      }
    }

    /**
     * Adds bytes.
     *
     * @param column number of the column, or {@link #SHARED}
     * @throws IndexOutOfBoundsException if there is no such column
     */
    public void add(int column, FooterPart part, long count) {
      long[] counts = bytes.get(part);
      counts[Objects.checkIndex(column + 1, counts.length)] += count;
    }

    /** What was counted so far. */
    public FooterSizes build() {
      Map<FooterPart, long[]> copy = new EnumMap<>(FooterPart.class);
      bytes.forEach((part, counts) -> copy.put(part, counts.clone()));
      return new FooterSizes(copy);
    }
  }
}
