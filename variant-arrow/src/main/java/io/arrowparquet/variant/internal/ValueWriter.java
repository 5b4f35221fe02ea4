// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.variant.VariantTypeIds;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Writes encoded values in sequence, children before their container: a container's header is put
 * in front of its children when all of them are there and its widths are known.
 *
 * <p>The caller knows the dictionary: objects are written with its ids, in the order of the names.
 * Every width is the smallest that will do, so a value has one encoding only.
 */
public final class ValueWriter {
  private static final int MAX_SMALL_COUNT = 255;

  private final GrowableBuffer bytes;
  private int[] ids = new int[64];
  private long[] starts = new long[64];
  private int children;

  public ValueWriter(GrowableBuffer bytes) {
    this.bytes = bytes;
  }

  public void clear() {
    children = 0;
  }

  public long position() {
    return bytes.length();
  }

  public void writeNull() {
    writeHeader(VariantTypeIds.NULL);
  }

  public void writeBoolean(boolean value) {
    writeHeader(value ? VariantTypeIds.TRUE : VariantTypeIds.FALSE);
  }

  public void write1(int typeId, int value) {
    long at = header(typeId, Byte.BYTES);
    MemoryUtil.putByte(at, (byte) value);
  }

  public void write2(int typeId, int value) {
    long at = header(typeId, Short.BYTES);
    MemoryUtil.putShort(at, (short) value);
  }

  public void write4(int typeId, int value) {
    long at = header(typeId, Integer.BYTES);
    MemoryUtil.putInt(at, value);
  }

  public void write8(int typeId, long value) {
    long at = header(typeId, Long.BYTES);
    MemoryUtil.putLong(at, value);
  }

  private long header(int typeId, int length) {
    long at = bytes.reserve(1L + length);
    MemoryUtil.putByte(at, (byte) ValueHeader.primitive(typeId));
    bytes.advance(1L + length);
    return at + 1;
  }

  /** A decimal whose unscaled number fits the type. */
  public void writeDecimal(int typeId, int scale, long high, long low) {
    long at = bytes.append(1L + ValueHeader.DATA_LENGTHS[typeId]);
    LeafWriter.decimal(at, typeId, scale, high, low);
  }

  public void writeString(long address, int length) {
    long at = bytes.append((long) LeafWriter.stringPrefix(length) + length);
    ByteCopy.copy(address, LeafWriter.string(at, length), length);
  }

  public void writeBinary(long address, int length) {
    long at = bytes.append((long) ValueHeader.LENGTH_PREFIX_END + length);
    ByteCopy.copy(address, LeafWriter.prefixed(at, VariantTypeIds.BINARY, length), length);
  }

  public void writeUuid(long address) {
    writeHeader(VariantTypeIds.UUID);
    bytes.appendBytes(address, 2 * Long.BYTES);
  }

  public void writeEncoded(long address, int length) {
    bytes.appendBytes(address, length);
  }

  public void writeWords(long low, long high, int length) {
    long at = bytes.reserve(2L * Long.BYTES);
    MemoryUtil.putLong(at, low);
    MemoryUtil.putLong(at + Long.BYTES, high);
    bytes.advance(length);
  }

  private void writeHeader(int typeId) {
    bytes.appendByte(ValueHeader.primitive(typeId));
  }

  public int start() {
    return children;
  }

  public void element() {
    field(0);
  }

  public void field(int id) {
    if (children == ids.length) {
      ids = Arrays.copyOf(ids, 2 * children);
      starts = Arrays.copyOf(starts, 2 * children);
    }
    ids[children] = id;
    starts[children++] = bytes.length();
  }

  public void noField() {
    children--;
  }

  public int count(int start) {
    return children - start;
  }

  /**
   * Leaves room for the header of a container that begins here; if it comes out as long as guessed,
   * its children need not be moved.
   *
   * @param guess the length that the end of a container like it returned last
   */
  public void reserveHeader(int guess) {
    bytes.reserve(guess);
    bytes.advance(guess);
  }

  /** Ends an array, with so much room for its header; returns the header's length. */
  public int endArray(int start, long position, int reserved) {
    return end(start, position, reserved, false);
  }

  public void endObject(int start, long position) {
    endObject(start, position, 0);
  }

  /** As {@link #endArray}. */
  public int endObject(int start, long position, int reserved) {
    return end(start, position, reserved, true);
  }

  private int end(int start, long position, int reserved, boolean object) {
    int count = children - start;
    long first = position + reserved;
    int length = Math.toIntExact(bytes.length() - first);
    int idSize = object ? LittleEndian.sizeOf(maxId(start)) : 0;
    int offsetSize = LittleEndian.sizeOf(length);
    boolean large = count > MAX_SMALL_COUNT;
    int countSize = large ? Integer.BYTES : 1;
    int headerLength =
        Math.addExact(1 + countSize + offsetSize, Math.multiplyExact(count, idSize + offsetSize));
    long at = placeHeader(position, length, reserved, headerLength);
    MemoryUtil.putByte(at, (byte) ValueHeader.container(object, large, idSize, offsetSize));
    LittleEndian.putUnsigned(at + 1, countSize, count);
    long place = at + 1 + countSize;
    if (object) {
      place = LittleEndian.putTable(place, idSize, ids, start, children);
    }
    putOffsets(place, start, first, length, offsetSize);
    children = start;
    return headerLength;
  }

  private int maxId(int start) {
    int max = 0;
    for (int i = start; i < children; i++) {
      max = Math.max(max, ids[i]);
    }
    return max;
  }

  /** Moves the children to the end of their header unless they are there; returns its address. */
  private long placeHeader(long position, long length, int reserved, int header) {
    if (header != reserved) {
      bytes.reserve(Math.max(0, header - reserved));
      long at = bytes.address() + position;
      MemoryUtil.copyMemory(at + reserved, at + header, length);
      bytes.advance(header - reserved);
    }
    return bytes.address() + position;
  }

  private void putOffsets(long at, int start, long first, int length, int size) {
    long place = at;
    for (int i = start; i < children; i++) {
      LittleEndian.putUnsigned(place, size, (int) (starts[i] - first));
      place += size;
    }
    LittleEndian.putUnsigned(place, size, length);
  }
}
