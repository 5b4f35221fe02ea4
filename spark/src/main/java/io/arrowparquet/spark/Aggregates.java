// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.ScanAggregate;
import io.arrowparquet.dataset.ScanAggregate.ColumnAggregate;
import io.arrowparquet.parquet.PartialAggregates;
import io.arrowparquet.parquet.PartialAggregates.Aggregate;
import io.arrowparquet.parquet.PartialAggregates.Kind;
import io.arrowparquet.parquet.PartialAggregates.Operator;
import io.arrowparquet.parquet.PartialAggregates.Term;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Avg;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates of a scan that are exactly those of Spark: counts and bounds of all rows, where
 * footers say them for certain, and others in parts, by tasks. Sums of floating-point numbers
 * depend on their order, and so do bounds, of which zeros have two: they are left to Spark.
 */
record Aggregates(ScanRequest request, SparkFilters columns) {
  private static final Map<String, Operator> OPERATORS =
      Map.of("+", Operator.ADD, "-", Operator.SUBTRACT, "*", Operator.MULTIPLY);

  /** A sum of so many digits has ten more in Spark, as many as rows can need. */
  private static final int MAX_DIGITS_OF_AVERAGES = DecimalType.MAX_PRECISION() - 10;

  /**
   * What tasks make of their rows.
   *
   * @param columns that they read
   * @param schema of what they give
   */
  record Partial(
      StructType columns, List<String> keys, List<Aggregate> aggregates, StructType schema)
      implements Serializable {}

  /** A decimal expression; Spark has digits for each of its values. */
  private record Decimal(Term term, int precision, int scale) {}

  /** Whether the parts of all averages are exact: Spark adds up integers as doubles for them. */
  boolean areExact(Aggregation aggregation) {
    return Stream.of(aggregation.aggregateExpressions())
        .filter(Avg.class::isInstance)
        .map(average -> decimal(average.children()[0]))
        .allMatch(of -> of != null && of.precision <= MAX_DIGITS_OF_AVERAGES);
  }

  /** An aggregation that tasks begin and Spark ends; null if Spark does all of it. */
  @Nullable Partial partial(Aggregation aggregation) {
    StructType read = new StructType();
    StructType schema = new StructType();
    List<String> keys = new ArrayList<>();
    for (Expression key : aggregation.groupByExpressions()) {
      Field field = known(key);
      if (field == null) {
        return null;
      }
      keys.add(field.getName());
      schema = schema.add(field.getName(), SparkTypes.of(field));
      read = read.merge(SparkTypes.part(request.table(), List.of(field.getName())), true);
    }
    List<Aggregate> aggregates = new ArrayList<>();
    for (AggregateFunc function : aggregation.aggregateExpressions()) {
      DataType result = partial(function, aggregates);
      if (result == null) {
        return null;
      }
      schema = schema.add(function.toString(), result);
      for (List<String> name : SparkFilters.names(function)) {
        read = read.merge(SparkTypes.part(request.table(), name), true);
      }
    }
    return new Partial(read, keys, aggregates, schema);
  }

  private @Nullable DataType partial(AggregateFunc function, List<Aggregate> aggregates) {
    if (function instanceof CountStar) {
      aggregates.add(new Aggregate(Kind.COUNT, null, 0));
      return DataTypes.LongType;
    }
    Expression of = function.children()[0];
    Field field = known(of);
    Term column = field == null ? null : new Term.Column(field.getName());
    if (function instanceof Sum sum && !sum.isDistinct()) {
      Decimal decimal = decimal(of);
      if (decimal != null) {
        aggregates.add(new Aggregate(Kind.SUM, decimal.term, decimal.precision));
        return DataTypes.createDecimalType(decimal.precision, decimal.scale);
      } else if (field != null && field.getType() instanceof ArrowType.Int) {
        aggregates.add(new Aggregate(Kind.SUM, column, 0));
        return DataTypes.LongType;
      }
    } else if (column != null && function instanceof Count count && !count.isDistinct()) {
      aggregates.add(new Aggregate(Kind.COUNT, column, 0));
      return DataTypes.LongType;
    } else if (column != null && (function instanceof Min || function instanceof Max)) {
      aggregates.add(new Aggregate(function instanceof Min ? Kind.MIN : Kind.MAX, column, 0));
      return SparkTypes.of(field);
    }
    return null;
  }

  /** A column of the table whose values tasks compare as Spark does. */
  private @Nullable Field known(Expression expression) {
    Field field = columns.find(expression);
    if (field == null || ((NamedReference) expression).fieldNames().length > 1) {
      return null;
    }
    DataType type = request.table().apply(field.getName()).dataType();
    return PartialAggregates.isSupported(field)
            && SparkTypes.of(field).equals(type)
            && SparkTypes.arrow(field.getName(), type).getType().equals(field.getType())
        ? field
        : null;
  }

  /** Null if it is not a decimal, or if Spark rounds it. */
  private @Nullable Decimal decimal(Expression expression) {
    if (expression instanceof Literal<?> literal
        && literal.value() instanceof org.apache.spark.sql.types.Decimal value
        && literal.dataType() instanceof DecimalType type) {
      return new Decimal(
          new Term.Constant(value.toJavaBigDecimal()), type.precision(), type.scale());
    } else if (!(expression instanceof GeneralScalarExpression operation)) {
      Field field = known(expression);
      return field != null && SparkTypes.of(field) instanceof DecimalType type
          ? new Decimal(new Term.Column(field.getName()), type.precision(), type.scale())
          : null;
    } else if (OPERATORS.containsKey(operation.name()) && operation.children().length == 2) {
      Decimal left = decimal(operation.children()[0]);
      Decimal right = decimal(operation.children()[1]);
      return left == null || right == null
          ? null
          : decimal(OPERATORS.get(operation.name()), left, right);
    }
    return null;
  }

  private static @Nullable Decimal decimal(Operator operator, Decimal left, Decimal right) {
    boolean isProduct = operator == Operator.MULTIPLY;
    int scale = isProduct ? left.scale + right.scale : Math.max(left.scale, right.scale);
    int whole =
        isProduct
            ? left.precision + right.precision - scale
            : Math.max(left.precision - left.scale, right.precision - right.scale);
    int precision = whole + scale + 1;
    return precision > DecimalType.MAX_PRECISION()
        ? null
        : new Decimal(new Term.Operation(operator, left.term, right.term), precision, scale);
  }

  /** The result of an aggregation; null if footers do not have all of it. */
  FileScanBuilder.@Nullable LocalRow ofFooters(TableFiles files, Aggregation aggregation) {
    AggregateFunc[] functions = aggregation.aggregateExpressions();
    if (aggregation.groupByExpressions().length > 0
        || !Stream.of(functions).allMatch(this::isKnown)) {
      return null;
    }
    List<List<String>> names =
        Stream.of(functions).flatMap(function -> SparkFilters.names(function).stream()).toList();
    List<String> paths = names.stream().map(name -> String.join(".", name)).toList();
    ScanRequest asked = request.withColumns(new StructType()).alsoReading(names);
    return row(
        functions, SessionStorage.unchecked(() -> FileScan.plan(files, asked).aggregate(paths)));
  }

  private boolean isKnown(AggregateFunc function) {
    if (function instanceof CountStar) {
      return true;
    }
    boolean isCount = function instanceof Count count && !count.isDistinct();
    boolean isBound = function instanceof Min || function instanceof Max;
    Expression child = function.children().length == 1 ? function.children()[0] : null;
    Field field = child == null ? null : columns.find(child);
    return field != null
        && (isCount || isBound)
        && field.getChildren().isEmpty()
        && (isCount
            || (SparkValues.areSame(field)
                && !(field.getType() instanceof ArrowType.FloatingPoint)));
  }

  private FileScanBuilder.@Nullable LocalRow row(AggregateFunc[] functions, ScanAggregate known) {
    Object[] values = new Object[functions.length];
    StructType schema = new StructType();
    for (int i = 0; i < functions.length; i++) {
      AggregateFunc function = functions[i];
      DataType type = DataTypes.LongType;
      boolean isEmpty = false;
      if (function instanceof CountStar) {
        values[i] = known.rows();
      } else {
        String[] names = ((NamedReference) function.children()[0]).fieldNames();
        ColumnAggregate column = known.columns().get(String.join(".", names));
        values[i] = column.values();
        if (!(function instanceof Count)) {
          isEmpty = values[i] instanceof Long count && count == 0;
          type = SparkTypes.of(columns.find(function.children()[0]));
          Object bound = function instanceof Min ? column.min() : column.max();
          values[i] = bound == null ? null : SparkValues.value(type, bound);
        }
      }
      if (values[i] == null && !isEmpty) {
        return null;
      }
      schema = schema.add(function.toString(), type);
    }
    return new FileScanBuilder.LocalRow(schema, new GenericInternalRow(values));
  }
}
