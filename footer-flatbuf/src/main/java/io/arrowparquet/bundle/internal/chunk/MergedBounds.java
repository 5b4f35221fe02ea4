// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.footer.model.BinaryValue;

/** The least and the greatest bound of several chunks. For one thread. */
public final class MergedBounds {
  private final BoundOrder order;
  private final int mostBytes;
  private boolean areKnown;
  private BinaryValue min;
  private BinaryValue max;

  /**
   * Bounds of this order; none are known with {@link BoundOrder#NONE}.
   *
   * @param mostBytes of a bound
   */
  public MergedBounds(BoundOrder order, int mostBytes) {
    this.order = order;
    this.mostBytes = mostBytes;
    this.areKnown = order != BoundOrder.NONE;
  }

  /**
   * Adds those of a chunk.
   *
   * @param lower null if there is none
   * @param upper null if there is none
   * @param areNull whether it has no values, and so needs no bounds
   * @return false if they exclude each other
   */
  public boolean add(BinaryValue lower, BinaryValue upper, boolean areNull) {
    if (!areKnown || (areNull && lower == null && upper == null)) {
      return true;
    }
    areKnown = isUsable(lower) && isUsable(upper);
    if (!areKnown) {
      return true;
    }
    if (order.compare(lower, upper) > 0) {
      return false;
    }
    min = min == null || order.compare(lower, min) < 0 ? lower.copy() : min;
    max = max == null || order.compare(upper, max) > 0 ? upper.copy() : max;
    return true;
  }

  private boolean isUsable(BinaryValue bound) {
    return bound != null && bound.length() <= mostBytes && order.accepts(bound);
  }

  /** Null where not known, or without values. */
  public BinaryValue min() {
    return areKnown ? min : null;
  }

  public BinaryValue max() {
    return areKnown ? max : null;
  }
}
