// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.internal.shred.ShreddedRow;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantVector;

/** What all levels of a shredded column share while they are read: dictionaries and scratch. */
public final class ShreddedBatch implements AutoCloseable {
  final ParquetVariantVector column;
  final VariantLimits limits;
  final NameTable names;
  private final boolean addNewNames;
  private final BinaryColumn dictionaries;
  final GrowableBuffer scratch = new GrowableBuffer();
  final ValueWriter writer = new ValueWriter(scratch);

  private VariantMetadata bound;

  private long boundGeneration;

  /**
   * Reads a column.
   *
   * @param names numbers the names of the rows' dictionaries
   * @param addNewNames whether names that are not in the table are added to it
   */
  public ShreddedBatch(
      ParquetVariantVector column, VariantLimits limits, NameTable names, boolean addNewNames) {
    this.column = column;
    this.limits = limits;
    this.names = names;
    this.addNewNames = addNewNames;
    dictionaries = BinaryColumn.ofMetadata(column.getUnderlyingVector(), column.dictionaries());
    scratch.start(column.getAllocator());
  }

  public Selection rows(int count) {
    return Selection.all(0, count, Selection.Places.ROWS);
  }

  ShreddedRow newPosition() {
    return new ShreddedRow(limits);
  }

  @SuppressWarnings("ReferenceEquality") // the same view is meant
  void seek(ShreddedRow position, int row) {
    position.seek(row, dictionaries);
    VariantMetadata metadata = position.metadata();
    if (metadata != bound || metadata.generation() != boundGeneration) {
      names.bind(metadata, addNewNames);
      bound = metadata;
      boundGeneration = metadata.generation();
    }
  }

  @Override
  public void close() {
    scratch.release();
  }
}
