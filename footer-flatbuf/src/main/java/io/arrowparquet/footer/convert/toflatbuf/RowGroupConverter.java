// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.toflatbuf;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flatbuf.generated.RowGroup;
import io.arrowparquet.footer.flatbuf.generated.SortingColumn;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.codec.ColumnChunkCodec;
import io.arrowparquet.footer.thrift.codec.RowGroupCodec;
import io.arrowparquet.footer.thrift.codec.SortingColumnCodec;

/** One {@code RowGroup} after another from Thrift to the buffer. */
public final class RowGroupConverter {
  private final FlatWriter out;
  private final SchemaConverter schema;
  private final ColumnChunkConverter chunk;
  private final IndexLocationsConverter columnIndex = new IndexLocationsConverter();
  private final IndexLocationsConverter offsetIndex = new IndexLocationsConverter();
  private final int[] chunkTables;

  private int seen;
  private long totalByteSize;
  private long numRows;
  private long fileOffset;
  private long totalCompressedSize;
  private short ordinal;
  private int chunkVector;
  private int sortingVector;

  /**
   * How many rows the row group is taken to have while its chunks are converted, for its number of
   * rows comes after them; known as soon as a column without repetition was met.
   */
  private long assumedRows;

  private boolean rowsAssumed;

  /** Whether a chunk was written that says nothing of its values because of the assumption. */
  private boolean reliedOnAssumption;

  public RowGroupConverter(
      FlatWriter out, CompactReader in, SchemaConverter schema, RareStructsConverter rare) {
    this.out = out;
    this.schema = schema;
    this.chunk = new ColumnChunkConverter(out, in, schema, rare);
    this.chunkTables = new int[schema.chosenCount()];
  }

  /** Converts the list at the reader's position. */
  public int convertAll(CompactReader in) {
    int[] tables = new int[in.listBegin()];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = convert(in);
    }
    return out.references(tables, tables.length);
  }

  private int convert(CompactReader in) {
    int start = in.position();
    read(in, true);
    if (reliedOnAssumption && assumedRows != numRows) {
      // A column without repetition has another number of values than the row group has rows: no
      // sound file, but it must come back as it is. What was written stays in the buffer, unused.
      in.position(start);
      read(in, false);
    }
    return write();
  }

  private void read(CompactReader in, boolean mayAssume) {
    seen = 0;
    rowsAssumed = false;
    reliedOnAssumption = false;
    in.enterStruct();
    while (in.nextField(RowGroupCodec.SHAPE)) {
      int id = in.fieldId();
      seen |= 1 << id;
      switch (id) {
        case RowGroupCodec.COLUMNS -> readColumns(in, mayAssume);
        case RowGroupCodec.TOTAL_BYTE_SIZE -> totalByteSize = in.readI64();
        case RowGroupCodec.NUM_ROWS -> numRows = in.readI64();
        case RowGroupCodec.SORTING_COLUMNS -> sortingVector = convertSortingColumns(in);
        case RowGroupCodec.FILE_OFFSET -> fileOffset = in.readI64();
        case RowGroupCodec.TOTAL_COMPRESSED_SIZE -> totalCompressedSize = in.readI64();
        case RowGroupCodec.ORDINAL -> ordinal = in.readI16();
        default -> in.skip();
      }
    }
    in.leaveStruct(RowGroupCodec.SHAPE, seen);
  }

  private void readColumns(CompactReader in, boolean mayAssume) {
    int listStart = in.position();
    int count = in.listBegin();
    if (count != schema.leafCount()) {
      throw new CorruptFooterException(
          "Thrift list RowGroup.columns",
          listStart,
          count + " column chunks",
          "one for each of the schema's " + schema.leafCount() + " columns");
    }
    columnIndex.begin();
    offsetIndex.begin();
    int next = 0;
    int chosen = schema.chosenCount();
    for (int i = 0; i < chosen; i++) {
      int leaf = schema.chosenLeaf(i);
      if (leaf > next) {
        ColumnChunkCodec.skip(in, leaf - next);
      }
      chunk.read(leaf);
      chunkTables[i] = chunk.write(leaf, needsNumValues(leaf, mayAssume));
      chunk.addIndexLocations(columnIndex, offsetIndex);
      next = leaf + 1;
    }
    ColumnChunkCodec.skip(in, count - next);
    chunkVector = out.references(chunkTables, chosen);
  }

  private boolean needsNumValues(int leaf, boolean mayAssume) {
    if (!mayAssume || !chunk.hasMetaData()) {
      return true;
    }
    if (!rowsAssumed && !schema.isRepeated(leaf)) {
      rowsAssumed = true;
      assumedRows = chunk.numValues();
    }
    boolean same = rowsAssumed && chunk.numValues() == assumedRows;
    reliedOnAssumption |= same;
    return !same;
  }

  private int convertSortingColumns(CompactReader in) {
    int[] tables = new int[in.listBegin()];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = convertSortingColumn(in);
    }
    return out.references(tables, tables.length);
  }

  private int convertSortingColumn(CompactReader in) {
    long seenHere = 0;
    int column = 0;
    boolean descending = false;
    boolean nullsFirst = false;
    in.enterStruct();
    while (in.nextField(SortingColumnCodec.SHAPE)) {
      seenHere |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> column = in.readI32();
        case 2 -> descending = in.readBool();
        default -> nullsFirst = in.readBool();
      }
    }
    in.leaveStruct(SortingColumnCodec.SHAPE, seenHere);
    FlatBufferBuilder builder = out.builder();
    SortingColumn.startSortingColumn(builder);
    SortingColumn.addColumnIdx(builder, column);
    SortingColumn.addDescending(builder, descending);
    SortingColumn.addNullsFirst(builder, nullsFirst);
    return SortingColumn.endSortingColumn(builder);
  }

  private int write() {
    int columnIndexTable = columnIndex.write(out);
    int offsetIndexTable = offsetIndex.write(out);
    FlatBufferBuilder builder = out.builder();
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
