// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.predicate;

/**
 * A predicate whose operands are numbered and whose literals fit them. Immutable. A {@link Logic}
 * evaluates it: for the rows of a batch, or for ranges of rows that are not read yet.
 */
public sealed interface BoundPredicate {

  /**
   * Evaluates a predicate on something.
   *
   * @param <T> truths of rows, or of ranges
   */
  interface Logic<T> {
    /** Whether the operand's values are in the set. */
    T contains(int operand, ValueSet set);

    /** Whether the operand has no value. */
    T isNull(int operand);

    /** The conjunction; may change and return the left side. */
    T and(T left, T right);

    /** The disjunction; may change and return the left side. */
    T or(T left, T right);

    /** The negation; may change and return the value. */
    T not(T value);
  }

  /** What a logic finds. */
  <T> T evaluate(Logic<T> logic);

  /**
   * A comparison.
   *
   * @param operand number of the operand
   * @param set the values for which it is true
   */
  record Contains(int operand, ValueSet set) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.contains(operand, set);
    }
  }

  /**
   * Whether there is no value.
   *
   * @param operand number of the operand
   */
  record IsNull(int operand) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.isNull(operand);
    }
  }

  /** Conjunction. */
  record And(BoundPredicate left, BoundPredicate right) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.and(left.evaluate(logic), right.evaluate(logic));
    }
  }

  /** Disjunction. */
  record Or(BoundPredicate left, BoundPredicate right) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.or(left.evaluate(logic), right.evaluate(logic));
    }
  }

  /** Negation. */
  record Not(BoundPredicate predicate) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.not(predicate.evaluate(logic));
    }
  }
}
