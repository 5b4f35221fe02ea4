// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;

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

    /** Whether an element of the operand's lists is in the set. */
    T listContains(int operand, ValueSet set);

    /** How the values of two operands compare. */
    T compare(Compared comparison);

    /** The caller's own condition. */
    T test(Tested condition);

    /** The same for every row. */
    T constant(boolean value);

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

  /**
   * Whether lists have an element in a set.
   *
   * @param operand number of the operand
   */
  record ListContains(int operand, ValueSet set) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.listContains(operand, set);
    }
  }

  /**
   * A comparison of two operands.
   *
   * @param left number of the operand
   * @param right number of the operand
   * @param leftType of its vector
   * @param rightType of its vector
   */
  record Compared(int left, Operator operator, int right, ArrowType leftType, ArrowType rightType)
      implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.compare(this);
    }
  }

  /**
   * The caller's own condition.
   *
   * @param operands numbers of the operands, in its order
   * @param types of their vectors
   */
  record Tested(RowFilter.Custom custom, List<Integer> operands, List<ArrowType> types)
      implements BoundPredicate {
    /** Copies the lists. */
    public Tested {
      operands = List.copyOf(operands);
      types = List.copyOf(types);
    }

    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.test(this);
    }
  }

  /** The same for every row. */
  record Constant(boolean value) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.constant(value);
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
