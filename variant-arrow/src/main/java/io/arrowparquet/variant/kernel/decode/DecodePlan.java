// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.kernel.internal.build.BuilderPlan;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.kernel.internal.columnar.RowSource;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedBatch;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedDecoder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.value.VariantPathFinder;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** The builders of a target, and the names they want; serves one batch after another. */
final class DecodePlan {
  private final Target target;
  private final NameTable names = new NameTable();
  private final VectorBuilder root;

  DecodePlan(Target target, VariantLimits limits) {
    this.target = target;
    this.root = new BuilderPlan(limits, names).builder(target);
  }

  FieldVector decode(RowSource rows, BufferAllocator allocator) {
    return decode(rows, root::putRow, allocator);
  }

  /** Decodes what a path leads to in each row. */
  FieldVector decode(
      RowSource rows, VariantPathFinder finder, VariantLimits limits, BufferAllocator allocator) {
    VariantCursor target = new VariantCursor(limits);
    return decode(
        rows,
        row -> root.putRow(row != null && finder.find(row, target) ? target : null),
        allocator);
  }

  private FieldVector decode(
      RowSource rows, Consumer<VariantCursor> visitor, BufferAllocator allocator) {
    try {
      root.start(allocator);
      rows.visit(names, false, visitor);
      return load(allocator);
    } finally {
      root.release();
    }
  }

  /**
   * Decodes what a path leads to in the first rows of a shredded column, not put together first;
   * null if the path leaves the columns in one of them, so that values have to be searched.
   */
  FieldVector decode(
      ParquetVariantVector column,
      int rows,
      VariantPath path,
      VariantLimits limits,
      BufferAllocator allocator) {
    try (ShreddedBatch batch = new ShreddedBatch(column, limits, names, false)) {
      root.start(allocator);
      return ShreddedDecoder.decodePath(batch, batch.rows(rows), path, root)
          ? load(allocator)
          : null;
    } finally {
      root.release();
    }
  }

  private FieldVector load(BufferAllocator allocator) {
    return VectorMemory.filled(target.field().createVector(allocator), root::load);
  }
}
