// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Booleans, integers, floating point numbers and bytes of one width.
 *
 * <p>A signed integer keeps its width, so that a column keeps one type; an unsigned one takes the
 * next wider. Of 64 bits there is none: int64 where it fits, else a decimal16 of scale 0. Half
 * precision widens to float, which is exact.
 */
final class PrimitiveWriter extends FixedWidthWriter {
  /** What a value is. */
  enum Form {
    BIT,
    /** The extension {@code arrow.bool8}: what is not 0 is true. */
    BOOL8,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    HALF,
    SINGLE,
    DOUBLE,
    BINARY,
    /** The extension {@code arrow.uuid}. */
    UUID
  }

  private final ArrowBuf data;
  private final int width;
  private final Form form;

  /** A writer of values of so many bytes; 0 for bits. */
  PrimitiveWriter(String path, FieldVector vector, int width, Form form) {
    super(path, vector, width);
    this.data = vector.getDataBuffer();
    this.width = width;
    this.form = form;
  }

  static ColumnWriter integer(String path, FieldVector vector, ArrowType.Int type) {
    int bits = type.getBitWidth();
    Form form = Form.valueOf((type.getIsSigned() ? "INT" : "UINT") + bits);
    return new PrimitiveWriter(path, vector, bits / Byte.SIZE, form);
  }

  static ColumnWriter floating(String path, FieldVector vector, ArrowType.FloatingPoint type) {
    return switch (type.getPrecision()) {
      case HALF -> new PrimitiveWriter(path, vector, Short.BYTES, Form.HALF);
      case SINGLE -> new PrimitiveWriter(path, vector, Float.BYTES, Form.SINGLE);
      case DOUBLE -> new PrimitiveWriter(path, vector, Double.BYTES, Form.DOUBLE);
    };
  }

  @Override
  void write(int row, VariantBuilder out) {
    long at = at(row);
    switch (form) {
      case BIT -> out.appendBoolean((MemoryUtil.getByte(at + (row >> 3)) & (1 << (row & 7))) != 0);
      case INT8 -> out.appendInt8(MemoryUtil.getByte(at));
      case INT16 -> out.appendInt16(MemoryUtil.getShort(at));
      case INT32 -> out.appendInt32(MemoryUtil.getInt(at));
      case INT64 -> out.appendInt64(MemoryUtil.getLong(at));
      case SINGLE -> out.appendFloat(Float.intBitsToFloat(MemoryUtil.getInt(at)));
      case DOUBLE -> out.appendDouble(Double.longBitsToDouble(MemoryUtil.getLong(at)));
      // Those met less often, kept apart so that this method is inlined.
      default -> writeRare(row, at, out);
    }
  }

  private void writeRare(int row, long at, VariantBuilder out) {
    switch (form) {
      case BOOL8 -> out.appendBoolean(MemoryUtil.getByte(at) != 0);
      case UINT8 -> out.appendInt16((short) Byte.toUnsignedInt(MemoryUtil.getByte(at)));
      case UINT16 -> out.appendInt32(Short.toUnsignedInt(MemoryUtil.getShort(at)));
      case UINT32 -> out.appendInt64(Integer.toUnsignedLong(MemoryUtil.getInt(at)));
      case UINT64 -> writeUnsigned(MemoryUtil.getLong(at), out);
      case HALF -> out.appendFloat(Float16.toFloat(MemoryUtil.getShort(at)));
      case BINARY -> out.appendBinary(data, (long) row * width, width);
      case UUID ->
          out.appendUuid(
              Long.reverseBytes(MemoryUtil.getLong(at)),
              Long.reverseBytes(MemoryUtil.getLong(at + Long.BYTES)));
      default -> throw new IllegalStateException("no case for " + form);
    }
  }

  private static void writeUnsigned(long value, VariantBuilder out) {
    if (value >= 0) {
      out.appendInt64(value);
    } else {
      out.appendDecimal(0, value, 0);
    }
  }
}
