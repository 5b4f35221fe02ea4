// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.ByteCopy;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.LeafWriter;
import io.arrowparquet.variant.internal.ValueHeader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/** The calls of {@link VariantBuilder} that append one primitive, a method for each type. */
abstract class PrimitiveAppender {
  /** Makes a value of so many bytes the next one and returns the address to write it to. */
  abstract long leaf(long bytes);

  /** Appends Variant null, which is a value. */
  public void appendNull() {
    LeafWriter.header(leaf(1), VariantTypeIds.NULL);
  }

  /** Appends a boolean. */
  public void appendBoolean(boolean value) {
    LeafWriter.header(leaf(1), value ? VariantTypeIds.TRUE : VariantTypeIds.FALSE);
  }

  /** Appends an int8. */
  public void appendInt8(byte value) {
    LeafWriter.int8(leaf(1 + Byte.BYTES), value);
  }

  /** Appends an int16. */
  public void appendInt16(short value) {
    LeafWriter.int16(leaf(1 + Short.BYTES), value);
  }

  /** Appends an int32. */
  public void appendInt32(int value) {
    LeafWriter.fourBytes(leaf(1 + Integer.BYTES), VariantTypeIds.INT32, value);
  }

  /** Appends an int64. */
  public void appendInt64(long value) {
    LeafWriter.eightBytes(leaf(1 + Long.BYTES), VariantTypeIds.INT64, value);
  }

  /** Appends an integer as the smallest of int8, int16, int32 and int64 that holds it. */
  public void appendInteger(long value) {
    if (value == (byte) value) {
      appendInt8((byte) value);
    } else if (value == (short) value) {
      appendInt16((short) value);
    } else if (value == (int) value) {
      appendInt32((int) value);
    } else {
      appendInt64(value);
    }
  }

  /** Appends a double. */
  public void appendDouble(double value) {
    long bits = Double.doubleToRawLongBits(value);
    LeafWriter.eightBytes(leaf(1 + Long.BYTES), VariantTypeIds.DOUBLE, bits);
  }

  /** Appends a float. */
  public void appendFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    LeafWriter.fourBytes(leaf(1 + Integer.BYTES), VariantTypeIds.FLOAT, bits);
  }

  /**
   * Appends a decimal as the smallest of decimal4, decimal8 and decimal16 that has both the digits
   * and, since other readers ask for that, at least {@code scale} digits to give.
   *
   * @param high the unscaled number's upper 64 bits, with its sign
   * @param low its lower 64 bits
   * @param scale digits after the point, 0 to 38
   * @throws IllegalArgumentException if the number has more than 38 digits, or for another scale
   */
  public void appendDecimal(long high, long low, int scale) {
    int digits = Math.max(scale, Int128.digits(high, low));
    appendDecimal(PrimitiveType.ofDecimal(digits).typeId(), high, low, scale);
  }

  /**
   * Appends a decimal of a type that is given, {@link VariantTypeIds#DECIMAL4} and on.
   *
   * @throws IllegalArgumentException if the type is not a decimal or too small for the number, or
   *     if the scale is not in 0 to 38
   */
  public void appendDecimal(int typeId, long high, long low, int scale) {
    boolean fits =
        VariantTypeIds.isDecimal(typeId)
            && Int128.fits(high, low, PrimitiveType.of(typeId).digits());
    if (!fits || scale < 0 || scale > ValueHeader.MAX_SCALE) {
      throw new IllegalArgumentException(
          "not a " + VariantTypeIds.name(typeId) + ": too many digits, or scale " + scale);
    }
    LeafWriter.decimal(leaf(1 + ValueHeader.DATA_LENGTHS[typeId]), typeId, scale, high, low);
  }

  /** Appends a date: days since 1970-01-01. */
  public void appendDate(int days) {
    LeafWriter.fourBytes(leaf(1 + Integer.BYTES), VariantTypeIds.DATE, days);
  }

  /**
   * Appends a time or a timestamp in the unit of its type.
   *
   * @param typeId {@link VariantTypeIds#TIME_NTZ_MICROS} or one of the four timestamps
   * @throws IllegalArgumentException for another type
   */
  public void appendTime(int typeId, long value) {
    if (!PrimitiveType.isPrimitive(typeId) || PrimitiveType.of(typeId).nanosPerUnit() == 0) {
      throw new IllegalArgumentException(
          VariantTypeIds.name(typeId) + " is neither a time nor a timestamp");
    }
    LeafWriter.eightBytes(leaf(1 + Long.BYTES), typeId, value);
  }

  /** Appends a UUID given by its 16 bytes, first and last eight, as big-endian numbers. */
  public void appendUuid(long mostSignificant, long leastSignificant) {
    LeafWriter.uuid(leaf(1 + 2 * Long.BYTES), mostSignificant, leastSignificant);
  }

  /** Appends a string. Allocates its UTF-8 form: prefer bytes in loops. */
  public void appendString(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    appendString(utf8, 0, utf8.length);
  }

  /** Appends a string; the bytes must be UTF-8 and are copied. */
  public void appendString(byte[] utf8, int from, int count) {
    Objects.checkFromIndexSize(from, count, utf8.length);
    ByteCopy.copy(utf8, from, startString(count), count);
  }

  /** Appends a string; the buffer's bytes must be UTF-8 and are copied. */
  public void appendString(ArrowBuf utf8, long from, int count) {
    BufferChecks.requireRoom(utf8, from, count);
    ByteCopy.copy(utf8.memoryAddress() + from, startString(count), count);
  }

  /** Appends a string whose bytes the caller writes to the address returned, all of them. */
  long startString(int count) {
    return LeafWriter.string(leaf((long) LeafWriter.stringPrefix(count) + count), count);
  }

  /** Appends bytes, which are copied. */
  public void appendBinary(byte[] bytes, int from, int count) {
    Objects.checkFromIndexSize(from, count, bytes.length);
    MemoryUtil.copyToMemory(bytes, from, startBinary(count), count);
  }

  /** Appends bytes, which are copied. */
  public void appendBinary(ArrowBuf bytes, long from, int count) {
    BufferChecks.requireRoom(bytes, from, count);
    ByteCopy.copy(bytes.memoryAddress() + from, startBinary(count), count);
  }

  private long startBinary(int count) {
    long at = leaf((long) ValueHeader.LENGTH_PREFIX_END + count);
    return LeafWriter.prefixed(at, VariantTypeIds.BINARY, count);
  }
}
