// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Writes Thrift compact structs into a growing byte array, the counterpart of {@link
 * CompactReader}.
 *
 * <p>Headers take their short form wherever it exists, and booleans in lists are 1 and 2: what the
 * Thrift libraries write. One writer per thread.
 */
public final class CompactWriter {
  private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;
  private static final int MAX_SHORT_LIST_SIZE = 14;
  private static final int MAX_SHORT_DELTA = 15;

  private final int maxSize;
  private final Function<String, byte[]> stringEncoder;
  private byte[] bytes;
  private int size;
  private short[] outerFieldIds = new short[16];
  private int depth;
  private int lastFieldId;

  public CompactWriter() {
    this(256);
  }

  public CompactWriter(int initialCapacity) {
    this(initialCapacity, MAX_ARRAY_LENGTH, text -> text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * As {@link #CompactWriter(int)}, for output derived from untrusted input.
   *
   * @param maxSize how many bytes may be written; more are a {@link CorruptFooterException}
   * @param stringEncoder makes the bytes of strings
   */
  public CompactWriter(int initialCapacity, int maxSize, Function<String, byte[]> stringEncoder) {
    this.maxSize = Math.min(maxSize, MAX_ARRAY_LENGTH);
    this.stringEncoder = stringEncoder;
    bytes = new byte[Math.max(initialCapacity, 16)];
  }

  /** Forgets what was written and keeps the room. */
  public void clear() {
    size = 0;
    depth = 0;
    lastFieldId = 0;
  }

  public int size() {
    return size;
  }

  /** The bytes so far, in an array that may be longer; until more are written. */
  public byte[] array() {
    return bytes;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Begins a struct: the whole, a list element, or a field whose header was written. */
  public void structBegin() {
    if (depth == outerFieldIds.length) {
      outerFieldIds = Arrays.copyOf(outerFieldIds, 2 * depth);
    }
    outerFieldIds[depth++] = (short) lastFieldId;
    lastFieldId = 0;
  }

  public void structEnd() {
    if (depth == 0) {
      throw new IllegalStateException("structEnd without structBegin");
    }
    writeByte(CompactType.STOP);
    lastFieldId = outerFieldIds[--depth];
  }

  /** Writes a field header; the value, of wire type {@code type}, must follow. */
  public void fieldHeader(int id, int type) {
    int delta = id - lastFieldId;
    if (delta > 0 && delta <= MAX_SHORT_DELTA) {
      writeByte(delta << 4 | type);
    } else {
      writeByte(type);
      writeI32(id);
    }
    lastFieldId = id;
  }

  public void boolField(int id, boolean value) {
    fieldHeader(id, value ? CompactType.BOOLEAN_TRUE : CompactType.BOOLEAN_FALSE);
  }

  public void i16Field(int id, short value) {
    fieldHeader(id, CompactType.I16);
    writeI32(value);
  }

  public void i32Field(int id, int value) {
    fieldHeader(id, CompactType.I32);
    writeI32(value);
  }

  public void i64Field(int id, long value) {
    fieldHeader(id, CompactType.I64);
    writeI64(value);
  }

  public void binaryField(int id, byte[] source, int offset, int length) {
    fieldHeader(id, CompactType.BINARY);
    writeBinary(source, offset, length);
  }

  public void stringField(int id, String value) {
    fieldHeader(id, CompactType.BINARY);
    writeString(value);
  }

  /** The header of a list field; {@code count} elements of type {@code elementType} must follow. */
  public void listField(int id, int elementType, int count) {
    fieldHeader(id, CompactType.LIST);
    listBegin(elementType, count);
  }

  public void optionalI32Field(int id, Integer value) {
    if (value != null) {
      i32Field(id, value);
    }
  }

  /** A field whose struct {@code codec} writes, left out if null. */
  public <T> void optionalStructField(int id, T value, BiConsumer<CompactWriter, T> codec) {
    if (value != null) {
      fieldHeader(id, CompactType.STRUCT);
      codec.accept(this, value);
    }
  }

  /** The header of a list that is itself a list element. */
  public void listBegin(int elementType, int count) {
    if (count <= MAX_SHORT_LIST_SIZE) {
      writeByte(count << 4 | elementType);
    } else {
      writeByte(0xf0 | elementType);
      writeVarint(count);
    }
  }

  public void writeBoolElement(boolean value) {
    writeByte(value ? CompactType.BOOLEAN_TRUE : CompactType.BOOLEAN_FALSE);
  }

  public void writeByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  /** An i32, i16 or enum number without a header. */
  public void writeI32(int value) {
    writeVarint(Integer.toUnsignedLong(value << 1 ^ value >> 31));
  }

  public void writeI64(long value) {
    writeVarint(value << 1 ^ value >> 63);
  }

  public void writeDouble(double value) {
    reserve(Long.BYTES);
    ArrayNumbers.LONG.set(bytes, size, Double.doubleToRawLongBits(value));
    size += Long.BYTES;
  }

  public void writeString(String value) {
    byte[] encoded = stringEncoder.apply(value);
    writeBinary(encoded, 0, encoded.length);
  }

  public void writeBinary(byte[] source, int offset, int length) {
    writeVarint(length);
    writeRaw(source, offset, length);
  }

  public void writeBinaryValue(BinaryValue value) {
    writeVarint(value.length());
    writeRaw(value);
  }

  /** Bytes as they are, compact protocol already. */
  public void writeRaw(BinaryValue value) {
    reserve(value.length());
    value.copyTo(bytes, size);
    size += value.length();
  }

  public void writeRaw(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** An unsigned varint, as lengths and counts are written. */
  void writeVarint(long value) {
    reserve(Varint.MAX_BYTES_64);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      grow(more);
    }
  }

  private void grow(int more) {
    if (more > maxSize - size) {
      throw new CorruptFooterException(
          "size of the Thrift struct", (long) size + more + " bytes", "at most " + maxSize);
    }
    long larger = size + Math.max(more, (size >> 1) + 16L);
    bytes = Arrays.copyOf(bytes, (int) Math.min(larger, maxSize));
  }
}
