// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels.internal.build;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.shredding.VariantPrimitive;
import io.arrowparquet.variant.shredding.internal.PrimitiveReader;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;

/** The values of a primitive {@code typed_value}, given to a sink without being encoded first. */
public final class TypedColumn {
  private static final int DECIMAL_BYTES = 16;
  private static final int UUID_BYTES = 16;

  private final VariantPrimitive primitive;
  private final PrimitiveReader checked;

  /** Address of the values of a fixed width. */
  private final long data;

  public TypedColumn(VariantPrimitive primitive, FieldVector vector) {
    this.primitive = primitive;
    // Refuses buffers that are too short, decimals with too many digits, and bytes out of bounds.
    this.checked = new PrimitiveReader(primitive, vector);
    FieldVector storage = storage(vector);
    boolean variable = isText() || primitive.typeId() == VariantTypeIds.BINARY;
    data = variable ? 0 : storage.getDataBuffer().memoryAddress();
  }

  /** The vector that has the buffers. */
  static FieldVector storage(FieldVector vector) {
    return vector instanceof ExtensionTypeVector<?> extension
        ? (FieldVector) extension.getUnderlyingVector()
        : vector;
  }

  private boolean isText() {
    return primitive.typeId() == VariantTypeIds.STRING;
  }

  /** Refuses a buffer that is shorter than its column's rows. */
  static void requireBytes(FieldVector column, ArrowBuf buffer, long bytes) {
    if (buffer.capacity() < bytes) {
      throw new MalformedVariantException(
          "length of a buffer of column " + column.getName(),
          MalformedVariantException.UNKNOWN,
          buffer.capacity() + " bytes",
          "at least " + bytes);
    }
  }

  /**
   * Appends the value of a row that is not null, or what the target has in place of one that does
   * not fit.
   */
  public void put(int row, VectorBuilder sink) {
    if (!take(row, sink)) {
      boolean isFalse = typeId() == VariantTypeIds.TRUE && !bit(row);
      sink.putUnfit(isFalse ? VariantTypeIds.FALSE : typeId());
    }
  }

  private int typeId() {
    return primitive.typeId();
  }

  private boolean take(int row, VectorBuilder sink) {
    return switch (typeId()) {
      case VariantTypeIds.TRUE -> sink.takeBoolean(bit(row));
      case VariantTypeIds.INT8 -> sink.takeInteger(MemoryUtil.getByte(at(row, Byte.BYTES)));
      case VariantTypeIds.INT16 -> sink.takeInteger(MemoryUtil.getShort(at(row, Short.BYTES)));
      case VariantTypeIds.INT32 -> sink.takeInteger(number4(row));
      case VariantTypeIds.INT64 -> sink.takeInteger(number8(row));
      case VariantTypeIds.FLOAT -> sink.takeFloat(Float.intBitsToFloat(number4(row)));
      case VariantTypeIds.DOUBLE -> sink.takeDouble(Double.longBitsToDouble(number8(row)));
      case VariantTypeIds.STRING, VariantTypeIds.BINARY -> takeBytes(row, sink);
      case VariantTypeIds.UUID -> sink.takeUuid(at(row, UUID_BYTES));
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 -> {
        long address = at(row, DECIMAL_BYTES);
        checked.requireDigits(row);
        yield sink.takeDecimal(
            MemoryUtil.getLong(address + Long.BYTES),
            MemoryUtil.getLong(address),
            primitive.scale());
      }
      default -> takeTemporal(row, sink);
    };
  }

  private boolean takeTemporal(int row, VectorBuilder sink) {
    return switch (typeId()) {
      case VariantTypeIds.DATE -> sink.takeDate(number4(row));
      case VariantTypeIds.TIME_NTZ_MICROS -> sink.takeTime(number8(row));
      case VariantTypeIds.TIMESTAMP_MICROS ->
          sink.takeTimestamp(number8(row), TemporalBuilder.NANOS_PER_MICRO, true);
      case VariantTypeIds.TIMESTAMP_NTZ_MICROS ->
          sink.takeTimestamp(number8(row), TemporalBuilder.NANOS_PER_MICRO, false);
      case VariantTypeIds.TIMESTAMP_NANOS -> sink.takeTimestamp(number8(row), 1, true);
      case VariantTypeIds.TIMESTAMP_NTZ_NANOS -> sink.takeTimestamp(number8(row), 1, false);
      default -> throw new IllegalStateException(VariantTypeIds.name(typeId()) + " is no column");
    };
  }

  private boolean takeBytes(int row, VectorBuilder sink) {
    long address = checked.seekBytes(row);
    return isText()
        ? sink.takeString(address, checked.bytesLength())
        : sink.takeBinary(address, checked.bytesLength());
  }

  private int number4(int row) {
    return MemoryUtil.getInt(at(row, Integer.BYTES));
  }

  private long number8(int row) {
    return MemoryUtil.getLong(at(row, Long.BYTES));
  }

  private long at(int row, int width) {
    return data + (long) row * width;
  }

  private boolean bit(int row) {
    return (MemoryUtil.getByte(data + (row >> 3)) & (1 << (row & 7))) != 0;
  }
}
