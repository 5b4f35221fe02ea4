// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Int: signed as the Variant integer of the same width, so that a column keeps one type; unsigned
 * as the next wider one. An unsigned integer of 64 bits has none: int64 where it fits, else a
 * decimal16 of scale 0.
 */
final class IntegerWriter extends FixedWidthWriter {
  private final int bits;
  private final boolean signed;

  IntegerWriter(String path, FieldVector vector, ArrowType.Int type) {
    super(path, vector, type.getBitWidth() / Byte.SIZE);
    this.bits = type.getBitWidth();
    this.signed = type.getIsSigned();
  }

  @Override
  void write(int row, VariantBuilder out) {
    long at = at(row);
    if (!signed) {
      writeUnsigned(at, out);
      return;
    }
    switch (bits) {
      case Byte.SIZE -> out.appendInt8(MemoryUtil.getByte(at));
      case Short.SIZE -> out.appendInt16(MemoryUtil.getShort(at));
      case Integer.SIZE -> out.appendInt32(MemoryUtil.getInt(at));
      default -> out.appendInt64(MemoryUtil.getLong(at));
    }
  }

  private void writeUnsigned(long at, VariantBuilder out) {
    switch (bits) {
      case Byte.SIZE -> out.appendInt16((short) Byte.toUnsignedInt(MemoryUtil.getByte(at)));
      case Short.SIZE -> out.appendInt32(Short.toUnsignedInt(MemoryUtil.getShort(at)));
      case Integer.SIZE -> out.appendInt64(Integer.toUnsignedLong(MemoryUtil.getInt(at)));
      default -> {
        long value = MemoryUtil.getLong(at);
        if (value >= 0) {
          out.appendInt64(value);
        } else {
          out.appendDecimal(0, value, 0);
        }
      }
    }
  }
}
