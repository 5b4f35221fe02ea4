// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.ScanAggregate;
import io.arrowparquet.dataset.ScanAggregate.ColumnAggregate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Counts and bounds of all rows of a scan, where footers say them for certain. */
final class Aggregates {
  private Aggregates() {}

  /** The result of an aggregation; null if footers do not have all of it. */
  static FileScanBuilder.@Nullable LocalRow of(
      TableFiles files, ScanRequest request, Aggregation aggregation) {
    SparkFilters columns = new SparkFilters(SparkTypes.chosen(files.arrow(), request.table()));
    AggregateFunc[] functions = aggregation.aggregateExpressions();
    if (aggregation.groupByExpressions().length > 0
        || !Stream.of(functions).allMatch(function -> isKnown(function, columns))) {
      return null;
    }
    List<String> paths = new ArrayList<>();
    ScanRequest rows = request.withColumns(new StructType());
    for (AggregateFunc function : functions) {
      if (!(function instanceof CountStar)) {
        paths.add(path(function));
        rows = rows.alsoReading(SparkFilters.names(function.children()[0]));
      }
    }
    ScanRequest asked = rows;
    return row(
        functions,
        columns,
        SessionStorage.unchecked(() -> FileScan.plan(files, asked).aggregate(paths)));
  }

  private static boolean isKnown(AggregateFunc function, SparkFilters columns) {
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

  private static String path(AggregateFunc function) {
    return String.join(".", ((NamedReference) function.children()[0]).fieldNames());
  }

  private static FileScanBuilder.@Nullable LocalRow row(
      AggregateFunc[] functions, SparkFilters columns, ScanAggregate known) {
    Object[] values = new Object[functions.length];
    StructType schema = new StructType();
    for (int i = 0; i < functions.length; i++) {
      AggregateFunc function = functions[i];
      DataType type = DataTypes.LongType;
      Long count = known.rows();
      boolean isBound = function instanceof Min || function instanceof Max;
      if (!(function instanceof CountStar)) {
        ColumnAggregate column = known.columns().get(path(function));
        count = column.values();
        if (isBound) {
          type = SparkTypes.of(columns.find(function.children()[0]));
          Object bound = function instanceof Min ? column.min() : column.max();
          values[i] = bound == null ? null : SparkValues.value(type, bound);
        }
      }
      values[i] = isBound ? values[i] : count;
      boolean isEmpty = isBound && count != null && count == 0;
      if (values[i] == null && !isEmpty) {
        return null;
      }
      schema = schema.add(function.toString(), type);
    }
    return new FileScanBuilder.LocalRow(schema, new GenericInternalRow(values));
  }
}
