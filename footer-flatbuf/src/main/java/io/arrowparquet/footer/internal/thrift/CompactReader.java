// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads Thrift compact structs field by field from a byte array, creating no object per field.
 *
 * <pre>{@code
 * reader.enterStruct();
 * while (reader.nextField()) {
 *   switch (reader.fieldId()) {
 *     case 3 -> numRows = reader.readI64();
 *     default -> reader.skip();
 *   }
 * }
 * reader.leaveStruct();
 * }</pre>
 *
 * <p>Guarantees, whatever the bytes: no byte outside {@code [start, end)} counts; a length or count
 * is compared to the bytes present before it is returned; nesting is bounded by the depth given;
 * every fault is a {@link io.arrowparquet.footer.CorruptFooterException} whose offset counts from
 * the beginning of the array.
 *
 * <p>The caller matches the reads to {@link #fieldType}: reading an i32 at a binary gives a wrong
 * number or an exception, never a stray read. {@link #nextField(StructShape)} does the matching by
 * a table. The array is borrowed and must not change. One reader per thread; {@link #wrap} points
 * it at other bytes.
 */
public final class CompactReader {
  /** Levels of structs and collections that a reader follows unless told otherwise. */
  public static final int DEFAULT_MAX_DEPTH = 64;

  private byte[] bytes;
  private int start;
  private int end;
  private int position;

  /** Field ids of the structs around the current one, outermost first. */
  private final short[] outerFieldIds;

  private int depth;
  private int fieldId;
  private int fieldType;
  private int elementType;
  private int binaryStart;
  private int binaryLength;
  private final UnknownFields unknownFields = new UnknownFields();

  public CompactReader(byte[] bytes, int start, int end) {
    this(bytes, start, end, DEFAULT_MAX_DEPTH);
  }

  /** As {@link #CompactReader(byte[], int, int)}, following {@code maxDepth} levels of nesting. */
  public CompactReader(byte[] bytes, int start, int end, int maxDepth) {
    if (maxDepth < 1) {
      throw new IllegalArgumentException("maxDepth " + maxDepth + " is below 1");
    }
    this.outerFieldIds = new short[maxDepth];
    wrap(bytes, start, end);
  }

  public CompactReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /**
   * Points this reader at other bytes, outside of any struct; its diagnostics start anew.
   *
   * @throws IndexOutOfBoundsException if {@code start} to {@code end} is not inside the array
   */
  public CompactReader wrap(byte[] newBytes, int newStart, int newEnd) {
    Objects.checkFromToIndex(newStart, newEnd, newBytes.length);
    bytes = newBytes;
    start = newStart;
    end = newEnd;
    position = newStart;
    depth = 0;
    fieldId = 0;
    unknownFields.clear();
    return this;
  }

  /** The array read from; binaries are slices of it. */
  public byte[] array() {
    return bytes;
  }

  public int position() {
    return position;
  }

  /** Exclusive end of the bytes this reader may read. */
  public int end() {
    return end;
  }

  /**
   * Goes to a place that {@link #position} told earlier in the same struct.
   *
   * @throws IndexOutOfBoundsException if the place is not inside the wrapped bytes
   */
  public void position(int newPosition) {
    position = start + Objects.checkIndex(newPosition - start, end - start + 1);
  }

  /** Begins a struct at the position; {@link #nextField} then gives its fields. */
  public void enterStruct() {
    if (depth >= outerFieldIds.length) {
      throw CompactFault.tooDeep(position);
    }
    outerFieldIds[depth++] = (short) fieldId;
    fieldId = 0;
  }

  /** Ends the struct last entered, after {@link #nextField} has said that no field is left. */
  public void leaveStruct() {
    fieldId = outerFieldIds[--depth];
  }

  /**
   * As {@link #leaveStruct()}, checking that every field that {@code shape} requires was there.
   *
   * @param seen one bit per field id that was met: {@code 1L << id}
   */
  public void leaveStruct(StructShape shape, long seen) {
    leaveStruct();
    shape.checkRequired(seen, this);
  }

  //  field header       ddddtttt            id = previous id + d, d from 1 to 15; t the wire type
  //                     0000tttt varint     zig-zag id
  //  stop               00000000
  /**
   * Goes to the next field of the current struct, which {@link #fieldId} and {@link #fieldType}
   * describe; its value must then be read or skipped.
   *
   * @return false if the struct has ended
   */
  public boolean nextField() {
    if (position < end) {
      int header = bytes[position];
      int delta = (header >> 4) & 0x0f;
      int type = header & 0x0f;
      int id = fieldId + delta;
      if (delta != 0 && type != CompactType.STOP && id <= Short.MAX_VALUE) {
        position++;
        fieldId = id;
        fieldType = type;
        return true;
      }
    }
    return stopOrLongHeader();
  }

  private boolean stopOrLongHeader() {
    int headerStart = position;
    int header = readByte();
    if (header == CompactType.STOP) {
      fieldType = CompactType.STOP;
      return false;
    }
    if ((header & 0xf0) != 0) {
      throw CompactFault.badFieldHeader(headerStart, header, fieldId);
    }
    fieldType = header & 0x0f;
    fieldId = readI16();
    return true;
  }

  /**
   * Goes to the next field that {@code shape} declares with the wire type found; other fields are
   * skipped and counted.
   *
   * <p>A field that has a known id but another wire type is skipped like an unknown one: its bytes
   * read as the declared type would give a wrong value and lose the places of all later fields.
   *
   * @return false if the struct has ended
   */
  public boolean nextField(StructShape shape) {
    while (nextField()) {
      if (shape.accepts(fieldId, fieldType, position < end ? bytes[position] : 0)) {
        return true;
      }
      skipUnknown(shape);
    }
    return false;
  }

  public int fieldId() {
    return fieldId;
  }

  public int fieldType() {
    return fieldType;
  }

  /** How many more levels may be entered or skipped. */
  public int depthLeft() {
    return outerFieldIds.length - depth;
  }

  public void skip() {
    position = CompactSkipper.field(bytes, position, end, fieldType, depthLeft());
  }

  /** Skips one element of a list or set whose {@link #elementType} was {@code type}. */
  public void skipElement(int type) {
    position = CompactSkipper.element(bytes, position, end, type, depthLeft());
  }

  /** Skips one struct that has not been entered: a list element, or the whole of the bytes. */
  public void skipStruct() {
    position = CompactSkipper.struct(bytes, position, end, depthLeft());
  }

  /** Skips the current field because {@code shape} does not know it, and takes note. */
  public void skipUnknown(StructShape shape) {
    unknownFields.add(shape, fieldId, fieldType);
    skip();
  }

  public UnknownFields unknownFields() {
    return unknownFields;
  }

  public boolean readBool() {
    return fieldType == CompactType.BOOLEAN_TRUE;
  }

  /**
   * A boolean that is a list element, where it takes a byte of its own: 1 is true; false is 2 by
   * the protocol and 0 by some writers.
   */
  public boolean readBoolElement() {
    int value = readByte();
    if (value < 0 || value > CompactType.BOOLEAN_FALSE) {
      throw CompactFault.badBoolean(position - 1, value);
    }
    return value == CompactType.BOOLEAN_TRUE;
  }

  public byte readByte() {
    if (position >= end) {
      throw CompactFault.truncated("value", position, 1, 0);
    }
    return bytes[position++];
  }

  public short readI16() {
    int value = readI32();
    if (value != (short) value) {
      throw CompactFault.outOfRange(position, value, "i16");
    }
    return (short) value;
  }

  /** An i32, or the number of an enum. */
  public int readI32() {
    int raw = readUnsignedVarint32();
    return (raw >>> 1) ^ -(raw & 1);
  }

  public long readI64() {
    if (position < end) {
      long first = bytes[position];
      if (first >= 0) {
        position++;
        return (first >>> 1) ^ -(first & 1);
      }
    }
    long raw = longVarint(Varint.MAX_BYTES_64);
    return (raw >>> 1) ^ -(raw & 1);
  }

  private int readUnsignedVarint32() {
    if (position < end) {
      int first = bytes[position];
      if (first >= 0) {
        position++;
        return first;
      }
    }
    int varintStart = position;
    long raw = longVarint(Varint.MAX_BYTES_32);
    if (raw >>> 32 != 0) {
      throw CompactFault.outOfRange(varintStart, raw, "varint of 32 bits");
    }
    return (int) raw;
  }

  /** A varint of any length; the callers have tried the single byte themselves. */
  private long longVarint(int maxBytes) {
    int varintStart = position;
    position = Varint.skip(bytes, varintStart, end, maxBytes);
    return Varint.decode(bytes, varintStart, position);
  }

  public double readDouble() {
    if (end - position < Double.BYTES) {
      throw CompactFault.truncated("double", position, Double.BYTES, end - position);
    }
    double value = (double) ArrayNumbers.DOUBLE.get(bytes, position);
    position += Double.BYTES;
    return value;
  }

  /**
   * Goes past a binary or string, whose range {@link #binaryStart} and {@link #binaryLength} then
   * give.
   *
   * @return the length in bytes
   */
  public int readBinary() {
    int lengthStart = position;
    int length = readUnsignedVarint32();
    if (length < 0 || length > end - position) {
      throw CompactFault.truncated(
          "binary", lengthStart, Integer.toUnsignedLong(length), end - position);
    }
    binaryStart = position;
    binaryLength = length;
    position += length;
    return length;
  }

  /** Index in {@link #array} of the binary read last. */
  public int binaryStart() {
    return binaryStart;
  }

  public int binaryLength() {
    return binaryLength;
  }

  public BinaryValue readBinaryValue() {
    readBinary();
    return new BinaryValue(bytes, binaryStart, binaryLength);
  }

  /** A string; bytes that are no UTF-8 become U+FFFD. */
  public String readString() {
    readBinary();
    return new String(bytes, binaryStart, binaryLength, StandardCharsets.UTF_8);
  }

  /**
   * Begins a list or set; its elements then follow one another without headers.
   *
   * @return the number of elements, no more than there are bytes: each takes at least one
   */
  public int listBegin() {
    int listStart = position;
    int header = readByte();
    elementType = header & 0x0f;
    int size = (header >> 4) & 0x0f;
    if (size == 15) {
      size = readUnsignedVarint32();
    }
    if (size < 0 || size > end - position) {
      throw CompactFault.truncated("list", listStart, Integer.toUnsignedLong(size), end - position);
    }
    return size;
  }

  public int elementType() {
    return elementType;
  }

  /**
   * The fields that the reader skipped because their struct does not declare them: lost to a
   * reader, which Thrift allows, but a reason to refuse where bytes are to be replaced.
   *
   * <p>Belongs to its reader, and to the reader's thread.
   */
  public static final class UnknownFields {
    private long count;
    private boolean namesWanted;
    private final List<String> names = new ArrayList<>();

    private UnknownFields() {}

    /**
     * Also records struct, id and type of each field from here on, at the cost of a string per
     * field.
     */
    public void collectNames() {
      namesWanted = true;
    }

    public long count() {
      return count;
    }

    /**
     * The fields in the order of the bytes, like {@code SchemaElement field 42 (i32)}; a field
     * whose id is declared with another type goes by its name. Empty unless {@link #collectNames}
     * was called before reading.
     */
    public List<String> names() {
      return List.copyOf(names);
    }

    public int nameCount() {
      return names.size();
    }

    /** Drops the names after the first {@code count}: those fields are not lost after all. */
    public void dropNames(int count) {
      names.subList(count, names.size()).clear();
    }

    void add(StructShape shape, int id, int type) {
      count++;
      if (namesWanted) {
        names.add(shape.describe(id, type));
      }
    }

    void clear() {
      count = 0;
      names.clear();
    }
  }
}
