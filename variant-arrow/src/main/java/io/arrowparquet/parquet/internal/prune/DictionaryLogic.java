// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.RowLogic;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * Evaluates a predicate for each entry of a dictionary: the operand that has the dictionary has the
 * entry as its value, of the others is known what statistics say of all rows. So several
 * comparisons of one operand are true together, or not. A last entry is that of rows without a
 * value.
 */
final class DictionaryLogic extends RowLogic {
  private final int own;
  private final FieldVector values;
  private final List<? extends PruningStatistics> operands;

  private DictionaryLogic(int own, FieldVector values, List<? extends PruningStatistics> operands) {
    super(null, values.getValueCount() + 1, new TruthArrays());
    this.own = own;
    this.values = values;
    this.operands = operands;
  }

  /**
   * Whether the predicate may be true for a row.
   *
   * @param operand of which {@code values} are all values
   * @param operands what is known of all operands
   */
  static boolean mayBeTrue(
      BoundPredicate predicate,
      int operand,
      FieldVector values,
      List<? extends PruningStatistics> operands) {
    byte[] truths = predicate.evaluate(new DictionaryLogic(operand, values, operands));
    int entries = values.getValueCount();
    boolean someNull = (operands.get(operand).isNull().any() & TruthSet.TRUE) != 0;
    for (int i = 0; i < entries + (someNull ? 1 : 0); i++) {
      if ((truths[i] & TruthSet.TRUE) != 0) {
        return true;
      }
    }
    return false;
  }

  private byte[] entries(byte truth) {
    byte[] truths = new byte[values.getValueCount() + 1];
    Arrays.fill(truths, truth);
    return truths;
  }

  @Override
  public byte[] contains(int operand, ValueSet set) {
    if (operand != own) {
      return entries(operands.get(operand).contains(set).any());
    }
    byte[] truths = entries(TruthSet.UNKNOWN);
    set.test(values, values.getValueCount(), truths);
    return truths;
  }

  @Override
  public byte[] isNull(int operand) {
    if (operand != own) {
      return entries(operands.get(operand).isNull().any());
    }
    byte[] truths = entries(TruthSet.FALSE);
    truths[truths.length - 1] = TruthSet.TRUE;
    return truths;
  }

  @Override
  public byte[] listContains(int operand, ValueSet set) {
    return entries(operands.get(operand).listContains(set).any());
  }

  @Override
  public byte[] compare(BoundPredicate.Compared comparison) {
    return entries(TruthSet.ANY);
  }

  @Override
  public byte[] test(BoundPredicate.Tested condition) {
    return entries(TruthSet.ANY);
  }
}
