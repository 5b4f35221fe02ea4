// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.toflatbuf;

import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.StructShape;
import io.arrowparquet.footer.thrift.codec.ColumnChunkCodec;
import io.arrowparquet.footer.thrift.codec.ColumnMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.StatisticsCodec;

/**
 * All that one Thrift {@code ColumnChunk} says, its metadata and their statistics included: numbers
 * as numbers, everything else as a place in the source. Reused from chunk to chunk.
 *
 * <p>A field is named by the constants below, its id plus the number of ids before its struct.
 * Numbers, places and lengths of absent fields are left over from another chunk: ask {@link #has}
 * first.
 */
final class ChunkFields {
  /** Of {@code ColumnChunk}. */
  static final int FILE_PATH = 1;

  static final int FILE_OFFSET = 2;
  static final int META_DATA = 3;
  static final int OFFSET_INDEX_OFFSET = 4;
  static final int OFFSET_INDEX_LENGTH = 5;
  static final int COLUMN_INDEX_OFFSET = 6;
  static final int COLUMN_INDEX_LENGTH = 7;
  static final int CRYPTO_METADATA = 8;
  static final int ENCRYPTED_COLUMN_METADATA = 9;

  /** Ids before those of {@code ColumnMetaData}. */
  static final int IN_META_DATA = 9;

  /** Of {@code ColumnMetaData}. */
  static final int TYPE = IN_META_DATA + 1;

  static final int ENCODINGS = IN_META_DATA + 2;
  static final int PATH_IN_SCHEMA = IN_META_DATA + 3;
  static final int CODEC = IN_META_DATA + 4;
  static final int NUM_VALUES = IN_META_DATA + 5;
  static final int TOTAL_UNCOMPRESSED_SIZE = IN_META_DATA + 6;
  static final int TOTAL_COMPRESSED_SIZE = IN_META_DATA + 7;
  static final int KEY_VALUE_METADATA = IN_META_DATA + 8;
  static final int DATA_PAGE_OFFSET = IN_META_DATA + 9;
  static final int INDEX_PAGE_OFFSET = IN_META_DATA + 10;
  static final int DICTIONARY_PAGE_OFFSET = IN_META_DATA + 11;
  static final int STATISTICS = IN_META_DATA + 12;
  static final int ENCODING_STATS = IN_META_DATA + 13;
  static final int BLOOM_FILTER_OFFSET = IN_META_DATA + 14;
  static final int BLOOM_FILTER_LENGTH = IN_META_DATA + 15;
  static final int SIZE_STATISTICS = IN_META_DATA + 16;
  static final int GEOSPATIAL_STATISTICS = IN_META_DATA + 17;

  /** Ids before those of {@code Statistics}. */
  static final int IN_STATISTICS = GEOSPATIAL_STATISTICS;

  /** Of {@code Statistics}. */
  static final int MAX = IN_STATISTICS + 1;

  static final int MIN = IN_STATISTICS + 2;
  static final int NULL_COUNT = IN_STATISTICS + 3;
  static final int DISTINCT_COUNT = IN_STATISTICS + 4;
  static final int MAX_VALUE = IN_STATISTICS + 5;
  static final int MIN_VALUE = IN_STATISTICS + 6;
  static final int IS_MAX_VALUE_EXACT = IN_STATISTICS + 7;
  static final int IS_MIN_VALUE_EXACT = IN_STATISTICS + 8;
  static final int NAN_COUNT = IN_STATISTICS + 9;

  static final int COUNT = NAN_COUNT + 1;

  /** By field: its number. */
  final long[] numbers = new long[COUNT];

  /** By field: where its bytes are. */
  final int[] starts = new int[COUNT];

  final int[] lengths = new int[COUNT];

  /** Bit i: field i is there. */
  long seen;

  /** Bit i: field i, a boolean, is true. */
  long trueFlags;

  /** Whether {@code path_in_schema} is there, and the path of the chunk's leaf. */
  boolean pathIsTheSchemas;

  /** Where the struct is. */
  int start;

  int end;

  private final CompactReader in;
  private final PathChecker paths;
  private final OrderedChunkReader ordered;

  ChunkFields(CompactReader in, SchemaConverter schema) {
    this.in = in;
    this.paths = new PathChecker(in, schema);
    this.ordered = new OrderedChunkReader(in, this, paths);
  }

  boolean has(int field) {
    return (seen >>> field & 1) != 0;
  }

  /** Whether any field of a set is there. */
  boolean hasAny(long fields) {
    return (seen & fields) != 0;
  }

  boolean isTrue(int field) {
    return (trueFlags >>> field & 1) != 0;
  }

  /** Reads the struct at the reader's position, the chunk of a leaf. */
  void read(int leaf) {
    start = in.position();
    if (!ordered.read(leaf)) {
      in.position(start);
      seen = 0;
      trueFlags = 0;
      pathIsTheSchemas = false;
      readStruct(ColumnChunkCodec.SHAPE, 0, leaf);
    }
    end = in.position();
  }

  private void readStruct(StructShape shape, int before, int leaf) {
    long fieldsOfStruct = ((2L << shape.maxFieldId()) - 2) << before;
    seen &= ~fieldsOfStruct;
    in.enterStruct();
    while (in.nextField(shape)) {
      int field = before + in.fieldId();
      seen |= 1L << field;
      readField(field, leaf);
    }
    in.leaveStruct(shape, seen >>> before);
  }

  private void readField(int field, int leaf) {
    switch (in.fieldType()) {
      case CompactType.I32 -> numbers[field] = in.readI32();
      case CompactType.I64 -> numbers[field] = in.readI64();
      case CompactType.BOOLEAN_TRUE -> trueFlags |= 1L << field;
      case CompactType.BOOLEAN_FALSE -> trueFlags &= ~(1L << field);
      case CompactType.BINARY -> {
        lengths[field] = in.readBinary();
        starts[field] = in.binaryStart();
      }
      default -> readNested(field, leaf);
    }
  }

  private void readNested(int field, int leaf) {
    switch (field) {
      case META_DATA -> readStruct(ColumnMetaDataCodec.SHAPE, IN_META_DATA, leaf);
      case STATISTICS -> readStruct(StatisticsCodec.SHAPE, IN_STATISTICS, leaf);
      case PATH_IN_SCHEMA -> pathIsTheSchemas = paths.readPath(in, leaf);
      default -> {
        starts[field] = in.position();
        in.skip();
        lengths[field] = in.position() - starts[field];
      }
    }
  }

  /** Where the chunk's first page is. */
  long startOffset() {
    long dictionary = has(DICTIONARY_PAGE_OFFSET) ? numbers[DICTIONARY_PAGE_OFFSET] : 0;
    long data = numbers[DATA_PAGE_OFFSET];
    return dictionary > 0 && dictionary < data ? dictionary : data;
  }
}
