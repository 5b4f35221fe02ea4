// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.convert;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.internal.codec.RowGroupCodec;
import io.arrowparquet.footer.internal.generated.RowGroup;

/** One {@code RowGroup} without its chunks, and what was written for it already. */
final class RowGroupFields {
  /** Bit i: field i of the Thrift struct is there. */
  int seen;

  long totalByteSize;
  long numRows;
  long fileOffset;
  long totalCompressedSize;
  short ordinal;
  int sortingVector;

  /** By column: where the chunk begins in Thrift; later its table, from the buffer's end. */
  int[] chunks;

  final IndexLocationsConverter columnIndex;
  final IndexLocationsConverter offsetIndex;

  private int chunkVector;
  private int columnIndexTable;
  private int offsetIndexTable;

  RowGroupFields(int chunks) {
    this.columnIndex = new IndexLocationsConverter(chunks);
    this.offsetIndex = new IndexLocationsConverter(chunks);
  }

  /** Writes what the table refers to. */
  void writeVectors(FlatWriter out) {
    chunkVector = out.references(chunks, chunks.length);
    columnIndexTable = columnIndex.write(out);
    offsetIndexTable = offsetIndex.write(out);
  }

  int write(FlatBufferBuilder builder) {
    RowGroup.startRowGroup(builder);
    RowGroup.addTotalByteSize(builder, totalByteSize);
    boolean isUncompressed =
        has(RowGroupCodec.TOTAL_COMPRESSED_SIZE) && totalCompressedSize == totalByteSize;
    if (isUncompressed) {
      // Where it is the same number, it is there once for both.
      builder.slot(RowGroup.TOTAL_COMPRESSED_SIZE);
    }
    RowGroup.addNumRows(builder, numRows);
    if (has(RowGroupCodec.FILE_OFFSET)) {
      RowGroup.addFileOffset(builder, fileOffset);
    }
    if (has(RowGroupCodec.TOTAL_COMPRESSED_SIZE) && !isUncompressed) {
      RowGroup.addTotalCompressedSize(builder, totalCompressedSize);
    }
    RowGroup.addColumns(builder, chunkVector);
    if (has(RowGroupCodec.SORTING_COLUMNS)) {
      RowGroup.addSortingColumns(builder, sortingVector);
    }
    if (columnIndexTable != 0) {
      RowGroup.addColumnIndex(builder, columnIndexTable);
    }
    if (offsetIndexTable != 0) {
      RowGroup.addOffsetIndex(builder, offsetIndexTable);
    }
    if (has(RowGroupCodec.ORDINAL)) {
      RowGroup.addOrdinal(builder, ordinal);
    }
    return RowGroup.endRowGroup(builder);
  }

  private boolean has(int id) {
    return (seen >>> id & 1) != 0;
  }
}
