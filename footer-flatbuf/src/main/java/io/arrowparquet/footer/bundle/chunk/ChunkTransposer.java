// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.chunk;

import io.arrowparquet.footer.bundle.arrow.BatchWriter;
import io.arrowparquet.footer.bundle.arrow.BlockWriter;
import io.arrowparquet.footer.convert.toflatbuf.ChunkFields;
import io.arrowparquet.footer.metadata.Type;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.StructShape;
import io.arrowparquet.footer.thrift.codec.ColumnChunkCodec;
import io.arrowparquet.footer.thrift.codec.ColumnMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.StatisticsCodec;
import java.util.Arrays;

/**
 * Reads the Thrift structs of column chunks, each into a row of {@link ChunkFacts} and a row of
 * {@link PlaceFields}. Owns memory of the compressor until it is closed. For one thread.
 */
public final class ChunkTransposer implements AutoCloseable {
  /** Fields of the three structs have the numbers that they have in {@link ChunkFields}. */
  private static final int CHUNK = ChunkFields.IN_CHUNK;

  private static final int META_DATA = ChunkFields.IN_META_DATA;
  private static final int STATISTICS = ChunkFields.IN_STATISTICS;

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

  private final BlockWriter facts = new BlockWriter(ChunkFacts.SHAPE);
  private final BlockWriter places = new BlockWriter(PlaceFields.SHAPE);
  private final BatchWriter batches = new BatchWriter();
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
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no column chunk
   */
  public void add(CompactReader in, ChunkFields ordered, int leaf, byte[] path) {
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
    addFacts();
    addPlaces();
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

  private boolean has(int field) {
    return (seen >>> field & 1) != 0;
  }

  private void addNumber(BlockWriter to, int column, int field) {
    if (has(field)) {
      to.number(column).add(numbers[field]);
    } else {
      to.number(column).addNull();
    }
  }

  private void addFlag(int column, int field) {
    if (has(field)) {
      facts.number(column).add(trueFlags >>> field & 1);
    } else {
      facts.number(column).addNull();
    }
  }

  private void addBytes(BlockWriter to, int column, int field) {
    if (has(field)) {
      to.bytes(column).add(array, starts[field], lengths[field]);
    } else {
      to.bytes(column).addNull();
    }
  }

  private void addFacts() {
    boolean minIsMinValue = areEqual(StatisticsCodec.MIN, StatisticsCodec.MIN_VALUE);
    boolean maxIsMaxValue = areEqual(StatisticsCodec.MAX, StatisticsCodec.MAX_VALUE);
    int flags = has(CHUNK + ColumnChunkCodec.META_DATA) ? ChunkFacts.HAS_META_DATA : 0;
    flags |= has(META_DATA + ColumnMetaDataCodec.STATISTICS) ? ChunkFacts.HAS_STATISTICS : 0;
    flags |= hasPath ? ChunkFacts.HAS_PATH : 0;
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
    return has(a)
        && has(b)
        && Arrays.equals(
            array, starts[a], starts[a] + lengths[a], array, starts[b], starts[b] + lengths[b]);
  }

  private void addPlaces() {
    int dictionary = META_DATA + ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET;
    int data = META_DATA + ColumnMetaDataCodec.DATA_PAGE_OFFSET;
    addNumber(places, PlaceFields.CODEC, META_DATA + ColumnMetaDataCodec.CODEC);
    addBytes(places, PlaceFields.ENCODINGS, META_DATA + ColumnMetaDataCodec.ENCODINGS);
    addFileOffset(has(dictionary) ? numbers[dictionary] : numbers[data]);
    addNumber(places, PlaceFields.DATA_PAGE_OFFSET, data);
    if (has(dictionary)) {
      places.number(PlaceFields.DICTIONARY_BYTES).add(numbers[data] - numbers[dictionary]);
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
    places.bytes(PlaceFields.REST).add(rest());
  }

  private void addFileOffset(long firstPage) {
    long offset = numbers[CHUNK + ColumnChunkCodec.FILE_OFFSET];
    boolean hasPages = has(CHUNK + ColumnChunkCodec.META_DATA);
    long size = numbers[META_DATA + ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE];
    int kind = PlaceFields.OTHER;
    if (offset == 0) {
      kind = PlaceFields.NO_OFFSET;
    } else if (hasPages && offset == numbers[META_DATA + ColumnMetaDataCodec.DATA_PAGE_OFFSET]) {
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

  /** The struct with all fields that no column has; null if there are none. */
  private byte[] rest() {
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

  @Override
  public void close() {
    batches.close();
  }
}
