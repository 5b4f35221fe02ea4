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

  /** Rows of the blocks that are written. */
  private long before;

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
    return finish(batches, values.length).get(0);
  }

  /**
   * Two blocks where {@code split} is not the number of fields: fields below it, and the others.
   */
  public List<Block> finish(BatchWriter batches, int split) {
    int rows = rows();
    for (int i = 0; i < values.length; i++) {
      if (values[i].size() != rows) {
        throw new IllegalStateException(shape.name(i) + " has " + values[i].size() + " of " + rows);
      }
      if (shape.isSteps(i)) {
        number(i).toSteps(before - 1);
      }
    }
    List<Block> blocks = new ArrayList<>();
    for (int from = 0, to = split; from < values.length; from = to, to = values.length) {
      BlockLayout layout =
          new BlockLayout(write(batches, true, 1, from, to), write(batches, false, rows, from, to));
      blocks.add(new Block(layout, batches.takeMessages(), rows));
    }
    for (FieldValues field : values) {
      field.clear();
    }
    before += rows;
    return blocks;
  }

  private List<Field> write(BatchWriter batches, boolean constant, int rows, int from, int to) {
    List<FieldValues> written = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = from; i < to; i++) {
      if (!values[i].isEmpty() && values[i].isConstant() == constant) {
        written.add(values[i]);
        fields.add(new Field(shape.name(i), values[i].type(constant)));
      }
    }
    batches.write(written, fields, rows);
    return List.copyOf(fields);
  }
}
