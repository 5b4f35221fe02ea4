// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.predicate;

import io.arrowparquet.variant.parquet.internal.predicate.PruningStatistics.Range;
import io.arrowparquet.variant.parquet.options.Predicate.Operator;

/** How the values of two operands may compare, by their bounds. */
final class BoundsComparison {
  private BoundsComparison() {}

  /** The truths that rows can have. Bounds are of one domain. */
  static byte truths(Range left, Operator operator, Range right) {
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
    int leastToMost = BoundsDecoder.compare(left.min(), right.max());
    int mostToLeast = BoundsDecoder.compare(left.max(), right.min());
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
          BoundsDecoder.compare(left.min(), right.max()) != 0
              || BoundsDecoder.compare(left.max(), right.min()) != 0;
      case LESS -> mayBeTrue(left, Operator.GREATER_OR_EQUAL, right);
      case LESS_OR_EQUAL -> mayBeTrue(left, Operator.GREATER, right);
      case GREATER -> mayBeTrue(left, Operator.LESS_OR_EQUAL, right);
      case GREATER_OR_EQUAL -> mayBeTrue(left, Operator.LESS, right);
    };
  }
}
