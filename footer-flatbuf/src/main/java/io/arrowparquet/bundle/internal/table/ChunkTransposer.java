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

  private static final List<Column> COLUMNS =
      Stream.of(ChunkFacts.TABLE, PlaceFields.TABLE)
          .flatMap(table -> table.columns.stream())
          .filter(Column::isPlain)
          .toList();

  private static final long NUMBERS = set(COLUMNS.stream().filter(Column::isNumber).toList());
  private static final long BYTES = set(COLUMNS) & ~NUMBERS;
  private static final long BOOLEANS =
      set(COLUMNS.stream().filter(column -> column.type() == CompactType.BOOLEAN_TRUE).toList());

  private final BlockWriter facts = new BlockWriter(ChunkFacts.SHAPE);
  private final BlockWriter places = new BlockWriter(PlaceFields.SHAPE);
  private final BatchWriter batches = new BatchWriter();

  // By field: the column with its values as they are.

  private final NumberValues[] toNumbers = new NumberValues[ChunkFields.COUNT];
  private final BytesValues[] toBytes = new BytesValues[ChunkFields.COUNT];
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

  private int row;

  public ChunkTransposer() {
    COLUMNS.forEach(
        column -> {
          BlockWriter to = column.table() == ChunkFacts.TABLE ? facts : places;
          if (column.isNumber()) {
            toNumbers[column.field()] = to.number(column.number());
          } else {
            toBytes[column.field()] = to.bytes(column.number());
          }
        });
  }

  private static long set(List<Column> columns) {
    return columns.stream().mapToLong(column -> 1L << column.field()).reduce(0, (a, b) -> a | b);
  }

  public void physicalType(PhysicalType type) {
    facts.bytes(ChunkFacts.MIN_VALUE).physicalType(type);
    facts.bytes(ChunkFacts.MAX_VALUE).physicalType(type);
    facts.bytes(ChunkFacts.MIN).physicalType(type);
    facts.bytes(ChunkFacts.MAX).physicalType(type);
  }

  public int rows() {
    return row;
  }

  public BlockWriter facts() {
    facts.fillTo(row);
    return facts;
  }

  /** The blocks of facts and of places of all rows so far. */
  public List<BlockWriter.Block> finish() {
    places.fillTo(row);
    List<BlockWriter.Block> blocks = List.of(facts().finish(batches), places.finish(batches));
    row = 0;
    return blocks;
  }

  /**
   * Reads one struct at the reader's position.
   *
   * @param path the list {@code path_in_schema} as the schema's writer would write it
   */
  public void add(CompactReader in, ChunkFields ordered, int leaf, byte[] path) {
    boolean isInOrder = read(in, ordered, leaf, path);
    for (long left = seen & NUMBERS; left != 0; left &= left - 1) {
      int field = Long.numberOfTrailingZeros(left);
      toNumbers[field].addAt(row, number(field));
    }
    for (long left = seen & BYTES; left != 0; left &= left - 1) {
      int field = Long.numberOfTrailingZeros(left);
      addBytes(toBytes[field], field);
    }
    addFlags();
    addDictionary();
    byte[] others = isInOrder ? null : rest();
    if (others != null) {
      places.bytes(PlaceFields.REST).addAt(row, others, 0, others.length);
    }
    row++;
  }

  /** Returns whether all fields have a column. */
  private boolean read(CompactReader in, ChunkFields ordered, int leaf, byte[] path) {
    array = in.array();
    int start = in.position();
    if (ordered.readInOrder(leaf) && ordered.hasPath() && (ordered.seen() & ~TAKEN) == 0) {
      numbers = ordered.numbers;
      starts = ordered.starts;
      lengths = ordered.lengths;
      seen = ordered.seen();
      trueFlags = ordered.trueFlags();
      hasPath = true;
      return true;
    }
    in.position(start);
    numbers = ownNumbers;
    starts = ownStarts;
    lengths = ownLengths;
    readStruct(in, Struct.CHUNK, path);
    return false;
  }

  private boolean has(int field) {
    return (seen >>> field & 1) != 0;
  }

  /** The value of a number, or 1 for a boolean that is true; anything if it is absent. */
  private long number(int field) {
    return (BOOLEANS >>> field & 1) == 0 ? numbers[field] : trueFlags >>> field & 1;
  }

  private void addBytes(BytesValues to, int field) {
    to.addAt(row, array, starts[field], lengths[field]);
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
    facts.number(ChunkFacts.FLAGS).addAt(row, flags);
  }

  private boolean addOwnBound(int column, int id, int otherId) {
    int own = STATISTICS + id;
    int other = STATISTICS + otherId;
    boolean isOther =
        has(own)
            && has(other)
            && lengths[own] == lengths[other]
            && ChunkFields.sameBytes(array, starts[own], starts[other], lengths[own]);
    if (has(own) && !isOther) {
      addBytes(facts.bytes(column), own);
    }
    return isOther;
  }

  private void addDictionary() {
    int dictionary = META_DATA + ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET;
    long data = number(META_DATA + ColumnMetaDataCodec.DATA_PAGE_OFFSET);
    if (has(dictionary)) {
      places.number(PlaceFields.DICTIONARY_BYTES).addAt(row, data - number(dictionary));
      addFileOffset(data, number(dictionary));
    } else {
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
    places.number(PlaceFields.FILE_OFFSET_KIND).addAt(row, kind);
    if (kind == PlaceFields.OTHER) {
      places.number(PlaceFields.FILE_OFFSET).addAt(row, offset);
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
