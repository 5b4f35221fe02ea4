// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.generated.ParquetFbs.Statistics;
import io.arrowparquet.footer.internal.thrift.ChunkFields;

final class StatisticsConverter {
  private static final int ABSENT = -1;
  private static final int FLAG_TRUE = 1;
  private static final int FLAG_FALSE = 2;
  private static final int MAX_FLAG_SHIFT = 2;
  private static final int FLAG_LEGACY_MIN_EQUALS = 1 << 4;
  private static final int FLAG_LEGACY_MAX_EQUALS = 1 << 5;

  /** As they are set below: the widest first. */
  private static final int[] ORDER = {
    Statistics.NULL_COUNT,
    Statistics.DISTINCT_COUNT,
    Statistics.NAN_COUNT,
    Statistics.MIN_LO8,
    Statistics.MAX_LO8,
    Statistics.MIN_HI8,
    Statistics.MAX_HI8,
    Statistics.MIN_LO4,
    Statistics.MAX_LO4,
    Statistics.PREFIX,
    Statistics.MIN_TAIL,
    Statistics.MAX_TAIL,
    Statistics.MIN_VALUE,
    Statistics.MAX_VALUE,
    Statistics.MIN,
    Statistics.MAX,
    Statistics.MIN_LEN,
    Statistics.MAX_LEN,
    Statistics.FLAGS
  };

  private static final int LONG_SLOTS =
      1 << Statistics.NULL_COUNT
          | 1 << Statistics.DISTINCT_COUNT
          | 1 << Statistics.NAN_COUNT
          | 1 << Statistics.MIN_LO8
          | 1 << Statistics.MIN_HI8
          | 1 << Statistics.MAX_LO8
          | 1 << Statistics.MAX_HI8;

  private static final int BYTE_SLOTS =
      1 << Statistics.MIN_LEN | 1 << Statistics.MAX_LEN | 1 << Statistics.FLAGS;

  private static final int VECTOR_SLOTS =
      1 << Statistics.PREFIX
          | 1 << Statistics.MIN_TAIL
          | 1 << Statistics.MAX_TAIL
          | 1 << Statistics.MIN_VALUE
          | 1 << Statistics.MAX_VALUE
          | 1 << Statistics.MIN
          | 1 << Statistics.MAX;

  private static final int RARE_COUNT_SLOTS =
      1 << Statistics.DISTINCT_COUNT | 1 << Statistics.NAN_COUNT;

  private static final int ZEROS =
      1 << Statistics.MIN_LO8
          | 1 << Statistics.MIN_HI8
          | 1 << Statistics.MAX_LO8
          | 1 << Statistics.MAX_HI8
          | 1 << Statistics.MIN_LO4
          | 1 << Statistics.MAX_LO4
          | 1 << Statistics.FLAGS;

  private final FlatWriter out;
  private final TableTemplate table;
  private final PackedBoundBuilder minBound = new PackedBoundBuilder();
  private final PackedBoundBuilder maxBound = new PackedBoundBuilder();

  private ChunkFields fields;

  /** Of the table being written: its byte vectors, 0 for none. */
  private int prefix;

  private int minTail;
  private int maxTail;
  private int minWhole;
  private int maxWhole;
  private int min;
  private int max;

  StatisticsConverter(FlatWriter out) {
    this.out = out;
    this.table =
        new TableTemplate(
            out, ORDER, LONG_SLOTS, BYTE_SLOTS, Statistics.MIN_LO8, Statistics.MAX_LO8);
  }

  TableTemplate table() {
    return table;
  }

  /** {@code type}: number of the column's physical type, negative for none. */
  int write(ChunkFields chunk, int type) {
    fields = chunk;
    boolean isByteArray = PackedBoundBuilder.isByteArray(type);
    int prefixLength = isByteArray ? commonPrefix() : 0;
    minBound.pack(
        out.source,
        chunk.starts[ChunkFields.MIN_VALUE],
        chunk.has(ChunkFields.MIN_VALUE) ? chunk.lengths[ChunkFields.MIN_VALUE] : ABSENT,
        prefixLength,
        type,
        isInexact(ChunkFields.IS_MIN_VALUE_EXACT),
        false);
    maxBound.pack(
        out.source,
        chunk.starts[ChunkFields.MAX_VALUE],
        chunk.has(ChunkFields.MAX_VALUE) ? chunk.lengths[ChunkFields.MAX_VALUE] : ABSENT,
        prefixLength,
        type,
        isInexact(ChunkFields.IS_MAX_VALUE_EXACT),
        true);
    int flags = flags();
    int vectors = writeVectors(prefixLength, flags);
    boolean isOneNumber = minBound.lo8 != 0 && minBound.lo8 == maxBound.lo8;
    table.begin(
        bit(chunk.has(ChunkFields.NULL_COUNT), Statistics.NULL_COUNT)
            | bit(chunk.has(ChunkFields.DISTINCT_COUNT), Statistics.DISTINCT_COUNT)
            | bit(chunk.has(ChunkFields.NAN_COUNT), Statistics.NAN_COUNT)
            | bit(minBound.lo8 != 0, Statistics.MIN_LO8)
            | bit(minBound.hi8 != 0, Statistics.MIN_HI8)
            | bit(maxBound.lo8 != 0, Statistics.MAX_LO8)
            | bit(maxBound.hi8 != 0, Statistics.MAX_HI8)
            | bit(minBound.lo4 != 0, Statistics.MIN_LO4)
            | bit(maxBound.lo4 != 0, Statistics.MAX_LO4)
            | vectors
            | bit(minBound.isPacked, Statistics.MIN_LEN)
            | bit(maxBound.isPacked, Statistics.MAX_LEN)
            | bit(flags != 0, Statistics.FLAGS)
            | (isOneNumber ? TableTemplate.TWINS : 0),
        ZEROS);
    setValues(flags);
    return table.table();
  }

  private static int bit(boolean isPresent, int slot) {
    return isPresent ? 1 << slot : 0;
  }

  private void setValues(int flags) {
    table.setLong(Statistics.NULL_COUNT, fields.numbers[ChunkFields.NULL_COUNT]);
    if (table.hasAny(RARE_COUNT_SLOTS)) {
      table.setLong(Statistics.DISTINCT_COUNT, fields.numbers[ChunkFields.DISTINCT_COUNT]);
      table.setLong(Statistics.NAN_COUNT, fields.numbers[ChunkFields.NAN_COUNT]);
    }
    table.setLong(Statistics.MIN_LO8, minBound.lo8);
    table.setLong(Statistics.MAX_LO8, maxBound.lo8);
    table.setLong(Statistics.MIN_HI8, minBound.hi8);
    table.setLong(Statistics.MAX_HI8, maxBound.hi8);
    table.setInt(Statistics.MIN_LO4, minBound.lo4);
    table.setInt(Statistics.MAX_LO4, maxBound.lo4);
    if (table.hasAny(VECTOR_SLOTS)) {
      table.setReference(Statistics.PREFIX, prefix);
      table.setReference(Statistics.MIN_TAIL, minTail);
      table.setReference(Statistics.MAX_TAIL, maxTail);
      table.setReference(Statistics.MIN_VALUE, minWhole);
      table.setReference(Statistics.MAX_VALUE, maxWhole);
      table.setReference(Statistics.MIN, min);
      table.setReference(Statistics.MAX, max);
    }
    table.setByte(Statistics.MIN_LEN, minBound.len);
    table.setByte(Statistics.MAX_LEN, maxBound.len);
    table.setByte(Statistics.FLAGS, flags);
  }

  /** Writes the byte vectors that the table refers to; returns their slots. */
  private int writeVectors(int prefixLength, int flags) {
    boolean hasLegacy = fields.hasAny(1L << ChunkFields.MIN | 1L << ChunkFields.MAX);
    if (prefixLength == 0 && !hasLegacy && !minBound.hasVector() && !maxBound.hasVector()) {
      return 0;
    }
    boolean hasPrefix = prefixLength > 0 && (minBound.isPacked || maxBound.isPacked);
    prefix = hasPrefix ? out.bytes(fields.starts[ChunkFields.MIN_VALUE], prefixLength) : 0;
    minTail = minBound.writeTail(out);
    maxTail = maxBound.writeTail(out);
    minWhole = minBound.writeWhole(out);
    maxWhole = maxBound.writeWhole(out);
    min = writeLegacy(ChunkFields.MIN, flags & FLAG_LEGACY_MIN_EQUALS);
    max = writeLegacy(ChunkFields.MAX, flags & FLAG_LEGACY_MAX_EQUALS);
    return bit(prefix != 0, Statistics.PREFIX)
        | bit(minTail != 0, Statistics.MIN_TAIL)
        | bit(maxTail != 0, Statistics.MAX_TAIL)
        | bit(minWhole != 0, Statistics.MIN_VALUE)
        | bit(maxWhole != 0, Statistics.MAX_VALUE)
        | bit(min != 0, Statistics.MIN)
        | bit(max != 0, Statistics.MAX);
  }

  /** Whether a bound must be taken for inexact: whenever the source does not say that it is. */
  private boolean isInexact(int exactField) {
    return !(fields.has(exactField) && fields.isTrue(exactField));
  }

  private int commonPrefix() {
    if (!fields.has(ChunkFields.MIN_VALUE) || !fields.has(ChunkFields.MAX_VALUE)) {
      return 0;
    }
    return PackedBoundBuilder.commonPrefix(
        out.source,
        fields.starts[ChunkFields.MIN_VALUE],
        fields.lengths[ChunkFields.MIN_VALUE],
        fields.starts[ChunkFields.MAX_VALUE],
        fields.lengths[ChunkFields.MAX_VALUE]);
  }

  private int flags() {
    int flags = 0;
    if (fields.has(ChunkFields.IS_MIN_VALUE_EXACT)) {
      flags |= fields.isTrue(ChunkFields.IS_MIN_VALUE_EXACT) ? FLAG_TRUE : FLAG_FALSE;
    }
    if (fields.has(ChunkFields.IS_MAX_VALUE_EXACT)) {
      flags |=
          (fields.isTrue(ChunkFields.IS_MAX_VALUE_EXACT) ? FLAG_TRUE : FLAG_FALSE)
              << MAX_FLAG_SHIFT;
    }
    if (sameBound(ChunkFields.MIN, ChunkFields.MIN_VALUE)) {
      flags |= FLAG_LEGACY_MIN_EQUALS;
    }
    if (sameBound(ChunkFields.MAX, ChunkFields.MAX_VALUE)) {
      flags |= FLAG_LEGACY_MAX_EQUALS;
    }
    return flags;
  }

  private boolean sameBound(int legacy, int current) {
    return fields.has(legacy)
        && fields.has(current)
        && fields.lengths[legacy] == fields.lengths[current]
        && ChunkFields.sameBytes(
            out.source, fields.starts[legacy], fields.starts[current], fields.lengths[legacy]);
  }

  private int writeLegacy(int id, int equalsFlag) {
    return fields.has(id) && equalsFlag == 0 ? out.bytes(fields.starts[id], fields.lengths[id]) : 0;
  }
}
