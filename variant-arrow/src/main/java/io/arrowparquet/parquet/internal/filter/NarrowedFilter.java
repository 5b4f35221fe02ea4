// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The filter of some options, with what a {@link DynamicFilter} answers for each row group. The
 * operands keep their numbers.
 */
public final class NarrowedFilter {
  private final RawColumns columns;
  private final List<Operand> operands;
  private final RowFilter filter;
  private final DynamicFilter dynamic;
  private final BoundPredicate bound;
  private final List<FilterDiagnostic> diagnostics;

  private NarrowedFilter(ParquetReadOptions options, RawColumns columns) {
    this.columns = columns;
    this.operands = List.copyOf(operands(options));
    this.filter = options.filter();
    this.dynamic = options.dynamicFilter();
    FilterBinder binder = new FilterBinder(columns, operands);
    this.bound = filter == null ? null : binder.bind(filter);
    this.diagnostics = binder.diagnostics();
  }

  public static Set<Operand> operands(ParquetReadOptions options) {
    Set<Operand> operands = new LinkedHashSet<>(FilterOperands.of(options.filter()));
    if (options.dynamicFilter() != null) {
      FilterOperands.add(options.dynamicFilter().operands(), operands);
    }
    return operands;
  }

  /**
   * Binds the filters of options.
   *
   * @return null if there is none
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if an operand is of a type
   *     that has no order
   * @throws IllegalArgumentException if a literal does not fit its operand's type
   */
  public static NarrowedFilter of(ParquetReadOptions options, RawColumns columns) {
    return options.filter() == null && options.dynamicFilter() == null
        ? null
        : new NarrowedFilter(options, columns);
  }

  public List<Operand> operands() {
    return operands;
  }

  public List<FilterDiagnostic> diagnostics() {
    return diagnostics;
  }

  /**
   * The condition for the rows of the next row group, for which the dynamic filter is asked.
   *
   * @return null for all rows
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException as {@link #of}
   * @throws IllegalArgumentException as {@link #of}; also if an answer looks at what the dynamic
   *     filter does not name
   */
  public BoundPredicate next() {
    RowFilter answer = dynamic == null ? null : dynamic.answers().get();
    if (answer == null) {
      return bound;
    }
    List<Operand> unknown = new ArrayList<>(FilterOperands.of(answer));
    unknown.removeIf(operand -> FilterOperands.number(operand, operands) >= 0);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "a dynamic filter of " + unknown + ", which it does not name beforehand");
    }
    BoundPredicate narrowing = new FilterBinder(columns, operands).bind(answer);
    return bound == null ? narrowing : new BoundPredicate.And(bound, narrowing);
  }
}
