// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * A predicate whose operands are numbered and whose literals fit them; {@link Logic} evaluates it.
 * Immutable.
 */
public sealed interface BoundPredicate {

  interface Logic<T> {
    T contains(int operand, ValueSet set);

    T isNull(int operand);

    T listContains(int operand, ValueSet set);

    T compare(Compared comparison);

    T test(Tested condition);

    T constant(boolean value);

    /** The conjunction; may change and return the left side. */
    T and(T left, T right);

    /** The disjunction; may change and return the left side. */
    T or(T left, T right);

    /** The negation; may change and return the value. */
    T not(T value);
  }

  <T> T evaluate(Logic<T> logic);

  default void addSets(Map<Integer, List<ValueSet>> sets) {}

  /** The sets that operands, or elements of them, are compared with, by number of operand. */
  default Map<Integer, List<ValueSet>> comparedSets() {
    Map<Integer, List<ValueSet>> sets = new HashMap<>();
    addSets(sets);
    return sets;
  }

  record Contains(int operand, ValueSet set) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.contains(operand, set);
    }

    @Override
    public void addSets(Map<Integer, List<ValueSet>> sets) {
      sets.computeIfAbsent(operand, o -> new ArrayList<>()).add(set);
    }
  }

  record IsNull(int operand) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.isNull(operand);
    }
  }

  record ListContains(int operand, ValueSet set) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.listContains(operand, set);
    }

    @Override
    public void addSets(Map<Integer, List<ValueSet>> sets) {
      sets.computeIfAbsent(operand, o -> new ArrayList<>()).add(set);
    }
  }

  record Compared(int left, Operator operator, int right, ArrowType leftType, ArrowType rightType)
      implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.compare(this);
    }
  }

  /** {@code operands}: numbers, in the condition's order. */
  record Tested(RowFilter.Custom custom, List<Integer> operands, List<ArrowType> types)
      implements BoundPredicate {
    public Tested {
      operands = List.copyOf(operands);
      types = List.copyOf(types);
    }

    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.test(this);
    }
  }

  record Constant(boolean value) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.constant(value);
    }
  }

  record And(BoundPredicate left, BoundPredicate right) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.and(left.evaluate(logic), right.evaluate(logic));
    }

    @Override
    public void addSets(Map<Integer, List<ValueSet>> sets) {
      left.addSets(sets);
      right.addSets(sets);
    }
  }

  record Or(BoundPredicate left, BoundPredicate right) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.or(left.evaluate(logic), right.evaluate(logic));
    }

    @Override
    public void addSets(Map<Integer, List<ValueSet>> sets) {
      left.addSets(sets);
      right.addSets(sets);
    }
  }

  record Not(BoundPredicate predicate) implements BoundPredicate {
    @Override
    public <T> T evaluate(Logic<T> logic) {
      return logic.not(predicate.evaluate(logic));
    }

    @Override
    public void addSets(Map<Integer, List<ValueSet>> sets) {
      predicate.addSets(sets);
    }
  }
}
