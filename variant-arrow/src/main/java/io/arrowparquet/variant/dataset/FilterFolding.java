// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.Predicate;
import io.arrowparquet.variant.parquet.options.Predicate.And;
import io.arrowparquet.variant.parquet.options.Predicate.IsNull;
import io.arrowparquet.variant.parquet.options.Predicate.Not;
import io.arrowparquet.variant.parquet.options.Predicate.Or;

/**
 * A filter over columns of which a file lacks some: those are null in each of its rows.
 *
 * <p>Negations are pushed down to the comparisons first. What is left are and, or and comparisons,
 * of which none turns more rows away when one more comparison is true, so that an unknown one may
 * replace a false one.
 */
final class FilterFolding {
  private final java.util.function.Predicate<Operand> present;

  private FilterFolding(java.util.function.Predicate<Operand> present) {
    this.present = present;
  }

  /**
   * What a filter is for one file.
   *
   * @param predicate the filter; null if it is the same for all rows
   * @param constant whether the rows pass, where the filter is the same for all of them
   */
  record Folded(Predicate predicate, boolean constant) {
    /** Every row passes. */
    static final Folded ALL = new Folded(null, true);

    /** No row passes. */
    static final Folded NONE = new Folded(null, false);

    boolean passesNone() {
      return predicate == null && !constant;
    }
  }

  /**
   * Folds a filter.
   *
   * @param filter null for none
   * @param present whether the file has an operand's column
   */
  static Folded fold(Predicate filter, java.util.function.Predicate<Operand> present) {
    return filter == null ? Folded.ALL : new FilterFolding(present).fold(filter, false);
  }

  private Folded fold(Predicate filter, boolean negated) {
    if (filter instanceof Not not) {
      return fold(not.predicate(), !negated);
    }
    if (filter instanceof And and) {
      return join(fold(and.left(), negated), fold(and.right(), negated), !negated);
    }
    if (filter instanceof Or or) {
      return join(fold(or.left(), negated), fold(or.right(), negated), negated);
    }
    if (present.test(operand(filter))) {
      return new Folded(negated ? filter.not() : filter, false);
    }
    return filter instanceof IsNull && !negated ? Folded.ALL : Folded.NONE;
  }

  /** Both of two, or one of two. */
  private static Folded join(Folded left, Folded right, boolean both) {
    if (left.predicate() == null) {
      return left.constant() == both ? right : left;
    }
    if (right.predicate() == null) {
      return right.constant() == both ? left : right;
    }
    Predicate first = left.predicate();
    Predicate second = right.predicate();
    return new Folded(both ? first.and(second) : first.or(second), false);
  }

  private static Operand operand(Predicate leaf) {
    if (leaf instanceof Predicate.Comparison comparison) {
      return comparison.operand();
    }
    if (leaf instanceof Predicate.In in) {
      return in.operand();
    }
    return ((IsNull) leaf).operand();
  }
}
