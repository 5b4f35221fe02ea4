// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
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
      case "AND" -> both(predicate, true);
      case "OR" -> both(predicate, false);
      case "NOT" -> {
        RowFilter inner = children[0] instanceof Predicate child ? of(child) : null;
        yield inner == null ? null : inner.not();
      }
      case "IS_NULL" -> isNull(children[0]);
      case "IS_NOT_NULL" -> {
        RowFilter isNull = isNull(children[0]);
        yield isNull == null ? null : isNull.not();
      }
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

  private @Nullable RowFilter both(Predicate predicate, boolean and) {
    RowFilter left = predicate.children()[0] instanceof Predicate one ? of(one) : null;
    RowFilter right = predicate.children()[1] instanceof Predicate other ? of(other) : null;
    if (left == null || right == null) {
      return null;
    }
    return and ? left.and(right) : left.or(right);
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
    boolean isText =
        field != null
            && (field.getType() instanceof ArrowType.Utf8
                || field.getType() instanceof ArrowType.LargeUtf8);
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
    RowFilter filter =
        isNaN(value)
            ? withNaN(operand, operator)
            : compare(operand, operator, SparkValues.literal(field, value));
    boolean isAbove = operator.equals(">") || operator.equals(">=");
    boolean isFloat = field.getType() instanceof ArrowType.FloatingPoint;
    return isFloat && isAbove && !isNaN(value) ? filter.or(operand.isNaN()) : filter;
  }

  private static RowFilter compare(Operand operand, String operator, Object literal) {
    return switch (operator) {
      case "=" -> operand.isEqualTo(literal);
      case "<>" -> operand.isNotEqualTo(literal);
      case "<=>" -> operand.isNotDistinctFrom(literal);
      case "<" -> operand.isLessThan(literal);
      case "<=" -> operand.isAtMost(literal);
      case ">" -> operand.isGreaterThan(literal);
      default -> operand.isAtLeast(literal);
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
    return switch (operator) {
      case "=" -> operand.isEqualTo(second);
      case "<>" -> operand.isNotEqualTo(second);
      case "<=>" -> operand.isNotDistinctFrom(second);
      case "<" -> operand.isLessThan(second);
      case "<=" -> operand.isAtMost(second);
      case ">" -> operand.isGreaterThan(second);
      default -> operand.isAtLeast(second);
    };
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
