// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.Malformed;
import io.arrowparquet.variant.internal.Utf8;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * A view of one Variant value inside an {@link ArrowBuf}; {@link #wrap} points it elsewhere, and
 * {@link #element} points another cursor at a child. One cursor per level of nesting is enough.
 *
 * <p>Promised once wrapped: the type is known, a primitive's bytes lie in the range, a container's
 * tables do, and so does the end of its values. A child is checked when a cursor is pointed at it.
 * <em>Not</em> checked here but by {@link VariantValidator}: that names are sorted and unique, that
 * strings are UTF-8, that children do not overlap, that a decimal's digits fit its type.
 *
 * <p>Bytes after the value inside its range are ignored. The order of values need not be that of
 * the fields; so a child may use bytes up to the end of all values, not to the next offset.
 *
 * <p>A getter that does not fit the type is a mistake of the caller, an {@link
 * IllegalStateException}; so is the use of a cursor that was never wrapped, or whose last wrap
 * failed. Bytes that break the format are a {@link MalformedVariantException}; its offset counts
 * from the first byte of the outermost value.
 *
 * <p>Ownership: borrows buffer and metadata, never retains or releases them; valid while the buffer
 * is open. Threads: one cursor per thread.
 */
public final class VariantCursor extends ParsedValue {
  private VariantMetadata metadata;

  /** A cursor under the default limits, not wrapped yet. */
  public VariantCursor() {
    this(VariantLimits.defaults());
  }

  /** A cursor under limits, of which size and draft type ids count here; not wrapped yet. */
  public VariantCursor(VariantLimits limits) {
    super(limits);
  }

  /**
   * Points this cursor at the value in {@code [start, end)} of a buffer.
   *
   * @param metadata the dictionary that the value's field ids refer to; borrowed
   * @throws MalformedVariantException if the value's header and tables do not fit the range
   */
  public void wrap(VariantMetadata metadata, ArrowBuf buffer, long start, long end) {
    setMetadata(metadata);
    parse(buffer, start, end);
  }

  /**
   * Points another cursor at a child: the value of field {@code index} of an object, in the order
   * of names, or element {@code index} of an array. May be given this cursor itself.
   *
   * @throws MalformedVariantException if the child does not fit this container
   * @throws IndexOutOfBoundsException if there is no such child
   */
  public void element(int index, VariantCursor child) {
    checkIndex(index);
    long offset = table(offsets, index, offsetSize, offsetMask);
    long first = data;
    long last = dataEnd;
    if (offset >= last - first) {
      throw Malformed.elementOffset(
          index, offsets + (long) index * offsetSize - origin, offset, last - first);
    }
    child.setMetadata(metadata);
    child.parseChild(this, first + offset, last);
  }

  private void setMetadata(VariantMetadata newMetadata) {
    if (metadata != newMetadata) {
      metadata = newMetadata;
    }
  }

  /** A type of {@link VariantTypeIds}. */
  public int typeId() {
    if (typeId == NOT_WRAPPED) {
      throw notWrapped();
    }
    return typeId;
  }

  /** The dictionary this value's field ids refer to. */
  public VariantMetadata metadata() {
    typeId();
    return metadata;
  }

  /** The buffer this value lies in. */
  public ArrowBuf buffer() {
    typeId();
    return buffer;
  }

  /** Position of this value's first byte in {@link #buffer()}. */
  public long start() {
    typeId();
    return address - buffer.memoryAddress();
  }

  /** This value's own length in bytes, header included, whatever follows it in its range. */
  public int lengthBytes() {
    typeId();
    return (int) (dataEnd - address);
  }

  /** Number of fields or elements; 0 for anything but a container. */
  public int elementCount() {
    typeId();
    return elementCount;
  }

  /**
   * The id of an object's field, fields being in the order of their names.
   *
   * @throws MalformedVariantException if the dictionary has no such id
   * @throws IndexOutOfBoundsException if there is no such field
   */
  public int fieldId(int index) {
    requireObject("fieldId");
    checkIndex(index);
    long id = table(ids, index, idSize, idMask);
    if (id >= metadata.size()) {
      throw Malformed.fieldId(ids + (long) index * idSize - origin, id, metadata.idBound());
    }
    return (int) id;
  }

  /** Memory address of an object's field ids, {@link #elementCount} of {@link #fieldIdBytes}. */
  public long fieldIdsAddress() {
    requireObject("fieldIdsAddress");
    return ids;
  }

  /** Bytes of each field id of an object, 1 to 4: an unsigned little-endian number. */
  public int fieldIdBytes() {
    requireObject("fieldIdBytes");
    return idSize;
  }

  private void requireObject(String getter) {
    if (typeId != VariantTypeIds.OBJECT) {
      throw mismatch(getter, "an object");
    }
  }

  /**
   * The index of the field with this name, or -1. Compares bytes; a binary search from eight fields
   * on.
   *
   * @throws MalformedVariantException if an id or name that was read is not in the dictionary
   */
  public int findField(byte[] utf8) {
    return FieldSearch.byName(this, utf8);
  }

  /**
   * The index of the field with this id, or -1.
   *
   * @param id a field id resolved before from the same metadata
   * @param hint where to look first: the index at which the row before had it; any number will do
   */
  public int findField(int id, int hint) {
    return FieldSearch.byId(this, id, hint);
  }

  /** A boolean. */
  public boolean getBoolean() {
    if (typeId == VariantTypeIds.TRUE) {
      return true;
    }
    if (typeId == VariantTypeIds.FALSE) {
      return false;
    }
    throw mismatch("getBoolean", "a boolean");
  }

  /** An integer of any width, or the number in a date, a time or a timestamp, in its own unit. */
  public long getLong() {
    return switch (typeId) {
      case VariantTypeIds.INT8 -> MemoryUtil.getByte(data);
      case VariantTypeIds.INT16 -> LittleEndian.int16(data);
      case VariantTypeIds.INT32, VariantTypeIds.DATE -> LittleEndian.int32(data);
      case VariantTypeIds.INT64 -> LittleEndian.int64(data);
      default -> {
        if (!isTimeOrTimestamp()) {
          throw mismatch("getLong", "an integer, a date, a time or a timestamp");
        }
        yield LittleEndian.int64(data);
      }
    };
  }

  private boolean isTimeOrTimestamp() {
    return PrimitiveType.isPrimitive(typeId) && PrimitiveType.of(typeId).nanosPerUnit() != 0;
  }

  /** An integer of up to 4 bytes, or a date in days since 1970-01-01. */
  public int getInt() {
    boolean fits = typeId >= VariantTypeIds.INT8 && typeId <= VariantTypeIds.INT32;
    if (!fits && typeId != VariantTypeIds.DATE) {
      throw mismatch("getInt", "an integer of up to 4 bytes or a date");
    }
    return (int) getLong();
  }

  /** A double. */
  public double getDouble() {
    if (typeId != VariantTypeIds.DOUBLE) {
      throw mismatch("getDouble", "a double");
    }
    return Double.longBitsToDouble(LittleEndian.int64(data));
  }

  /** A float. */
  public float getFloat() {
    if (typeId != VariantTypeIds.FLOAT) {
      throw mismatch("getFloat", "a float");
    }
    return Float.intBitsToFloat(LittleEndian.int32(data));
  }

  /** A decimal's scale, 0 to 38: its value is the unscaled number divided by 10 to this power. */
  public int decimalScale() {
    requireDecimal("decimalScale");
    return MemoryUtil.getByte(data);
  }

  /** The low 64 bits of a decimal's unscaled number. */
  public long decimalLow() {
    requireDecimal("decimalLow");
    return typeId == VariantTypeIds.DECIMAL4
        ? LittleEndian.int32(data + 1)
        : LittleEndian.int64(data + 1);
  }

  /** The high 64 bits of a decimal's unscaled number: only its sign, unless it has 16 bytes. */
  public long decimalHigh() {
    return typeId == VariantTypeIds.DECIMAL16
        ? LittleEndian.int64(data + 1 + Long.BYTES)
        : decimalLow() >> (Long.SIZE - 1);
  }

  /** Position in {@link #buffer()} of the first byte of a string, a binary or a UUID. */
  public long bytesStart() {
    requireBytes("bytesStart");
    return data - buffer.memoryAddress();
  }

  /** Memory address of the first byte of a string, a binary or a UUID. */
  public long bytesAddress() {
    requireBytes("bytesAddress");
    return data;
  }

  /** Length in bytes of a string, a binary or a UUID. */
  public int bytesLength() {
    requireBytes("bytesLength");
    return (int) (dataEnd - data);
  }

  /**
   * Proves that a string's bytes are UTF-8, which nothing but this and full validation does.
   *
   * @throws MalformedVariantException if they are not
   */
  public void requireUtf8() {
    if (typeId != VariantTypeIds.STRING) {
      throw mismatch("requireUtf8", "a string");
    }
    Utf8.require("string", data, (int) (dataEnd - data), data - origin);
  }

  /** A string. Allocates; bytes that are not UTF-8 become replacement characters. */
  public String getString() {
    if (typeId != VariantTypeIds.STRING) {
      throw mismatch("getString", "a string");
    }
    return new String(getBytes(), StandardCharsets.UTF_8);
  }

  /** A copy of the bytes of a string, a binary or a UUID. */
  public byte[] getBytes() {
    byte[] bytes = new byte[bytesLength()];
    MemoryUtil.copyFromMemory(data, bytes, 0, bytes.length);
    return bytes;
  }

  /** Distance of this value from the outermost one's first byte: the offset in messages. */
  public long offsetInValue() {
    typeId();
    return address - origin;
  }

  long address() {
    return address;
  }

  long dataAddress() {
    return data;
  }

  /**
   * Takes a child's length off the bytes that the children of its container may have together, so
   * that values which share bytes cannot make a walk longer than the bytes there are.
   *
   * @param left what is left before this child; at first the container's {@link #lengthBytes}
   * @return what is left after it
   * @throws MalformedVariantException if nothing is left: children overlap
   */
  public int takeFrom(int left) {
    int length = lengthBytes();
    if (length > left) {
      throw Malformed.overlap(address - origin, length, left);
    }
    return left - length;
  }

  private void checkIndex(int index) {
    if (index < 0 || index >= elementCount) {
      throw badIndex(index);
    }
  }

  private void requireDecimal(String getter) {
    if (!VariantTypeIds.isDecimal(typeId)) {
      throw mismatch(getter, "a decimal");
    }
  }

  private void requireBytes(String getter) {
    if (typeId != VariantTypeIds.STRING
        && typeId != VariantTypeIds.BINARY
        && typeId != VariantTypeIds.UUID) {
      throw mismatch(getter, "a string, a binary or a uuid");
    }
  }

  private RuntimeException notWrapped() {
    return new IllegalStateException("the cursor shows no value: call wrap, or element of another");
  }

  private RuntimeException mismatch(String getter, String expected) {
    return typeId == NOT_WRAPPED
        ? notWrapped()
        : new IllegalStateException(
            getter + " needs " + expected + ", the value is: " + VariantTypeIds.name(typeId));
  }

  private RuntimeException badIndex(int index) {
    return typeId == NOT_WRAPPED
        ? notWrapped()
        : new IndexOutOfBoundsException(
            "element " + index + " of a value with " + elementCount + " elements");
  }
}
