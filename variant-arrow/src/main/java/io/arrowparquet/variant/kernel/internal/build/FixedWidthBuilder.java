// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** Rows that take the same number of bytes each: validity bits and one buffer of values. */
public abstract class FixedWidthBuilder extends VectorBuilder {

  /** The values; each append is followed by {@link #markValid}. */
  public final GrowableBuffer values = own(new GrowableBuffer());

  public FixedWidthBuilder(Target target) {
    super(target);
  }

  public abstract int width();

  /** Says that a value was appended; true, for {@code take} methods to return. */
  public final boolean markValid() {
    validity.appendOne();
    return true;
  }

  /** Puts a value, if it fits, in the place of a null among the rows so far. */
  public final void replaceNull(int row, VariantCursor value) {
    if (take(value) || takeCast(value)) {
      values.moveLast(width(), (long) row * width());
      validity.moveLast(row);
    } else if (!target().mismatchIsNull()) {
      putMismatch(value.typeId());
    }
  }

  @Override
  public boolean appendColumn(FieldVector column, Selection rows) {
    VariantPrimitive primitive = VariantPrimitive.of(column.getField());
    if (primitive == null || !primitive.equals(VariantPrimitive.of(target().field()))) {
      return false;
    }
    boolean appended = areInRange(column, rows);
    if (appended) {
      appendValues(column, rows);
    }
    return appended;
  }

  boolean areInRange(FieldVector column, Selection rows) {
    return true;
  }

  protected final void appendValues(FieldVector column, Selection rows) {
    ArrowBuf data = VariantPrimitive.storage(column).getDataBuffer();
    long width = width();
    BufferChecks.requireLength(column, "value", data, rows.end() * width);
    values.appendAll(data.memoryAddress() + rows.start() * width, rows.size() * width);
    rows.appendTo(validity);
  }

  /** {@link CellColumn#appendCells} for values whose vector form equals their encoding. */
  public long appendCells(ShredCells cells, long wanted, int rows) {
    long at = reserveCells(rows);
    for (int i = 0; i < rows; i++) {
      MemoryUtil.putLong(at + (long) i * width(), cells.data(i) & -(wanted >>> i & 1));
    }
    endCells(wanted, rows);
    return wanted;
  }

  /** Room for values that are written as eight bytes each; the next overwrites the excess. */
  protected final long reserveCells(int rows) {
    return values.reserve((long) rows * width() + Long.BYTES);
  }

  protected final void endCells(long valid, int rows) {
    values.advance((long) rows * width());
    validity.appendWord(valid, rows);
  }

  @Override
  public void addNulls(int rows) {
    validity.appendZeros(rows);
    values.appendZeros((long) rows * width());
  }
}
