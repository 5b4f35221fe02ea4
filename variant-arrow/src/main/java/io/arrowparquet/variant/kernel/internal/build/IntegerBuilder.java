// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.ShredCells.CellColumn;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Int, signed or not: integers in range, and decimals in range that have no fraction. */
final class IntegerBuilder extends FixedWidthBuilder implements CellColumn {
  private final int width;
  private final long min;
  private final long max;
  private final Int128 scratch = new Int128();

  IntegerBuilder(Target target, ArrowType.Int type) {
    super(target);
    int bits = type.getBitWidth();
    width = bits / Byte.SIZE;
    if (type.getIsSigned()) {
      min = Long.MIN_VALUE >> (Long.SIZE - bits);
      max = ~min;
    } else {
      min = 0;
      // What is beyond a signed integer of 64 bits is a decimal among Variants.
      max = bits == Long.SIZE ? Long.MAX_VALUE : (1L << bits) - 1;
    }
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public long appendCells(ShredCells cells, long wanted, int rows) {
    long at = reserveCells(rows);
    long taken = 0;
    for (int i = 0; i < rows; i++) {
      // Nothing but the bytes after the first counts: shifted up and down again, the highest of
      // them is the sign. The length of a cell that is not wanted may be any.
      int above = Long.SIZE - (cells.length(i) - 1) * Byte.SIZE;
      long value = cells.data(i) << above >> above;
      long take = wanted >>> i & (value >= min && value <= max ? 1 : 0);
      taken |= take << i;
      MemoryUtil.putLong(at + (long) i * width, value & -take);
    }
    endCells(taken, rows);
    return taken;
  }

  @Override
  public boolean convertColumn(VariantPrimitive from, FieldVector column, Selection rows) {
    if (min == 0 || !NumberColumns.appendWider(from, column, rows, width, values)) {
      return false;
    }
    appendValidity(rows);
    return true;
  }

  @Override
  public boolean take(VariantCursor value) {
    // Ahead of the others, because it is what most values are.
    int typeId = value.typeId();
    boolean isInteger = typeId >= VariantTypeIds.INT8 && typeId <= VariantTypeIds.INT64;
    return isInteger ? takeInteger(value.getLong()) : super.take(value);
  }

  @Override
  public boolean takeInteger(long value) {
    if (value < min || value > max) {
      return false;
    }
    switch (width) {
      case Long.BYTES -> values.appendLong(value);
      case Integer.BYTES -> values.appendInt((int) value);
      case Short.BYTES -> values.appendShort((int) value);
      default -> values.appendByte((int) value);
    }
    return markValid();
  }

  @Override
  public boolean takeDecimal(long high, long low, int scale) {
    scratch.set(high, low);
    if (!scratch.rescale(-scale)) {
      return false;
    }
    if (scratch.isLong()) {
      return takeInteger(scratch.low());
    }
    boolean fits = scratch.high() == 0 && min == 0 && width == Long.BYTES;
    if (fits) {
      values.appendLong(scratch.low());
      markValid();
    }
    return fits;
  }
}
