// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernels.decode.VariantGet;
import io.arrowparquet.variant.parquet.internal.predicate.RowLogic;
import io.arrowparquet.variant.parquet.internal.predicate.RowSelection;
import io.arrowparquet.variant.parquet.internal.predicate.SelectedRows;
import io.arrowparquet.variant.parquet.internal.predicate.ValueSet;
import io.arrowparquet.variant.parquet.internal.predicate.VectorLocation;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.VariantProjection;
import io.arrowparquet.variant.vector.VariantVector;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Batches as they were decoded to batches as they were asked for: without the rows that the filter
 * refuses, with a vector for each Variant path, and without what was read only for these two.
 *
 * <p>Owns a batch of memory between calls of {@link #convert}; close it in any case.
 */
public final class BatchProjection implements AutoCloseable {
  private final RawColumns columns;
  private final BoundFilter filter;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot raw;

  /** The first vectors of {@link #raw}, those that are asked for, sharing their memory. */
  private final VectorSchemaRoot kept;

  private final List<Path> paths = new ArrayList<>();
  private final List<VariantGet> filterPaths = new ArrayList<>();

  /** A path asked for, and the Variant column it is in. */
  private record Path(VariantGet get, VectorLocation location) {}

  /**
   * A projection.
   *
   * @param filter null for all rows
   * @throws IllegalArgumentException if no Variant converts to the target of a path
   */
  public BatchProjection(
      RawColumns columns,
      BoundFilter filter,
      List<VariantProjection> projections,
      BufferAllocator allocator) {
    this.columns = columns;
    this.filter = filter;
    this.allocator = allocator;
    for (VariantProjection projection : projections) {
      paths.add(new Path(get(projection), columns.location(projection)));
    }
    if (filter != null) {
      for (Operand operand : filter.operands()) {
        filterPaths.add(operand instanceof VariantProjection path ? get(path) : null);
      }
    }
    Schema schema = new Schema(columns.nodes().stream().map(ArrowSchemaNode::field).toList());
    raw = VectorSchemaRoot.create(schema, allocator);
    kept = new VectorSchemaRoot(raw.getFieldVectors().subList(0, columns.kept()));
  }

  private static VariantGet get(VariantProjection projection) {
    return new VariantGet(
        projection.path(), projection.target(), projection.mode(), VariantLimits.DEFAULT);
  }

  /**
   * Converts one batch.
   *
   * @param batch the caller's to close
   * @param output receives the rows; none if there are none
   * @return how many rows there are
   */
  public int convert(ArrowRecordBatch batch, VectorSchemaRoot output) {
    try {
      BatchLoader.load(batch, raw);
      int rows = filter == null ? batch.getLength() : select(batch.getLength());
      if (rows > 0) {
        transfer(output, rows);
      }
      return rows;
    } finally {
      raw.clear();
    }
  }

  /** Takes the refused rows out of {@link #kept}, and says how many are left. */
  private int select(int rows) {
    byte[] truths;
    try (Operands operands = new Operands()) {
      truths = filter.predicate().evaluate(new RowLogic(operands, rows));
    }
    RowSelection selection = RowSelection.ofTrue(truths);
    if (selection.count() > 0 && selection.count() < rows) {
      try (ArrowRecordBatch selected =
          SelectedRows.copy(kept.getFieldVectors(), selection, allocator)) {
        BatchLoader.load(selected, kept);
      }
    }
    return selection.count();
  }

  private void transfer(VectorSchemaRoot output, int rows) {
    // Paths first: they look into columns that may be asked for as a whole, too.
    for (int i = 0; i < paths.size(); i++) {
      Path path = paths.get(i);
      VariantVector column = (VariantVector) path.location().find(kept);
      try (FieldVector result = path.get().get(column, allocator)) {
        result.makeTransferPair(output.getVector(columns.outputs() + i)).transfer();
      }
    }
    for (int i = 0; i < columns.outputs(); i++) {
      kept.getVector(i).makeTransferPair(output.getVector(i)).transfer();
    }
    output.setRowCount(rows);
  }

  @Override
  public void close() {
    raw.close();
  }

  /** The filter's operands in {@link #raw}; paths are taken when they are first asked for. */
  private final class Operands implements RowLogic.Operands, AutoCloseable {
    private final FieldVector[] taken = new FieldVector[filterPaths.size()];

    private FieldVector vector(int operand) {
      VectorLocation location = columns.location(filter.operands().get(operand));
      if (filterPaths.get(operand) == null) {
        return location.find(raw);
      }
      if (taken[operand] == null) {
        taken[operand] =
            filterPaths.get(operand).get((VariantVector) location.find(raw), allocator);
      }
      return taken[operand];
    }

    @Override
    public void test(int operand, ValueSet set, int rows, byte[] truths) {
      set.test(vector(operand), rows, truths);
    }

    @Override
    public void markNulls(int operand, int rows, byte[] truths) {
      if (filterPaths.get(operand) == null) {
        columns.location(filter.operands().get(operand)).markNulls(raw, rows, truths);
      } else {
        VectorLocation.markNulls(vector(operand), rows, truths);
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
}
