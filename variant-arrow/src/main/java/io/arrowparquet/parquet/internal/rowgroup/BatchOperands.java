// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.parquet.internal.filter.ListElements;
import io.arrowparquet.parquet.internal.filter.NullableVectors;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.RowLogic;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.filter.VectorLocation;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.vector.VariantVector;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The operands of a filter in the vectors of a batch; Variant paths are decoded when they are first
 * asked for. Owns what it has decoded.
 */
final class BatchOperands implements RowLogic.Operands, AutoCloseable {
  private final RawColumns columns;
  private final List<Operand> operands;
  private final List<VariantGet> paths;
  private final VectorSchemaRoot raw;
  private final BufferAllocator allocator;
  private final FieldVector[] taken;

  /**
   * Operands.
   *
   * @param operands by number
   * @param paths for each operand what decodes it; null for one that is a column
   * @param raw vectors of the columns, borrowed
   */
  BatchOperands(
      RawColumns columns,
      List<Operand> operands,
      List<VariantGet> paths,
      VectorSchemaRoot raw,
      BufferAllocator allocator) {
    this.columns = columns;
    this.operands = operands;
    this.paths = paths;
    this.raw = raw;
    this.allocator = allocator;
    this.taken = new FieldVector[operands.size()];
  }

  /** Nulls of groups above are those of the vector, too. */
  @Override
  public FieldVector vector(int operand) {
    Operand wanted = operands.get(operand);
    if (wanted instanceof VariantProjection || !columns.path(wanted).hidesNulls()) {
      return ownVector(operand);
    }
    if (taken[operand] == null) {
      FieldVector own = ownVector(operand);
      byte[] truths = new byte[own.getValueCount()];
      columns.location(wanted).markNulls(raw, truths.length, truths);
      taken[operand] = NullableVectors.withNulls(own, truths, allocator);
    }
    return taken[operand];
  }

  private FieldVector ownVector(int operand) {
    VectorLocation location = columns.location(operands.get(operand));
    if (paths.get(operand) == null) {
      return location.find(raw);
    }
    if (taken[operand] == null) {
      taken[operand] = paths.get(operand).get((VariantVector) location.find(raw), allocator);
    }
    return taken[operand];
  }

  @Override
  public void test(int operand, ValueSet set, int rows, byte[] truths) {
    set.test(ownVector(operand), rows, truths);
  }

  @Override
  public void testElements(int operand, ValueSet set, int rows, byte[] truths) {
    ListElements.test(ownVector(operand), set, rows, truths);
  }

  @Override
  public void markNulls(int operand, int rows, byte[] truths) {
    if (paths.get(operand) == null) {
      columns.location(operands.get(operand)).markNulls(raw, rows, truths);
    } else {
      VectorLocation.markNulls(ownVector(operand), rows, truths);
    }
  }

  @Override
  public void close() {
    for (FieldVector vector : taken) {
      if (vector != null) {
        vector.close();
      }
    }
  }
}
