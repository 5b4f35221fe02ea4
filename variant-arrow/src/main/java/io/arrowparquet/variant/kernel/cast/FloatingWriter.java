// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;

/** FloatingPoint: half precision widens to float, which is exact; the others are themselves. */
final class FloatingWriter extends FixedWidthWriter {
  private final FloatingPointPrecision precision;

  FloatingWriter(String path, FieldVector vector, FloatingPointPrecision precision) {
    super(path, vector, width(precision));
    this.precision = precision;
  }

  private static int width(FloatingPointPrecision precision) {
    return switch (precision) {
      case HALF -> Short.BYTES;
      case SINGLE -> Float.BYTES;
      case DOUBLE -> Double.BYTES;
    };
  }

  @Override
  void write(int row, VariantBuilder out) {
    long at = at(row);
    switch (precision) {
      case HALF -> out.appendFloat(Float16.toFloat(MemoryUtil.getShort(at)));
      case SINGLE -> out.appendFloat(Float.intBitsToFloat(MemoryUtil.getInt(at)));
      case DOUBLE -> out.appendDouble(Double.longBitsToDouble(MemoryUtil.getLong(at)));
    }
  }
}
