// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.internal.filter.LongSet;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.filter.VectorComparison;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.RowFilter.ColumnBounds;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import org.apache.arrow.vector.types.pojo.ArrowType;

record RangeLogic(List<? extends PruningStatistics> operands, long rows)
    implements BoundPredicate.Logic<RangeLogic.RangeTruths> {
  static RowRanges possible(
      BoundPredicate predicate, List<? extends PruningStatistics> operands, long rows) {
    return predicate.evaluate(new RangeLogic(operands, rows)).possible();
  }

  /** The truth values that rows can have. */
  static byte truths(
      BoundPredicate predicate, List<? extends PruningStatistics> operands, long rows) {
    return predicate.evaluate(new RangeLogic(operands, rows)).any();
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
        (from, ranges) -> truths(ranges.get(0), comparison, ranges.get(1)));
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

  private static ColumnBounds bounds(ArrowType type, long from, Range range) {
    Object min = range.min() == null ? null : Literals.of(type, range.min());
    Object max = range.max() == null ? null : Literals.of(type, range.max());
    boolean known = min != null && max != null;
    return new FilterOperands.KnownBounds(
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

  private static byte truths(Range left, BoundPredicate.Compared comparison, Range right) {
    ArrowType leftType = comparison.leftType();
    ArrowType rightType = comparison.rightType();
    int leftScale = VectorComparison.scale(leftType);
    int rightScale = VectorComparison.scale(rightType);
    // The domain of unsigned longs is not that of the other integers.
    if (LongSet.isFlipped(leftType) == LongSet.isFlipped(rightType) && leftScale == rightScale) {
      return truths(left, comparison.operator(), right);
    }
    int scale = Math.max(leftScale, rightScale);
    return truths(
        numbers(left, leftType, scale - leftScale),
        comparison.operator(),
        numbers(right, rightType, scale - rightScale));
  }

  private static Range numbers(Range range, ArrowType type, int digits) {
    return new Range(
        range.end(),
        number(range.min(), type, digits),
        number(range.max(), type, digits),
        range.unbounded(),
        range.someNull(),
        range.allNull());
  }

  private static BigInteger number(Object bound, ArrowType type, int digits) {
    if (bound == null) {
      return null;
    }
    Object integer = LongSet.isFlipped(type) ? Literals.of(type, bound) : bound;
    BigInteger number =
        integer instanceof Long value ? BigInteger.valueOf(value) : (BigInteger) integer;
    return number.multiply(BigInteger.TEN.pow(digits));
  }

  private static byte truths(Range left, Operator operator, Range right) {
    int truths = left.someNull() || right.someNull() ? TruthSet.UNKNOWN : 0;
    if (left.allNull() || right.allNull()) {
      return (byte) truths;
    }
    boolean known = left.min() != null && right.min() != null;
    if (!known || mayBeTrue(left, operator, right)) {
      truths |= TruthSet.TRUE;
    }
    if (!known || left.unbounded() || right.unbounded() || mayBeFalse(left, operator, right)) {
      truths |= TruthSet.FALSE;
    }
    return (byte) truths;
  }

  private static boolean mayBeTrue(Range left, Operator operator, Range right) {
    int leastToMost = ColumnDomain.compare(left.min(), right.max());
    int mostToLeast = ColumnDomain.compare(left.max(), right.min());
    return switch (operator) {
      case EQUAL -> leastToMost <= 0 && mostToLeast >= 0;
      case LESS -> leastToMost < 0;
      case LESS_OR_EQUAL -> leastToMost <= 0;
      case GREATER -> mostToLeast > 0;
      case GREATER_OR_EQUAL -> mostToLeast >= 0;
    };
  }

  private static boolean mayBeFalse(Range left, Operator operator, Range right) {
    return switch (operator) {
      case EQUAL ->
          ColumnDomain.compare(left.min(), right.max()) != 0
              || ColumnDomain.compare(left.max(), right.min()) != 0;
      case LESS -> mayBeTrue(left, Operator.GREATER_OR_EQUAL, right);
      case LESS_OR_EQUAL -> mayBeTrue(left, Operator.GREATER, right);
      case GREATER -> mayBeTrue(left, Operator.LESS_OR_EQUAL, right);
      case GREATER_OR_EQUAL -> mayBeTrue(left, Operator.LESS, right);
    };
  }

  /** For each range of rows the truth values that its rows can have. Immutable. */
  static final class RangeTruths {
    private final long[] ends;
    private final byte[] truths;

    /** Ranges by their ends, ascending, the first of them from row 0. */
    RangeTruths(long[] ends, byte[] truths) {
      this.ends = ends;
      this.truths = truths;
    }

    static RangeTruths ofEach(List<Range> ranges, ToIntFunction<Range> truths) {
      byte[] found = new byte[ranges.size()];
      for (int i = 0; i < found.length; i++) {
        found[i] = (byte) truths.applyAsInt(ranges.get(i));
      }
      return new RangeTruths(ranges.stream().mapToLong(Range::end).toArray(), found);
    }

    @FunctionalInterface
    interface OfRange {
      /** {@code ranges} of each operand, which end with the same row. */
      byte truths(long from, List<Range> ranges);
    }

    static RangeTruths of(long rows, List<List<Range>> operands, OfRange truths) {
      int most = 1 + operands.stream().mapToInt(List::size).sum();
      long[] ends = new long[most];
      byte[] found = new byte[most];
      int[] next = new int[operands.size()];
      int count = 0;
      for (long from = 0; from < rows; count++) {
        long end = rows;
        for (int i = 0; i < next.length; i++) {
          List<Range> ranges = operands.get(i);
          while (ranges.get(next[i]).end() <= from) {
            next[i]++;
          }
          end = Math.min(end, ranges.get(next[i]).end());
        }
        List<Range> together = new ArrayList<>();
        for (int i = 0; i < next.length; i++) {
          together.add(operands.get(i).get(next[i]).endingAt(end));
        }
        ends[count] = end;
        found[count] = truths.truths(from, together);
        from = end;
      }
      return new RangeTruths(Arrays.copyOf(ends, count), Arrays.copyOf(found, count));
    }

    @FunctionalInterface
    interface Combination {
      byte apply(byte left, byte right);
    }

    RangeTruths combine(RangeTruths other, Combination combination) {
      long[] newEnds = new long[ends.length + other.ends.length];
      byte[] newTruths = new byte[newEnds.length];
      int count = 0;
      int left = 0;
      int right = 0;
      while (left < ends.length && right < other.ends.length) {
        long end = Math.min(ends[left], other.ends[right]);
        newEnds[count] = end;
        newTruths[count++] = combination.apply(truths[left], other.truths[right]);
        left += ends[left] == end ? 1 : 0;
        right += other.ends[right] == end ? 1 : 0;
      }
      return new RangeTruths(Arrays.copyOf(newEnds, count), Arrays.copyOf(newTruths, count));
    }

    @FunctionalInterface
    interface Change {
      byte apply(byte truth);
    }

    RangeTruths map(Change change) {
      byte[] changed = new byte[truths.length];
      for (int i = 0; i < truths.length; i++) {
        changed[i] = change.apply(truths[i]);
      }
      return new RangeTruths(ends, changed);
    }

    byte any() {
      byte any = 0;
      for (byte truth : truths) {
        any |= truth;
      }
      return any;
    }

    RowRanges possible() {
      return ranges(truth -> (truth & TruthSet.TRUE) != 0);
    }

    RowRanges certain() {
      return ranges(truth -> truth == TruthSet.TRUE);
    }

    private RowRanges ranges(IntPredicate wanted) {
      RowRanges.Builder ranges = new RowRanges.Builder();
      long start = 0;
      for (int i = 0; i < ends.length; i++) {
        if (wanted.test(truths[i])) {
          ranges.add(start, ends[i]);
        }
        start = ends[i];
      }
      return ranges.build();
    }
  }
}
