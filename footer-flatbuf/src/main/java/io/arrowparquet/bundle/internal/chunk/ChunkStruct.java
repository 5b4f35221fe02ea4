// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.footer.internal.convert.ChunkFields;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import java.util.Arrays;

/**
 * The fields of one column chunk, read from its Thrift struct with the structs in it: values of
 * those that have a column, or are known from the schema, and the others as they are. For one
 * thread; reused.
 */
final class ChunkStruct {
  /** Fields of the three structs have the numbers that they have in {@link ChunkFields}. */
  static final int CHUNK = ChunkFields.IN_CHUNK;

  static final int META_DATA = ChunkFields.IN_META_DATA;
  static final int STATISTICS = ChunkFields.IN_STATISTICS;

  private static final long OF_META_DATA = (1L << CHUNK) - 1;
  private static final long OF_STATISTICS = -1L << STATISTICS;

  /** Fields that have a column, or are known from the schema. */
  private static final long HAVE_COLUMN =
      set(
              CHUNK,
              ColumnChunkCodec.FILE_OFFSET,
              ColumnChunkCodec.META_DATA,
              ColumnChunkCodec.OFFSET_INDEX_OFFSET,
              ColumnChunkCodec.OFFSET_INDEX_LENGTH,
              ColumnChunkCodec.COLUMN_INDEX_OFFSET,
              ColumnChunkCodec.COLUMN_INDEX_LENGTH)
          | set(
              META_DATA,
              ColumnMetaDataCodec.TYPE,
              ColumnMetaDataCodec.ENCODINGS,
              ColumnMetaDataCodec.PATH_IN_SCHEMA,
              ColumnMetaDataCodec.CODEC,
              ColumnMetaDataCodec.NUM_VALUES,
              ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE,
              ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE,
              ColumnMetaDataCodec.DATA_PAGE_OFFSET,
              ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET,
              ColumnMetaDataCodec.STATISTICS,
              ColumnMetaDataCodec.ENCODING_STATS,
              ColumnMetaDataCodec.BLOOM_FILTER_OFFSET,
              ColumnMetaDataCodec.BLOOM_FILTER_LENGTH,
              ColumnMetaDataCodec.SIZE_STATISTICS)
          | set(
              STATISTICS,
              StatisticsCodec.MAX,
              StatisticsCodec.MIN,
              StatisticsCodec.NULL_COUNT,
              StatisticsCodec.DISTINCT_COUNT,
              StatisticsCodec.MAX_VALUE,
              StatisticsCodec.MIN_VALUE,
              StatisticsCodec.IS_MAX_VALUE_EXACT,
              StatisticsCodec.IS_MIN_VALUE_EXACT,
              StatisticsCodec.NAN_COUNT);

  private final long[] ownNumbers = new long[ChunkFields.COUNT];
  private final int[] ownStarts = new int[ChunkFields.COUNT];
  private final int[] ownLengths = new int[ChunkFields.COUNT];
  private final RawFields rareOfChunk = new RawFields();
  private final RawFields rareOfMetaData = new RawFields();
  private final RawFields rareOfStatistics = new RawFields();
  private final CompactWriter rest = new CompactWriter();

  // Of the current chunk: the arrays above, or those of its ChunkFields.

  private byte[] array;
  private long[] numbers = ownNumbers;
  private int[] starts = ownStarts;
  private int[] lengths = ownLengths;

  /** Bit i: field i was met. */
  private long seen;

  /** Bit i: field i, a boolean, is true. */
  private long trueFlags;

  private boolean hasPath;

  /**
   * Reads one struct at the reader's position.
   *
   * @param ordered of the reader, for the usual case
   * @param leaf its number of the chunk's column
   * @param path the list {@code path_in_schema} as the schema's writer would write it
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are not a column chunk
   */
  void read(CompactReader in, ChunkFields ordered, int leaf, byte[] path) {
    array = in.array();
    rareOfChunk.clear();
    rareOfMetaData.clear();
    rareOfStatistics.clear();
    int start = in.position();
    if (ordered.readInOrder(leaf) && ordered.hasPath() && (ordered.seen() & ~HAVE_COLUMN) == 0) {
      numbers = ordered.numbers();
      starts = ordered.starts();
      lengths = ordered.lengths();
      seen = ordered.seen();
      trueFlags = ordered.trueFlags();
      hasPath = true;
    } else {
      in.position(start);
      readInAnyOrder(in, path);
    }
  }

  /** Whether a field is there: its id, and the number of its struct. */
  boolean has(int field) {
    return (seen >>> field & 1) != 0;
  }

  /** Whether the path is there, and is the schema's. */
  boolean hasPath() {
    return hasPath;
  }

  /** The value of a number; anything if it is absent. */
  long number(int field) {
    return numbers[field];
  }

  /** The value of a boolean that is there. */
  boolean isTrue(int field) {
    return (trueFlags >>> field & 1) != 0;
  }

  /** The array that the bytes of values are in. */
  byte[] array() {
    return array;
  }

  /** Where the bytes of a value begin. */
  int start(int field) {
    return starts[field];
  }

  /** How many there are. */
  int length(int field) {
    return lengths[field];
  }

  private void readInAnyOrder(CompactReader in, byte[] path) {
    numbers = ownNumbers;
    starts = ownStarts;
    lengths = ownLengths;
    seen = 0;
    trueFlags = 0;
    hasPath = false;
    in.enterStruct();
    while (in.nextField()) {
      int id = in.fieldId();
      if (!isKnown(in, ColumnChunkCodec.SHAPE)) {
        rareOfChunk.skip(in);
        continue;
      }
      switch (id) {
        case ColumnChunkCodec.META_DATA -> {
          readMetaData(in, path);
          see(CHUNK + id);
        }
        case ColumnChunkCodec.FILE_OFFSET,
            ColumnChunkCodec.OFFSET_INDEX_OFFSET,
            ColumnChunkCodec.COLUMN_INDEX_OFFSET ->
            number(CHUNK + id, in.readI64());
        case ColumnChunkCodec.OFFSET_INDEX_LENGTH, ColumnChunkCodec.COLUMN_INDEX_LENGTH ->
            number(CHUNK + id, in.readI32());
        default -> rareOfChunk.skip(in);
      }
    }
    in.leaveStruct(ColumnChunkCodec.SHAPE, seen >>> CHUNK & 0xFFFF);
  }

  private static long set(int struct, int... ids) {
    long fields = 0;
    for (int id : ids) {
      fields |= 1L << (struct + id);
    }
    return fields;
  }

  private static boolean isKnown(CompactReader in, StructShape shape) {
    int p = in.position();
    byte next = p < in.end() ? in.array()[p] : 0;
    return shape.accepts(in.fieldId(), in.fieldType(), next);
  }

  private void see(int field) {
    seen |= 1L << field;
  }

  private void number(int field, long value) {
    numbers[field] = value;
    see(field);
  }

  private void flag(int field, boolean value) {
    trueFlags = value ? trueFlags | 1L << field : trueFlags & ~(1L << field);
    see(field);
  }

  /** Takes the value of the current field as bytes. */
  private void slice(CompactReader in, int field) {
    starts[field] = in.position();
    in.skip();
    lengths[field] = in.position() - starts[field];
    see(field);
  }

  private void readMetaData(CompactReader in, byte[] path) {
    // Of a struct that is there twice the last one counts, as for any field in Thrift.
    seen &= ~(OF_META_DATA | OF_STATISTICS);
    hasPath = false;
    rareOfMetaData.clear();
    rareOfStatistics.clear();
    in.enterStruct();
    while (in.nextField()) {
      int id = in.fieldId();
      if (!isKnown(in, ColumnMetaDataCodec.SHAPE)) {
        rareOfMetaData.skip(in);
        continue;
      }
      switch (id) {
        case ColumnMetaDataCodec.TYPE,
            ColumnMetaDataCodec.CODEC,
            ColumnMetaDataCodec.BLOOM_FILTER_LENGTH ->
            number(META_DATA + id, in.readI32());
        case ColumnMetaDataCodec.NUM_VALUES,
            ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE,
            ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE,
            ColumnMetaDataCodec.DATA_PAGE_OFFSET,
            ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET,
            ColumnMetaDataCodec.BLOOM_FILTER_OFFSET ->
            number(META_DATA + id, in.readI64());
        case ColumnMetaDataCodec.ENCODINGS,
            ColumnMetaDataCodec.ENCODING_STATS,
            ColumnMetaDataCodec.SIZE_STATISTICS ->
            slice(in, META_DATA + id);
        case ColumnMetaDataCodec.PATH_IN_SCHEMA -> readPath(in, path);
        case ColumnMetaDataCodec.STATISTICS -> {
          readStatistics(in);
          see(META_DATA + id);
        }
        default -> rareOfMetaData.skip(in);
      }
    }
    in.leaveStruct(ColumnMetaDataCodec.SHAPE, seen & OF_META_DATA);
  }

  private void readPath(CompactReader in, byte[] path) {
    int start = in.position();
    int end = start + path.length;
    hasPath = end <= in.end() && Arrays.equals(array, start, end, path, 0, path.length);
    if (hasPath) {
      in.position(end);
    } else {
      rareOfMetaData.skip(in);
    }
  }

  private void readStatistics(CompactReader in) {
    seen &= ~OF_STATISTICS;
    rareOfStatistics.clear();
    in.enterStruct();
    while (in.nextField()) {
      int id = in.fieldId();
      if (!isKnown(in, StatisticsCodec.SHAPE)) {
        rareOfStatistics.skip(in);
        continue;
      }
      switch (id) {
        case StatisticsCodec.NULL_COUNT,
            StatisticsCodec.DISTINCT_COUNT,
            StatisticsCodec.NAN_COUNT ->
            number(STATISTICS + id, in.readI64());
        case StatisticsCodec.IS_MAX_VALUE_EXACT, StatisticsCodec.IS_MIN_VALUE_EXACT ->
            flag(STATISTICS + id, in.readBool());
        default -> {
          lengths[STATISTICS + id] = in.readBinary();
          starts[STATISTICS + id] = in.binaryStart();
          see(STATISTICS + id);
        }
      }
    }
    in.leaveStruct();
  }

  /** The struct with all fields that no column has; null if there are none. */
  byte[] rest() {
    if (rareOfChunk.isEmpty() && rareOfMetaData.isEmpty() && rareOfStatistics.isEmpty()) {
      return null;
    }
    rest.clear();
    rest.structBegin();
    rareOfChunk.writeBelow(rest, ColumnChunkCodec.META_DATA);
    if (!rareOfMetaData.isEmpty() || !rareOfStatistics.isEmpty()) {
      rest.fieldHeader(ColumnChunkCodec.META_DATA, CompactType.STRUCT);
      rest.structBegin();
      rareOfMetaData.writeBelow(rest, ColumnMetaDataCodec.STATISTICS);
      if (!rareOfStatistics.isEmpty()) {
        rest.fieldHeader(ColumnMetaDataCodec.STATISTICS, CompactType.STRUCT);
        rest.structBegin();
        rareOfStatistics.writeRest(rest);
        rest.structEnd();
      }
      rareOfMetaData.writeRest(rest);
      rest.structEnd();
    }
    rareOfChunk.writeRest(rest);
    rest.structEnd();
    return rest.toByteArray();
  }
}
