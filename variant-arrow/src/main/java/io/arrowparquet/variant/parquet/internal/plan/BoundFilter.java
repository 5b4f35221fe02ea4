// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.internal.predicate.BoundPredicate;
import io.arrowparquet.variant.parquet.internal.predicate.Comparisons;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.Predicate;
import io.arrowparquet.variant.parquet.options.VariantProjection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * A filter bound to the columns of a file.
 *
 * @param predicate with operands numbered
 * @param operands by number
 */
public record BoundFilter(BoundPredicate predicate, List<Operand> operands) {

  /** The operands of a predicate, each once; none if it is null. */
  public static Set<Operand> operands(Predicate predicate) {
    Set<Operand> operands = new LinkedHashSet<>();
    if (predicate != null) {
      collect(predicate, operands);
    }
    return operands;
  }

  private static void collect(Predicate predicate, Set<Operand> operands) {
    if (predicate instanceof Predicate.Comparison comparison) {
      operands.add(comparison.operand());
    } else if (predicate instanceof Predicate.In in) {
      operands.add(in.operand());
    } else if (predicate instanceof Predicate.IsNull isNull) {
      operands.add(isNull.operand());
    } else if (predicate instanceof Predicate.And and) {
      collect(and.left(), operands);
      collect(and.right(), operands);
    } else if (predicate instanceof Predicate.Or or) {
      collect(or.left(), operands);
      collect(or.right(), operands);
    } else if (predicate instanceof Predicate.Not not) {
      collect(not.predicate(), operands);
    }
  }

  /**
   * Binds a predicate.
   *
   * @throws UnsupportedColumnException if an operand is of a type that has no order
   * @throws IllegalArgumentException if a literal does not fit its operand's type
   */
  public static BoundFilter bind(Predicate predicate, RawColumns columns) {
    List<Operand> operands = new ArrayList<>(operands(predicate));
    return new BoundFilter(bind(predicate, columns, operands), operands);
  }

  private static BoundPredicate bind(
      Predicate predicate, RawColumns columns, List<Operand> operands) {
    if (predicate instanceof Predicate.And and) {
      return new BoundPredicate.And(
          bind(and.left(), columns, operands), bind(and.right(), columns, operands));
    }
    if (predicate instanceof Predicate.Or or) {
      return new BoundPredicate.Or(
          bind(or.left(), columns, operands), bind(or.right(), columns, operands));
    }
    if (predicate instanceof Predicate.Not not) {
      return new BoundPredicate.Not(bind(not.predicate(), columns, operands));
    }
    if (predicate instanceof Predicate.IsNull isNull) {
      return new BoundPredicate.IsNull(operands.indexOf(isNull.operand()));
    }
    if (predicate instanceof Predicate.In in) {
      ArrowType type = comparableType(in.operand(), columns);
      return new BoundPredicate.Contains(
          operands.indexOf(in.operand()), Comparisons.in(type, in.literals()));
    }
    Predicate.Comparison comparison = (Predicate.Comparison) predicate;
    ArrowType type = comparableType(comparison.operand(), columns);
    return new BoundPredicate.Contains(
        operands.indexOf(comparison.operand()),
        Comparisons.compare(type, comparison.operator(), comparison.literal()));
  }

  private static ArrowType comparableType(Operand operand, RawColumns columns) {
    ArrowType type;
    String name;
    if (operand instanceof VariantProjection projection) {
      type = projection.target().getType();
      name = projection.column();
    } else {
      Operand.Column column = (Operand.Column) operand;
      type = columns.path(operand).column().field().getType();
      name = column.path();
    }
    if (!Comparisons.isComparable(type)) {
      throw new UnsupportedColumnException(
          name,
          "a comparison of values of type " + type,
          "values that have an order: booleans, numbers, texts, binaries, dates and times");
    }
    return type;
  }
}
