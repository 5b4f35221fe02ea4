// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.value.VariantCursor;

/**
 * Goes through the rows of a Variant column. Names are translated to numbers only when a row's
 * dictionary differs from that of the row before.
 */
public final class VariantRows {
  /** What is done with each row. */
  public interface Visitor {
    /** A row's value; null is SQL null. */
    void visit(VariantCursor value);
  }

  private VariantRows() {}

  /**
   * Visits every row in order; what goes wrong names its row.
   *
   * @param names numbers the names of the rows' dictionaries
   * @param addNewNames whether names that are not in the table are added to it
   */
  public static void visit(RowSource rows, NameTable names, boolean addNewNames, Visitor visitor) {
    int row = 0;
    try {
      int count = rows.count();
      long bound = -1;
      for (; row < count; row++) {
        VariantCursor value = rows.seek(row);
        if (value != null && rows.metadata().generation() != bound) {
          names.bind(rows.metadata(), addNewNames);
          bound = rows.metadata().generation();
        }
        visitor.visit(value);
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw e.atRow(row);
    }
  }
}
