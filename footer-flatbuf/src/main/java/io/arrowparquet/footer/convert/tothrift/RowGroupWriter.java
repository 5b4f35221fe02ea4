// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.tothrift;

import io.arrowparquet.footer.flatbuf.ColumnChunkView;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.flatbuf.RowGroupView;
import io.arrowparquet.footer.flatbuf.generated.ColumnChunk;
import io.arrowparquet.footer.flatbuf.generated.RowGroup;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;

/** Writes row groups of a footer as Thrift. */
public final class RowGroupWriter {
  private static final int COLUMNS = 1;
  private static final int TOTAL_BYTE_SIZE = 2;
  private static final int NUM_ROWS = 3;
  private static final int SORTING_COLUMNS = 4;
  private static final int FILE_OFFSET = 5;
  private static final int TOTAL_COMPRESSED_SIZE = 6;
  private static final int ORDINAL = 7;
  private static final int COLUMN_IDX = 1;
  private static final int DESCENDING = 2;
  private static final int NULLS_FIRST = 3;

  private final CompactWriter out;
  private final FlatFooter footer;
  private final ColumnChunkWriter chunks;
  private final ColumnChunkView chunk = new ColumnChunkView();
  private final ColumnChunk chunkTable = new ColumnChunk();

  public RowGroupWriter(CompactWriter out, FlatFooter footer) {
    this.out = out;
    this.footer = footer;
    this.chunks = new ColumnChunkWriter(out, footer);
  }

  /** Writes one row group, of which {@code table} is the verified table. */
  public void write(RowGroupView group, RowGroup table) {
    out.structBegin();
    out.listField(COLUMNS, CompactType.STRUCT, group.columnCount());
    for (int column = 0; column < group.columnCount(); column++) {
      footer.chunk(group.index(), column, chunk);
      chunks.write(chunk, table.columns(chunkTable, column));
    }
    out.i64Field(TOTAL_BYTE_SIZE, group.totalByteSize());
    out.i64Field(NUM_ROWS, group.numRows());
    if (group.hasSortingColumns()) {
      writeSortingColumns(group);
    }
    if (group.hasFileOffset()) {
      out.i64Field(FILE_OFFSET, group.fileOffset());
    }
    if (group.hasTotalCompressedSize()) {
      out.i64Field(TOTAL_COMPRESSED_SIZE, group.totalCompressedSize());
    }
    if (group.hasOrdinal()) {
      out.i16Field(ORDINAL, group.ordinal());
    }
    out.structEnd();
  }

  private void writeSortingColumns(RowGroupView group) {
    out.listField(SORTING_COLUMNS, CompactType.STRUCT, group.sortingColumnCount());
    for (int i = 0; i < group.sortingColumnCount(); i++) {
      out.structBegin();
      out.i32Field(COLUMN_IDX, group.sortingColumn(i));
      out.boolField(DESCENDING, group.sortsDescending(i));
      out.boolField(NULLS_FIRST, group.sortsNullsFirst(i));
      out.structEnd();
    }
  }
}
