// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;

/** One {@code RowGroup} without its chunks, and what was written for it already. */
final class RowGroupFields {
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

  void writeVectors(FlatWriter out) {
    chunkVector = out.references(chunks, chunks.length);
    columnIndexTable = columnIndex.write(out);
    offsetIndexTable = offsetIndex.write(out);
  }

  int write(FlatWriter out) {
    boolean hasCompressedSize = has(RowGroupCodec.TOTAL_COMPRESSED_SIZE);
    boolean isUncompressed = hasCompressedSize && totalCompressedSize == totalByteSize;
    TableWriter table = out.begin(RowGroup.SHAPE).set(RowGroup.TOTAL_BYTE_SIZE, totalByteSize);
    if (isUncompressed) {
      // Where it is the same number, it is there once for both.
      table.alsoAt(RowGroup.TOTAL_COMPRESSED_SIZE);
    }
    return table
        .set(RowGroup.NUM_ROWS, numRows)
        .setIf(has(RowGroupCodec.FILE_OFFSET), RowGroup.FILE_OFFSET, fileOffset)
        .setIf(
            hasCompressedSize && !isUncompressed,
            RowGroup.TOTAL_COMPRESSED_SIZE,
            totalCompressedSize)
        .refer(RowGroup.COLUMNS, chunkVector)
        .refer(RowGroup.SORTING_COLUMNS, sortingVector)
        .refer(RowGroup.COLUMN_INDEX, columnIndexTable)
        .refer(RowGroup.OFFSET_INDEX, offsetIndexTable)
        .setIf(has(RowGroupCodec.ORDINAL), RowGroup.ORDINAL, ordinal)
        .end();
  }

  private boolean has(int id) {
    return (seen >>> id & 1) != 0;
  }
}
