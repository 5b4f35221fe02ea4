// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.ShreddedLevel;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ObjectLevel;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedLevelColumns.Place;
import io.arrowparquet.variant.value.VariantPath;
import org.apache.arrow.vector.complex.StructVector;

/** Takes the columns that a path of fields leads to, if every step of it has one. */
public final class PathColumns {
  private PathColumns() {}

  /**
   * Appends the value at a path of each selected row. Fields off the path are not read.
   *
   * @return false, with nothing appended, if a step has no column
   */
  public static boolean decode(
      ShreddedBatch batch, Selection all, VariantPath path, VectorBuilder builder) {
    ShreddedLevel level = ShreddedLayout.of(batch.column().getField()).root();
    StructVector struct = batch.column().getUnderlyingVector();
    Place place = Place.TOP;
    Selection rows = all;
    for (VariantPath.Step step : path.steps()) {
      int number = step.isField() ? number(level, step.name()) : -1;
      if (number < 0) {
        return false;
      }
      ShreddedLevelColumns columns = new ShreddedLevelColumns(batch, level, struct, place, rows);
      rows = columns.typedRows();
      struct = (StructVector) columns.typed().getChildrenFromFields().get(number);
      level = ((ObjectLevel) level).fields().get(number).level();
      place = Place.FIELD;
    }
    requireNullsFit(rows, builder);
    ShreddedDecoder.decode(batch, level, struct, place, rows, builder);
    return true;
  }

  private static int number(ShreddedLevel level, String name) {
    if (level instanceof ObjectLevel object) {
      for (int i = 0; i < object.fields().size(); i++) {
        if (object.fields().get(i).name().equals(name)) {
          return i;
        }
      }
    }
    return -1;
  }

  /** Rows in which the path ends early have nothing. */
  private static void requireNullsFit(Selection rows, VectorBuilder builder) {
    if (!builder.target().nullable() && !rows.isAll()) {
      int row = rows.start();
      while (rows.has(row)) {
        row++;
      }
      ConversionException mismatch = builder.target().mismatch("no value");
      throw rows.located(mismatch, row);
    }
  }
}
