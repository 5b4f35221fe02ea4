// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

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

  /**
   * A block.
   *
   * @param rows how many it has
   */
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

  /** Writes the rows, and begins with none. */
  public Block finish(BatchWriter batches) {
    int rows = rows();
    List<FieldValues> constant = new ArrayList<>();
    List<FieldType> constantTypes = new ArrayList<>();
    List<BatchField> constantFields = new ArrayList<>();
    List<FieldValues> varying = new ArrayList<>();
    List<FieldType> varyingTypes = new ArrayList<>();
    List<BatchField> varyingFields = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      FieldValues field = values[i];
      if (field.size() != rows) {
        throw new IllegalStateException(shape.name(i) + " has " + field.size() + " of " + rows);
      }
      if (field.isEmpty()) {
        continue;
      }
      boolean isConstant = field.isConstant();
      FieldType type = field.type(isConstant);
      (isConstant ? constant : varying).add(field);
      (isConstant ? constantTypes : varyingTypes).add(type);
      (isConstant ? constantFields : varyingFields).add(new BatchField(shape.name(i), type));
    }
    batches.write(constant, constantTypes, 1);
    batches.write(varying, varyingTypes, rows);
    for (FieldValues field : values) {
      field.clear();
    }
    BlockLayout layout = new BlockLayout(List.copyOf(constantFields), List.copyOf(varyingFields));
    return new Block(layout, batches.takeMessages(), rows);
  }
}
