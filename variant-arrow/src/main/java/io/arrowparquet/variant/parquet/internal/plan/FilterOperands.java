// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.Predicate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The operands that predicates look at. */
public final class FilterOperands {
  private FilterOperands() {}

  /** The operands of a predicate, each once; none if it is null. */
  public static Set<Operand> of(Predicate predicate) {
    Set<Operand> operands = new LinkedHashSet<>();
    if (predicate != null) {
      collect(predicate, operands);
    }
    return operands;
  }

  private static void collect(Predicate predicate, Set<Operand> operands) {
    if (predicate instanceof Predicate.And and) {
      collect(and.left(), operands);
      collect(and.right(), operands);
    } else if (predicate instanceof Predicate.Or or) {
      collect(or.left(), operands);
      collect(or.right(), operands);
    } else if (predicate instanceof Predicate.Not not) {
      collect(not.predicate(), operands);
    } else {
      operands.addAll(ofLeaf(predicate));
    }
  }

  /** The operands, in their order, of a predicate that joins no others. */
  public static List<Operand> ofLeaf(Predicate leaf) {
    if (leaf instanceof Predicate.Comparison comparison) {
      return List.of(comparison.operand());
    }
    if (leaf instanceof Predicate.In in) {
      return List.of(in.operand());
    }
    if (leaf instanceof Predicate.IsNull isNull) {
      return List.of(isNull.operand());
    }
    if (leaf instanceof Predicate.StartsWith startsWith) {
      return List.of(startsWith.operand());
    }
    if (leaf instanceof Predicate.IsNaN isNaN) {
      return List.of(isNaN.operand());
    }
    if (leaf instanceof Predicate.ListContains contains) {
      return List.of(contains.operand());
    }
    if (leaf instanceof Predicate.OperandComparison comparison) {
      return List.of(comparison.left(), comparison.right());
    }
    if (leaf instanceof Predicate.Custom custom) {
      return custom.operands();
    }
    return List.of(); // a constant
  }
}
