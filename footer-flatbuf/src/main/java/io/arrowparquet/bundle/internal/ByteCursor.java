// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Objects;

/**
 * Reads numbers from a range of a byte array, one after another.
 *
 * <p>Varints are unsigned LEB128: seven bits to a byte, the lowest first. Each read is compared to
 * the bytes present; what is wrong is a {@link CorruptFooterException}, whose offset counts from
 * the beginning of the range plus the base given. For one thread.
 */
public final class ByteCursor {
  private static final int MAX_VARINT_32 = 5;
  private static final int MAX_VARINT_64 = 10;

  private final byte[] bytes;
  private final int end;

  /** What to add to an index of the array for the offset of an exception. */
  private final long shift;

  private int position;

  /**
   * A cursor over the bytes from {@code start} to {@code end}, exclusive.
   *
   * @throws IndexOutOfBoundsException if the range is not inside the array
   */
  public ByteCursor(byte[] bytes, int start, int end, long base) {
    Objects.checkFromToIndex(start, end, bytes.length);
    this.bytes = bytes;
    this.end = end;
    this.position = start;
    this.shift = base - start;
  }

  public byte[] array() {
    return bytes;
  }

  public int position() {
    return position;
  }

  public int remaining() {
    return end - position;
  }

  public long offset() {
    return position + shift;
  }

  /** A byte, from 0 to 255. */
  public int readByte(String what) {
    require(1, what);
    return bytes[position++] & 0xFF;
  }

  public int readInt(String what) {
    require(Integer.BYTES, what);
    int value = (int) ArrayNumbers.INT.get(bytes, position);
    position += Integer.BYTES;
    return value;
  }

  public long readLong(String what) {
    require(Long.BYTES, what);
    long value = (long) ArrayNumbers.LONG.get(bytes, position);
    position += Long.BYTES;
    return value;
  }

  /** A varint from 0 to 2^31 - 1. */
  public int readVarint(String what) {
    if (position < end && bytes[position] >= 0) {
      return bytes[position++];
    }
    long start = offset();
    long value = readLongVarint(what, MAX_VARINT_32);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new CorruptFooterException(
          what, start, Long.toUnsignedString(value), "at most " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  public long readVarint64(String what) {
    return readLongVarint(what, MAX_VARINT_64);
  }

  public int readZigZag(String what) {
    long start = offset();
    long value = readLongVarint(what, MAX_VARINT_32);
    if (value >>> Integer.SIZE != 0) {
      throw new CorruptFooterException(
          what, start, Long.toUnsignedString(value), "a number of 32 bits");
    }
    return (int) value >>> 1 ^ -((int) value & 1);
  }

  private long readLongVarint(String what, int maxBytes) {
    int start = position;
    int limit = Math.min(end, start + maxBytes);
    long value = 0;
    for (int shiftLeft = 0; position < limit; shiftLeft += 7) {
      byte next = bytes[position++];
      value |= (long) (next & 0x7F) << shiftLeft;
      if (next >= 0) {
        if (shiftLeft == 63 && next > 1) {
          throw overlong(what, start, maxBytes);
        }
        return value;
      }
    }
    if (limit - start < maxBytes) {
      throw new CorruptFooterException(
          what, start + shift, "its end after " + (limit - start) + " bytes", "a whole varint");
    }
    throw overlong(what, start, maxBytes);
  }

  private CorruptFooterException overlong(String what, int start, int maxBytes) {
    return new CorruptFooterException(
        what, start + shift, "a varint beyond its type", "at most " + maxBytes + " bytes");
  }

  /** A length or count, for which there are bytes: an item takes at least {@code leastItem}. */
  public int readCount(String what, int leastItem) {
    long start = offset();
    int count = readVarint(what);
    if (count > remaining() / leastItem) {
      throw new CorruptFooterException(
          what, start, count, "at most " + remaining() / leastItem + ", for which there are bytes");
    }
    return count;
  }

  /** Goes past some bytes; returns where they begin in the array. */
  public int skip(int length, String what) {
    require(length, what);
    int start = position;
    position += length;
    return start;
  }

  private void require(int length, String what) {
    if (length > end - position) {
      throw new CorruptFooterException(
          what, offset(), (end - position) + " bytes to the end", "at least " + length);
    }
  }
}
