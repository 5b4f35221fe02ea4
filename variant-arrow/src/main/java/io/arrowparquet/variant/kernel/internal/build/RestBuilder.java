// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The fields of objects that have no child of their own, each row's as one object, in a Variant
 * column that is null where a row has none.
 */
public final class RestBuilder implements VectorMemory.Part {
  private final VariantVectorBuilder rows;
  private final GrowableBuffer scratch = new GrowableBuffer();
  private final ValueWriter writer = new ValueWriter(scratch);
  private int start;
  private boolean open;

  public RestBuilder(VariantVectorBuilder rows) {
    this.rows = rows;
  }

  @Override
  public void start(BufferAllocator allocator) {
    rows.start(allocator);
    scratch.start(allocator);
    writer.clear();
    open = false;
  }

  /** Adds a field to the row that is being read. */
  public void add(int fieldId, VariantCursor value) {
    if (!open) {
      start = writer.start();
      open = true;
    }
    writer.field(fieldId);
    writer.writeEncoded(value.buffer().memoryAddress() + value.start(), value.lengthBytes());
  }

  /** Ends the row. */
  public void endRow(VariantMetadata metadata) {
    if (open) {
      writer.endObject(start, 0);
      rows.append(metadata, scratch.address(), (int) scratch.length());
      scratch.clear();
      open = false;
    } else {
      rows.addNulls(1);
    }
  }

  public void addNulls(int count) {
    rows.addNulls(count);
  }

  public Field field() {
    return rows.target().field();
  }

  public void load(FieldVector vector) {
    rows.load(vector);
  }

  @Override
  public void release() {
    rows.release();
    scratch.release();
  }
}
