// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Evaluates a predicate on the rows of a batch: one {@link TruthSet} per row, in arrays that may be
 * longer.
 */
public final class RowLogic implements BoundPredicate.Logic<byte[]> {

  /** The operands of a batch. */
  public interface Operands {
    /** Whether each row's value is in the set; a Truth per row into {@code truths}. */
    void test(int operand, ValueSet set, int rows, byte[] truths);

    /** As {@link #test}, of the elements of lists: a truth per list. */
    void testElements(int operand, ValueSet set, int rows, byte[] truths);

    /** The vector of an operand; borrowed. */
    FieldVector vector(int operand);

    /** Says {@link TruthSet#UNKNOWN} of the rows without a value, and leaves the others alone. */
    void markNulls(int operand, int rows, byte[] truths);
  }

  private final Operands operands;
  private final int rows;
  private final TruthArrays arrays;

  /**
   * For the rows of one batch.
   *
   * @param arrays give those for the truths; a result that is used no more goes back there
   */
  public RowLogic(Operands operands, int rows, TruthArrays arrays) {
    this.operands = operands;
    this.rows = rows;
    this.arrays = arrays;
  }

  @Override
  public byte[] contains(int operand, ValueSet set) {
    byte[] truths = arrays.take(rows);
    operands.test(operand, set, rows, truths);
    operands.markNulls(operand, rows, truths);
    return truths;
  }

  @Override
  public byte[] isNull(int operand) {
    byte[] truths = arrays.take(rows);
    Arrays.fill(truths, 0, rows, TruthSet.FALSE);
    operands.markNulls(operand, rows, truths);
    for (int i = 0; i < rows; i++) {
      truths[i] = truths[i] == TruthSet.UNKNOWN ? TruthSet.TRUE : TruthSet.FALSE;
    }
    return truths;
  }

  @Override
  public byte[] listContains(int operand, ValueSet set) {
    byte[] truths = arrays.take(rows);
    operands.testElements(operand, set, rows, truths);
    operands.markNulls(operand, rows, truths);
    return truths;
  }

  @Override
  public byte[] compare(BoundPredicate.Compared comparison) {
    byte[] truths = arrays.take(rows);
    int left = comparison.left();
    int right = comparison.right();
    VectorComparison.compare(
        operands.vector(left), comparison.operator(), operands.vector(right), rows, truths);
    operands.markNulls(left, rows, truths);
    operands.markNulls(right, rows, truths);
    return truths;
  }

  @Override
  public byte[] test(BoundPredicate.Tested condition) {
    List<FieldVector> vectors = condition.operands().stream().map(operands::vector).toList();
    BitSet matches = new BitSet(rows);
    List<Field> fields = vectors.stream().map(FieldVector::getField).toList();
    // Not closed: the vectors are borrowed.
    VectorSchemaRoot columns = new VectorSchemaRoot(fields, vectors, rows);
    condition.custom().rows().test(columns, matches);
    if (matches.length() > rows) {
      throw new IllegalArgumentException(
          "a row test matches row " + (matches.length() - 1) + " of a batch of " + rows + " rows");
    }
    byte[] truths = arrays.take(rows);
    for (int i = 0; i < rows; i++) {
      truths[i] = ValueSet.truth(matches.get(i));
    }
    return truths;
  }

  @Override
  public byte[] constant(boolean value) {
    byte[] truths = arrays.take(rows);
    Arrays.fill(truths, 0, rows, ValueSet.truth(value));
    return truths;
  }

  @Override
  public byte[] and(byte[] left, byte[] right) {
    for (int i = 0; i < rows; i++) {
      left[i] = TruthSet.and(left[i], right[i]);
    }
    arrays.give(right);
    return left;
  }

  @Override
  public byte[] or(byte[] left, byte[] right) {
    for (int i = 0; i < rows; i++) {
      left[i] = TruthSet.or(left[i], right[i]);
    }
    arrays.give(right);
    return left;
  }

  @Override
  public byte[] not(byte[] value) {
    for (int i = 0; i < rows; i++) {
      value[i] = TruthSet.not(value[i]);
    }
    return value;
  }

  /** Truths of the rows of batches: arrays that are used again. One thread at a time. */
  public static final class TruthArrays {
    private final ArrayDeque<byte[]> free = new ArrayDeque<>();

    /** None yet. */
    public TruthArrays() {}

    /** An array of at least so many truths, whatever they are. */
    byte[] take(int rows) {
      byte[] truths = free.poll();
      return truths == null || truths.length < rows ? new byte[rows] : truths;
    }

    /** Takes an array back that is used no more. */
    public void give(byte[] truths) {
      free.push(truths);
    }
  }
}
