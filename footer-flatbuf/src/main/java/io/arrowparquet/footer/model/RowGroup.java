// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A horizontal slice of the file's rows.
 *
 * @param columns one chunk per leaf column, in schema order
 * @param totalByteSize bytes of all chunks once decompressed
 * @param numRows rows
 * @param sortingColumns how the rows are sorted; null if absent
 * @param fileOffset file offset of the first page; null if absent
 * @param totalCompressedSize bytes of all chunks in the file; null if absent
 * @param ordinal place among the row groups; null if absent
 */
public record RowGroup(
    List<ColumnChunk> columns,
    long totalByteSize,
    long numRows,
    @Nullable List<SortingColumn> sortingColumns,
    @Nullable Long fileOffset,
    @Nullable Long totalCompressedSize,
    @Nullable Short ordinal) {
  /** Keeps unchangeable copies of the lists. */
  public RowGroup {
    columns = List.copyOf(columns);
    sortingColumns = sortingColumns == null ? null : List.copyOf(sortingColumns);
  }

  /** The same with other chunks. */
  public RowGroup withColumns(List<ColumnChunk> changed) {
    return new RowGroup(
        changed, totalByteSize, numRows, sortingColumns, fileOffset, totalCompressedSize, ordinal);
  }

  /**
   * One column of the order in which a row group's rows are sorted.
   *
   * @param columnIdx ordinal of the leaf column
   * @param descending whether values descend
   * @param nullsFirst whether nulls come before values
   */
  public record SortingColumn(int columnIdx, boolean descending, boolean nullsFirst) {}
}
