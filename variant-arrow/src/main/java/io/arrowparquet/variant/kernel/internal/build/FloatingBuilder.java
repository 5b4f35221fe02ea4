// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.ShredCells.CellColumn;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;

/**
 * Float32 and Float64: floats, doubles for the wider of the two only, and integers that the type
 * can say exactly.
 */
public final class FloatingBuilder extends FixedWidthBuilder implements CellColumn {
  /** Every integer up to two to this power is a number of the type. */
  private static final int DOUBLE_BITS = 53;

  private static final int FLOAT_BITS = 24;

  private final boolean wide;
  private final long exact;

  public FloatingBuilder(Target target, FloatingPointPrecision precision) {
    super(target);
    wide = precision == FloatingPointPrecision.DOUBLE;
    exact = 1L << (wide ? DOUBLE_BITS : FLOAT_BITS);
  }

  @Override
  public int width() {
    return wide ? Double.BYTES : Float.BYTES;
  }

  @Override
  public long appendCells(ShredCells cells, long wanted, int rows) {
    return appendData(cells, wanted, rows);
  }

  @Override
  public boolean convertColumn(VariantPrimitive from, FieldVector column, Selection rows) {
    // Without casts not every number is one of this type.
    boolean all = wide && target().mode().casts();
    if (!all || !NumberColumns.appendDoubles(from, column, rows, values)) {
      return false;
    }
    appendValidity(rows);
    return true;
  }

  @Override
  public boolean take(VariantCursor value) {
    // Ahead of the others, because it is what most values are.
    return value.typeId() == VariantTypeIds.DOUBLE
        ? takeDouble(value.getDouble())
        : super.take(value);
  }

  @Override
  public boolean takeDouble(double value) {
    if (!wide) {
      return false;
    }
    values.appendLong(Double.doubleToRawLongBits(value));
    return markValid();
  }

  @Override
  public boolean takeFloat(float value) {
    if (wide) {
      values.appendLong(Double.doubleToRawLongBits(value));
    } else {
      values.appendInt(Float.floatToRawIntBits(value));
    }
    return markValid();
  }

  @Override
  public boolean takeInteger(long value) {
    if (value > exact || value < -exact) {
      return false;
    }
    return wide ? takeDouble((double) value) : takeFloat((float) value);
  }
}
