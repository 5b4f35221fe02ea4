// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.UnfitValueException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.encoding.VariantCursor;
import io.arrowparquet.variant.vector.VariantReader;
import io.arrowparquet.variant.vector.VariantVector;
import io.arrowparquet.variant.vector.internal.NameTable;

/**
 * Goes through the rows of a Variant column. Names are translated to numbers only when a row's
 * dictionary differs from that of the row before.
 */
final class VariantRows {
  /** What is done with each row. */
  interface Visitor {
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
  static void visit(
      VariantVector column,
      VariantLimits limits,
      NameTable names,
      boolean addNewNames,
      Visitor visitor) {
    int row = 0;
    try (VariantReader reader = new VariantReader(column, limits)) {
      int count = reader.count();
      long bound = -1;
      for (; row < count; row++) {
        VariantCursor value = reader.seek(row);
        if (value != null && reader.metadata().generation() != bound) {
          names.bind(reader.metadata(), addNewNames);
          bound = reader.metadata().generation();
        }
        visitor.visit(value);
      }
    } catch (MalformedVariantException e) {
      throw e.atRow(row);
    } catch (UnfitValueException e) {
      throw e.atRow(row);
    }
  }
}
