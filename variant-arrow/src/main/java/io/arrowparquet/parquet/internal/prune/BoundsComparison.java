// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.internal.filter.LongSet;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.VectorComparison;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import java.math.BigInteger;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** How the values of two operands may compare, by their bounds. */
final class BoundsComparison {
  private BoundsComparison() {}

  /** The truths that rows can have. */
  static byte truths(Range left, BoundPredicate.Compared comparison, Range right) {
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

  /** A bound of integers, multiplied by a power of ten. */
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
}
