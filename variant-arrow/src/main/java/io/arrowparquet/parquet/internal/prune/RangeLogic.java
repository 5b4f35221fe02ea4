// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.ColumnBounds;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Evaluates a predicate on ranges of rows that are not read yet, by what statistics say. */
public final class RangeLogic implements BoundPredicate.Logic<RangeTruths> {
  private final List<? extends PruningStatistics> operands;
  private final long rows;

  private RangeLogic(List<? extends PruningStatistics> operands, long rows) {
    this.operands = operands;
    this.rows = rows;
  }

  /** The rows of a row group, of so many, for which the predicate may be true. */
  public static RowRanges possible(
      BoundPredicate predicate, List<? extends PruningStatistics> operands, long rows) {
    return predicate.evaluate(new RangeLogic(operands, rows)).possible();
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
  public RangeTruths listContains(int operand, ValueSet set) {
    return operands.get(operand).listContains(set);
  }

  @Override
  public RangeTruths compare(BoundPredicate.Compared comparison) {
    return RangeTruths.of(
        rows,
        List.of(
            operands.get(comparison.left()).ranges(), operands.get(comparison.right()).ranges()),
        (from, ranges) -> BoundsComparison.truths(ranges.get(0), comparison, ranges.get(1)));
  }

  @Override
  public RangeTruths test(BoundPredicate.Tested condition) {
    return RangeTruths.of(
        rows,
        condition.operands().stream().map(operand -> operands.get(operand).ranges()).toList(),
        (from, ranges) -> {
          List<ColumnBounds> bounds = new ArrayList<>();
          for (int i = 0; i < ranges.size(); i++) {
            bounds.add(bounds(condition.types().get(i), from, ranges.get(i)));
          }
          boolean mayMatch = condition.custom().bounds().mayMatch(bounds);
          return mayMatch ? TruthSet.TRUE | TruthSet.FALSE : TruthSet.FALSE;
        });
  }

  /** What is known of the values of rows from {@code from} on, as literals. */
  private static ColumnBounds bounds(ArrowType type, long from, Range range) {
    Object min = range.min() == null ? null : Literals.of(type, range.min());
    Object max = range.max() == null ? null : Literals.of(type, range.max());
    boolean known = min != null && max != null;
    return new ColumnBounds(
        range.end() - from,
        known ? min : null,
        known ? max : null,
        range.someNull(),
        range.allNull(),
        range.unbounded() && (type instanceof ArrowType.FloatingPoint || range.min() == null));
  }

  @Override
  public RangeTruths constant(boolean value) {
    return new RangeTruths(new long[] {rows}, new byte[] {ValueSet.truth(value)});
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
