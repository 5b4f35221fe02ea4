// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.ValueHeader;
import io.arrowparquet.variant.internal.ValueWriter;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Encoded values of up to 16 bytes, each as two words and a length: 64 objects of some fields.
 *
 * <p>They are gathered field by field, where every value has the same type, and written object by
 * object, where no branch depends on what the type is. As text they are written from here for the
 * same reason: an object's fields lie in as many columns, too many to be read side by side. A cell
 * that is not here has the length 0 and is read in the ordinary way: longer values, and all that is
 * against the rules.
 */
final class ShortCells {
  static final int ROWS = Long.SIZE;

  private static final int MAX_BYTES = 2 * Long.BYTES;

  /** Length of a value, its first byte included, by that byte; 0 if unknown. */
  private static final byte[] LENGTHS = lengths();

  private final long[] low;
  private final long[] high;
  private final byte[] lengths;

  ShortCells(int fields) {
    low = new long[fields * ROWS];
    high = new long[fields * ROWS];
    lengths = new byte[fields * ROWS];
  }

  private static byte[] lengths() {
    byte[] lengths = new byte[1 << Byte.SIZE];
    for (int header = 0; header < lengths.length; header++) {
      int shape = ValueHeader.SHAPES[header];
      int data = shape < 0 ? MAX_BYTES : shape >>> ValueHeader.SHAPE_LENGTH_SHIFT;
      lengths[header] = (byte) (data < MAX_BYTES ? data + 1 : 0);
    }
    return lengths;
  }

  void clear(int first) {
    Arrays.fill(lengths, first, first + ROWS, (byte) 0);
  }

  void set4(int cell, int typeId, int value) {
    low[cell] = typeId << ValueHeader.HEADER_SHIFT | (value & 0xFFFFFFFFL) << Byte.SIZE;
    lengths[cell] = 1 + Integer.BYTES;
  }

  void set8(int cell, int typeId, long value) {
    low[cell] = typeId << ValueHeader.HEADER_SHIFT | value << Byte.SIZE;
    high[cell] = value >>> (Long.SIZE - Byte.SIZE);
    lengths[cell] = 1 + Long.BYTES;
  }

  /** Sets the string in a range of a buffer, if it is short and 16 bytes can be read there. */
  void setString(int cell, ArrowBuf buffer, long start, long end) {
    if (start < 0 || end < start || end - start >= MAX_BYTES || !isWide(buffer, start)) {
      return;
    }
    long address = buffer.memoryAddress() + start;
    long length = end - start;
    long head = MemoryUtil.getLong(address);
    low[cell] = length << ValueHeader.HEADER_SHIFT | ValueHeader.SHORT_STRING | head << Byte.SIZE;
    high[cell] =
        head >>> (Long.SIZE - Byte.SIZE) | MemoryUtil.getLong(address + Long.BYTES) << Byte.SIZE;
    lengths[cell] = (byte) (1 + length);
  }

  void setEncoded(int cell, ArrowBuf buffer, long start, long end) {
    if (start < 0 || end <= start || end > buffer.capacity() || !isWide(buffer, start)) {
      return;
    }
    long address = buffer.memoryAddress() + start;
    int length = LENGTHS[MemoryUtil.getByte(address) & 0xFF];
    if (length <= end - start) {
      low[cell] = MemoryUtil.getLong(address);
      high[cell] = MemoryUtil.getLong(address + Long.BYTES);
      lengths[cell] = (byte) length;
    }
  }

  private static boolean isWide(ArrowBuf buffer, long start) {
    return start <= buffer.capacity() - MAX_BYTES;
  }

  int length(int cell) {
    return lengths[cell];
  }

  void write(int cell, ValueWriter out) {
    out.writeWords(low[cell], high[cell], lengths[cell]);
  }

  boolean writeText(int cell, JsonTextGenerator out) {
    int length = lengths[cell];
    if (length == 0) {
      return false;
    }
    long data = low[cell] >>> Byte.SIZE | high[cell] << (Long.SIZE - Byte.SIZE);
    int header = (int) low[cell] & 0xFF;
    return (header & ValueHeader.BASIC_TYPE_MASK) == ValueHeader.SHORT_STRING
        ? out.writePlain(data, high[cell] >>> Byte.SIZE, length - 1)
        : writeText(header >> ValueHeader.HEADER_SHIFT, data, out);
  }

  private static boolean writeText(int typeId, long data, JsonTextGenerator out) {
    switch (typeId) {
      case VariantTypeIds.NULL -> out.writeNull();
      case VariantTypeIds.TRUE -> out.takeBoolean(true);
      case VariantTypeIds.FALSE -> out.takeBoolean(false);
      case VariantTypeIds.INT8 -> out.takeInteger((byte) data);
      case VariantTypeIds.INT16 -> out.takeInteger((short) data);
      case VariantTypeIds.INT32 -> out.takeInteger(data << Integer.SIZE >> Integer.SIZE);
      case VariantTypeIds.INT64 -> out.takeInteger(data);
      case VariantTypeIds.FLOAT -> out.takeFloat(Float.intBitsToFloat((int) data));
      case VariantTypeIds.DOUBLE -> out.takeDouble(Double.longBitsToDouble(data));
      default -> {
        // Times are rare, and may be none.
        return false;
      }
    }
    return true;
  }
}
