// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.predicate;

import java.util.Arrays;

/** Evaluates a predicate on the rows of a batch: one {@link TruthSet} per row. */
public final class RowLogic implements BoundPredicate.Logic<byte[]> {

  /** The operands of a batch. */
  public interface Operands {
    /** Whether each row's value is in the set; a Truth per row into {@code truths}. */
    void test(int operand, ValueSet set, int rows, byte[] truths);

    /** Says {@link TruthSet#UNKNOWN} of the rows without a value, and leaves the others alone. */
    void markNulls(int operand, int rows, byte[] truths);
  }

  private final Operands operands;
  private final int rows;

  /** For the rows of one batch. */
  public RowLogic(Operands operands, int rows) {
    this.operands = operands;
    this.rows = rows;
  }

  @Override
  public byte[] contains(int operand, ValueSet set) {
    byte[] truths = new byte[rows];
    operands.test(operand, set, rows, truths);
    operands.markNulls(operand, rows, truths);
    return truths;
  }

  @Override
  public byte[] isNull(int operand) {
    byte[] truths = new byte[rows];
    Arrays.fill(truths, TruthSet.FALSE);
    operands.markNulls(operand, rows, truths);
    for (int i = 0; i < rows; i++) {
      truths[i] = truths[i] == TruthSet.UNKNOWN ? TruthSet.TRUE : TruthSet.FALSE;
    }
    return truths;
  }

  @Override
  public byte[] and(byte[] left, byte[] right) {
    for (int i = 0; i < rows; i++) {
      left[i] = TruthSet.and(left[i], right[i]);
    }
    return left;
  }

  @Override
  public byte[] or(byte[] left, byte[] right) {
    for (int i = 0; i < rows; i++) {
      left[i] = TruthSet.or(left[i], right[i]);
    }
    return left;
  }

  @Override
  public byte[] not(byte[] value) {
    for (int i = 0; i < rows; i++) {
      value[i] = TruthSet.not(value[i]);
    }
    return value;
  }
}
