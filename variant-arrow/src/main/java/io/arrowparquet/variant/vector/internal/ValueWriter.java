// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector.internal;

import io.arrowparquet.variant.VariantTypeIds;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Writes encoded values one behind the other, children before their container: a container's header
 * is put in front of its children when all of them are there and its widths are known.
 *
 * <p>The caller knows the dictionary: objects are written with its ids, in the order of the names.
 * Every width is the smallest that will do, so a value has one encoding only.
 */
public final class ValueWriter {
  private static final int SHORT_STRING = 0b01;
  private static final int OBJECT = 0b10;
  private static final int ARRAY = 0b11;
  private static final int HEADER_SHIFT = 2;
  private static final int MAX_SHORT_STRING = 63;
  private static final int MAX_SMALL_COUNT = 255;
  private static final int OBJECT_LARGE_SHIFT = 6;
  private static final int OBJECT_ID_SIZE_SHIFT = 4;
  private static final int ARRAY_LARGE_SHIFT = 4;

  private final GrowableBuffer bytes;

  /** For each child of the open containers its field id and where it starts. */
  private int[] ids = new int[64];

  private long[] starts = new long[64];
  private int children;

  /** Writes to the end of a buffer that the caller owns. */
  public ValueWriter(GrowableBuffer bytes) {
    this.bytes = bytes;
  }

  /** Where the next value will start. */
  public long position() {
    return bytes.length();
  }

  public void writeNull() {
    writeHeader(VariantTypeIds.NULL);
  }

  public void writeBoolean(boolean value) {
    writeHeader(value ? VariantTypeIds.TRUE : VariantTypeIds.FALSE);
  }

  /** An int8, or the bytes of any type of one byte. */
  public void write1(int typeId, int value) {
    writeHeader(typeId);
    bytes.appendByte(value);
  }

  public void write2(int typeId, int value) {
    writeHeader(typeId);
    bytes.appendShort(value);
  }

  public void write4(int typeId, int value) {
    writeHeader(typeId);
    bytes.appendInt(value);
  }

  public void write8(int typeId, long value) {
    writeHeader(typeId);
    bytes.appendLong(value);
  }

  /** A decimal whose unscaled number fits the type. */
  public void writeDecimal(int typeId, int scale, long high, long low) {
    writeHeader(typeId);
    bytes.appendByte(scale);
    switch (typeId) {
      case VariantTypeIds.DECIMAL4 -> bytes.appendInt((int) low);
      case VariantTypeIds.DECIMAL8 -> bytes.appendLong(low);
      default -> {
        bytes.appendLong(low);
        bytes.appendLong(high);
      }
    }
  }

  public void writeString(long address, int length) {
    if (length <= MAX_SHORT_STRING) {
      bytes.appendByte(length << HEADER_SHIFT | SHORT_STRING);
    } else {
      writeHeader(VariantTypeIds.STRING);
      bytes.appendInt(length);
    }
    bytes.appendBytes(address, length);
  }

  public void writeBinary(long address, int length) {
    writeHeader(VariantTypeIds.BINARY);
    bytes.appendInt(length);
    bytes.appendBytes(address, length);
  }

  public void writeUuid(long address) {
    writeHeader(VariantTypeIds.UUID);
    bytes.appendBytes(address, 2 * Long.BYTES);
  }

  /** A value that is encoded already, with the same dictionary. */
  public void writeEncoded(long address, int length) {
    bytes.appendBytes(address, length);
  }

  private void writeHeader(int typeId) {
    bytes.appendByte(typeId << HEADER_SHIFT);
  }

  /** Opens a container; returns what its end needs to know. */
  public int start() {
    return children;
  }

  /** Says that the next value is an element of the array opened last. */
  public void element() {
    field(0);
  }

  /** Says that the next value is a field of the object opened last. */
  public void field(int id) {
    if (children == ids.length) {
      ids = Arrays.copyOf(ids, 2 * children);
      starts = Arrays.copyOf(starts, 2 * children);
    }
    ids[children] = id;
    starts[children++] = bytes.length();
  }

  /** Takes back {@link #field}: there is no such field after all. */
  public void noField() {
    children--;
  }

  /** Number of children since {@code start}. */
  public int count(int start) {
    return children - start;
  }

  /** Closes an array whose first element was to be written at {@code position}. */
  public void endArray(int start, long position) {
    int count = children - start;
    long length = bytes.length() - position;
    int offsetSize = size(length);
    boolean large = count > MAX_SMALL_COUNT;
    long at = insertHeader(position, length, count, large, 0, offsetSize);
    int header = (large ? 1 : 0) << ARRAY_LARGE_SHIFT | (offsetSize - 1) << HEADER_SHIFT | ARRAY;
    MemoryUtil.putByte(at, (byte) header);
    long offsets = putCount(at + 1, count, large);
    putOffsets(offsets, start, position, length, offsetSize);
    children = start;
  }

  /** Closes an object whose first field was to be written at {@code position}. */
  public void endObject(int start, long position) {
    int count = children - start;
    long length = bytes.length() - position;
    int idSize = size(maxId(start));
    int offsetSize = size(length);
    boolean large = count > MAX_SMALL_COUNT;
    long at = insertHeader(position, length, count, large, idSize, offsetSize);
    int header =
        (large ? 1 : 0) << OBJECT_LARGE_SHIFT
            | (idSize - 1) << OBJECT_ID_SIZE_SHIFT
            | (offsetSize - 1) << HEADER_SHIFT
            | OBJECT;
    MemoryUtil.putByte(at, (byte) header);
    long place = putCount(at + 1, count, large);
    for (int i = start; i < children; i++) {
      putUnsigned(place, ids[i], idSize);
      place += idSize;
    }
    putOffsets(place, start, position, length, offsetSize);
    children = start;
  }

  private int maxId(int start) {
    int max = 0;
    for (int i = start; i < children; i++) {
      max = Math.max(max, ids[i]);
    }
    return max;
  }

  /** Moves the children up by the length of their header; returns the address of that. */
  private long insertHeader(
      long position, long length, int count, boolean large, int idSize, int offsetSize) {
    long header =
        1 + (large ? Integer.BYTES : 1) + (long) count * idSize + (count + 1L) * offsetSize;
    bytes.reserve(header);
    long at = bytes.address() + position;
    MemoryUtil.copyMemory(at, at + header, length);
    bytes.advance(header);
    return at;
  }

  private static long putCount(long at, int count, boolean large) {
    putUnsigned(at, count, large ? Integer.BYTES : 1);
    return at + (large ? Integer.BYTES : 1);
  }

  private void putOffsets(long at, int start, long position, long length, int size) {
    long place = at;
    for (int i = start; i < children; i++) {
      putUnsigned(place, (int) (starts[i] - position), size);
      place += size;
    }
    putUnsigned(place, (int) length, size);
  }

  private static void putUnsigned(long at, int value, int size) {
    for (int i = 0; i < size; i++) {
      MemoryUtil.putByte(at + i, (byte) (value >>> (Byte.SIZE * i)));
    }
  }

  private static int size(long max) {
    int size = 1;
    while (size < Integer.BYTES && max >>> (Byte.SIZE * size) != 0) {
      size++;
    }
    return size;
  }
}
