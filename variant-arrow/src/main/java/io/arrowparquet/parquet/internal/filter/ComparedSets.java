// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the sets that a predicate compares its operands with. */
public final class ComparedSets implements BoundPredicate.Logic<Void> {
  private final Map<Integer, List<ValueSet>> sets = new HashMap<>();

  private ComparedSets() {}

  /** The sets by number of the operand. */
  public static Map<Integer, List<ValueSet>> of(BoundPredicate predicate) {
    ComparedSets compared = new ComparedSets();
    predicate.evaluate(compared);
    return compared.sets;
  }

  @Override
  public Void contains(int operand, ValueSet set) {
    sets.computeIfAbsent(operand, o -> new ArrayList<>()).add(set);
    return null;
  }

  @Override
  public Void listContains(int operand, ValueSet set) {
    return contains(operand, set);
  }

  @Override
  public Void compare(BoundPredicate.Compared comparison) {
    return null;
  }

  @Override
  public Void test(BoundPredicate.Tested condition) {
    return null;
  }

  @Override
  public Void constant(boolean value) {
    return null;
  }

  @Override
  public Void isNull(int operand) {
    return null;
  }

  @Override
  public Void and(Void left, Void right) {
    return null;
  }

  @Override
  public Void or(Void left, Void right) {
    return null;
  }

  @Override
  public Void not(Void value) {
    return null;
  }
}
