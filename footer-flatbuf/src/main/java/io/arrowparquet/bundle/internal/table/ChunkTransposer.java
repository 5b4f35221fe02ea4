// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BatchWriter;
import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.bundle.internal.BytesValues;
import io.arrowparquet.bundle.internal.NumberValues;
import io.arrowparquet.bundle.internal.table.ChunkTable.Column;
import io.arrowparquet.bundle.internal.table.ChunkTable.PlaceFields;
import io.arrowparquet.bundle.internal.table.ChunkTable.Struct;
import io.arrowparquet.footer.internal.thrift.ChunkFields;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.model.PhysicalType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads the Thrift structs of column chunks, each into a row of {@link ChunkFacts} and a row of
 * {@link PlaceFields}: values of fields that have a column, or are known from the schema, and the
 * others as they are. Fields go by the numbers that they have in {@link ChunkFields}. Owns memory
 * of the compressor until it is closed. For one thread.
 */
public final class ChunkTransposer implements AutoCloseable {
  private static final int CHUNK = ChunkFields.IN_CHUNK;
  private static final int META_DATA = ChunkFields.IN_META_DATA;
  private static final int STATISTICS = ChunkFields.IN_STATISTICS;
  private static final int META_DATA_FIELD = CHUNK + ColumnChunkCodec.META_DATA;
  private static final int STATISTICS_FIELD = META_DATA + ColumnMetaDataCodec.STATISTICS;
  private static final int PATH_FIELD = META_DATA + ColumnMetaDataCodec.PATH_IN_SCHEMA;

  /** Fields that are not kept as they are: bit i for field i. */
  private static final long TAKEN =
      1L << META_DATA_FIELD
          | 1L << STATISTICS_FIELD
          | 1L << PATH_FIELD
          | set(ChunkFacts.TABLE.columns)
          | set(PlaceFields.TABLE.columns);

  private static final long BOOLEANS =
      set(
          ChunkFacts.TABLE.columns.stream()
              .filter(column -> column.type() == CompactType.BOOLEAN_TRUE)
              .toList());

  private final BlockWriter facts = new BlockWriter(ChunkFacts.SHAPE);
  private final BlockWriter places = new BlockWriter(PlaceFields.SHAPE);
  private final BatchWriter batches = new BatchWriter();

  // The columns with the values of fields as they are, and the field of each.

  private final NumberValues[] toNumbers;
  private final int[] numberFields;
  private final BytesValues[] toBytes;
  private final int[] bytesFields;
  private final long[] ownNumbers = new long[ChunkFields.COUNT];
  private final int[] ownStarts = new int[ChunkFields.COUNT];
  private final int[] ownLengths = new int[ChunkFields.COUNT];

  private final RawFields[] rare = {new RawFields(), new RawFields(), new RawFields()};

  private final CompactWriter rest = new CompactWriter();

  // Of the current chunk: the arrays above, or those of its ChunkFields.

  private byte[] array;
  private long[] numbers = ownNumbers;
  private int[] starts = ownStarts;
  private int[] lengths = ownLengths;
  private long seen;
  private long trueFlags;
  private boolean hasPath;

  public ChunkTransposer() {
    List<Column> ofNumbers = new ArrayList<>();
    List<Column> ofBytes = new ArrayList<>();
    Stream.of(ChunkFacts.TABLE, PlaceFields.TABLE)
        .flatMap(table -> table.columns.stream())
        .filter(Column::isPlain)
        .forEach(column -> (column.isNumber() ? ofNumbers : ofBytes).add(column));
    toNumbers =
        ofNumbers.stream()
            .map(column -> of(column).number(column.number()))
            .toArray(NumberValues[]::new);
    toBytes =
        ofBytes.stream()
            .map(column -> of(column).bytes(column.number()))
            .toArray(BytesValues[]::new);
    numberFields = ofNumbers.stream().mapToInt(Column::field).toArray();
    bytesFields = ofBytes.stream().mapToInt(Column::field).toArray();
  }

  private static long set(List<Column> columns) {
    return columns.stream().mapToLong(column -> 1L << column.field()).reduce(0, (a, b) -> a | b);
  }

  private BlockWriter of(Column column) {
    return column.table() == ChunkFacts.TABLE ? facts : places;
  }

  public void physicalType(PhysicalType type) {
    facts.bytes(ChunkFacts.MIN_VALUE).physicalType(type);
    facts.bytes(ChunkFacts.MAX_VALUE).physicalType(type);
    facts.bytes(ChunkFacts.MIN).physicalType(type);
    facts.bytes(ChunkFacts.MAX).physicalType(type);
  }

  public int rows() {
    return facts.rows();
  }

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
   * @param path the list {@code path_in_schema} as the schema's writer would write it
   */
  public void add(CompactReader in, ChunkFields ordered, int leaf, byte[] path) {
    read(in, ordered, leaf, path);
    for (int i = 0; i < toNumbers.length; i++) {
      int field = numberFields[i];
      if (has(field)) {
        toNumbers[i].add(number(field));
      } else {
        toNumbers[i].addNull();
      }
    }
    for (int i = 0; i < toBytes.length; i++) {
      addBytes(toBytes[i], bytesFields[i]);
    }
    addFlags();
    addDictionary();
    places.bytes(PlaceFields.REST).add(rest());
  }

  private void read(CompactReader in, ChunkFields ordered, int leaf, byte[] path) {
    array = in.array();
    forget(Struct.CHUNK);
    int start = in.position();
    if (ordered.readInOrder(leaf) && ordered.hasPath() && (ordered.seen() & ~TAKEN) == 0) {
      numbers = ordered.numbers;
      starts = ordered.starts;
      lengths = ordered.lengths;
      seen = ordered.seen();
      trueFlags = ordered.trueFlags();
      hasPath = true;
    } else {
      in.position(start);
      numbers = ownNumbers;
      starts = ownStarts;
      lengths = ownLengths;
      readStruct(in, Struct.CHUNK, path);
    }
  }

  private boolean has(int field) {
    return (seen >>> field & 1) != 0;
  }

  /** The value of a number, or 1 for a boolean that is true; anything if it is absent. */
  private long number(int field) {
    return (BOOLEANS >>> field & 1) == 0 ? numbers[field] : trueFlags >>> field & 1;
  }

  private void addBytes(BytesValues to, int field) {
    if (has(field)) {
      to.add(array, starts[field], lengths[field]);
    } else {
      to.addNull();
    }
  }

  private void addFlags() {
    boolean minIsMinValue =
        addOwnBound(ChunkFacts.MIN, StatisticsCodec.MIN, StatisticsCodec.MIN_VALUE);
    boolean maxIsMaxValue =
        addOwnBound(ChunkFacts.MAX, StatisticsCodec.MAX, StatisticsCodec.MAX_VALUE);
    int flags = has(META_DATA_FIELD) ? ChunkFacts.HAS_META_DATA : 0;
    flags |= has(STATISTICS_FIELD) ? ChunkFacts.HAS_STATISTICS : 0;
    flags |= hasPath ? ChunkFacts.HAS_PATH : 0;
    flags |= minIsMinValue ? ChunkFacts.MIN_IS_MIN_VALUE : 0;
    flags |= maxIsMaxValue ? ChunkFacts.MAX_IS_MAX_VALUE : 0;
    facts.number(ChunkFacts.FLAGS).add(flags);
  }

  private boolean addOwnBound(int column, int id, int otherId) {
    int own = STATISTICS + id;
    int other = STATISTICS + otherId;
    boolean isOther =
        has(own)
            && has(other)
            && Arrays.equals(
                array,
                starts[own],
                starts[own] + lengths[own],
                array,
                starts[other],
                starts[other] + lengths[other]);
    if (isOther) {
      facts.bytes(column).addNull();
    } else {
      addBytes(facts.bytes(column), own);
    }
    return isOther;
  }

  private void addDictionary() {
    int dictionary = META_DATA + ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET;
    long data = number(META_DATA + ColumnMetaDataCodec.DATA_PAGE_OFFSET);
    if (has(dictionary)) {
      places.number(PlaceFields.DICTIONARY_BYTES).add(data - number(dictionary));
      addFileOffset(data, number(dictionary));
    } else {
      places.number(PlaceFields.DICTIONARY_BYTES).addNull();
      addFileOffset(data, data);
    }
  }

  private void addFileOffset(long dataPage, long firstPage) {
    long offset = number(CHUNK + ColumnChunkCodec.FILE_OFFSET);
    boolean hasPages = has(META_DATA_FIELD);
    long size = number(META_DATA + ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE);
    int kind = PlaceFields.OTHER;
    if (offset == 0) {
      kind = PlaceFields.NO_OFFSET;
    } else if (hasPages && offset == dataPage) {
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

  private void forget(Struct struct) {
    for (Struct each = struct; each != null; each = each.next) {
      rare[each.depth].clear();
      seen &= ~each.fields;
    }
    hasPath &= struct == Struct.STATISTICS;
  }

  private void readStruct(CompactReader in, Struct struct, byte[] path) {
    // Of a struct that is there twice the last one counts, as for any field in Thrift.
    forget(struct);
    in.enterStruct();
    while (in.nextField()) {
      int p = in.position();
      byte next = p < in.end() ? array[p] : 0;
      int field = struct.base + in.fieldId();
      if (struct.shape.accepts(in.fieldId(), in.fieldType(), next) && (TAKEN >>> field & 1) != 0) {
        readField(in, field, path);
        seen |= 1L << field;
      } else {
        rare[struct.depth].skip(in);
      }
    }
    in.leaveStruct(struct.shape, (seen & struct.fields) >>> struct.base);
  }

  private void readField(CompactReader in, int field, byte[] path) {
    switch (in.fieldType()) {
      case CompactType.I32 -> numbers[field] = in.readI32();
      case CompactType.I64 -> numbers[field] = in.readI64();
      case CompactType.BOOLEAN_TRUE, CompactType.BOOLEAN_FALSE ->
          trueFlags = in.readBool() ? trueFlags | 1L << field : trueFlags & ~(1L << field);
      case CompactType.BINARY -> {
        lengths[field] = in.readBinary();
        starts[field] = in.binaryStart();
      }
      default -> {
        switch (field) {
          case META_DATA_FIELD -> readStruct(in, Struct.META_DATA, path);
          case STATISTICS_FIELD -> readStruct(in, Struct.STATISTICS, path);
          case PATH_FIELD -> readPath(in, path);
          default -> {
            starts[field] = in.position();
            in.skip();
            lengths[field] = in.position() - starts[field];
          }
        }
      }
    }
  }

  private void readPath(CompactReader in, byte[] path) {
    int start = in.position();
    int end = start + path.length;
    hasPath = end <= in.end() && Arrays.equals(array, start, end, path, 0, path.length);
    if (hasPath) {
      in.position(end);
    } else {
      rare[Struct.META_DATA.depth].skip(in);
    }
  }

  /** The struct with all fields that no column has; null if there are none. */
  byte[] rest() {
    if (!hasRare(Struct.CHUNK)) {
      return null;
    }
    rest.clear();
    writeRare(Struct.CHUNK);
    return rest.toByteArray();
  }

  private boolean hasRare(Struct from) {
    for (Struct each = from; each != null; each = each.next) {
      if (!rare[each.depth].isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private void writeRare(Struct struct) {
    RawFields fields = rare[struct.depth];
    rest.structBegin();
    if (struct.inner != 0 && hasRare(struct.next)) {
      fields.writeBelow(rest, struct.inner);
      rest.fieldHeader(struct.inner, CompactType.STRUCT);
      writeRare(struct.next);
    }
    fields.writeRest(rest);
    rest.structEnd();
  }

  @Override
  public void close() {
    batches.close();
  }
}
