// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset.internal;

import io.arrowparquet.parquet.internal.filter.Comparisons;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.Predicate;

/** What an operand of the reader's filter is in one file. */
public sealed interface FileOperand {

  /** A column of the file, or a path in one. */
  record InFile(Operand operand) implements FileOperand {}

  /** Null in each row. */
  record NullInFile() implements FileOperand {}

  /**
   * A default: the same in each row that has the group around it.
   *
   * @param group the file's group; null if every row has it
   */
  record DefaultInFile(Constant value, Operand group) implements FileOperand {

    /** Whether the comparison of the value is true. */
    boolean passes(Predicate comparison) {
      return value.isIn(values(comparison));
    }

    private ValueSet values(Predicate comparison) {
      if (comparison instanceof Predicate.In in) {
        return Comparisons.in(value.type(), in.literals());
      }
      if (comparison instanceof Predicate.StartsWith starts) {
        return Comparisons.startsWith(value.type(), starts.prefix());
      }
      return comparison instanceof Predicate.IsNaN
          ? Comparisons.nan(value.type())
          : compare((Predicate.Comparison) comparison);
    }

    private ValueSet compare(Predicate.Comparison comparison) {
      return Comparisons.compare(value.type(), comparison.operator(), comparison.literal());
    }
  }
}
