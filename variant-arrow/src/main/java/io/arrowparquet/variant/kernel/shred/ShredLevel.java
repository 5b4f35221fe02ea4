// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.kernel.internal.build.BytesBuilder;
import io.arrowparquet.variant.kernel.internal.build.ShredCells;
import io.arrowparquet.variant.kernel.internal.build.ShredCells.CellColumn;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * One level of a shredded column being built: each value goes into {@code typed_value} if that
 * takes it, else into {@code value}; what is missing is null in both. The Struct of the two is
 * never null.
 *
 * <p>Nulls are not added one by one but when the next value comes, or in the end: where everything
 * goes into {@code typed_value}, nothing is done for {@code value}.
 */
final class ShredLevel extends VectorBuilder {
  /** In place of a scale: the column holds no decimals. */
  static final int NO_SCALE = -1;

  private final BytesBuilder value;

  /** Null where nothing is shredded. */
  private final VectorBuilder typed;

  private final ShredObject object;
  private final boolean[] accepted;

  /** The values of a block of rows, where they are gathered first; else null. */
  private final ShredCells cells;

  private long candidates;
  private final int scale;
  private int count;

  ShredLevel(
      Target target, BytesBuilder value, VectorBuilder typed, boolean[] accepted, int scale) {
    super(target);
    this.value = own(value);
    this.typed = own(typed);
    this.object = typed instanceof ShredObject shredded ? shredded : null;
    this.accepted = accepted.clone();
    this.scale = scale;
    this.cells = own(typed == null || typed instanceof CellColumn ? new ShredCells() : null);
  }

  /** Null if values need their dictionaries: {@link #gatherAt} must not be called then. */
  ShredCells cells() {
    return cells;
  }

  /** Keeps a value for {@link #takeGathered}; rows count modulo 64. */
  void gatherAt(int row, VariantCursor variant) {
    cells.set(row, variant);
    candidates |= (accepted[variant.typeId()] ? 1L : 0L) << row;
  }

  /** Takes the values gathered, up to 64 rows from this one on, after as many nulls as it takes. */
  void takeGathered(int first, int rows) {
    long present = cells.present();
    if (present == 0) {
      return;
    }
    count = first;
    long taken = 0;
    if (candidates != 0) {
      pad(typed);
      taken = ((CellColumn) typed).appendCells(cells, candidates, rows);
    }
    if (present != taken) {
      pad(value);
      value.appendEncoded(cells, present & ~taken, rows);
    }
    count += rows;
    cells.clear();
    candidates = 0;
  }

  @Override
  public boolean take(VariantCursor variant) {
    if (!takeTyped(variant)) {
      pad(value);
      value.append(variant.buffer().memoryAddress() + variant.start(), variant.lengthBytes());
    }
    count++;
    return true;
  }

  private boolean takeTyped(VariantCursor variant) {
    if (!accepts(variant)) {
      return false;
    }
    pad(typed);
    if (!typed.take(variant)) {
      return false;
    }
    if (object != null && object.rest().length() > 0) {
      pad(value);
      value.append(object.rest().address(), (int) object.rest().length());
    }
    return true;
  }

  /** Adds the nulls that rows before this one left out. */
  private void pad(VectorBuilder builder) {
    int missing = count - builder.count();
    if (missing > 0) {
      builder.addNulls(missing);
    }
  }

  private boolean accepts(VariantCursor variant) {
    int typeId = variant.typeId();
    return accepted[typeId]
        && (!VariantTypeIds.isDecimal(typeId) || variant.decimalScale() == scale);
  }

  @Override
  public void addNulls(int rows) {
    count += rows;
  }

  /** As {@link #put}, after as many nulls as make it the row of this number. */
  void putAt(int row, VariantCursor variant) {
    count = row;
    take(variant);
  }

  void padTo(int rows) {
    count = rows;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public void start(BufferAllocator allocator) {
    count = 0;
    candidates = 0;
    super.start(allocator);
  }

  @Override
  public void load(FieldVector struct) {
    // No buffer: Arrow then makes one that is all valid.
    VectorMemory.load(struct, count, 0, struct.getAllocator()::getEmpty);
    loadChildren(struct.getChildrenFromFields());
  }

  void loadChildren(List<FieldVector> vectors) {
    pad(value);
    value.load(vectors.get(0));
    if (typed != null) {
      pad(typed);
      typed.load(vectors.get(1));
    }
  }
}
