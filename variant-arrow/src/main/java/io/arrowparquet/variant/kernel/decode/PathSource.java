// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.internal.shred.LevelReader;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.ShreddedRow;
import io.arrowparquet.variant.kernel.internal.columnar.RowSource;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.value.VariantPathFinder;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;

/**
 * What a path leads to in each row of a shredded column. As far as its steps have columns, only
 * those are read; the rest of the path is followed in the value put together at the last of them.
 */
final class PathSource implements RowSource {
  private final int count;
  private final ValidityBits present;
  private final BinaryColumn dictionaries;
  private final ShreddedRow position;
  private final VariantCursor cursor;
  private final VariantCursor target;

  /** The level at the start of the path, and after each step that has a column. */
  private final LevelReader[] levels;

  /** For the last level: the rest of the path. */
  private final VariantPathFinder finder;

  private final GrowableBuffer scratch = new GrowableBuffer();
  private final ValueWriter writer = new ValueWriter(scratch);

  /**
   * Follows a path.
   *
   * @param count how many rows there are to be, the column's first ones
   */
  PathSource(ParquetVariantVector column, int count, VariantLimits limits, VariantPath path) {
    this.count = count;
    present = ValidityBits.of(column.getUnderlyingVector());
    dictionaries = BinaryColumn.ofMetadata(column.getUnderlyingVector(), column.dictionaries());
    position = new ShreddedRow(limits);
    cursor = new VariantCursor(limits);
    target = new VariantCursor(limits);
    LevelReader root =
        LevelReader.of(
            ShreddedLayout.of(column.getField()).root(), column.getUnderlyingVector(), position);
    levels = levels(root, path.steps()).toArray(new LevelReader[0]);
    finder = new VariantPathFinder(path, levels.length - 1);
    scratch.start(column.getAllocator());
  }

  private static List<LevelReader> levels(LevelReader root, List<VariantPath.Step> steps) {
    List<LevelReader> levels = new ArrayList<>();
    levels.add(root);
    for (VariantPath.Step step : steps) {
      LevelReader last = levels.get(levels.size() - 1);
      LevelReader next = step.isField() ? last.field(step.name()) : null;
      if (next == null) {
        break;
      }
      levels.add(next);
    }
    return levels;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public VariantMetadata metadata() {
    return position.metadata();
  }

  @Override
  public VariantCursor seek(int row) {
    try {
      if (present.isNull(row)) {
        return null;
      }
      position.seek(row, dictionaries);
      int level = levels.length - 1;
      for (int above = 0; above < level; above++) {
        if (!levels[above].isTypedObject(row)) {
          // No object: of one typed_value would have the field, whatever value has.
          return null;
        }
      }
      scratch.clear();
      if (!levels[level].write(row, writer)) {
        if (level > 0) {
          return null;
        }
        writer.writeNull();
      }
      cursor.wrap(position.metadata(), scratch.buffer(), 0, scratch.length());
      return finder.find(cursor, target) ? target : null;
    } catch (MalformedVariantException e) {
      throw e.atRow(row);
    }
  }

  @Override
  public void close() {
    scratch.release();
  }
}
