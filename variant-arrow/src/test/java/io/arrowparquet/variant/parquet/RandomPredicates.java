// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.Predicate;
import io.arrowparquet.variant.parquet.options.Predicate.Operator;
import io.arrowparquet.variant.parquet.options.SkippingStep;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Predicates over a {@link FilterFile}, and what they say of its rows by other means. */
final class RandomPredicates {
  private static final List<FilterColumn> COLUMNS = List.of(FilterColumn.values());
  private static final List<Operator> OPERATORS = List.of(Operator.values());

  private final Random random;

  RandomPredicates(long seed) {
    this.random = new Random(seed);
  }

  Predicate next(int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      Predicate left = next(depth - 1);
      return switch (random.nextInt(3)) {
        case 0 -> left.and(next(depth - 1));
        case 1 -> left.or(next(depth - 1));
        default -> left.not();
      };
    }
    FilterColumn column = COLUMNS.get(random.nextInt(COLUMNS.size()));
    String path = (random.nextBoolean() ? "g." : "") + column.field();
    Operand operand = Operand.column(path);
    int number = random.nextInt(220) - 110;
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt(3) == 0 ? Operand.column("g").isNull() : operand.isNull();
      case 1 -> {
        List<Object> literals = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          literals.add(column.literal(random.nextInt(220) - 110, random));
        }
        yield operand.isIn(literals);
      }
      case 2 -> operand.isEqualTo(column.literal(number, random));
      default -> {
        Operator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
        yield new Predicate.Comparison(operand, operator, column.literal(number, random));
      }
    };
  }

  /** Some of the steps of skipping. */
  Set<SkippingStep> steps() {
    Set<SkippingStep> steps = EnumSet.allOf(SkippingStep.class);
    steps.removeIf(step -> random.nextBoolean());
    return steps;
  }

  /** True, false, or null for unknown. */
  static Boolean evaluate(Predicate predicate, FilterFile.Row row) {
    if (predicate instanceof Predicate.And and) {
      Boolean left = evaluate(and.left(), row);
      Boolean right = evaluate(and.right(), row);
      if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
        return false;
      }
      return (left == null || right == null) ? null : Boolean.TRUE;
    }
    if (predicate instanceof Predicate.Or or) {
      Boolean left = evaluate(or.left(), row);
      Boolean right = evaluate(or.right(), row);
      if (Boolean.TRUE.equals(left) || Boolean.TRUE.equals(right)) {
        return true;
      }
      return (left == null || right == null) ? null : Boolean.FALSE;
    }
    if (predicate instanceof Predicate.Not not) {
      Boolean inner = evaluate(not.predicate(), row);
      return inner == null ? null : !inner;
    }
    if (predicate instanceof Predicate.IsNull isNull) {
      return value(isNull.operand(), row) == null;
    }
    if (predicate instanceof Predicate.In in) {
      Object value = value(in.operand(), row);
      return value == null
          ? null
          : in.literals().stream().anyMatch(l -> holds(Operator.EQUAL, value, l));
    }
    Predicate.Comparison comparison = (Predicate.Comparison) predicate;
    Object value = value(comparison.operand(), row);
    return value == null ? null : holds(comparison.operator(), value, comparison.literal());
  }

  private static boolean holds(Operator operator, Object value, Object literal) {
    Integer order = FilterColumn.compare(value, literal);
    if (order == null) {
      return false;
    }
    return switch (operator) {
      case EQUAL -> order == 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  private static Object value(Operand operand, FilterFile.Row row) {
    String path = ((Operand.Column) operand).path();
    if (path.equals("g")) {
      return row.group();
    }
    Map<FilterColumn, Object> values = path.startsWith("g.") ? row.group() : row.values();
    for (FilterColumn column : FilterColumn.values()) {
      if (column.field().equals(path.substring(path.indexOf('.') + 1))) {
        return values == null ? null : values.get(column);
      }
    }
    throw new AssertionError(path);
  }
}
