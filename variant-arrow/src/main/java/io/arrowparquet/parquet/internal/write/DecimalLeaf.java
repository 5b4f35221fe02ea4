// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.internal.DecimalDigits;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.parquet.io.api.Binary;

/**
 * A column of decimals. In memory a decimal is 16 or 32 bytes, little-endian; in the file the
 * smallest of INT32, INT64 and big-endian bytes that its precision needs.
 *
 * <pre>
 *   digits   1 to 9   10 to 18   more
 *   column   INT32    INT64      FIXED_LEN_BYTE_ARRAY(n): n the least that holds 10^digits - 1
 * </pre>
 */
final class DecimalLeaf extends LeafNodeWriter {

  private final int width;
  private final int precision;
  private final byte[] bytes;
  private final Binary value;
  private final DecimalDigits.Limit limit;
  private FieldVector values;
  private long address;

  /**
   * A column.
   *
   * @param width bytes of a value in memory
   */
  DecimalLeaf(String path, Levels levels, boolean nullable, int width, int precision) {
    super(path, levels, nullable);
    this.width = width;
    this.precision = precision;
    this.limit = new DecimalDigits.Limit(width, precision);
    this.bytes = new byte[fileBytes(precision)];
    this.value = Binary.fromReusedByteArray(bytes);
  }

  static int fileBytes(int precision) {
    if (precision <= DecimalDigits.INT64) {
      return precision <= DecimalDigits.INT32 ? Integer.BYTES : Long.BYTES;
    }
    double bits = precision * Math.log(10) / Math.log(2);
    return (int) Math.ceil((bits + 1) / Byte.SIZE);
  }

  @Override
  void start(FieldVector vector) {
    values = storage(vector);
    super.start(values);
    address = FixedWidthLeaf.dataAddress(values, width);
  }

  @Override
  void put(int row, int repetition) {
    long at = address + (long) row * width;
    if (!limit.fits(at)) {
      throw conversionException(
          values.getObject(row).toString(), "a decimal of at most " + precision + " digits");
    }
    if (precision <= DecimalDigits.INT32) {
      out().write(MemoryUtil.getInt(at), repetition, definition());
    } else if (precision <= DecimalDigits.INT64) {
      out().write(MemoryUtil.getLong(at), repetition, definition());
    } else {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = MemoryUtil.getByte(at + bytes.length - 1 - i);
      }
      out().write(value, repetition, definition());
    }
  }

  @Override
  void end() {
    super.end();
    values = null;
  }
}
