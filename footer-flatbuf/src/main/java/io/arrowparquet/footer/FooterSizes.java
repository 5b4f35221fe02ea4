// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import java.util.Objects;

/**
 * Where the bytes of one footer go: each counted once, for the column it is about and for the
 * {@linkplain FooterPart part} it belongs to. Bytes that are about no column, or about several, are
 * shared. Immutable; may be shared between threads.
 */
public final class FooterSizes {
  /** Stands for "no column, or several" where a column is asked for. */
  public static final int SHARED = -1;

  private static final int PARTS = FooterPart.values().length;

  /** One row of parts for the shared bytes, then one for each column. */
  private final long[] bytes;

  private FooterSizes(long[] bytes) {
    this.bytes = bytes;
  }

  /** Number of columns. */
  public int columnCount() {
    return bytes.length / PARTS - 1;
  }

  /**
   * Bytes of one part that are about one column.
   *
   * @param column number of the column, or {@link #SHARED}
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public long bytes(int column, FooterPart part) {
    return bytes[row(column, columnCount()) + part.ordinal()];
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
    long sum = 0;
    for (int i = part.ordinal(); i < bytes.length; i += PARTS) {
      sum += bytes[i];
    }
    return sum;
  }

  /** All bytes: the length of the footer. */
  public long total() {
    long sum = 0;
    for (long count : bytes) {
      sum += count;
    }
    return sum;
  }

  private static int row(int column, int columns) {
    return (Objects.checkIndex(column + 1, columns + 1)) * PARTS;
  }

  /** Counts the bytes. For one thread. */
  public static final class Builder {
    private final int columns;
    private final long[] bytes;

    /** Counts the bytes of a footer with so many columns. */
    public Builder(int columns) {
      this.columns = columns;
      this.bytes = new long[(columns + 1) * PARTS];
    }

    /**
     * Adds bytes.
     *
     * @param column number of the column, or {@link #SHARED}
     * @throws IndexOutOfBoundsException if there is no such column
     */
    public void add(int column, FooterPart part, long count) {
      bytes[row(column, columns) + part.ordinal()] += count;
    }

    /** What was counted so far. */
    public FooterSizes build() {
      return new FooterSizes(bytes.clone());
    }
  }
}
