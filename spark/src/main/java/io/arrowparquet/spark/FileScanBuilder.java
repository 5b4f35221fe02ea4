// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.RowFilter;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Takes what Spark's optimizer pushes down: first predicates, then aggregates, a limit and columns.
 * What is taken is exact, and Spark does not evaluate it again. Paths of Variants are pushed by
 * {@link VariantScans}.
 */
final class FileScanBuilder
    implements SupportsPushDownV2Filters,
        SupportsPushDownAggregates,
        SupportsPushDownLimit,
        SupportsPushDownRequiredColumns {
  private final TableFiles files;
  private final List<Predicate> pushed = new ArrayList<>();
  private ScanRequest request;
  private @Nullable LocalRow aggregated;
  private Aggregates.@Nullable Partial partial;
  private boolean areExact = true;

  FileScanBuilder(TableFiles files, StructType schema) {
    this.files = files;
    this.request = ScanRequest.of(schema);
  }

  /**
   * A result that footers have.
   *
   * @param readSchema a column for each aggregate function
   */
  record LocalRow(StructType readSchema, InternalRow row) implements LocalScan {
    @Override
    public InternalRow[] rows() {
      return new InternalRow[] {row};
    }
  }

  private Aggregates aggregates() {
    return new Aggregates(request, SparkFilters.of(files, request));
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    SparkFilters filters = SparkFilters.of(files, request);
    List<Predicate> others = new ArrayList<>();
    for (Predicate predicate : predicates) {
      RowFilter filter = filters.of(predicate);
      if (filter == null) {
        others.add(predicate);
      } else {
        request = request.and(filter, SparkFilters.names(predicate));
        pushed.add(predicate);
      }
    }
    return others.toArray(Predicate[]::new);
  }

  @Override
  public Predicate[] pushedPredicates() {
    return pushed.toArray(Predicate[]::new);
  }

  @Override
  public boolean supportCompletePushDown(Aggregation aggregation) {
    areExact &= aggregates().areExact(aggregation);
    aggregated = aggregates().ofFooters(files, aggregation);
    return aggregated != null;
  }

  /** With sums and counts instead of averages. */
  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    if (aggregated == null && areExact) {
      partial = aggregates().partial(aggregation);
    }
    return aggregated != null || partial != null;
  }

  @Override
  public boolean pushLimit(int limit) {
    request = request.withLimit(limit);
    return true;
  }

  @Override
  public void pruneColumns(StructType required) {
    request = request.withColumns(required);
  }

  @Override
  public Scan build() {
    ScanRequest read = partial == null ? request : request.withColumns(partial.columns());
    return aggregated != null ? aggregated : new FileScan(files, read, partial);
  }
}
