// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.SchemaUtils;
import org.jspecify.annotations.Nullable;

/**
 * Predicates of Spark as filters that are true, false and unknown for the same rows. For Spark NaN
 * is equal to itself and greater than all other numbers; filters have it say so.
 *
 * @param schema in whose words predicates are
 */
record SparkFilters(Schema schema) {
  /** Of columns whose texts, if there are any, are compared by their bytes. */
  static SparkFilters of(TableFiles files, ScanRequest request) {
    StructField[] columns =
        Stream.of(request.table().fields())
            .filter(column -> !SchemaUtils.hasNonUTF8BinaryCollation(column.dataType()))
            .toArray(StructField[]::new);
    return new SparkFilters(SparkTypes.chosen(files.arrow(), new StructType(columns)));
  }

  /** The filter of a predicate; null if there is none that means the same. */
  @Nullable RowFilter of(Predicate predicate) {
    Expression[] children = predicate.children();
    return switch (predicate.name()) {
      case "AND" -> both(children, RowFilter::and);
      case "OR" -> both(children, RowFilter::or);
      case "NOT" -> not(inner(children[0]));
      case "IS_NULL" -> isNull(children[0]);
      case "IS_NOT_NULL" -> not(isNull(children[0]));
      case "IN" -> in(children);
      case "STARTS_WITH" -> startsWith(children);
      case "=", "<>", "<=>", "<", "<=", ">", ">=" ->
          children[0] instanceof Literal
              ? compare(children[1], flipped(predicate.name()), children[0])
              : compare(children[0], predicate.name(), children[1]);
      default -> null;
    };
  }

  /** The names of the columns in an expression, by their parts. */
  static List<List<String>> names(Expression expression) {
    return Stream.of(expression.references())
        .map(reference -> List.of(reference.fieldNames()))
        .toList();
  }

  private @Nullable RowFilter inner(Expression child) {
    return child instanceof Predicate predicate ? of(predicate) : null;
  }

  private @Nullable RowFilter both(Expression[] children, BinaryOperator<RowFilter> join) {
    RowFilter left = inner(children[0]);
    RowFilter right = inner(children[1]);
    return left == null || right == null ? null : join.apply(left, right);
  }

  private static @Nullable RowFilter not(@Nullable RowFilter filter) {
    return filter == null ? null : filter.not();
  }

  static String flipped(String operator) {
    return switch (operator) {
      case "<" -> ">";
      case "<=" -> ">=";
      case ">" -> "<";
      case ">=" -> "<=";
      default -> operator;
    };
  }

  /** Of groups, lists, maps and Variants, too. */
  private @Nullable RowFilter isNull(Expression expression) {
    Field field = find(expression);
    return field == null ? null : operand(expression).isNull();
  }

  private @Nullable RowFilter in(Expression[] children) {
    Field field = compared(children[0]);
    List<Object> literals = new ArrayList<>();
    for (int i = 1; i < children.length && field != null; i++) {
      Object value = children[i] instanceof Literal<?> literal ? literal.value() : null;
      if (value == null || isNaN(value)) {
        return null;
      }
      literals.add(SparkValues.literal(field, value));
    }
    return field == null ? null : operand(children[0]).isIn(literals);
  }

  private @Nullable RowFilter startsWith(Expression[] children) {
    Field field = compared(children[0]);
    boolean isText = field != null && SparkTypes.of(field) instanceof StringType;
    return isText && children[1] instanceof Literal<?> literal && literal.value() != null
        ? operand(children[0]).startsWith(literal.value().toString())
        : null;
  }

  private @Nullable RowFilter compare(Expression left, String operator, Expression right) {
    Field field = compared(left);
    if (field == null) {
      return null;
    }
    if (!(right instanceof Literal<?> literal)) {
      return compareColumns(left, operator, right);
    }
    return compare(operand(left), field, operator, literal.value());
  }

  /**
   * A comparison with a value of Spark's.
   *
   * @param field the operand's, of {@linkplain SparkValues#areSame the same} values
   * @return null if it is unknown for all rows
   */
  static @Nullable RowFilter compare(
      Operand operand, Field field, String operator, @Nullable Object value) {
    if (value == null) {
      return operator.equals("<=>") ? operand.isNull() : null;
    }
    if (isNaN(value)) {
      return withNaN(operand, operator);
    }
    Object literal = SparkValues.literal(field, value);
    RowFilter filter =
        operator.equals("<=>")
            ? operand.isNotDistinctFrom(literal)
            : compare(operator, one -> new RowFilter.Comparison(operand, one, literal));
    boolean isAbove = operator.equals(">") || operator.equals(">=");
    boolean isFloat = field.getType() instanceof ArrowType.FloatingPoint;
    return isFloat && isAbove ? filter.or(operand.isNaN()) : filter;
  }

  private static RowFilter compare(String operator, Function<Operator, RowFilter> comparison) {
    return switch (operator) {
      case "=" -> comparison.apply(Operator.EQUAL);
      case "<>" -> comparison.apply(Operator.EQUAL).not();
      case "<" -> comparison.apply(Operator.LESS);
      case "<=" -> comparison.apply(Operator.LESS_OR_EQUAL);
      case ">" -> comparison.apply(Operator.GREATER);
      default -> comparison.apply(Operator.GREATER_OR_EQUAL);
    };
  }

  private static RowFilter withNaN(Operand operand, String operator) {
    RowFilter isNaN = operand.isNaN();
    return switch (operator) {
      case "=", ">=" -> isNaN;
      case "<=>" -> operand.isNotNull().and(isNaN);
      case "<>", "<" -> isNaN.not();
      case ">" -> isNaN.and(isNaN.not());
      default -> isNaN.or(isNaN.not());
    };
  }

  private @Nullable RowFilter compareColumns(Expression left, String operator, Expression right) {
    Field one = compared(left);
    Field other = compared(right);
    if (one == null
        || other == null
        || one.getType() instanceof ArrowType.FloatingPoint
        || !one.getType().equals(other.getType())) {
      return null;
    }
    Operand operand = operand(left);
    Operand second = operand(right);
    return operator.equals("<=>")
        ? operand.isNotDistinctFrom(second)
        : compare(operator, same -> new RowFilter.OperandComparison(operand, same, second));
  }

  private static boolean isNaN(Object value) {
    return (value instanceof Double number && number.isNaN())
        || (value instanceof Float single && single.isNaN());
  }

  private static Operand operand(Expression reference) {
    return Operand.column(String.join(".", ((NamedReference) reference).fieldNames()));
  }

  /** The field of a column whose values are compared; null if filters compare them otherwise. */
  private @Nullable Field compared(Expression expression) {
    Field field = find(expression);
    return field != null && SparkValues.areSame(field) ? field : null;
  }

  /** The field of a column that filters can name; null for others, and for expressions. */
  @Nullable Field find(Expression expression) {
    if (!(expression instanceof NamedReference reference)) {
      return null;
    }
    Field found = null;
    List<Field> level = schema.getFields();
    for (String name : reference.fieldNames()) {
      boolean isInside = found == null || found.getType() instanceof ArrowType.Struct;
      List<Field> named = level.stream().filter(field -> field.getName().equals(name)).toList();
      if (!isInside || named.size() != 1 || name.indexOf('.') >= 0) {
        return null;
      }
      found = named.get(0);
      level = found.getChildren();
    }
    return found;
  }
}
