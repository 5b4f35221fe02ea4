// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.convert;

import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.thrift.StructShape;

/**
 * The fields of one Thrift {@code ColumnChunk}, its metadata and statistics: numbers as numbers,
 * everything else as a range of the source. Reused from chunk to chunk.
 *
 * <p>A field of {@code ColumnMetaData} goes by its id, one of the other structs by its id plus a
 * constant. Numbers and ranges of absent fields are left over from another chunk: check {@link
 * #has} first.
 */
public final class ChunkFields {
  /** Added to the ids of {@code ColumnMetaData}. */
  public static final int IN_META_DATA = 0;

  /** Added to the ids of {@code ColumnChunk}. */
  public static final int IN_CHUNK = 32;

  /** Added to the ids of {@code Statistics}. */
  public static final int IN_STATISTICS = 48;

  static final int FILE_PATH = IN_CHUNK + ColumnChunkCodec.FILE_PATH;
  static final int FILE_OFFSET = IN_CHUNK + ColumnChunkCodec.FILE_OFFSET;
  static final int META_DATA = IN_CHUNK + ColumnChunkCodec.META_DATA;
  static final int OFFSET_INDEX_OFFSET = IN_CHUNK + ColumnChunkCodec.OFFSET_INDEX_OFFSET;
  static final int OFFSET_INDEX_LENGTH = IN_CHUNK + ColumnChunkCodec.OFFSET_INDEX_LENGTH;
  static final int COLUMN_INDEX_OFFSET = IN_CHUNK + ColumnChunkCodec.COLUMN_INDEX_OFFSET;
  static final int COLUMN_INDEX_LENGTH = IN_CHUNK + ColumnChunkCodec.COLUMN_INDEX_LENGTH;
  static final int CRYPTO_METADATA = IN_CHUNK + ColumnChunkCodec.CRYPTO_METADATA;
  static final int ENCRYPTED_COLUMN_METADATA =
      IN_CHUNK + ColumnChunkCodec.ENCRYPTED_COLUMN_METADATA;

  static final int MAX = IN_STATISTICS + StatisticsCodec.MAX;
  static final int MIN = IN_STATISTICS + StatisticsCodec.MIN;
  static final int NULL_COUNT = IN_STATISTICS + StatisticsCodec.NULL_COUNT;
  static final int DISTINCT_COUNT = IN_STATISTICS + StatisticsCodec.DISTINCT_COUNT;
  static final int MAX_VALUE = IN_STATISTICS + StatisticsCodec.MAX_VALUE;
  static final int MIN_VALUE = IN_STATISTICS + StatisticsCodec.MIN_VALUE;
  static final int IS_MAX_VALUE_EXACT = IN_STATISTICS + StatisticsCodec.IS_MAX_VALUE_EXACT;
  static final int IS_MIN_VALUE_EXACT = IN_STATISTICS + StatisticsCodec.IS_MIN_VALUE_EXACT;
  static final int NAN_COUNT = IN_STATISTICS + StatisticsCodec.NAN_COUNT;

  public static final int COUNT = Long.SIZE;

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

  /** Whether the metadata has an extension, which only the Thrift bytes of the chunk keep. */
  boolean hasExtension;

  /** Where the struct is. */
  int start;

  int end;

  /** Names of unknown fields collected before this chunk. */
  private int unknownNamesBefore;

  private final CompactReader in;
  private final PathChecker paths;
  private final OrderedChunkReader ordered;

  ChunkFields(CompactReader in, SchemaConverter schema) {
    this.in = in;
    this.paths = new PathChecker(in, schema);
    this.ordered = new OrderedChunkReader(in, this, paths);
  }

  /**
   * Fields of chunks that are read in order alone.
   *
   * @param paths by leaf: the list that {@code path_in_schema} should be
   */
  public ChunkFields(CompactReader in, byte[][] paths) {
    this.in = in;
    this.paths = new PathChecker(in, paths);
    this.ordered = new OrderedChunkReader(in, this, this.paths);
  }

  /**
   * Reads the struct at the reader's position, the chunk of a leaf, if its fields are known and in
   * the order of their ids.
   *
   * @return false if it must be read otherwise; reader and fields are then in no particular state
   */
  public boolean readInOrder(int leaf) {
    pathIsTheSchemas = false;
    return ordered.read(leaf);
  }

  /** By field: its number. Of the chunk read last, as all of these. */
  public long[] numbers() {
    return numbers;
  }

  /** By field: where its bytes are. */
  public int[] starts() {
    return starts;
  }

  /** By field: how many bytes it has. */
  public int[] lengths() {
    return lengths;
  }

  /** Bit i: field i is there. */
  public long seen() {
    return seen;
  }

  /** Bit i: field i, a boolean, is true. */
  public long trueFlags() {
    return trueFlags;
  }

  /** Whether {@code path_in_schema} is there, and the path of the chunk's leaf. */
  public boolean hasPath() {
    return pathIsTheSchemas;
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
    hasExtension = false;
    unknownNamesBefore = in.unknownFields().nameCount();
    if (!ordered.read(leaf)) {
      in.position(start);
      seen = 0;
      trueFlags = 0;
      pathIsTheSchemas = false;
      long unknownBefore = in.unknownFields().count();
      readStruct(ColumnChunkCodec.SHAPE, IN_CHUNK, leaf);
      // An extension counts as an unknown field.
      hasExtension =
          in.unknownFields().count() > unknownBefore
              && has(META_DATA)
              && StructExtension.find(in.array(), starts[META_DATA], in.position()) != null;
    }
    end = in.position();
  }

  /** Says that the Thrift bytes of the chunk are kept, and so its unknown fields. */
  void keepUnknownFields() {
    in.unknownFields().dropNames(unknownNamesBefore);
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
      case META_DATA -> {
        starts[META_DATA] = in.position();
        readStruct(ColumnMetaDataCodec.SHAPE, IN_META_DATA, leaf);
      }
      case ColumnMetaDataCodec.STATISTICS -> readStruct(StatisticsCodec.SHAPE, IN_STATISTICS, leaf);
      case ColumnMetaDataCodec.PATH_IN_SCHEMA -> pathIsTheSchemas = paths.readPath(in, leaf);
      default -> {
        starts[field] = in.position();
        in.skip();
        lengths[field] = in.position() - starts[field];
      }
    }
  }

  /** Where the chunk's first page is. */
  long startOffset() {
    long dictionary =
        has(ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET)
            ? numbers[ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET]
            : 0;
    long data = numbers[ColumnMetaDataCodec.DATA_PAGE_OFFSET];
    return dictionary > 0 && dictionary < data ? dictionary : data;
  }
}
