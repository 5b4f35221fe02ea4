// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.PartialAggregates;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Rows of aggregates of the batches of a task, at least one if they have no groups. */
final class PartialRows implements PartitionReader<InternalRow> {
  private final SplitReader batches;
  private final StructType schema;
  private final PartialAggregates aggregates;
  private Iterator<@Nullable Object[]> rows = List.<@Nullable Object[]>of().iterator();
  private boolean isAtEnd;

  PartialRows(SplitReader batches, Aggregates.Partial partial) {
    this.batches = batches;
    this.schema = partial.schema();
    this.aggregates =
        PartialAggregates.of(
            SparkTypes.arrow(partial.columns()), partial.keys(), partial.aggregates());
  }

  @Override
  public boolean next() throws IOException {
    while (!rows.hasNext() && !isAtEnd) {
      while (!isAtEnd && !aggregates.isFull()) {
        isAtEnd = !batches.next();
        if (!isAtEnd) {
          aggregates.add(batches.root());
        }
      }
      rows = aggregates.take().iterator();
    }
    return rows.hasNext();
  }

  @Override
  public InternalRow get() {
    @Nullable Object[] values = rows.next();
    StructField[] fields = schema.fields();
    for (int i = 0; i < values.length; i++) {
      values[i] = values[i] == null ? null : SparkValues.value(fields[i].dataType(), values[i]);
    }
    return new GenericInternalRow(values);
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return batches.currentMetricsValues();
  }

  @Override
  public void close() throws IOException {
    batches.close();
  }
}
