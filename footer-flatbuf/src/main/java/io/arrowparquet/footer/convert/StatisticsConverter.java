// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.flatbuf.internal.FooterSlots.Statistics;
import io.arrowparquet.footer.thrift.CompactReader;
import java.util.Arrays;

/**
 * One {@code Statistics} struct from Thrift to the buffer: read into fields, bounds packed, table
 * written. Reused from chunk to chunk.
 */
final class StatisticsConverter {
  private static final int ABSENT = -1;
  private static final int MAX = 1;
  private static final int MIN = 2;
  private static final int NULL_COUNT = 3;
  private static final int DISTINCT_COUNT = 4;
  private static final int MAX_VALUE = 5;
  private static final int MIN_VALUE = 6;
  private static final int MAX_EXACT = 7;
  private static final int MIN_EXACT = 8;
  private static final int NAN_COUNT = 9;

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

  private final FlatWriter out;
  private final TableTemplate table;
  private final PackedBoundBuilder minBound = new PackedBoundBuilder();
  private final PackedBoundBuilder maxBound = new PackedBoundBuilder();

  /** Bit i: field i was met. */
  private int seen;

  /** Bit i: field i, a boolean, is true. */
  private int trueFlags;

  /** Start and length of the four bounds, by field id. */
  private final int[] starts = new int[7];

  private final int[] lengths = new int[7];
  private long nullCount;
  private long distinctCount;
  private long nanCount;

  StatisticsConverter(FlatWriter out) {
    this.out = out;
    this.table = new TableTemplate(out, SLOTS, LONG_SLOTS);
  }

  /** Reads the struct at the reader's position. */
  void read(CompactReader in) {
    seen = 0;
    trueFlags = 0;
    in.enterStruct();
    while (in.nextField(FooterShapes.STATISTICS)) {
      int id = in.fieldId();
      seen |= 1 << id;
      switch (id) {
        case MAX, MIN, MAX_VALUE, MIN_VALUE -> {
          lengths[id] = in.readBinary();
          starts[id] = in.binaryStart();
        }
        case NULL_COUNT -> nullCount = in.readI64();
        case DISTINCT_COUNT -> distinctCount = in.readI64();
        case NAN_COUNT -> nanCount = in.readI64();
        case MAX_EXACT, MIN_EXACT -> {
          int bit = 1 << id;
          trueFlags = in.readBool() ? trueFlags | bit : trueFlags & ~bit;
        }
        default -> in.skip();
      }
    }
    in.leaveStruct();
  }

  /**
   * Writes the table for what was read last.
   *
   * @param type number of the column's physical type, negative for none
   */
  int write(int type) {
    int minLength = has(MIN_VALUE) ? lengths[MIN_VALUE] : ABSENT;
    int maxLength = has(MAX_VALUE) ? lengths[MAX_VALUE] : ABSENT;
    int prefixLength = PackedBoundBuilder.isByteArray(type) ? commonPrefix() : 0;
    boolean minInexact = isInexact(MIN_EXACT, type);
    boolean maxInexact = isInexact(MAX_EXACT, type);
    minBound.pack(out.source, starts[MIN_VALUE], minLength, prefixLength, type, minInexact, false);
    maxBound.pack(out.source, starts[MAX_VALUE], maxLength, prefixLength, type, maxInexact, true);
    if (prefixLength > 0 && !minBound.isPacked && !maxBound.isPacked) {
      prefixLength = 0;
    }
    int prefix = prefixLength == 0 ? 0 : out.bytes(starts[MIN_VALUE], prefixLength);
    int minTail = minBound.writeTail(out);
    int maxTail = maxBound.writeTail(out);
    int minWhole = minBound.writeWhole(out);
    int maxWhole = maxBound.writeWhole(out);
    int flags = flags();
    int min = writeLegacy(MIN, flags & FLAG_LEGACY_MIN_EQUALS);
    int max = writeLegacy(MAX, flags & FLAG_LEGACY_MAX_EQUALS);

    table.begin(
        bit(has(NULL_COUNT), Statistics.NULL_COUNT)
            | bit(has(DISTINCT_COUNT), Statistics.DISTINCT_COUNT)
            | bit(has(NAN_COUNT), Statistics.NAN_COUNT)
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
            | bit(flags != 0, Statistics.FLAGS));
    table.addLong(Statistics.NULL_COUNT, nullCount);
    table.addLong(Statistics.DISTINCT_COUNT, distinctCount);
    table.addLong(Statistics.NAN_COUNT, nanCount);
    table.addLong(Statistics.MIN_LO8, minBound.lo8);
    table.addLong(Statistics.MIN_HI8, minBound.hi8);
    table.addLong(Statistics.MAX_LO8, maxBound.lo8);
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

  private boolean has(int id) {
    return (seen >>> id & 1) != 0;
  }

  private boolean isTrue(int id) {
    return (trueFlags >>> id & 1) != 0;
  }

  /**
   * Whether a bound must be taken for inexact. Where the source does not say, a byte array may have
   * been cut by its writer; a value of fixed width cannot.
   */
  private boolean isInexact(int exactField, int type) {
    return has(exactField) ? !isTrue(exactField) : PackedBoundBuilder.isByteArray(type);
  }

  private int commonPrefix() {
    if (!has(MIN_VALUE) || !has(MAX_VALUE)) {
      return 0;
    }
    int mismatch =
        Arrays.mismatch(
            out.source,
            starts[MIN_VALUE],
            starts[MIN_VALUE] + lengths[MIN_VALUE],
            out.source,
            starts[MAX_VALUE],
            starts[MAX_VALUE] + lengths[MAX_VALUE]);
    return mismatch < 0 ? lengths[MIN_VALUE] : mismatch;
  }

  private int flags() {
    int flags = 0;
    if (has(MIN_EXACT)) {
      flags |= isTrue(MIN_EXACT) ? FLAG_TRUE : FLAG_FALSE;
    }
    if (has(MAX_EXACT)) {
      flags |= (isTrue(MAX_EXACT) ? FLAG_TRUE : FLAG_FALSE) << MAX_FLAG_SHIFT;
    }
    if (sameBound(MIN, MIN_VALUE)) {
      flags |= FLAG_LEGACY_MIN_EQUALS;
    }
    if (sameBound(MAX, MAX_VALUE)) {
      flags |= FLAG_LEGACY_MAX_EQUALS;
    }
    return flags;
  }

  private boolean sameBound(int legacy, int current) {
    return has(legacy)
        && has(current)
        && Arrays.equals(
            out.source,
            starts[legacy],
            starts[legacy] + lengths[legacy],
            out.source,
            starts[current],
            starts[current] + lengths[current]);
  }

  private int writeLegacy(int id, int equalsFlag) {
    return has(id) && equalsFlag == 0 ? out.bytes(starts[id], lengths[id]) : 0;
  }
}
