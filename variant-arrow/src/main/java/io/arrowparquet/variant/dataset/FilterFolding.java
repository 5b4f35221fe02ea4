// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.Predicate;
import io.arrowparquet.variant.parquet.options.Predicate.And;
import io.arrowparquet.variant.parquet.options.Predicate.IsNull;
import io.arrowparquet.variant.parquet.options.Predicate.Not;
import io.arrowparquet.variant.parquet.options.Predicate.Or;
import java.util.function.Function;

/**
 * A filter over the reader's columns as one over a file's. Columns that the file lacks are null in
 * each of its rows, or have the reader's default.
 *
 * <p>Negations are pushed down to the comparisons first. What is left are and, or and comparisons,
 * of which none turns more rows away when one more comparison is true, so that an unknown one may
 * replace a false one.
 */
final class FilterFolding {
  private final Function<Operand, FileOperand> inFile;

  private FilterFolding(Function<Operand, FileOperand> inFile) {
    this.inFile = inFile;
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
    return translate(
        filter,
        operand ->
            present.test(operand) ? new FileOperand.InFile(operand) : new FileOperand.NullInFile());
  }

  /**
   * Folds a filter, and names the columns as the file does.
   *
   * @param filter null for none
   * @param inFile what an operand is in the file
   */
  static Folded translate(Predicate filter, Function<Operand, FileOperand> inFile) {
    return filter == null ? Folded.ALL : new FilterFolding(inFile).fold(filter, false);
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
    FileOperand found = inFile.apply(operand(filter));
    if (found instanceof FileOperand.InFile in) {
      Predicate own = with(filter, in.operand());
      return new Folded(negated ? own.not() : own, false);
    }
    if (found instanceof FileOperand.DefaultInFile constant) {
      return constant(constant, filter, negated);
    }
    return filter instanceof IsNull && !negated ? Folded.ALL : Folded.NONE;
  }

  /** A default is null where the group around it is, and comparisons are unknown there. */
  private static Folded constant(
      FileOperand.DefaultInFile constant, Predicate leaf, boolean negated) {
    Operand group = constant.group();
    if (leaf instanceof IsNull && !negated) {
      return group == null ? Folded.NONE : new Folded(group.isNull(), false);
    }
    if (!(leaf instanceof IsNull) && constant.passes(leaf) == negated) {
      return Folded.NONE;
    }
    return group == null ? Folded.ALL : new Folded(group.isNotNull(), false);
  }

  private static Predicate with(Predicate leaf, Operand operand) {
    if (leaf instanceof Predicate.Comparison comparison) {
      return new Predicate.Comparison(operand, comparison.operator(), comparison.literal());
    }
    return leaf instanceof Predicate.In in
        ? new Predicate.In(operand, in.literals())
        : new IsNull(operand);
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
