// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.InvalidRequestException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * Checks bitmaps of Roaring's portable format, and finds their containers. All numbers are little
 * endian.
 *
 * <pre>
 * 64 bits:    count:8 { high 32 bits of rows:4, bitmap of 32 bits } * count
 * 32 bits:    cookie:4 = 12346, count:4
 *           | cookie:2 = 12347, count - 1:2, a bit each container, whether it has runs
 *             { high 16 bits:2, rows - 1:2 } * count
 *             { offset:4 } * count                   not with runs, if there are fewer than 4
 *             containers
 * container:  rows as { low 16 bits:2 }, at most 4 096
 *           | bitmap:8192
 *           | count:2 { first row:2, rows - 1:2 } * count
 * </pre>
 */
final class RoaringReader {
  private static final int NO_RUNS = 12346;
  private static final int RUNS = 12347;
  private static final int LEAST_WITH_OFFSETS = 4;
  private static final int BITMAP_BYTES = RowPositions.CONTAINER_ROWS / Byte.SIZE;

  /** The largest row number is below 2^63, and so is the row after it. */
  private static final int LARGEST_KEY = Integer.MAX_VALUE - 1;

  /** Of a deletion vector, as a number of little endian. */
  private static final int MAGIC = 0x6439D3D1;

  private final ByteBuffer in;
  private final RowPositions.Builder rows;

  private RoaringReader(ByteBuffer bytes) {
    this.in = bytes;
    this.rows = new RowPositions.Builder(bytes);
  }

  static RowPositions readBitmap(ByteBuffer bitmap) {
    return new RoaringReader(copy(bitmap)).read();
  }

  static RowPositions readDeletionVector(ByteBuffer vector) {
    ByteBuffer in = copy(vector);
    RoaringReader reader = new RoaringReader(in);
    reader.require(Integer.BYTES, "magic");
    if (in.getInt(0) != MAGIC) {
      unwrap(reader);
    }
    reader.require(Integer.BYTES, "magic");
    int magic = in.getInt();
    if (magic != MAGIC) {
      throw reader.corrupt("magic", Integer.toHexString(magic), Integer.toHexString(MAGIC));
    }
    return reader.read();
  }

  /** Leaves what is between the length and the CRC-32, which are big endian. */
  private static void unwrap(RoaringReader reader) {
    ByteBuffer in = reader.in;
    int length = Integer.reverseBytes(in.getInt());
    int expected = in.remaining() - Integer.BYTES;
    if (length != expected) {
      throw reader.corrupt("length", length + " bytes", "" + expected);
    }
    CRC32 crc = new CRC32();
    crc.update(in.slice(in.position(), length));
    int written = Integer.reverseBytes(in.getInt(in.position() + length));
    if ((int) crc.getValue() != written) {
      throw reader.corrupt(
          "CRC-32", Integer.toHexString((int) crc.getValue()), Integer.toHexString(written));
    }
    in.limit(in.limit() - Integer.BYTES);
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining())
        .put(bytes.duplicate())
        .flip()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private RowPositions read() {
    require(Long.BYTES, "count of bitmaps");
    long count = in.getLong();
    long last = -1;
    // A bitmap takes at least 8 bytes: a count that is too large ends with the bytes.
    for (long i = 0; i != count; i++) {
      require(Integer.BYTES, "bitmap " + i + " of " + Long.toUnsignedString(count));
      int key = in.getInt();
      if (key <= last || key > LARGEST_KEY) {
        throw corrupt(
            "high bits",
            Integer.toUnsignedString(key),
            "more than " + last + ", up to " + LARGEST_KEY);
      }
      last = key;
      readBitmap((long) key << Integer.SIZE);
    }
    if (in.hasRemaining()) {
      throw corrupt("bitmaps", in.remaining() + " bytes after them", "their end");
    }
    return rows.build();
  }

  private void readBitmap(long base) {
    require(Integer.BYTES, "cookie");
    int cookie = in.getInt();
    boolean hasRuns = (cookie & 0xFFFF) == RUNS;
    if (!hasRuns && cookie != NO_RUNS) {
      throw corrupt("cookie", "" + cookie, NO_RUNS + " or " + RUNS);
    }
    if (!hasRuns) {
      require(Integer.BYTES, "count of containers");
    }
    int count = hasRuns ? (cookie >>> Short.SIZE) + 1 : in.getInt();
    if (count < 0 || count > RowPositions.CONTAINER_ROWS) {
      throw corrupt("count of containers", "" + count, "0 to " + RowPositions.CONTAINER_ROWS);
    }
    int flags = in.position();
    skip(hasRuns ? (count + Byte.SIZE - 1) / Byte.SIZE : 0, "flags of containers");
    int descriptions = in.position();
    skip(count * Integer.BYTES, "descriptions of containers");
    // Containers follow one another: their offsets say nothing more.
    skip(hasRuns && count < LEAST_WITH_OFFSETS ? 0 : count * Integer.BYTES, "offsets");
    int last = -1;
    for (int i = 0; i < count; i++) {
      int description = in.getInt(descriptions + Integer.BYTES * i);
      int key = description & 0xFFFF;
      if (key <= last) {
        throw corrupt("high bits of container " + i, "" + key, "more than " + last);
      }
      last = key;
      long start = base | (long) key << Short.SIZE;
      int expected = (description >>> Short.SIZE) + 1;
      if (hasRuns && (in.get(flags + i / Byte.SIZE) >> i % Byte.SIZE & 1) != 0) {
        readRuns(start, expected);
      } else if (expected <= RowPositions.LONGEST_ARRAY) {
        readArray(start, expected);
      } else {
        readBits(start, expected);
      }
    }
  }

  private void readRuns(long start, int expected) {
    require(Short.BYTES, "count of runs");
    int count = nextShort();
    require(2 * Short.BYTES * count, "runs");
    int found = 0;
    int least = 0;
    for (int i = 0; i < count; i++) {
      int first = nextShort();
      int end = first + nextShort() + 1;
      if (first < least || end > RowPositions.CONTAINER_ROWS) {
        throw corrupt("run " + i, first + " to " + end, least + " to 65536");
      }
      least = end;
      found += end - first;
      rows.addRun(start + first, start + end);
    }
    requireCount(found, expected);
  }

  private void readArray(long start, int expected) {
    int position = in.position();
    require(Short.BYTES * expected, "array");
    int last = -1;
    for (int i = 0; i < expected; i++) {
      int row = nextShort();
      if (row <= last) {
        throw corrupt("array", "" + row, "more than " + last);
      }
      last = row;
    }
    rows.addContainer(start, position, expected);
  }

  private void readBits(long start, int expected) {
    int position = in.position();
    require(BITMAP_BYTES, "bits");
    int found = 0;
    for (int i = 0; i < BITMAP_BYTES; i += Long.BYTES) {
      found += Long.bitCount(in.getLong());
    }
    requireCount(found, expected);
    rows.addContainer(start, position, found);
  }

  private int nextShort() {
    return Short.toUnsignedInt(in.getShort());
  }

  private void requireCount(int found, int expected) {
    if (found != expected) {
      throw corrupt("rows of a container", "" + found, "" + expected);
    }
  }

  private void skip(int bytes, String what) {
    require(bytes, what);
    in.position(in.position() + bytes);
  }

  private void require(int bytes, String what) {
    if (in.remaining() < bytes) {
      throw corrupt(what, in.remaining() + " bytes", bytes + " or more");
    }
  }

  private InvalidRequestException corrupt(String what, String found, String expected) {
    return new InvalidRequestException(
        Diagnosis.of("bitmap of rows: " + what, in.position(), found, expected), null);
  }
}
