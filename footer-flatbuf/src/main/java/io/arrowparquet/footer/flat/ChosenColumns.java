// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

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

  /** How many chunks a row group has. */
  int count(int columnCount) {
    return columns == null ? columnCount : columns.length;
  }

  /** Which of a row group's chunks is the column's. */
  int place(FlatFooter footer, int column) {
    int columnCount = footer.columnCount();
    if (column < 0 || column >= columnCount) {
      throw new IndexOutOfBoundsException("column " + column + " of " + columnCount);
    }
    return columns == null ? column : chosenPlace(footer, column);
  }

  private int chosenPlace(FlatFooter footer, int column) {
    int place = Arrays.binarySearch(columns, column);
    if (place < 0) {
      throw new IllegalArgumentException(
          "column " + footer.columnPath(column) + " is not one the footer was read with");
    }
    return place;
  }
}
