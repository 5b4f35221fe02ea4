// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BitAppender;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.shred.VariantPrimitive;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Bool: booleans. */
public final class BooleanBuilder extends VectorBuilder {
  private final BitAppender values = new BitAppender();

  public BooleanBuilder(Target target) {
    super(target);
  }

  @Override
  public boolean takeBoolean(boolean value) {
    validity.appendOne();
    values.append(value);
    return true;
  }

  public @Override void start(BufferAllocator allocator) {
    validity.start(allocator);
    values.start(allocator);
  }

  public @Override boolean appendColumn(FieldVector column, Selection rows) {
    VariantPrimitive primitive = VariantPrimitive.of(column.getField());
    if (primitive == null || primitive.typeId() != VariantTypeIds.TRUE) {
      return false;
    }
    ArrowBuf data = column.getDataBuffer();
    BufferChecks.requireLength(column, "value", data, BufferChecks.bytesOfBits(rows.end()));
    // Bits of values are bits like any others: those set, of the positions that count.
    Selection set = rows.and(data);
    for (int i = rows.start(); i < rows.end(); i += Long.SIZE) {
      values.appendWord(set.word(i), Math.min(Long.SIZE, rows.end() - i));
    }
    appendValidity(rows);
    return true;
  }

  public @Override void addNulls(int rows) {
    validity.appendZeros(rows);
    values.appendZeros(rows);
  }

  public @Override void load(FieldVector vector) {
    load(vector, validity.count(), validity.zeros(), validity, values);
  }

  public @Override void release() {
    validity.release();
    values.release();
  }
}
