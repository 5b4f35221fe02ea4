// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A filter that becomes known while a file is read: the least of the best rows so far, or the keys
 * of the other side of a join. Each answer narrows the filter of the options, for the row groups
 * that are begun afterwards; it never brings a row back.
 *
 * <p>Threads: a scan asks from several threads at a time, so the supplier must be safe for that.
 *
 * @param operands the columns and paths that answers may look at; they are read in any case
 * @param answers is asked before each row group is planned, by the thread that reads it. Null for
 *     no condition; {@link RowFilter#constant constant(false)} if no more rows are wanted. What it
 *     throws ends the reader
 */
public record DynamicFilter(List<Operand> operands, Supplier<RowFilter> answers) {
  /** Copies the list. */
  public DynamicFilter {
    operands = List.copyOf(operands);
    Objects.requireNonNull(answers, "answers");
  }
}
