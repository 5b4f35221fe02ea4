// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.ValueWriter;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;

/**
 * The rows of a primitive {@code typed_value}: written as encoded values or as text, or given to a
 * builder without being encoded first.
 */
public final class PrimitiveReader {

  private final VariantPrimitive primitive;
  private final PrimitiveType type;
  private final BinaryColumn bytes;

  /** Whether the places of strings need no looking up. */
  private final boolean plain;

  private final long data;
  private final Int128 scratch = new Int128();

  public PrimitiveReader(VariantPrimitive primitive, FieldVector vector) {
    this.primitive = primitive;
    this.type = primitive.type();
    FieldVector storage = VariantPrimitive.storage(vector);
    boolean variable = type.dataLength() == PrimitiveType.LENGTH_PREFIXED;
    bytes = variable ? BinaryColumn.of(storage, null) : null;
    plain = storage instanceof BaseVariableWidthVector;
    data = variable ? 0 : data(storage);
  }

  private long data(FieldVector vector) {
    int width = type.kind() == PrimitiveType.Kind.BOOLEAN ? 1 : primitive.vectorBytes() * Byte.SIZE;
    long bits = (long) vector.getValueCount() * width;
    ArrowBuf values = vector.getDataBuffer();
    BufferChecks.requireLength(vector, "value", values, BufferChecks.bytesOfBits(bits));
    return values.memoryAddress();
  }

  public void write(int row, ValueWriter out) {
    switch (type.kind()) {
      case BOOLEAN -> out.writeBoolean(bit(row));
      case DECIMAL -> writeDecimal(row, out);
      case UUID -> out.writeUuid(at(row, VariantPrimitive.UUID_BYTES));
      case STRING -> out.writeString(seekBytes(row), bytesLength());
      case BINARY -> out.writeBinary(seekBytes(row), bytesLength());
      case INTEGER, FLOAT, DOUBLE, DATE, TIME, TIMESTAMP -> writeNumber(row, out);
      case NULL -> throw VariantTypeIds.unexpected(type.typeId());
    }
  }

  private void writeNumber(int row, ValueWriter out) {
    int typeId = type.typeId();
    switch (type.dataLength()) {
      case Long.BYTES -> out.write8(typeId, number8(row));
      case Integer.BYTES -> out.write4(typeId, number4(row));
      case Short.BYTES -> out.write2(typeId, MemoryUtil.getShort(at(row, Short.BYTES)));
      case Byte.BYTES -> out.write1(typeId, MemoryUtil.getByte(at(row, Byte.BYTES)));
      default -> throw VariantTypeIds.unexpected(typeId);
    }
  }

  public boolean read(int row, PrimitiveSink sink) {
    return switch (type.kind()) {
      case BOOLEAN -> sink.takeBoolean(bit(row));
      case INTEGER -> sink.takeInteger(number(row));
      case FLOAT -> sink.takeFloat(Float.intBitsToFloat(number4(row)));
      case DOUBLE -> sink.takeDouble(Double.longBitsToDouble(number8(row)));
      case STRING -> sink.takeString(seekBytes(row), bytesLength());
      case BINARY -> sink.takeBinary(seekBytes(row), bytesLength());
      case UUID -> sink.takeUuid(at(row, VariantPrimitive.UUID_BYTES));
      case DECIMAL -> {
        requireDigits(row);
        yield sink.takeDecimal(scratch.high(), scratch.low(), primitive.scale());
      }
      case DATE -> sink.takeDate(number4(row));
      case TIME -> sink.takeTime(number8(row), type.nanosPerUnit());
      case TIMESTAMP -> sink.takeTimestamp(number8(row), type.nanosPerUnit(), type.isUtc());
      case NULL -> throw VariantTypeIds.unexpected(type.typeId());
    };
  }

  /** As {@link #read}, whose calls have many targets; those for values met often have one here. */
  void writeText(int row, JsonTextGenerator out) {
    switch (type.kind()) {
      case BOOLEAN -> out.takeBoolean(bit(row));
      case INTEGER -> out.takeInteger(number(row));
      case DOUBLE -> out.takeDouble(Double.longBitsToDouble(number8(row)));
      case STRING -> out.takeString(seekBytes(row), bytesLength());
      case DECIMAL -> {
        requireDigits(row);
        out.takeDecimal(scratch.high(), scratch.low(), primitive.scale());
      }
      default -> read(row, out);
    }
  }

  public int typeId(int row) {
    return type == PrimitiveType.TRUE && !bit(row) ? VariantTypeIds.FALSE : type.typeId();
  }

  private int number4(int row) {
    return MemoryUtil.getInt(at(row, Integer.BYTES));
  }

  private long number8(int row) {
    return MemoryUtil.getLong(at(row, Long.BYTES));
  }

  private long number(int row) {
    return LittleEndian.signed(at(row, type.dataLength()), type.dataLength());
  }

  /** Gathers values of 4 and 8 bytes and short strings; the lowest bit is row {@code start}. */
  void gather(long rows, int start, ShortCells cells, int first) {
    if (type == PrimitiveType.STRING) {
      gatherStrings(rows, start, cells, first);
    } else if (type.kind() != PrimitiveType.Kind.DECIMAL) {
      switch (type.dataLength()) {
        case Integer.BYTES -> gather4(rows, start, cells, first);
        case Long.BYTES -> gather8(rows, start, cells, first);
        default -> {
          // The others are rare; they are written one by one.
        }
      }
    }
  }

  private void gather4(long rows, int start, ShortCells cells, int first) {
    int typeId = primitive.typeId();
    for (long left = rows; left != 0; left &= left - 1) {
      int row = Long.numberOfTrailingZeros(left);
      cells.set4(first + row, typeId, number4(start + row));
    }
  }

  private void gather8(long rows, int start, ShortCells cells, int first) {
    int typeId = primitive.typeId();
    for (long left = rows; left != 0; left &= left - 1) {
      int row = Long.numberOfTrailingZeros(left);
      cells.set8(first + row, typeId, number8(start + row));
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
    return data + (long) row * width;
  }

  private boolean bit(int row) {
    return (MemoryUtil.getByte(data + (row >> 3)) & (1 << (row & 7))) != 0;
  }

  private void writeDecimal(int row, ValueWriter out) {
    requireDigits(row);
    out.writeDecimal(primitive.typeId(), primitive.scale(), scratch.high(), scratch.low());
  }

  private void requireDigits(int row) {
    long address = at(row, VariantPrimitive.DECIMAL_BYTES);
    scratch.set(MemoryUtil.getLong(address + Long.BYTES), MemoryUtil.getLong(address));
    int digits = type.digits();
    if (!scratch.fits(digits)) {
      throw new MalformedVariantException(
          "unscaled number of a decimal",
          "more than " + digits + " digits",
          "at most the " + digits + " of a " + type.label());
    }
  }

  /** Moves to a row's string or binary; returns the address of its bytes, which are in bounds. */
  private long seekBytes(int row) {
    bytes.seekChecked(row);
    return bytes.buffer().memoryAddress() + bytes.start();
  }

  private int bytesLength() {
    return (int) (bytes.end() - bytes.start());
  }
}
