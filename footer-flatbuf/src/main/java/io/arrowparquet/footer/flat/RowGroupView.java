// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SortingColumn;

/**
 * A view of one row group; {@link FlatFooter#rowGroup(int, RowGroupView)} points it elsewhere. One
 * thread at a time.
 */
public final class RowGroupView extends TableView {
  private int index;

  /** Number of columns where the table does not say it; -1 if it does. */
  private int columns;

  /** A view for the footer to point at a table; it answers nothing before that. */
  public RowGroupView() {}

  RowGroupView wrap(FooterBytes newBytes, int newTable, int newIndex) {
    at(newBytes, newTable);
    index = newIndex;
    columns = -1;
    return this;
  }

  RowGroupView withColumns(int columnCount) {
    columns = columnCount;
    return this;
  }

  /** Number of this row group, from 0. */
  public int index() {
    return index;
  }

  /**
   * Number of column chunks: one for each column that {@linkplain FlatFooter#hasChunks has one}.
   */
  public int columnCount() {
    return columns >= 0 ? columns : bytes.count(child(RowGroup.COLUMNS), FooterBytes.REFERENCE);
  }

  /** Number of rows. */
  public long numRows() {
    return longField(RowGroup.NUM_ROWS);
  }

  /** Bytes of all column chunks, uncompressed. */
  public long totalByteSize() {
    return longField(RowGroup.TOTAL_BYTE_SIZE);
  }

  /** Whether the footer has {@link #totalCompressedSize}. */
  public boolean hasTotalCompressedSize() {
    return has(RowGroup.TOTAL_COMPRESSED_SIZE);
  }

  /** Bytes of all column chunks in the file; 0 where it is absent. */
  public long totalCompressedSize() {
    return longField(RowGroup.TOTAL_COMPRESSED_SIZE);
  }

  /** Whether the footer has {@link #fileOffset}. */
  public boolean hasFileOffset() {
    return has(RowGroup.FILE_OFFSET);
  }

  /** Offset in the file of the row group's first page; 0 where it is absent. */
  public long fileOffset() {
    return longField(RowGroup.FILE_OFFSET);
  }

  /** Whether the footer has {@link #ordinal}. */
  public boolean hasOrdinal() {
    return has(RowGroup.ORDINAL);
  }

  /** The row group's number according to the footer; 0 where it is absent. */
  public short ordinal() {
    int at = field(RowGroup.ORDINAL);
    return at == 0 ? 0 : bytes.i16(at);
  }

  /** Whether there is a list of sorting columns, possibly empty. */
  public boolean hasSortingColumns() {
    return has(RowGroup.SORTING_COLUMNS);
  }

  /** Number of columns the rows are sorted by. */
  public int sortingColumnCount() {
    return bytes.count(child(RowGroup.SORTING_COLUMNS), FooterBytes.REFERENCE);
  }

  /** Column of a place in the sort order. */
  public int sortingColumn(int place) {
    int at = bytes.field(sortingTable(place), SortingColumn.COLUMN_IDX);
    return at == 0 ? 0 : bytes.i32(at);
  }

  /** Whether a place in the sort order is descending. */
  public boolean sortsDescending(int place) {
    int at = bytes.field(sortingTable(place), SortingColumn.DESCENDING);
    return at != 0 && bytes.u8(at) != 0;
  }

  /** Whether nulls come first at a place in the sort order. */
  public boolean sortsNullsFirst(int place) {
    int at = bytes.field(sortingTable(place), SortingColumn.NULLS_FIRST);
    return at != 0 && bytes.u8(at) != 0;
  }

  private int sortingTable(int place) {
    int vector = child(RowGroup.SORTING_COLUMNS);
    return bytes.follow(bytes.element(vector, FooterBytes.REFERENCE, place));
  }
}
