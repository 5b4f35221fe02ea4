// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf;

import java.util.Arrays;

/** Which columns a footer has the chunks of: all, or those that reading was asked for. */
final class ChosenColumns {
  static final ChosenColumns ALL = new ChosenColumns(null);

  /** Ascending; null for all. */
  private final int[] columns;

  private ChosenColumns(int[] columns) {
    this.columns = columns;
  }

  static ChosenColumns of(int[] ascending) {
    return new ChosenColumns(ascending.clone());
  }

  boolean has(int column) {
    return columns == null || Arrays.binarySearch(columns, column) >= 0;
  }

  /**
   * Which of a row group's chunks is the column's.
   *
   * @param chunks how many the row group has
   */
  int place(FlatFooter footer, FooterBytes bytes, int chunks, int column) {
    int columnCount = footer.columnCount();
    if (column < 0 || column >= columnCount) {
      throw new IndexOutOfBoundsException("column " + column + " of " + columnCount);
    }
    int expected = columns == null ? columnCount : columns.length;
    if (chunks != expected) {
      // The chunks of some columns must not be taken for those of all.
      throw bytes.corrupt("column chunks of a row group", 0, chunks, "one for each column");
    }
    if (columns == null) {
      return column;
    }
    int place = Arrays.binarySearch(columns, column);
    if (place < 0) {
      throw new IllegalArgumentException(
          "column " + footer.columnPath(column) + " is not one the footer was read with");
    }
    return place;
  }
}
