// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.PrimitiveReader;
import io.arrowparquet.variant.kernel.internal.convert.PrimitiveSink;
import io.arrowparquet.variant.shred.VariantPrimitive;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;

/**
 * The values of a primitive {@code typed_value}, given to a builder without being encoded first.
 */
public final class TypedColumn {
  private static final int DECIMAL_BYTES = 16;
  private static final int UUID_BYTES = 16;

  private final VariantPrimitive primitive;
  private final PrimitiveType type;
  private final PrimitiveReader checked;

  /** Address of the values of a fixed width. */
  private final long data;

  public TypedColumn(VariantPrimitive primitive, FieldVector vector) {
    this.primitive = primitive;
    this.type = primitive.type();
    // Refuses buffers that are too short, decimals with too many digits, and bytes out of bounds.
    this.checked = new PrimitiveReader(primitive, vector);
    FieldVector storage = storage(vector);
    data =
        type.dataLength() == PrimitiveType.LENGTH_PREFIXED
            ? 0
            : storage.getDataBuffer().memoryAddress();
  }

  /** The vector that has the buffers. */
  static FieldVector storage(FieldVector vector) {
    return vector instanceof ExtensionTypeVector<?> extension
        ? (FieldVector) extension.getUnderlyingVector()
        : vector;
  }

  /**
   * Appends the value of a row that is not null, or what the target has in place of one that does
   * not fit.
   */
  public void put(int row, VectorBuilder builder) {
    if (!take(row, builder) && (builder.cast() == null || !take(row, builder.cast()))) {
      boolean isFalse = typeId() == VariantTypeIds.TRUE && !bit(row);
      builder.putMismatch(isFalse ? VariantTypeIds.FALSE : typeId());
    }
  }

  private int typeId() {
    return primitive.typeId();
  }

  private boolean take(int row, PrimitiveSink sink) {
    return switch (type.kind()) {
      case BOOLEAN -> sink.takeBoolean(bit(row));
      case INTEGER -> sink.takeInteger(number(row));
      case FLOAT -> sink.takeFloat(Float.intBitsToFloat(number4(row)));
      case DOUBLE -> sink.takeDouble(Double.longBitsToDouble(number8(row)));
      case STRING -> sink.takeString(checked.seekBytes(row), checked.bytesLength());
      case BINARY -> sink.takeBinary(checked.seekBytes(row), checked.bytesLength());
      case UUID -> sink.takeUuid(at(row, UUID_BYTES));
      case DECIMAL -> {
        long address = at(row, DECIMAL_BYTES);
        checked.requireDigits(row);
        yield sink.takeDecimal(
            MemoryUtil.getLong(address + Long.BYTES),
            MemoryUtil.getLong(address),
            primitive.scale());
      }
      case DATE -> sink.takeDate(number4(row));
      case TIME -> sink.takeTime(number8(row), type.nanosPerUnit());
      case TIMESTAMP -> sink.takeTimestamp(number8(row), type.nanosPerUnit(), type.isUtc());
      case NULL -> throw VariantTypeIds.unexpected(typeId());
    };
  }

  private long number(int row) {
    return switch (type.dataLength()) {
      case Long.BYTES -> number8(row);
      case Integer.BYTES -> number4(row);
      case Short.BYTES -> MemoryUtil.getShort(at(row, Short.BYTES));
      default -> MemoryUtil.getByte(at(row, Byte.BYTES));
    };
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
