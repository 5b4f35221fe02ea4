// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.chunk;

import io.arrowparquet.footer.bundle.arrow.BlockRows;
import io.arrowparquet.footer.metadata.BinaryValue;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.codec.ColumnChunkCodec;
import io.arrowparquet.footer.thrift.codec.ColumnMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.StatisticsCodec;

/**
 * Writes rows of blocks as the Thrift structs that they were made from, fields in the order of
 * their ids. The reverse of {@link ChunkTransposer}. Stateless.
 */
final class ChunkThrift {
  private static final byte[] NO_ENCODINGS = {CompactType.I32};

  private ChunkThrift() {}

  /**
   * Writes a chunk.
   *
   * @param places null for a chunk of which only the facts matter
   * @param row of both blocks
   * @param path the list {@code path_in_schema} of the schema
   */
  static void write(CompactWriter out, BlockRows facts, BlockRows places, int row, byte[] path) {
    long flags = facts.number(ChunkFacts.FLAGS, row);
    RawFields rare = RawFields.of(places == null ? null : places.bytes(PlaceFields.REST, row));
    out.structBegin();
    rare.writeBelow(out, ColumnChunkCodec.FILE_OFFSET);
    out.i64Field(ColumnChunkCodec.FILE_OFFSET, places == null ? 0 : fileOffset(places, row));
    if ((flags & ChunkFacts.HAS_META_DATA) != 0) {
      RawFields rareOfMetaData = rare.takeStruct(ColumnChunkCodec.META_DATA);
      rare.writeBelow(out, ColumnChunkCodec.META_DATA);
      out.fieldHeader(ColumnChunkCodec.META_DATA, CompactType.STRUCT);
      writeMetaData(out, facts, places, row, path, rareOfMetaData);
    }
    if (places != null) {
      rare.writeBelow(out, ColumnChunkCodec.OFFSET_INDEX_OFFSET);
      i64(out, ColumnChunkCodec.OFFSET_INDEX_OFFSET, places, PlaceFields.OFFSET_INDEX_OFFSET, row);
      i32(out, ColumnChunkCodec.OFFSET_INDEX_LENGTH, places, PlaceFields.OFFSET_INDEX_LENGTH, row);
      i64(out, ColumnChunkCodec.COLUMN_INDEX_OFFSET, places, PlaceFields.COLUMN_INDEX_OFFSET, row);
      i32(out, ColumnChunkCodec.COLUMN_INDEX_LENGTH, places, PlaceFields.COLUMN_INDEX_LENGTH, row);
    }
    rare.writeRest(out);
    out.structEnd();
  }

  private static long fileOffset(BlockRows places, int row) {
    long dataPage = places.number(PlaceFields.DATA_PAGE_OFFSET, row, 0);
    long firstPage = dataPage - places.number(PlaceFields.DICTIONARY_BYTES, row, 0);
    return switch ((int) places.number(PlaceFields.FILE_OFFSET_KIND, row)) {
      case PlaceFields.NO_OFFSET -> 0;
      case PlaceFields.DATA_PAGE -> dataPage;
      case PlaceFields.FIRST_PAGE -> firstPage;
      case PlaceFields.END_OF_CHUNK ->
          firstPage + places.number(PlaceFields.TOTAL_COMPRESSED_SIZE, row, 0);
      default -> places.number(PlaceFields.FILE_OFFSET, row);
    };
  }

  private static void writeMetaData(
      CompactWriter out, BlockRows facts, BlockRows places, int row, byte[] path, RawFields rare) {
    long flags = facts.number(ChunkFacts.FLAGS, row);
    out.structBegin();
    rare.writeBelow(out, ColumnMetaDataCodec.TYPE);
    out.i32Field(ColumnMetaDataCodec.TYPE, (int) facts.number(ChunkFacts.TYPE, row));
    BinaryValue encodings = places == null ? null : places.bytes(PlaceFields.ENCODINGS, row);
    out.fieldHeader(ColumnMetaDataCodec.ENCODINGS, CompactType.LIST);
    out.writeRaw(encodings == null ? BinaryValue.of(NO_ENCODINGS) : encodings);
    if ((flags & ChunkFacts.HAS_PATH) != 0) {
      out.fieldHeader(ColumnMetaDataCodec.PATH_IN_SCHEMA, CompactType.LIST);
      out.writeRaw(path, 0, path.length);
    }
    rare.writeBelow(out, ColumnMetaDataCodec.CODEC);
    out.i32Field(
        ColumnMetaDataCodec.CODEC,
        places == null ? 0 : (int) places.number(PlaceFields.CODEC, row));
    out.i64Field(ColumnMetaDataCodec.NUM_VALUES, facts.number(ChunkFacts.NUM_VALUES, row));
    writePlaces(out, places, row, rare);
    if ((flags & ChunkFacts.HAS_STATISTICS) != 0) {
      RawFields rareOfStatistics = rare.takeStruct(ColumnMetaDataCodec.STATISTICS);
      rare.writeBelow(out, ColumnMetaDataCodec.STATISTICS);
      out.fieldHeader(ColumnMetaDataCodec.STATISTICS, CompactType.STRUCT);
      writeStatistics(out, facts, row, flags, rareOfStatistics);
    }
    if (places != null) {
      rare.writeBelow(out, ColumnMetaDataCodec.ENCODING_STATS);
      BinaryValue stats = places.bytes(PlaceFields.ENCODING_STATS, row);
      if (stats != null) {
        out.fieldHeader(ColumnMetaDataCodec.ENCODING_STATS, CompactType.LIST);
        out.writeRaw(stats);
      }
      i64(
          out,
          ColumnMetaDataCodec.BLOOM_FILTER_OFFSET,
          places,
          PlaceFields.BLOOM_FILTER_OFFSET,
          row);
      i32(
          out,
          ColumnMetaDataCodec.BLOOM_FILTER_LENGTH,
          places,
          PlaceFields.BLOOM_FILTER_LENGTH,
          row);
    }
    BinaryValue sizes = facts.bytes(ChunkFacts.SIZE_STATISTICS, row);
    if (sizes != null) {
      rare.writeBelow(out, ColumnMetaDataCodec.SIZE_STATISTICS);
      out.fieldHeader(ColumnMetaDataCodec.SIZE_STATISTICS, CompactType.STRUCT);
      out.writeRaw(sizes);
    }
    rare.writeRest(out);
    out.structEnd();
  }

  /** The required fields behind {@code num_values}, and the places of pages. */
  private static void writePlaces(CompactWriter out, BlockRows places, int row, RawFields rare) {
    if (places == null) {
      out.i64Field(ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE, 0);
      out.i64Field(ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE, 0);
      out.i64Field(ColumnMetaDataCodec.DATA_PAGE_OFFSET, 0);
      return;
    }
    out.i64Field(
        ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE,
        places.number(PlaceFields.TOTAL_UNCOMPRESSED_SIZE, row));
    out.i64Field(
        ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE,
        places.number(PlaceFields.TOTAL_COMPRESSED_SIZE, row));
    rare.writeBelow(out, ColumnMetaDataCodec.DATA_PAGE_OFFSET);
    long dataPage = places.number(PlaceFields.DATA_PAGE_OFFSET, row);
    out.i64Field(ColumnMetaDataCodec.DATA_PAGE_OFFSET, dataPage);
    rare.writeBelow(out, ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET);
    Long dictionary = places.optionalNumber(PlaceFields.DICTIONARY_BYTES, row);
    if (dictionary != null) {
      out.i64Field(ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET, dataPage - dictionary);
    }
  }

  private static void writeStatistics(
      CompactWriter out, BlockRows facts, int row, long flags, RawFields rare) {
    BinaryValue minValue = facts.bytes(ChunkFacts.MIN_VALUE, row);
    BinaryValue maxValue = facts.bytes(ChunkFacts.MAX_VALUE, row);
    boolean minIsMinValue = (flags & ChunkFacts.MIN_IS_MIN_VALUE) != 0;
    boolean maxIsMaxValue = (flags & ChunkFacts.MAX_IS_MAX_VALUE) != 0;
    out.structBegin();
    rare.writeBelow(out, StatisticsCodec.MAX);
    out.optionalBinaryField(
        StatisticsCodec.MAX, maxIsMaxValue ? maxValue : facts.bytes(ChunkFacts.MAX, row));
    out.optionalBinaryField(
        StatisticsCodec.MIN, minIsMinValue ? minValue : facts.bytes(ChunkFacts.MIN, row));
    i64(out, StatisticsCodec.NULL_COUNT, facts, ChunkFacts.NULL_COUNT, row);
    i64(out, StatisticsCodec.DISTINCT_COUNT, facts, ChunkFacts.DISTINCT_COUNT, row);
    out.optionalBinaryField(StatisticsCodec.MAX_VALUE, maxValue);
    out.optionalBinaryField(StatisticsCodec.MIN_VALUE, minValue);
    bool(out, StatisticsCodec.IS_MAX_VALUE_EXACT, facts, ChunkFacts.IS_MAX_VALUE_EXACT, row);
    bool(out, StatisticsCodec.IS_MIN_VALUE_EXACT, facts, ChunkFacts.IS_MIN_VALUE_EXACT, row);
    i64(out, StatisticsCodec.NAN_COUNT, facts, ChunkFacts.NAN_COUNT, row);
    rare.writeRest(out);
    out.structEnd();
  }

  private static void i64(CompactWriter out, int id, BlockRows from, int field, int row) {
    if (!from.isNull(field, row)) {
      out.i64Field(id, from.number(field, row));
    }
  }

  private static void i32(CompactWriter out, int id, BlockRows from, int field, int row) {
    if (!from.isNull(field, row)) {
      out.i32Field(id, (int) from.number(field, row));
    }
  }

  private static void bool(CompactWriter out, int id, BlockRows from, int field, int row) {
    if (!from.isNull(field, row)) {
      out.boolField(id, from.number(field, row) != 0);
    }
  }
}
