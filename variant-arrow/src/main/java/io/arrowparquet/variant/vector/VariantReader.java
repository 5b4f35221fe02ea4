// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.internal.shred.LevelReader;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.ShreddedRow;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Shows the rows of a Variant column through one cursor, shredded and unshredded rows alike.
 *
 * <p>Unshredded rows are shown where they are; the parts of a shredded row are put together in
 * scratch memory first, which the next row reuses. Nothing is allocated per row.
 *
 * <p>Ownership: borrows the column, which is to stay open and unchanged; owns the scratch memory,
 * of the column's allocator, until closed. Threads: one reader per thread.
 */
public final class VariantReader implements AutoCloseable {
  private final ParquetVariantVector column;
  private final ValidityBits present;
  private final BinaryColumn dictionaries;
  private final ShreddedRow position;
  private final VariantCursor cursor;
  private final BinaryColumn values;
  private final LevelReader shredded;
  private final GrowableBuffer scratch = new GrowableBuffer();
  private final ValueWriter writer = new ValueWriter(scratch);

  /** A reader under the default limits. */
  public VariantReader(ParquetVariantVector column) {
    this(column, VariantLimits.defaults());
  }

  /**
   * A reader under limits.
   *
   * @throws IllegalArgumentException if the column's storage is not legal, or its metadata is
   *     encoded with a dictionary it does not have
   */
  public VariantReader(ParquetVariantVector column, VariantLimits limits) {
    this.column = column;
    present = ValidityBits.of(column.getUnderlyingVector());
    dictionaries = BinaryColumn.ofMetadata(column.getUnderlyingVector(), column.dictionaries());
    position = new ShreddedRow(limits);
    cursor = new VariantCursor(limits);
    ShreddedLayout layout = column.layout();
    if (layout.isShredded()) {
      values = null;
      shredded = LevelReader.of(layout.root(), column.getUnderlyingVector(), position);
    } else {
      values = BinaryColumn.of(column.valueVector(), null);
      shredded = null;
    }
    scratch.start(column.getAllocator());
  }

  /** Number of rows. */
  public int count() {
    return column.getValueCount();
  }

  /** The dictionary of the row last sought. */
  public VariantMetadata metadata() {
    return position.metadata();
  }

  /**
   * Moves to a row. The cursor is the same for all rows, and shows this one until the next call.
   *
   * @return the row's Variant, or null for SQL null. A row that is not null but has no value has a
   *     Variant null, as the rules of shredding say where a value is required
   * @throws MalformedVariantException if the row's bytes are no Variant, or break the rules of
   *     shredding
   */
  public @Nullable VariantCursor seek(int row) {
    try {
      if (present.isNull(row)) {
        return null;
      }
      position.seek(row, dictionaries);
      if (shredded != null || (values.mayHaveNulls() && values.isNull(row))) {
        assemble(row);
      } else {
        values.seek(row);
        cursor.wrap(position.metadata(), values.buffer(), values.start(), values.end());
      }
      return cursor;
    } catch (MalformedVariantException e) {
      throw e.atRow(row);
    }
  }

  private void assemble(int row) {
    scratch.clear();
    if (shredded == null || !shredded.write(row, writer)) {
      writer.writeNull();
    }
    cursor.wrap(position.metadata(), scratch.buffer(), 0, scratch.length());
  }

  /** Gives back the scratch memory. */
  @Override
  public void close() {
    scratch.release();
  }
}
