// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import java.util.function.IntFunction;
import org.apache.arrow.vector.FieldVector;

/**
 * Has conversions that go column by column fail as one that goes row by row does: with the first
 * row that is bad. A column that fails says nothing of rows before it in columns not yet looked at;
 * so those are converted again, which costs nothing as long as nothing fails.
 */
public final class RowErrorLocator {
  private RowErrorLocator() {}

  /** Converts all rows; {@code conversion} converts the first rows, as many as it is given. */
  public static FieldVector named(int rows, IntFunction<FieldVector> conversion) {
    try {
      return conversion.apply(rows);
    } catch (MalformedVariantException | ConversionException e) {
      throw first(e, conversion);
    }
  }

  private static DiagnosedException first(
      DiagnosedException failure, IntFunction<FieldVector> conversion) {
    DiagnosedException first = failure;
    long good = 0;
    // Mostly no other row is bad. If there are many, one in each column, halving what is left takes
    // no more attempts than a row's number has bits.
    long rows = first.row();
    while (good < first.row()) {
      DiagnosedException earlier = failure((int) rows, conversion);
      if (earlier == null) {
        good = rows;
      } else if (earlier.row() >= 0 && earlier.row() < rows) {
        first = earlier;
      } else {
        // Not a matter of rows.
        return first;
      }
      rows = (good + first.row() + 1) / 2;
    }
    return first;
  }

  /** What the conversion of the first rows fails with; null if it does not. */
  private static DiagnosedException failure(int rows, IntFunction<FieldVector> conversion) {
    try {
      conversion.apply(rows).close();
      return null;
    } catch (MalformedVariantException | ConversionException e) {
      return e;
    }
  }
}
