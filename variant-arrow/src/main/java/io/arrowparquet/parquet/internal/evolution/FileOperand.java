// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.filter.Comparisons;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;

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
    boolean passes(RowFilter.OfOperand comparison) {
      return value.isIn(Comparisons.of(comparison, value.type()));
    }
  }
}
