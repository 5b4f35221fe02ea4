// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.shredding.internal;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.encoding.internal.ValueWriter;
import io.arrowparquet.variant.json.JsonTextGenerator;
import io.arrowparquet.variant.memory.internal.Int128;
import io.arrowparquet.variant.shredding.BinaryColumn;
import io.arrowparquet.variant.shredding.VariantPrimitive;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;

/** The rows of a primitive {@code typed_value}, to be written as encoded values or as text. */
public final class PrimitiveReader {
  private static final int DECIMAL_BYTES = 16;
  private static final int UUID_BYTES = 16;

  private final VariantPrimitive primitive;

  /** Strings and binaries; null for values of a fixed width. */
  private final BinaryColumn bytes;

  /** Whether the places of strings need no looking up. */
  private final boolean plain;

  private final ArrowBuf data;
  private final Int128 scratch = new Int128();

  public PrimitiveReader(VariantPrimitive primitive, FieldVector vector) {
    this.primitive = primitive;
    FieldVector storage =
        vector instanceof ExtensionTypeVector<?> extension
            ? (FieldVector) extension.getUnderlyingVector()
            : vector;
    boolean variable =
        primitive.typeId() == VariantTypeIds.STRING || primitive.typeId() == VariantTypeIds.BINARY;
    bytes = variable ? BinaryColumn.of(storage, null) : null;
    plain = storage instanceof BaseVariableWidthVector;
    data = variable ? null : storage.getDataBuffer();
    if (!variable) {
      requireData(storage);
    }
  }

  private void requireData(FieldVector vector) {
    long bits = (long) vector.getValueCount() * bitWidth();
    if (data.capacity() < (bits + Byte.SIZE - 1) / Byte.SIZE) {
      throw new MalformedVariantException(
          "length of the values of column " + vector.getName(),
          MalformedVariantException.UNKNOWN,
          data.capacity() + " bytes",
          "at least " + bits + " bits");
    }
  }

  private int bitWidth() {
    return switch (primitive.typeId()) {
      case VariantTypeIds.TRUE -> 1;
      case VariantTypeIds.INT8 -> Byte.SIZE;
      case VariantTypeIds.INT16 -> Short.SIZE;
      case VariantTypeIds.INT32, VariantTypeIds.FLOAT, VariantTypeIds.DATE -> Integer.SIZE;
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 ->
          DECIMAL_BYTES * Byte.SIZE;
      case VariantTypeIds.UUID -> UUID_BYTES * Byte.SIZE;
      case VariantTypeIds.INT64,
          VariantTypeIds.DOUBLE,
          VariantTypeIds.TIME_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_MICROS,
          VariantTypeIds.TIMESTAMP_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_NANOS,
          VariantTypeIds.TIMESTAMP_NTZ_NANOS ->
          Long.SIZE;
      default -> throw VariantTypeIds.unexpected(primitive.typeId());
    };
  }

  /** Writes the value of a row that is not null and not beyond the vector's end. */
  public void write(int row, ValueWriter out) {
    int typeId = primitive.typeId();
    switch (typeId) {
      case VariantTypeIds.TRUE -> out.writeBoolean(bit(row));
      case VariantTypeIds.INT8 -> out.write1(typeId, MemoryUtil.getByte(at(row, Byte.BYTES)));
      case VariantTypeIds.INT16 -> out.write2(typeId, MemoryUtil.getShort(at(row, Short.BYTES)));
      case VariantTypeIds.INT32, VariantTypeIds.FLOAT, VariantTypeIds.DATE ->
          out.write4(typeId, MemoryUtil.getInt(at(row, Integer.BYTES)));
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 ->
          writeDecimal(row, out);
      case VariantTypeIds.UUID -> out.writeUuid(at(row, UUID_BYTES));
      case VariantTypeIds.STRING -> out.writeString(seekBytes(row), bytesLength());
      case VariantTypeIds.BINARY -> out.writeBinary(seekBytes(row), bytesLength());
      case VariantTypeIds.INT64,
          VariantTypeIds.DOUBLE,
          VariantTypeIds.TIME_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_MICROS,
          VariantTypeIds.TIMESTAMP_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_NANOS,
          VariantTypeIds.TIMESTAMP_NTZ_NANOS ->
          out.write8(typeId, MemoryUtil.getLong(at(row, Long.BYTES)));
      default -> throw VariantTypeIds.unexpected(typeId);
    }
  }

  /** Writes the value of a row that is not null and not beyond the vector's end, as JSON text. */
  void writeText(int row, JsonTextGenerator out) {
    int typeId = primitive.typeId();
    switch (typeId) {
      case VariantTypeIds.TRUE -> out.writeBoolean(bit(row));
      case VariantTypeIds.INT8 -> out.writeLong(MemoryUtil.getByte(at(row, Byte.BYTES)));
      case VariantTypeIds.INT16 -> out.writeLong(MemoryUtil.getShort(at(row, Short.BYTES)));
      case VariantTypeIds.INT32 -> out.writeLong(MemoryUtil.getInt(at(row, Integer.BYTES)));
      case VariantTypeIds.INT64 -> out.writeLong(MemoryUtil.getLong(at(row, Long.BYTES)));
      case VariantTypeIds.FLOAT ->
          out.writeFloat(Float.intBitsToFloat(MemoryUtil.getInt(at(row, Float.BYTES))));
      case VariantTypeIds.DOUBLE ->
          out.writeDouble(Double.longBitsToDouble(MemoryUtil.getLong(at(row, Double.BYTES))));
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 -> {
        requireDigits(row);
        out.writeDecimal(scratch.high(), scratch.low(), primitive.scale());
      }
      case VariantTypeIds.UUID -> out.writeUuid(at(row, UUID_BYTES));
      case VariantTypeIds.STRING -> out.writeString(seekBytes(row), bytesLength());
      case VariantTypeIds.BINARY -> out.writeBinary(seekBytes(row), bytesLength());
      case VariantTypeIds.DATE -> out.writeTime(typeId, MemoryUtil.getInt(at(row, Integer.BYTES)));
      case VariantTypeIds.TIME_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_MICROS,
          VariantTypeIds.TIMESTAMP_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_NANOS,
          VariantTypeIds.TIMESTAMP_NTZ_NANOS ->
          out.writeTime(typeId, MemoryUtil.getLong(at(row, Long.BYTES)));
      default -> throw VariantTypeIds.unexpected(typeId);
    }
  }

  /**
   * Gathers values of 4 and 8 bytes and short strings.
   *
   * @param rows a bit for each row that is not null, the lowest being row {@code start}
   */
  void gather(long rows, int start, ShortCells cells, int first) {
    switch (primitive.typeId()) {
      case VariantTypeIds.INT32, VariantTypeIds.FLOAT, VariantTypeIds.DATE ->
          gather4(rows, start, cells, first);
      case VariantTypeIds.INT64,
          VariantTypeIds.DOUBLE,
          VariantTypeIds.TIME_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_MICROS,
          VariantTypeIds.TIMESTAMP_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_NANOS,
          VariantTypeIds.TIMESTAMP_NTZ_NANOS ->
          gather8(rows, start, cells, first);
      case VariantTypeIds.STRING -> gatherStrings(rows, start, cells, first);
      default -> {
        // The others are rare; they are written one by one.
      }
    }
  }

  private void gather4(long rows, int start, ShortCells cells, int first) {
    int typeId = primitive.typeId();
    for (long left = rows; left != 0; left &= left - 1) {
      int row = Long.numberOfTrailingZeros(left);
      cells.set4(first + row, typeId, MemoryUtil.getInt(at(start + row, Integer.BYTES)));
    }
  }

  private void gather8(long rows, int start, ShortCells cells, int first) {
    int typeId = primitive.typeId();
    for (long left = rows; left != 0; left &= left - 1) {
      int row = Long.numberOfTrailingZeros(left);
      cells.set8(first + row, typeId, MemoryUtil.getLong(at(start + row, Long.BYTES)));
    }
  }

  private void gatherStrings(long rows, int start, ShortCells cells, int first) {
    if (!plain) {
      return;
    }
    for (long left = rows; left != 0; left &= left - 1) {
      int row = Long.numberOfTrailingZeros(left);
      bytes.seek(start + row);
      cells.setString(first + row, bytes.buffer(), bytes.start(), bytes.end());
    }
  }

  private long at(int row, int width) {
    return data.memoryAddress() + (long) row * width;
  }

  private boolean bit(int row) {
    return (MemoryUtil.getByte(data.memoryAddress() + (row >> 3)) & (1 << (row & 7))) != 0;
  }

  private void writeDecimal(int row, ValueWriter out) {
    requireDigits(row);
    out.writeDecimal(primitive.typeId(), primitive.scale(), scratch.high(), scratch.low());
  }

  /**
   * Reads the decimal of a row.
   *
   * @throws MalformedVariantException if it has more digits than its type
   */
  public void requireDigits(int row) {
    long address = at(row, DECIMAL_BYTES);
    scratch.set(MemoryUtil.getLong(address + Long.BYTES), MemoryUtil.getLong(address));
    int digits = VariantPrimitive.maxDigits(primitive.typeId());
    if (!scratch.fits(digits)) {
      throw new MalformedVariantException(
          "unscaled number of a decimal",
          MalformedVariantException.UNKNOWN,
          "more than " + digits + " digits",
          "at most the " + digits + " of a " + VariantTypeIds.name(primitive.typeId()));
    }
  }

  /**
   * Moves to the string or binary of a row that is not null; returns the address of its bytes.
   *
   * @throws MalformedVariantException if they are out of the column's bounds, or 2 GiB and more
   */
  public long seekBytes(int row) {
    bytes.seek(row);
    return checkedAddress();
  }

  /** Length of what {@link #seekBytes} moved to. */
  public int bytesLength() {
    return (int) (bytes.end() - bytes.start());
  }

  private long checkedAddress() {
    long start = bytes.start();
    long end = bytes.end();
    if (start < 0
        || end < start
        || end > bytes.buffer().capacity()
        || end - start > Integer.MAX_VALUE) {
      throw new MalformedVariantException(
          "extent of a string or binary",
          MalformedVariantException.UNKNOWN,
          "[" + start + ", " + end + ")",
          "a range of at most 2 GiB of the column's " + bytes.buffer().capacity() + " bytes");
    }
    return bytes.buffer().memoryAddress() + start;
  }
}
