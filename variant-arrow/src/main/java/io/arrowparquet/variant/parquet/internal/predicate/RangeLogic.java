// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.predicate;

import io.arrowparquet.variant.parquet.internal.page.RowRanges;
import java.util.List;

/** Evaluates a predicate on ranges of rows that are not read yet, by what statistics say. */
public final class RangeLogic implements BoundPredicate.Logic<RangeTruths> {
  private final List<? extends PruningStatistics> operands;

  private RangeLogic(List<? extends PruningStatistics> operands) {
    this.operands = operands;
  }

  /** The rows of a row group for which the predicate may be true. */
  public static RowRanges possible(
      BoundPredicate predicate, List<? extends PruningStatistics> operands) {
    return predicate.evaluate(new RangeLogic(operands)).possible();
  }

  @Override
  public RangeTruths contains(int operand, ValueSet set) {
    return operands.get(operand).contains(set);
  }

  @Override
  public RangeTruths isNull(int operand) {
    return operands.get(operand).isNull();
  }

  @Override
  public RangeTruths and(RangeTruths left, RangeTruths right) {
    return left.combine(right, TruthSet::and);
  }

  @Override
  public RangeTruths or(RangeTruths left, RangeTruths right) {
    return left.combine(right, TruthSet::or);
  }

  @Override
  public RangeTruths not(RangeTruths value) {
    return value.map(TruthSet::not);
  }
}
