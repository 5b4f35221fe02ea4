// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.flatbuf.internal.FooterSlots.Statistics;
import java.util.Arrays;

/** The statistics of one chunk after another into the buffer: bounds packed, table written. */
final class StatisticsConverter {
  private static final int ABSENT = -1;
  private static final int FLAG_TRUE = 1;
  private static final int FLAG_FALSE = 2;
  private static final int MAX_FLAG_SHIFT = 2;
  private static final int FLAG_LEGACY_MIN_EQUALS = 1 << 4;
  private static final int FLAG_LEGACY_MAX_EQUALS = 1 << 5;

  private static final int SLOTS = Statistics.MAX + 1;
  private static final int LONG_SLOTS =
      1 << Statistics.NULL_COUNT
          | 1 << Statistics.DISTINCT_COUNT
          | 1 << Statistics.NAN_COUNT
          | 1 << Statistics.MIN_LO8
          | 1 << Statistics.MIN_HI8
          | 1 << Statistics.MAX_LO8
          | 1 << Statistics.MAX_HI8;

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

  StatisticsConverter(FlatWriter out) {
    this.out = out;
    this.table = new TableTemplate(out, SLOTS, LONG_SLOTS);
  }

  /**
   * Writes the table for the statistics of a chunk.
   *
   * @param type number of the column's physical type, negative for none
   */
  int write(ChunkFields chunk, int type) {
    fields = chunk;
    int[] starts = chunk.starts;
    int[] lengths = chunk.lengths;
    int minLength = fields.has(ChunkFields.MIN_VALUE) ? lengths[ChunkFields.MIN_VALUE] : ABSENT;
    int maxLength = fields.has(ChunkFields.MAX_VALUE) ? lengths[ChunkFields.MAX_VALUE] : ABSENT;
    int prefixLength = PackedBoundBuilder.isByteArray(type) ? commonPrefix() : 0;
    boolean minInexact = isInexact(ChunkFields.IS_MIN_VALUE_EXACT, type);
    boolean maxInexact = isInexact(ChunkFields.IS_MAX_VALUE_EXACT, type);
    minBound.pack(
        out.source,
        starts[ChunkFields.MIN_VALUE],
        minLength,
        prefixLength,
        type,
        minInexact,
        false);
    maxBound.pack(
        out.source, starts[ChunkFields.MAX_VALUE], maxLength, prefixLength, type, maxInexact, true);
    if (prefixLength > 0 && !minBound.isPacked && !maxBound.isPacked) {
      prefixLength = 0;
    }
    int prefix = prefixLength == 0 ? 0 : out.bytes(starts[ChunkFields.MIN_VALUE], prefixLength);
    int minTail = minBound.writeTail(out);
    int maxTail = maxBound.writeTail(out);
    int minWhole = minBound.writeWhole(out);
    int maxWhole = maxBound.writeWhole(out);
    int flags = flags();
    int min = writeLegacy(ChunkFields.MIN, flags & FLAG_LEGACY_MIN_EQUALS);
    int max = writeLegacy(ChunkFields.MAX, flags & FLAG_LEGACY_MAX_EQUALS);

    boolean isOneNumber = minBound.lo8 != 0 && minBound.lo8 == maxBound.lo8;

    table.begin(
        bit(fields.has(ChunkFields.NULL_COUNT), Statistics.NULL_COUNT)
            | bit(fields.has(ChunkFields.DISTINCT_COUNT), Statistics.DISTINCT_COUNT)
            | bit(fields.has(ChunkFields.NAN_COUNT), Statistics.NAN_COUNT)
            | bit(minBound.lo8 != 0, Statistics.MIN_LO8)
            | bit(minBound.hi8 != 0, Statistics.MIN_HI8)
            | bit(maxBound.lo8 != 0, Statistics.MAX_LO8)
            | bit(maxBound.hi8 != 0, Statistics.MAX_HI8)
            | bit(minBound.lo4 != 0, Statistics.MIN_LO4)
            | bit(maxBound.lo4 != 0, Statistics.MAX_LO4)
            | bit(prefix != 0, Statistics.PREFIX)
            | bit(minTail != 0, Statistics.MIN_TAIL)
            | bit(maxTail != 0, Statistics.MAX_TAIL)
            | bit(minWhole != 0, Statistics.MIN_VALUE)
            | bit(maxWhole != 0, Statistics.MAX_VALUE)
            | bit(min != 0, Statistics.MIN)
            | bit(max != 0, Statistics.MAX)
            | bit(minBound.isPacked, Statistics.MIN_LEN)
            | bit(maxBound.isPacked, Statistics.MAX_LEN)
            | bit(flags != 0, Statistics.FLAGS)
            | (isOneNumber ? TableTemplate.TWINS : 0),
        ZEROS);
    table.addLong(Statistics.NULL_COUNT, fields.numbers[ChunkFields.NULL_COUNT]);
    table.addLong(Statistics.DISTINCT_COUNT, fields.numbers[ChunkFields.DISTINCT_COUNT]);
    table.addLong(Statistics.NAN_COUNT, fields.numbers[ChunkFields.NAN_COUNT]);
    table.addLongs(Statistics.MIN_LO8, minBound.lo8, Statistics.MAX_LO8, maxBound.lo8);
    table.addLong(Statistics.MIN_HI8, minBound.hi8);
    table.addLong(Statistics.MAX_HI8, maxBound.hi8);
    table.addInt(Statistics.MIN_LO4, minBound.lo4);
    table.addInt(Statistics.MAX_LO4, maxBound.lo4);
    table.addReference(Statistics.PREFIX, prefix);
    table.addReference(Statistics.MIN_TAIL, minTail);
    table.addReference(Statistics.MAX_TAIL, maxTail);
    table.addReference(Statistics.MIN_VALUE, minWhole);
    table.addReference(Statistics.MAX_VALUE, maxWhole);
    table.addReference(Statistics.MIN, min);
    table.addReference(Statistics.MAX, max);
    table.addByte(Statistics.MIN_LEN, minBound.len);
    table.addByte(Statistics.MAX_LEN, maxBound.len);
    table.addByte(Statistics.FLAGS, flags);
    return table.end();
  }

  private static int bit(boolean isPresent, int slot) {
    return isPresent ? 1 << slot : 0;
  }

  /**
   * Whether a bound must be taken for inexact. Where the source does not say, a byte array may have
   * been cut by its writer; a value of fixed width cannot.
   */
  private boolean isInexact(int exactField, int type) {
    return fields.has(exactField)
        ? !fields.isTrue(exactField)
        : PackedBoundBuilder.isByteArray(type);
  }

  private int commonPrefix() {
    if (!fields.has(ChunkFields.MIN_VALUE) || !fields.has(ChunkFields.MAX_VALUE)) {
      return 0;
    }
    int mismatch =
        Arrays.mismatch(
            out.source,
            fields.starts[ChunkFields.MIN_VALUE],
            fields.starts[ChunkFields.MIN_VALUE] + fields.lengths[ChunkFields.MIN_VALUE],
            out.source,
            fields.starts[ChunkFields.MAX_VALUE],
            fields.starts[ChunkFields.MAX_VALUE] + fields.lengths[ChunkFields.MAX_VALUE]);
    return mismatch < 0 ? fields.lengths[ChunkFields.MIN_VALUE] : mismatch;
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
        && Arrays.equals(
            out.source,
            fields.starts[legacy],
            fields.starts[legacy] + fields.lengths[legacy],
            out.source,
            fields.starts[current],
            fields.starts[current] + fields.lengths[current]);
  }

  private int writeLegacy(int id, int equalsFlag) {
    return fields.has(id) && equalsFlag == 0 ? out.bytes(fields.starts[id], fields.lengths[id]) : 0;
  }
}
