// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.bundle.internal.arrow.BatchWriter;
import io.arrowparquet.bundle.internal.arrow.BlockWriter;
import io.arrowparquet.footer.internal.convert.ChunkFields;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.model.Type;
import java.util.Arrays;

/**
 * Reads the Thrift structs of column chunks, each into a row of {@link ChunkFacts} and a row of
 * {@link PlaceFields}. Owns memory of the compressor until it is closed. For one thread.
 */
public final class ChunkTransposer implements AutoCloseable {
  private static final int CHUNK = ChunkStruct.CHUNK;
  private static final int META_DATA = ChunkStruct.META_DATA;
  private static final int STATISTICS = ChunkStruct.STATISTICS;

  private final BlockWriter facts = new BlockWriter(ChunkFacts.SHAPE);
  private final BlockWriter places = new BlockWriter(PlaceFields.SHAPE);
  private final BatchWriter batches = new BatchWriter();
  private final ChunkStruct chunk = new ChunkStruct();

  /** Says that all chunks of the next block have this type. */
  public void physicalType(Type type) {
    facts.bytes(ChunkFacts.MIN_VALUE).physicalType(type);
    facts.bytes(ChunkFacts.MAX_VALUE).physicalType(type);
    facts.bytes(ChunkFacts.MIN).physicalType(type);
    facts.bytes(ChunkFacts.MAX).physicalType(type);
  }

  /** Rows so far. */
  public int rows() {
    return facts.rows();
  }

  /** Rows of {@link ChunkFacts} that are not finished. */
  public BlockWriter facts() {
    return facts;
  }

  public BlockWriter.Block finishFacts() {
    return facts.finish(batches);
  }

  public BlockWriter.Block finishPlaces() {
    return places.finish(batches);
  }

  /**
   * Reads one struct at the reader's position.
   *
   * @param ordered of the reader, for the usual case
   * @param leaf its number of the chunk's column
   * @param path the list {@code path_in_schema} as the schema's writer would write it
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are not a column chunk
   */
  public void add(CompactReader in, ChunkFields ordered, int leaf, byte[] path) {
    chunk.read(in, ordered, leaf, path);
    addFacts();
    addPlaces();
  }

  private void addNumber(BlockWriter to, int column, int field) {
    if (chunk.has(field)) {
      to.number(column).add(chunk.number(field));
    } else {
      to.number(column).addNull();
    }
  }

  private void addFlag(int column, int field) {
    if (chunk.has(field)) {
      facts.number(column).add(chunk.isTrue(field) ? 1 : 0);
    } else {
      facts.number(column).addNull();
    }
  }

  private void addBytes(BlockWriter to, int column, int field) {
    if (chunk.has(field)) {
      to.bytes(column).add(chunk.array(), chunk.start(field), chunk.length(field));
    } else {
      to.bytes(column).addNull();
    }
  }

  private void addFacts() {
    boolean minIsMinValue = areEqual(StatisticsCodec.MIN, StatisticsCodec.MIN_VALUE);
    boolean maxIsMaxValue = areEqual(StatisticsCodec.MAX, StatisticsCodec.MAX_VALUE);
    int flags = chunk.has(CHUNK + ColumnChunkCodec.META_DATA) ? ChunkFacts.HAS_META_DATA : 0;
    flags |= chunk.has(META_DATA + ColumnMetaDataCodec.STATISTICS) ? ChunkFacts.HAS_STATISTICS : 0;
    flags |= chunk.hasPath() ? ChunkFacts.HAS_PATH : 0;
    flags |= minIsMinValue ? ChunkFacts.MIN_IS_MIN_VALUE : 0;
    flags |= maxIsMaxValue ? ChunkFacts.MAX_IS_MAX_VALUE : 0;
    facts.number(ChunkFacts.FLAGS).add(flags);
    addNumber(facts, ChunkFacts.NUM_VALUES, META_DATA + ColumnMetaDataCodec.NUM_VALUES);
    addNumber(facts, ChunkFacts.TYPE, META_DATA + ColumnMetaDataCodec.TYPE);
    addNumber(facts, ChunkFacts.NULL_COUNT, STATISTICS + StatisticsCodec.NULL_COUNT);
    addNumber(facts, ChunkFacts.DISTINCT_COUNT, STATISTICS + StatisticsCodec.DISTINCT_COUNT);
    addNumber(facts, ChunkFacts.NAN_COUNT, STATISTICS + StatisticsCodec.NAN_COUNT);
    addBytes(facts, ChunkFacts.MIN_VALUE, STATISTICS + StatisticsCodec.MIN_VALUE);
    addBytes(facts, ChunkFacts.MAX_VALUE, STATISTICS + StatisticsCodec.MAX_VALUE);
    addFlag(ChunkFacts.IS_MIN_VALUE_EXACT, STATISTICS + StatisticsCodec.IS_MIN_VALUE_EXACT);
    addFlag(ChunkFacts.IS_MAX_VALUE_EXACT, STATISTICS + StatisticsCodec.IS_MAX_VALUE_EXACT);
    addOwnBound(ChunkFacts.MIN, StatisticsCodec.MIN, minIsMinValue);
    addOwnBound(ChunkFacts.MAX, StatisticsCodec.MAX, maxIsMaxValue);
    addBytes(facts, ChunkFacts.SIZE_STATISTICS, META_DATA + ColumnMetaDataCodec.SIZE_STATISTICS);
  }

  private void addOwnBound(int column, int id, boolean isOther) {
    if (isOther) {
      facts.bytes(column).addNull();
    } else {
      addBytes(facts, column, STATISTICS + id);
    }
  }

  /** Whether both binaries of the statistics are there and the same. */
  private boolean areEqual(int left, int right) {
    int a = STATISTICS + left;
    int b = STATISTICS + right;
    return chunk.has(a)
        && chunk.has(b)
        && Arrays.equals(
            chunk.array(),
            chunk.start(a),
            chunk.start(a) + chunk.length(a),
            chunk.array(),
            chunk.start(b),
            chunk.start(b) + chunk.length(b));
  }

  private void addPlaces() {
    int dictionary = META_DATA + ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET;
    int data = META_DATA + ColumnMetaDataCodec.DATA_PAGE_OFFSET;
    addNumber(places, PlaceFields.CODEC, META_DATA + ColumnMetaDataCodec.CODEC);
    addBytes(places, PlaceFields.ENCODINGS, META_DATA + ColumnMetaDataCodec.ENCODINGS);
    addFileOffset(chunk.has(dictionary) ? chunk.number(dictionary) : chunk.number(data));
    addNumber(places, PlaceFields.DATA_PAGE_OFFSET, data);
    if (chunk.has(dictionary)) {
      places
          .number(PlaceFields.DICTIONARY_BYTES)
          .add(chunk.number(data) - chunk.number(dictionary));
    } else {
      places.number(PlaceFields.DICTIONARY_BYTES).addNull();
    }
    addNumber(
        places,
        PlaceFields.TOTAL_COMPRESSED_SIZE,
        META_DATA + ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE);
    addNumber(
        places,
        PlaceFields.TOTAL_UNCOMPRESSED_SIZE,
        META_DATA + ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE);
    addNumber(
        places, PlaceFields.OFFSET_INDEX_OFFSET, CHUNK + ColumnChunkCodec.OFFSET_INDEX_OFFSET);
    addNumber(
        places, PlaceFields.OFFSET_INDEX_LENGTH, CHUNK + ColumnChunkCodec.OFFSET_INDEX_LENGTH);
    addNumber(
        places, PlaceFields.COLUMN_INDEX_OFFSET, CHUNK + ColumnChunkCodec.COLUMN_INDEX_OFFSET);
    addNumber(
        places, PlaceFields.COLUMN_INDEX_LENGTH, CHUNK + ColumnChunkCodec.COLUMN_INDEX_LENGTH);
    addNumber(
        places,
        PlaceFields.BLOOM_FILTER_OFFSET,
        META_DATA + ColumnMetaDataCodec.BLOOM_FILTER_OFFSET);
    addNumber(
        places,
        PlaceFields.BLOOM_FILTER_LENGTH,
        META_DATA + ColumnMetaDataCodec.BLOOM_FILTER_LENGTH);
    addBytes(places, PlaceFields.ENCODING_STATS, META_DATA + ColumnMetaDataCodec.ENCODING_STATS);
    places.bytes(PlaceFields.REST).add(chunk.rest());
  }

  private void addFileOffset(long firstPage) {
    long offset = chunk.number(CHUNK + ColumnChunkCodec.FILE_OFFSET);
    boolean hasPages = chunk.has(CHUNK + ColumnChunkCodec.META_DATA);
    long size = chunk.number(META_DATA + ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE);
    int kind = PlaceFields.OTHER;
    if (offset == 0) {
      kind = PlaceFields.NO_OFFSET;
    } else if (hasPages
        && offset == chunk.number(META_DATA + ColumnMetaDataCodec.DATA_PAGE_OFFSET)) {
      kind = PlaceFields.DATA_PAGE;
    } else if (hasPages && offset == firstPage) {
      kind = PlaceFields.FIRST_PAGE;
    } else if (hasPages && offset == firstPage + size) {
      kind = PlaceFields.END_OF_CHUNK;
    }
    places.number(PlaceFields.FILE_OFFSET_KIND).add(kind);
    if (kind == PlaceFields.OTHER) {
      places.number(PlaceFields.FILE_OFFSET).add(offset);
    } else {
      places.number(PlaceFields.FILE_OFFSET).addNull();
    }
  }

  @Override
  public void close() {
    batches.close();
  }
}
