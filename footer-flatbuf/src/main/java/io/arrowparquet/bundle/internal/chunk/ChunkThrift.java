// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.bundle.internal.arrow.BlockRows;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;

/**
 * Writes a row of a column's blocks as the Thrift struct that it was made from, fields in the order
 * of their ids: the reverse of {@link ChunkTransposer}. Says to a {@link ChunkTemplate.Recorder}
 * which bytes of it are values that other rows have differently. For one row.
 */
final class ChunkThrift {
  private static final byte[] NO_ENCODINGS = {CompactType.I32};

  private final CompactWriter out;
  private final BlockRows facts;

  /** Null for a chunk of which only the facts matter. */
  private final BlockRows places;

  private final int row;
  private final byte[] path;
  private final ChunkTemplate.Recorder recorder;

  /**
   * A row to write.
   *
   * @param places null for a chunk of which only the facts matter
   * @param row of both blocks
   * @param path the list {@code path_in_schema} of the schema
   * @param recorder of what is written
   */
  ChunkThrift(
      CompactWriter out,
      BlockRows facts,
      BlockRows places,
      int row,
      byte[] path,
      ChunkTemplate.Recorder recorder) {
    this.out = out;
    this.facts = facts;
    this.places = places;
    this.row = row;
    this.path = path;
    this.recorder = recorder;
  }

  /** Writes the chunk. */
  void write() {
    long flags = facts.number(ChunkFacts.FLAGS, row);
    RawFields rare = RawFields.of(places == null ? null : places.bytes(PlaceFields.REST, row));
    out.structBegin();
    rare.writeBelow(out, ColumnChunkCodec.FILE_OFFSET);
    out.fieldHeader(ColumnChunkCodec.FILE_OFFSET, CompactType.I64);
    value(ChunkTemplate.Kind.FILE_OFFSET, places, PlaceFields.FILE_OFFSET, places != null);
    if ((flags & ChunkFacts.HAS_META_DATA) != 0) {
      RawFields rareOfMetaData = rare.takeStruct(ColumnChunkCodec.META_DATA);
      rare.writeBelow(out, ColumnChunkCodec.META_DATA);
      out.fieldHeader(ColumnChunkCodec.META_DATA, CompactType.STRUCT);
      writeMetaData(flags, rareOfMetaData);
    }
    if (places != null) {
      rare.writeBelow(out, ColumnChunkCodec.OFFSET_INDEX_OFFSET);
      i64(ColumnChunkCodec.OFFSET_INDEX_OFFSET, places, PlaceFields.OFFSET_INDEX_OFFSET);
      i32(ColumnChunkCodec.OFFSET_INDEX_LENGTH, places, PlaceFields.OFFSET_INDEX_LENGTH);
      i64(ColumnChunkCodec.COLUMN_INDEX_OFFSET, places, PlaceFields.COLUMN_INDEX_OFFSET);
      i32(ColumnChunkCodec.COLUMN_INDEX_LENGTH, places, PlaceFields.COLUMN_INDEX_LENGTH);
    }
    rare.writeRest(out);
    out.structEnd();
  }

  private void writeMetaData(long flags, RawFields rare) {
    out.structBegin();
    rare.writeBelow(out, ColumnMetaDataCodec.TYPE);
    requiredI32(ColumnMetaDataCodec.TYPE, facts, ChunkFacts.TYPE);
    out.fieldHeader(ColumnMetaDataCodec.ENCODINGS, CompactType.LIST);
    if (places == null || places.isNull(PlaceFields.ENCODINGS, row)) {
      out.writeRaw(NO_ENCODINGS, 0, NO_ENCODINGS.length);
    } else {
      value(ChunkTemplate.Kind.RAW, places, PlaceFields.ENCODINGS, true);
    }
    if ((flags & ChunkFacts.HAS_PATH) != 0) {
      out.fieldHeader(ColumnMetaDataCodec.PATH_IN_SCHEMA, CompactType.LIST);
      out.writeRaw(path, 0, path.length);
    }
    rare.writeBelow(out, ColumnMetaDataCodec.CODEC);
    requiredI32(ColumnMetaDataCodec.CODEC, places, PlaceFields.CODEC);
    requiredI64(ColumnMetaDataCodec.NUM_VALUES, facts, ChunkFacts.NUM_VALUES);
    writePlaces(rare);
    if ((flags & ChunkFacts.HAS_STATISTICS) != 0) {
      RawFields rareOfStatistics = rare.takeStruct(ColumnMetaDataCodec.STATISTICS);
      rare.writeBelow(out, ColumnMetaDataCodec.STATISTICS);
      out.fieldHeader(ColumnMetaDataCodec.STATISTICS, CompactType.STRUCT);
      writeStatistics(flags, rareOfStatistics);
    }
    if (places != null) {
      rare.writeBelow(out, ColumnMetaDataCodec.ENCODING_STATS);
      raw(ColumnMetaDataCodec.ENCODING_STATS, CompactType.LIST, places, PlaceFields.ENCODING_STATS);
      i64(ColumnMetaDataCodec.BLOOM_FILTER_OFFSET, places, PlaceFields.BLOOM_FILTER_OFFSET);
      i32(ColumnMetaDataCodec.BLOOM_FILTER_LENGTH, places, PlaceFields.BLOOM_FILTER_LENGTH);
    }
    if (!facts.isNull(ChunkFacts.SIZE_STATISTICS, row)) {
      rare.writeBelow(out, ColumnMetaDataCodec.SIZE_STATISTICS);
      raw(
          ColumnMetaDataCodec.SIZE_STATISTICS,
          CompactType.STRUCT,
          facts,
          ChunkFacts.SIZE_STATISTICS);
    }
    rare.writeRest(out);
    out.structEnd();
  }

  /** The required fields behind {@code num_values}, and the places of pages. */
  private void writePlaces(RawFields rare) {
    requiredI64(
        ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE, places, PlaceFields.TOTAL_UNCOMPRESSED_SIZE);
    requiredI64(
        ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE, places, PlaceFields.TOTAL_COMPRESSED_SIZE);
    rare.writeBelow(out, ColumnMetaDataCodec.DATA_PAGE_OFFSET);
    requiredI64(ColumnMetaDataCodec.DATA_PAGE_OFFSET, places, PlaceFields.DATA_PAGE_OFFSET);
    rare.writeBelow(out, ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET);
    if (places != null && !places.isNull(PlaceFields.DICTIONARY_BYTES, row)) {
      out.fieldHeader(ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET, CompactType.I64);
      value(ChunkTemplate.Kind.DICTIONARY_PAGE_OFFSET, places, PlaceFields.DICTIONARY_BYTES, true);
    }
  }

  private void writeStatistics(long flags, RawFields rare) {
    boolean minIsMinValue = (flags & ChunkFacts.MIN_IS_MIN_VALUE) != 0;
    boolean maxIsMaxValue = (flags & ChunkFacts.MAX_IS_MAX_VALUE) != 0;
    out.structBegin();
    rare.writeBelow(out, StatisticsCodec.MAX);
    binary(StatisticsCodec.MAX, maxIsMaxValue ? ChunkFacts.MAX_VALUE : ChunkFacts.MAX);
    binary(StatisticsCodec.MIN, minIsMinValue ? ChunkFacts.MIN_VALUE : ChunkFacts.MIN);
    i64(StatisticsCodec.NULL_COUNT, facts, ChunkFacts.NULL_COUNT);
    i64(StatisticsCodec.DISTINCT_COUNT, facts, ChunkFacts.DISTINCT_COUNT);
    binary(StatisticsCodec.MAX_VALUE, ChunkFacts.MAX_VALUE);
    binary(StatisticsCodec.MIN_VALUE, ChunkFacts.MIN_VALUE);
    bool(StatisticsCodec.IS_MAX_VALUE_EXACT, ChunkFacts.IS_MAX_VALUE_EXACT);
    bool(StatisticsCodec.IS_MIN_VALUE_EXACT, ChunkFacts.IS_MIN_VALUE_EXACT);
    i64(StatisticsCodec.NAN_COUNT, facts, ChunkFacts.NAN_COUNT);
    rare.writeRest(out);
    out.structEnd();
  }

  /** A required field; 0 where the places are not there. */
  private void requiredI64(int id, BlockRows from, int field) {
    out.fieldHeader(id, CompactType.I64);
    value(ChunkTemplate.Kind.I64, from, field, from != null);
  }

  /** As {@link #requiredI64}. */
  private void requiredI32(int id, BlockRows from, int field) {
    out.fieldHeader(id, CompactType.I32);
    value(ChunkTemplate.Kind.I32, from, field, from != null);
  }

  private void i64(int id, BlockRows from, int field) {
    if (!from.isNull(field, row)) {
      requiredI64(id, from, field);
    }
  }

  private void i32(int id, BlockRows from, int field) {
    if (!from.isNull(field, row)) {
      requiredI32(id, from, field);
    }
  }

  private void binary(int id, int field) {
    if (!facts.isNull(field, row)) {
      out.fieldHeader(id, CompactType.BINARY);
      value(ChunkTemplate.Kind.BINARY, facts, field, true);
    }
  }

  private void raw(int id, int type, BlockRows from, int field) {
    if (!from.isNull(field, row)) {
      out.fieldHeader(id, type);
      value(ChunkTemplate.Kind.RAW, from, field, true);
    }
  }

  /** The value of a boolean is in the header of its field. */
  private void bool(int id, int field) {
    if (!facts.isNull(field, row)) {
      out.boolField(id, facts.number(field, row) != 0);
    }
  }

  /** Writes a value, or the number 0 where there is none. */
  private void value(ChunkTemplate.Kind kind, BlockRows from, int field, boolean isPresent) {
    if (!isPresent) {
      out.writeI64(0);
      return;
    }
    int start = out.size();
    kind.write(out, from, field, row);
    recorder.value(kind, from, field, start, out.size());
  }
}
