// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.variant.FilterDiagnostic;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.internal.predicate.BoundPredicate;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.Predicate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A filter bound to the columns of a file.
 *
 * @param predicate with operands numbered
 * @param operands by number
 * @param diagnostics comparisons that are never true
 */
public record BoundFilter(
    BoundPredicate predicate, List<Operand> operands, List<FilterDiagnostic> diagnostics) {

  /** The operands of a predicate, each once; none if it is null. */
  public static Set<Operand> operands(Predicate predicate) {
    Set<Operand> operands = new LinkedHashSet<>();
    if (predicate != null) {
      collect(predicate, operands);
    }
    return operands;
  }

  private static void collect(Predicate predicate, Set<Operand> operands) {
    if (predicate instanceof Predicate.Comparison comparison) {
      operands.add(comparison.operand());
    } else if (predicate instanceof Predicate.In in) {
      operands.add(in.operand());
    } else if (predicate instanceof Predicate.IsNull isNull) {
      operands.add(isNull.operand());
    } else if (predicate instanceof Predicate.And and) {
      collect(and.left(), operands);
      collect(and.right(), operands);
    } else if (predicate instanceof Predicate.Or or) {
      collect(or.left(), operands);
      collect(or.right(), operands);
    } else if (predicate instanceof Predicate.Not not) {
      collect(not.predicate(), operands);
    }
  }

  /**
   * Binds a predicate.
   *
   * @throws UnsupportedColumnException if an operand is of a type that has no order
   * @throws IllegalArgumentException if a literal does not fit its operand's type
   */
  public static BoundFilter bind(Predicate predicate, RawColumns columns) {
    List<Operand> operands = new ArrayList<>(operands(predicate));
    FilterBinder binder = new FilterBinder(columns, operands);
    BoundPredicate bound = binder.bind(predicate);
    return new BoundFilter(bound, operands, binder.diagnostics());
  }
}
