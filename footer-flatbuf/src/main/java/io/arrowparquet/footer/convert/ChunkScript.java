// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The sequence of field headers that a column chunk was made of, to read the next chunk by: one
 * byte compared for each header, and then its value read as what it must be. Nearly all chunks of a
 * footer have the same headers, and reading by script takes half the time of looking each one up.
 *
 * <pre>
 *   ColumnChunk     | 26 file_offset | 1C { | 15 type | 19 encodings | 18 path_in_schema | ... | 00 } | ... | 00 |
 * </pre>
 *
 * <p>Nothing is taken for granted: a header that is not the expected one, or a value near the end
 * of the bytes, stops the script, and the chunk is read the careful way.
 */
final class ChunkScript {
  /** Longest varint of 64 bits: as much must be left for the fast way to go on. */
  private static final int MAX_VARINT_BYTES = 10;

  /** One with as many bytes may have more than 32 bits. */
  private static final int MAX_VARINT32_BYTES = 5;

  private static final int NO_VALUE = 0;
  private static final int I64 = 1;
  private static final int I32 = 2;
  private static final int BINARY = 3;
  private static final int PATH = 4;
  private static final int OTHER_LIST = 5;
  private static final int OTHER_STRUCT = 6;

  //  step   | field: 8 bits | kind: 8 bits | header: 8 bits, signed |
  private static final int KIND_SHIFT = 8;
  private static final int FIELD_SHIFT = 16;
  private static final int MASK = 0xFF;

  private static final VarHandle LITTLE_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private int[] steps = new int[64];
  private int count;
  private boolean isUsable;
  private long seen;
  private long trueFlags;

  void clear() {
    count = 0;
    isUsable = true;
  }

  boolean isUsable() {
    return isUsable;
  }

  /**
   * Adds a field.
   *
   * @param isWhole whether the header byte is the whole header, and comes right after the last
   *     value
   */
  void add(byte header, boolean isWhole, int wireType, int field) {
    isUsable &= isWhole;
    append(header, kind(wireType, field), field);
  }

  /** Adds the end of a struct. */
  void addStop(boolean isWhole) {
    isUsable &= isWhole;
    append(CompactType.STOP, NO_VALUE, 0);
  }

  private void append(int header, int kind, int field) {
    if (count == steps.length) {
      // No struct has so many fields, unless it has some of them twice.
      isUsable = false;
      return;
    }
    steps[count++] = field << FIELD_SHIFT | kind << KIND_SHIFT | (header & MASK);
  }

  private static int kind(int wireType, int field) {
    return switch (wireType) {
      case CompactType.I32 -> I32;
      case CompactType.I64 -> I64;
      case CompactType.BINARY -> BINARY;
      case CompactType.BOOLEAN_TRUE, CompactType.BOOLEAN_FALSE -> NO_VALUE;
      case CompactType.STRUCT ->
          field == ChunkFields.META_DATA || field == ChunkFields.STATISTICS
              ? NO_VALUE
              : OTHER_STRUCT;
      default -> field == ChunkFields.PATH_IN_SCHEMA ? PATH : OTHER_LIST;
    };
  }

  /** Ends the script with what its headers say of themselves. */
  void finish(ChunkFields read) {
    seen = read.seen;
    trueFlags = read.trueFlags;
  }

  boolean sameAs(ChunkScript other) {
    return Arrays.equals(steps, 0, count, other.steps, 0, other.count);
  }

  ChunkScript copy() {
    ChunkScript copy = new ChunkScript();
    copy.steps = Arrays.copyOf(steps, count);
    copy.count = count;
    copy.seen = seen;
    copy.trueFlags = trueFlags;
    copy.isUsable = isUsable;
    return copy;
  }

  /** Reads the chunk at the reader's position; false if it does not follow this script. */
  boolean replay(CompactReader in, int leaf, ChunkFields to) {
    byte[] source = in.array();
    int last = in.end() - MAX_VARINT_BYTES - 1;
    int p = in.position();
    for (int i = 0; i < count; i++) {
      int step = steps[i];
      if (p > last || source[p++] != (byte) step) {
        return false;
      }
      int field = step >> FIELD_SHIFT;
      int kind = (step >> KIND_SHIFT) & MASK;
      if (kind == I64 || kind == I32) {
        int end = varintEnd(source, p);
        if (end == 0 || (kind == I32 && end - p > MAX_VARINT32_BYTES - 1)) {
          return false;
        }
        long raw = varint(source, p, end);
        to.numbers[field] = (raw >>> 1) ^ -(raw & 1);
        p = end;
      } else if (kind == BINARY) {
        int length = source[p++];
        // Longer ones have a longer length, and are rare.
        if (length < 0 || length > last - p) {
          return false;
        }
        to.starts[field] = p;
        to.lengths[field] = length;
        p += length;
      } else if (kind != NO_VALUE) {
        p = readNested(in, p, field, kind, leaf, to);
      }
    }
    in.position(p);
    to.seen = seen;
    to.trueFlags = trueFlags;
    return true;
  }

  /**
   * Where a varint ends, 0 if it has more than eight bytes. Compares byte by byte: neighbouring
   * chunks have numbers of like sizes, so the processor guesses the branches and runs ahead.
   */
  private static int varintEnd(byte[] source, int p) {
    if (source[p] >= 0) {
      return p + 1;
    }
    if (source[p + 1] >= 0) {
      return p + 2;
    }
    if (source[p + 2] >= 0) {
      return p + 3;
    }
    if (source[p + 3] >= 0) {
      return p + 4;
    }
    for (int i = 4; i < Long.BYTES; i++) {
      if (source[p + i] >= 0) {
        return p + i + 1;
      }
    }
    return 0;
  }

  //  Neighbouring groups of seven bits are merged: 8 of 7, 4 of 14, 2 of 28, 1 of 56.
  private static long varint(byte[] source, int p, int end) {
    if (end == p + 1) {
      return source[p];
    }
    long word = (long) LITTLE_ENDIAN_LONG.get(source, p) & (-1L >>> (Long.SIZE - 8 * (end - p)));
    long groups = word & 0x7F7F7F7F7F7F7F7FL;
    groups = (groups & 0x007F007F007F007FL) | ((groups & 0x7F007F007F007F00L) >>> 1);
    groups = (groups & 0x00003FFF00003FFFL) | ((groups & 0x3FFF00003FFF0000L) >>> 2);
    return (groups & 0x000000000FFFFFFFL) | ((groups & 0x0FFFFFFF00000000L) >>> 4);
  }

  private static int readNested(
      CompactReader in, int start, int field, int kind, int leaf, ChunkFields to) {
    if (kind != PATH) {
      return readOther(in, start, field, kind, to);
    }
    in.position(start);
    to.readPath(in, leaf);
    return in.position();
  }

  /**
   * Goes past a list or struct. Values tell where they end, so one that begins with all the bytes
   * of the chunk before is the same: it is compared and not parsed.
   */
  private static int readOther(CompactReader in, int start, int field, int kind, ChunkFields to) {
    int before = to.starts[field];
    int length = to.lengths[field];
    if (length > 0
        && length <= in.end() - start
        && Arrays.equals(in.array(), start, start + length, in.array(), before, before + length)) {
      to.starts[field] = start;
      return start + length;
    }
    in.position(start);
    in.skipElement(kind == OTHER_STRUCT ? CompactType.STRUCT : CompactType.LIST);
    to.starts[field] = start;
    to.lengths[field] = in.position() - start;
    return in.position();
  }
}
