// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A filter with what a {@link DynamicFilter} answers for each row group. Operands keep numbers. */
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
   * Null if the options have no filter. Refuses operands whose type has no order, and literals that
   * do not fit.
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
   * Asks the dynamic filter for the condition of the next row group; null for all rows. Throws as
   * {@link #of}, also if an answer looks at what the dynamic filter does not name.
   */
  public BoundPredicate next() {
    RowFilter answer = dynamic == null ? null : dynamic.answers().get();
    if (answer == null) {
      return bound;
    }
    List<Operand> unknown = new ArrayList<>(FilterOperands.of(answer));
    unknown.removeIf(operand -> FilterOperands.number(operand, operands) >= 0);
    if (!unknown.isEmpty()) {
      throw new InvalidRequestException(
          "a dynamic filter compares " + unknown + ", which DynamicFilter did not name beforehand",
          null);
    }
    BoundPredicate narrowing = new FilterBinder(columns, operands).bind(answer);
    return bound == null ? narrowing : new BoundPredicate.And(bound, narrowing);
  }
}
