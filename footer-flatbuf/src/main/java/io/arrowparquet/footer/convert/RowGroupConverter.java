// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;

/**
 * The row groups from Thrift to the buffer. Thrift has them one after another; the buffer has
 * tiles, which are the chunks of a few columns in all row groups:
 *
 * <pre>
 *   tile      | chunk tables: 8 bytes each, by row group, then column | metadata, statistics ... |
 *   buffer    ... | tile n | ... | tile 1 | tile 0 |                                 its end
 * </pre>
 *
 * <p>So what is asked of one column is at one place, and a walk through a row group still reads the
 * chunks of some columns together. In Thrift the chunks are stepped over first, to know where each
 * begins. A buffer that is not written to a file needs no tiles: its chunks are converted in the
 * order that Thrift has, in one pass.
 */
final class RowGroupConverter {
  /**
   * Bytes that a tile should have: what reading one column touches. With half of them five columns
   * of 1 000 take hardly less time, and a walk through their row groups takes a tenth more.
   */
  private static final int BYTES_OF_TILE = 8 << 10;

  /** Bytes that a tile may have where there would be more than {@link #MANY_TILES} otherwise. */
  private static final int MAX_BYTES_OF_WIDE_TILE = 128 << 10;

  /**
   * A walk through a row group goes on elsewhere in memory with each tile, which costs it more than
   * the chunks in a narrow one.
   */
  private static final int MANY_TILES = 1 << 10;

  private static final int MAX_COLUMNS_OF_TILE = 64;

  /** Of a buffer without tiles: fewer chunks are not worth a table that nothing refers to. */
  private static final int MANY_CHUNKS = 64;

  /** Bytes of the table of a chunk that has nothing but metadata. */
  private static final int REGULAR_BYTES = 8;

  /** Bit 0 of a tile's place: its chunk tables are not one after another. */
  private static final int IRREGULAR = 1;

  private final FlatWriter out;
  private final CompactReader in;
  private final SchemaConverter schema;
  private final StructConverter rare;
  private final ColumnChunkConverter chunk;
  private final int chosen;
  private RowGroupFields[] groups;
  private int columnsOfTile;
  private int regularVtable;
  private boolean isInOrder;

  /** Of a footer that was put together from parts: the column after each. */
  private final int[] partColumns;

  /** By row group, then part: where its chunks must end. */
  private final int[] partEnds;

  /** How many row groups are before the one being converted. */
  private int groupInOrder;

  /**
   * Of a row group whose chunks are converted where they are met: how many rows it is assumed to
   * have, since its number of rows is after them; known from the first column without repetition.
   */
  private long assumedRows;

  private boolean rowsAssumed;

  /** Whether a chunk was written without its number of values because of the assumption. */
  private boolean reliedOnAssumption;

  /** Of the tile or row group being written: the metadata of each chunk, or its table. */
  private int[] written;

  private boolean[] isTable;

  /** Tile i is between the offsets i and i + 1 from the buffer's end. */
  private int[] tiles;

  RowGroupConverter(
      FlatWriter out,
      CompactReader in,
      SchemaConverter schema,
      StructConverter rare,
      int[] partColumns,
      int[] partEnds) {
    this.out = out;
    this.in = in;
    this.schema = schema;
    this.rare = rare;
    this.chunk = new ColumnChunkConverter(out, in, schema, rare);
    this.chosen = schema.chosenCount();
    this.partColumns = partColumns;
    this.partEnds = partEnds;
  }

  /**
   * Converts the chunks of the list at the reader's position; the reader is after it afterwards.
   *
   * @param isTiled whether tiles will be looked for
   */
  void convertChunks(boolean isTiled) {
    int start = in.position();
    int count = in.listBegin();
    groups = new RowGroupFields[count];
    if (!isTiled) {
      isInOrder = true;
      makeRoom(chosen);
      for (; groupInOrder < count; groupInOrder++) {
        readInOrder();
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      read(i);
    }
    int end = in.position();
    chooseTiles(end - start);
    makeRoom(columnsOfTile * count);
    tiles = new int[(chosen + columnsOfTile - 1) / columnsOfTile + 1];
    tiles[0] = out.offset();
    for (int tile = 0; tile < tiles.length - 1; tile++) {
      out.endPart();
      int first = tile * columnsOfTile;
      tiles[tile + 1] = convertTile(first, Math.min(columnsOfTile, chosen - first));
    }
    in.position(end);
  }

  /** Thrift and FlatBuffers take about as many bytes. */
  private void chooseTiles(int thriftBytes) {
    long bytesOfColumn = thriftBytes / Math.max(chosen, 1) + 1L;
    int narrow = Math.min(MAX_COLUMNS_OF_TILE, columnsIn(BYTES_OF_TILE, bytesOfColumn));
    int wide = columnsIn(MAX_BYTES_OF_WIDE_TILE, bytesOfColumn);
    columnsOfTile = narrow;
    while (columnsOfTile < wide && chosen > (long) columnsOfTile * MANY_TILES) {
      columnsOfTile *= 2;
    }
  }

  private void makeRoom(int chunks) {
    written = new int[chunks];
    isTable = new boolean[chunks];
    regularVtable =
        (long) chosen * groups.length >= (isInOrder ? MANY_CHUNKS : 1)
            ? chunk.writeRegularVtable()
            : 0;
  }

  private static int columnsIn(int bytes, long bytesOfColumn) {
    return Integer.highestOneBit((int) Math.max(1, bytes / bytesOfColumn));
  }

  private void readInOrder() {
    int start = in.position();
    rowsAssumed = false;
    reliedOnAssumption = false;
    read(groupInOrder);
    long numRows = groups[groupInOrder].numRows;
    if (reliedOnAssumption && assumedRows != numRows) {
      // A column without repetition has another number of values than the row group has rows: no
      // sound file, but it must come back as it is. What was written stays in the buffer, unused.
      in.position(start);
      rowsAssumed = true;
      assumedRows = numRows;
      read(groupInOrder);
    }
  }

  private void read(int group) {
    RowGroupFields fields = new RowGroupFields(chosen);
    groups[group] = fields;
    in.enterStruct();
    while (in.nextField(RowGroupCodec.SHAPE)) {
      int id = in.fieldId();
      fields.seen |= 1 << id;
      switch (id) {
        case RowGroupCodec.COLUMNS -> {
          fields.chunks = new int[chosen];
          readChunks(fields);
        }
        case RowGroupCodec.TOTAL_BYTE_SIZE -> fields.totalByteSize = in.readI64();
        case RowGroupCodec.NUM_ROWS -> fields.numRows = in.readI64();
        case RowGroupCodec.SORTING_COLUMNS ->
            fields.sortingVector = rare.vector(ParquetStructs.SORTING_COLUMN);
        case RowGroupCodec.FILE_OFFSET -> fields.fileOffset = in.readI64();
        case RowGroupCodec.TOTAL_COMPRESSED_SIZE -> fields.totalCompressedSize = in.readI64();
        case RowGroupCodec.ORDINAL -> fields.ordinal = in.readI16();
        default -> in.skip();
      }
    }
    in.leaveStruct(RowGroupCodec.SHAPE, fields.seen);
  }

  private void readChunks(RowGroupFields fields) {
    int listStart = in.position();
    int count = in.listBegin();
    if (count != schema.leafCount()) {
      throw new CorruptFooterException(
          "Thrift list RowGroup.columns",
          listStart,
          count + " column chunks",
          "one for each of the schema's " + schema.leafCount() + " columns");
    }
    int next = 0;
    int part = endParts(0, 0);
    for (int i = 0; i < chosen; i++) {
      int leaf = schema.chosenLeaf(i);
      ColumnChunkCodec.skip(in, leaf - next);
      if (isInOrder) {
        convertChunk(fields, i, leaf, i);
        part = endParts(part, i + 1);
        next = leaf + 1;
      } else {
        fields.chunks[i] = in.position();
        next = leaf;
      }
    }
    ColumnChunkCodec.skip(in, count - next);
    if (isInOrder) {
      writeChunkTables(groupInOrder, groupInOrder + 1, 0, chosen);
    }
    if (part < partColumns.length) {
      throw new CorruptFooterException(
          "parts of a row group", in.position(), part, partColumns.length);
    }
  }

  /** Checks the ends of the parts from one on that have no more columns. */
  private int endParts(int first, int columns) {
    int part = first;
    while (part < partColumns.length && partColumns[part] == columns) {
      int end = partEnds[groupInOrder * partColumns.length + part++];
      if (end != in.position()) {
        throw new CorruptFooterException("column chunks", in.position(), in.position(), end);
      }
    }
    return part;
  }

  /** Converts the chunk at the reader's position; {@code place}: among those being written. */
  private void convertChunk(RowGroupFields fields, int column, int leaf, int place) {
    chunk.read(leaf);
    chunk.setIndexLocations(fields.columnIndex, fields.offsetIndex, column);
    written[place] = chunk.write(leaf, needsNumValues(fields, leaf));
    isTable[place] = !chunk.isRegular();
  }

  private boolean needsNumValues(RowGroupFields fields, int leaf) {
    if (!chunk.hasMetaData()) {
      return true;
    }
    if (!isInOrder) {
      return chunk.numValues() != fields.numRows;
    }
    if (!rowsAssumed && !schema.isRepeated(leaf)) {
      rowsAssumed = true;
      assumedRows = chunk.numValues();
    }
    boolean same = rowsAssumed && chunk.numValues() == assumedRows;
    reliedOnAssumption |= same;
    return !same;
  }

  /** Converts the chunks of {@code width} columns; returns where the tile begins. */
  private int convertTile(int firstColumn, int width) {
    int next = 0;
    for (RowGroupFields fields : groups) {
      for (int column = firstColumn; column < firstColumn + width; column++) {
        in.position(fields.chunks[column]);
        convertChunk(fields, column, schema.chosenLeaf(column), next++);
      }
    }
    return writeChunkTables(0, groups.length, firstColumn, width);
  }

  /**
   * Writes the tables of the chunks that were converted: of {@code width} columns in some row
   * groups, one after another.
   *
   * @return where they begin, as {@link #tiles} tells it
   */
  private int writeChunkTables(int firstGroup, int endGroup, int firstColumn, int width) {
    int count = (endGroup - firstGroup) * width;
    boolean isRegular = regularVtable != 0;
    for (int i = 0; i < count; i++) {
      isRegular &= !isTable[i];
    }
    int first = isRegular ? out.tablesOfOneReference(regularVtable, written, count) : 0;
    int next = count;
    for (int group = endGroup - 1; group >= firstGroup; group--) {
      int[] tables = groups[group].chunks;
      for (int column = firstColumn + width - 1; column >= firstColumn; column--) {
        next--;
        tables[column] = isRegular ? first - next * REGULAR_BYTES : tableOf(next);
      }
    }
    return isRegular ? first : out.offset() | IRREGULAR;
  }

  private int tableOf(int place) {
    return isTable[place] ? written[place] : chunk.writeRegular(written[place]);
  }

  /** Writes what every chunk may need, but its columns do not: where page indexes are. */
  void writeVectors() {
    for (RowGroupFields group : groups) {
      group.writeVectors(out);
    }
  }

  int writeTables() {
    int[] tables = new int[groups.length];
    for (int group = 0; group < groups.length; group++) {
      tables[group] = groups[group].write(out);
    }
    return out.references(tables, tables.length);
  }

  /**
   * Where tiles are: tile i between the offsets i and i + 1 from the buffer's end. Bit 0 of the
   * second says that it is irregular.
   */
  int[] tiles() {
    return tiles;
  }

  int columnsOfTile() {
    return columnsOfTile;
  }

  /** One {@code RowGroup} without its chunks, and what was written for it already. */
  static final class RowGroupFields {
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
}
