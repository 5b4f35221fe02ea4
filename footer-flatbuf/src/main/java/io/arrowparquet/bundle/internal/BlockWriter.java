// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import io.arrowparquet.bundle.internal.BlockLayout.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects rows of a table and writes them as a block: two Arrow record batches.
 *
 * <pre>
 *   block | record batch of one row: values that all rows share | record batch of the other fields |
 * </pre>
 *
 * <p>For one thread.
 */
public final class BlockWriter {
  private final BlockShape shape;
  private final FieldValues[] values;

  public BlockWriter(BlockShape shape) {
    this.shape = shape;
    this.values = shape.newValues();
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Block(BlockLayout layout, byte[] bytes, int rows) {}

  public NumberValues number(int field) {
    return (NumberValues) values[field];
  }

  public BytesValues bytes(int field) {
    return (BytesValues) values[field];
  }

  /** Rows so far; each field must have a value, or none, for each. */
  public int rows() {
    return values[0].size();
  }

  public Block finish(BatchWriter batches) {
    int rows = rows();
    for (int i = 0; i < values.length; i++) {
      if (values[i].size() != rows) {
        throw new IllegalStateException(shape.name(i) + " has " + values[i].size() + " of " + rows);
      }
    }
    BlockLayout layout = new BlockLayout(write(batches, true, 1), write(batches, false, rows));
    for (FieldValues field : values) {
      field.clear();
    }
    return new Block(layout, batches.takeMessages(), rows);
  }

  private List<Field> write(BatchWriter batches, boolean constant, int rows) {
    List<FieldValues> written = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      if (!values[i].isEmpty() && values[i].isConstant() == constant) {
        written.add(values[i]);
        fields.add(new Field(shape.name(i), values[i].type(constant)));
      }
    }
    batches.write(written, fields, rows);
    return List.copyOf(fields);
  }
}
