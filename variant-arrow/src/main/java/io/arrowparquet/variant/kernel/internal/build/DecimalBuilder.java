// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.Int128;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Decimal128: decimals and integers that have the type's scale, or can be brought to it without
 * dropping a digit other than 0, and then fit its precision.
 */
final class DecimalBuilder extends FixedWidthBuilder {
  private final int precision;
  private final int scale;
  private final Int128 scratch = new Int128();

  DecimalBuilder(Target target, ArrowType.Decimal type) {
    super(target);
    precision = type.getPrecision();
    scale = type.getScale();
  }

  public @Override int width() {
    return 2 * Long.BYTES;
  }

  /** Not if one has more digits than its type: such a one is for going row by row to deal with. */
  @Override
  boolean areInRange(FieldVector column, Selection rows) {
    ArrowBuf data = TypedColumn.storage(column).getDataBuffer();
    BufferChecks.requireLength(column, "value", data, (long) rows.end() * width());
    boolean fit = true;
    for (int i = rows.next(rows.start()); fit && i < rows.end(); i = rows.next(i + 1)) {
      long address = data.memoryAddress() + (long) i * width();
      scratch.set(MemoryUtil.getLong(address + Long.BYTES), MemoryUtil.getLong(address));
      fit = scratch.fits(precision);
    }
    return fit;
  }

  public @Override boolean takeInteger(long value) {
    return takeDecimal(value >> (Long.SIZE - 1), value, 0);
  }

  public @Override boolean takeDecimal(long high, long low, int valueScale) {
    scratch.set(high, low);
    if (!scratch.rescale(scale - valueScale) || !scratch.fits(precision)) {
      return false;
    }
    values.appendLong(scratch.low());
    values.appendLong(scratch.high());
    return markValid();
  }
}
