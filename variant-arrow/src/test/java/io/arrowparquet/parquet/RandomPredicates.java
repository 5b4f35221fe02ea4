// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions.SkippingStep;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.ColumnBounds;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Predicates over a {@link FilterFile}, and what they say of its rows by other means. */
final class RandomPredicates {
  private static final List<FilterColumn> COLUMNS = List.of(FilterColumn.values());
  private static final List<Operator> OPERATORS = List.of(Operator.values());

  private final Random random;

  RandomPredicates(long seed) {
    this.random = new Random(seed);
  }

  RowFilter next(int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      RowFilter left = next(depth - 1);
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
    return switch (random.nextInt(11)) {
      case 5 -> startsWith(path.startsWith("g."), number);
      case 6 -> isNaN(path.startsWith("g."));
      case 7 -> Operand.column("l").contains(random.nextInt(10 * FilterFile.ROWS));
      case 8 -> compared();
      case 9 -> {
        long from = random.nextInt(FilterFile.ROWS);
        IdRange range = new IdRange(from, from + random.nextInt(80));
        yield RowFilter.custom(List.of(Operand.column("id"), operand), range, range);
      }
      case 10 ->
          random.nextInt(4) == 0
              ? RowFilter.constant(random.nextBoolean())
              : operand.isNotDistinctFrom(
                  random.nextInt(3) == 0 ? null : column.literal(number, random));
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
        yield new RowFilter.Comparison(operand, operator, column.literal(number, random));
      }
    };
  }

  private RowFilter startsWith(boolean inGroup, int number) {
    String text = (String) FilterColumn.S.value(number);
    String prefix = text.substring(0, random.nextInt(text.length() + 1));
    return Operand.column(inGroup ? "g.s" : "s").startsWith(prefix);
  }

  private RowFilter isNaN(boolean inGroup) {
    return Operand.column((inGroup ? "g." : "") + (random.nextBoolean() ? "d" : "f")).isNaN();
  }

  private RowFilter compared() {
    FilterColumn column = COLUMNS.get(random.nextInt(COLUMNS.size()));
    String other =
        switch (column) {
          case I8 -> "u32";
          case D -> "f";
          default -> column.field();
        };
    Operand left = Operand.column(column.field());
    Operand right = Operand.column("g." + other);
    return random.nextInt(4) == 0
        ? left.isNotDistinctFrom(right)
        : new RowFilter.OperandComparison(
            left, OPERATORS.get(random.nextInt(OPERATORS.size())), right);
  }

  /** Rows of some ids whose second column is null, or which are even. */
  private record IdRange(long from, long end) implements RowFilter.RowTest, RowFilter.BoundsTest {
    boolean holds(long id, boolean isNull) {
      return id >= from && id < end && (isNull || id % 2 == 0);
    }

    @Override
    public void test(VectorSchemaRoot columns, BitSet matches) {
      BigIntVector ids = (BigIntVector) columns.getVector(0);
      FieldVector other = columns.getVector(1);
      for (int row = 0; row < columns.getRowCount(); row++) {
        matches.set(row, holds(ids.get(row), other.isNull(row)));
      }
    }

    @Override
    public boolean mayMatch(List<ColumnBounds> bounds) {
      ColumnBounds ids = bounds.get(0);
      ColumnBounds other = bounds.get(1);
      boolean meets = !ids.hasBounds() || ((Long) ids.max() >= from && (Long) ids.min() < end);
      return meets && ids.rows() > 0 && !(other.hasNullsOnly() && !other.mayHaveNulls());
    }

    @Override
    public String toString() {
      return "ids from " + from + " to " + end;
    }
  }

  /** Some of the steps of skipping. */
  Set<SkippingStep> steps() {
    Set<SkippingStep> steps = EnumSet.allOf(SkippingStep.class);
    steps.removeIf(step -> random.nextBoolean());
    return steps;
  }

  /** True, false, or null for unknown. */
  static Boolean evaluate(RowFilter predicate, FilterFile.Row row) {
    if (predicate instanceof RowFilter.Joined joined) {
      Boolean decisive = joined instanceof RowFilter.Or;
      List<Boolean> parts = new ArrayList<>();
      joined.parts().forEach(part -> parts.add(evaluate(part, row)));
      return parts.contains(decisive)
          ? decisive
          : parts.contains(null) ? null : (Boolean) !decisive;
    }
    if (predicate instanceof RowFilter.Not not) {
      Boolean inner = evaluate(not.predicate(), row);
      return inner == null ? null : !inner;
    }
    if (predicate instanceof RowFilter.IsNull isNull) {
      return value(isNull.operand(), row) == null;
    }
    if (predicate instanceof RowFilter.In in) {
      Object value = value(in.operand(), row);
      return value == null
          ? null
          : in.literals().stream().anyMatch(l -> holds(Operator.EQUAL, value, l));
    }
    if (predicate instanceof RowFilter.Comparison comparison) {
      Object value = value(comparison.operand(), row);
      return value == null ? null : holds(comparison.operator(), value, comparison.literal());
    }
    return evaluateOther(predicate, row);
  }

  private static Boolean evaluateOther(RowFilter predicate, FilterFile.Row row) {
    if (predicate instanceof RowFilter.StartsWith starts) {
      String value = (String) value(starts.operand(), row);
      return value == null ? null : value.startsWith((String) starts.prefix());
    }
    if (predicate instanceof RowFilter.IsNaN isNaN) {
      Double value = (Double) value(isNaN.operand(), row);
      return value == null ? null : value.isNaN();
    }
    if (predicate instanceof RowFilter.ListContains list) {
      List<Integer> elements = row.list();
      if (elements == null || elements.contains(list.literal())) {
        return elements == null ? null : Boolean.TRUE;
      }
      return elements.contains(null) ? null : Boolean.FALSE;
    }
    if (predicate instanceof RowFilter.OperandComparison comparison) {
      Object left = value(comparison.left(), row);
      Object right = value(comparison.right(), row);
      return (left == null || right == null) ? null : holds(comparison.operator(), left, right);
    }
    if (predicate instanceof RowFilter.Custom custom) {
      Object other = value(custom.operands().get(1), row);
      return ((IdRange) custom.rows()).holds(row.id(), other == null);
    }
    return ((RowFilter.Constant) predicate).value();
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
