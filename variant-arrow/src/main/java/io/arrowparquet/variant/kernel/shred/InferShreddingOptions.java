// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.VariantLimits;

/**
 * What {@link InferredShredding} finds worth a column of its own. Immutable; threads may share one.
 * Each {@code with} method gives a changed copy, and says what its option means.
 */
public final class InferShreddingOptions {
  private static final int GREATEST_MAX_DEPTH = 100;

  private final double minShare;
  private final int maxColumns;
  private final int maxDepth;
  private final boolean widenNumbers;
  private final VariantLimits limits;

  private InferShreddingOptions(
      double minShare, int maxColumns, int maxDepth, boolean widenNumbers, VariantLimits limits) {
    if (!(minShare >= 0 && minShare <= 1)) {
      throw new IllegalArgumentException("minShare is " + minShare + ", expected 0 to 1");
    }
    if (maxColumns < 1) {
      throw new IllegalArgumentException("maxColumns is " + maxColumns + ", expected 1 or more");
    }
    if (maxDepth < 1 || maxDepth > GREATEST_MAX_DEPTH) {
      throw new IllegalArgumentException(
          "maxDepth is " + maxDepth + ", expected 1 to " + GREATEST_MAX_DEPTH);
    }
    this.minShare = minShare;
    this.maxColumns = maxColumns;
    this.maxDepth = maxDepth;
    this.widenNumbers = widenNumbers;
    this.limits = limits;
  }

  /** A tenth of the rows, 300 columns, 16 levels, numbers widened, the default limits. */
  public static InferShreddingOptions defaults() {
    return new InferShreddingOptions(0.1, 300, 16, true, VariantLimits.defaults());
  }

  /**
   * The part of the rows, 0 to 1, that a column has to hold a typed value of; within arrays each
   * element counts as its part of a row. Rows that are SQL null do not count.
   */
  public InferShreddingOptions withMinShare(double share) {
    return new InferShreddingOptions(share, maxColumns, maxDepth, widenNumbers, limits);
  }

  /**
   * Typed columns of primitives, 1 or more; of more candidates those with the greatest share are
   * taken.
   */
  public InferShreddingOptions withMaxColumns(int columns) {
    return new InferShreddingOptions(minShare, columns, maxDepth, widenNumbers, limits);
  }

  /** Levels below the top to inspect, 1 to 100: 1 for the fields of an object, but not theirs. */
  public InferShreddingOptions withMaxDepth(int levels) {
    return new InferShreddingOptions(minShare, maxColumns, levels, widenNumbers, limits);
  }

  /**
   * Whether, as by default, integers of all widths share a column as wide as the widest, and
   * decimals of one scale a column for the most digits: to be shredded in {@link
   * ShredMode#LENIENT}, in which nothing but the width of a number is lost. Otherwise each width is
   * a type of its own, the most frequent one is taken, and {@link ShredMode#EXACT} keeps the rows'
   * bytes. JSON gives each integer its least width: widened, all those of an {@code id} are in one
   * column, and its statistics bound them; not widened, rows of other widths are outside, and row
   * groups with such rows can never be skipped.
   */
  public InferShreddingOptions withWidenNumbers(boolean widen) {
    return new InferShreddingOptions(minShare, maxColumns, maxDepth, widen, limits);
  }

  /** Bounds of the Variants read. */
  public InferShreddingOptions withLimits(VariantLimits bounds) {
    return new InferShreddingOptions(minShare, maxColumns, maxDepth, widenNumbers, bounds);
  }

  public double minShare() {
    return minShare;
  }

  public int maxColumns() {
    return maxColumns;
  }

  public int maxDepth() {
    return maxDepth;
  }

  public boolean widenNumbers() {
    return widenNumbers;
  }

  public VariantLimits limits() {
    return limits;
  }
}
