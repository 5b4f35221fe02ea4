// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.dataset.ParquetScanPlan.PlannedRowGroup;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** A scan of files: planned in the driver, by their footers, and read by tasks. */
final class FileScan implements SupportsRuntimeV2Filtering, SupportsReportStatistics, Batch {
  private final TableFiles files;
  private final ScanRequest asked;

  /** With what joins have said since. */
  private ScanRequest request;

  /** What Spark sees of the rows; null for the rows. */
  private final Aggregates.@Nullable Partial partial;

  private @Nullable ParquetScanPlan plan;

  FileScan(TableFiles files, ScanRequest request, Aggregates.@Nullable Partial partial) {
    this.files = files;
    this.partial = partial;
    this.asked = request;
    this.request = request;
  }

  /**
   * What a task reads.
   *
   * @param splits as bytes, in the order of reading
   */
  record Splits(List<byte[]> splits) implements InputPartition {
    private static final long serialVersionUID = 1;
  }

  /**
   * Opens readers in executors.
   *
   * @param columns of the batches
   * @param partial what is made of batches; null for nothing
   */
  record Readers(
      StructType columns,
      Aggregates.@Nullable Partial partial,
      Broadcast<SerializableConfiguration> configuration)
      implements PartitionReaderFactory {
    private static final long serialVersionUID = 1;

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
      return partial == null;
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      return new PartialRows(createColumnarReader(partition), partial);
    }

    @Override
    public SplitReader createColumnarReader(InputPartition partition) {
      List<ParquetSplit> splits =
          ((Splits) partition).splits.stream().map(ParquetSplit::from).toList();
      return new SplitReader(splits, columns, configuration.value().value());
    }
  }

  /** What is asked for, without what joins have said. */
  ScanRequest asked() {
    return asked;
  }

  /** A scan of the same files. */
  FileScan with(ScanRequest other) {
    return new FileScan(files, other, partial);
  }

  /** What footers say of the rows of a request. */
  static ParquetScanPlan plan(TableFiles files, ScanRequest request) throws IOException {
    ParquetReadOptions options = request.options(files.options());
    return ParquetScanPlan.of(
        files.set(request.schema(files.arrow()), options), options, TableFiles.THREADS);
  }

  private ParquetScanPlan plan() {
    if (plan == null) {
      plan = SessionStorage.unchecked(() -> plan(files, request));
    }
    return plan;
  }

  @Override
  public StructType readSchema() {
    return partial == null ? request.columns() : partial.schema();
  }

  @Override
  public String description() {
    String limit = request.limit() == Long.MAX_VALUE ? "" : ", limit " + request.limit();
    String parts = partial == null ? "" : ", aggregated";
    return "arrowparquet " + files.names() + ", filter " + request.filter() + limit + parts;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return partial == null ? ColumnarSupportMode.SUPPORTED : ColumnarSupportMode.UNSUPPORTED;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  /** Rows of the planned row groups, and bytes of their columns as they are in the files. */
  @Override
  public Statistics estimateStatistics() {
    long rows =
        plan().files().stream()
            .flatMap(file -> file.rowGroups().stream())
            .mapToLong(rowGroup -> rowGroup.possible().count())
            .sum();
    return new Estimate(OptionalLong.of(plan().bytes()), OptionalLong.of(rows));
  }

  private record Estimate(OptionalLong sizeInBytes, OptionalLong numRows) implements Statistics {}

  /** Columns whose values filters compare; joins may send what they need of them. */
  @Override
  public NamedReference[] filterAttributes() {
    if (partial != null) {
      return new NamedReference[0];
    }
    return SparkTypes.chosen(files.arrow(), readSchema()).getFields().stream()
        .filter(SparkValues::areSame)
        .map(Field::getName)
        .filter(name -> name.indexOf('.') < 0)
        .map(FieldReference::column)
        .toArray(NamedReference[]::new);
  }

  @Override
  public void filter(Predicate[] predicates) {
    SparkFilters filters = SparkFilters.of(files, request);
    request = asked;
    plan = null;
    for (Predicate predicate : predicates) {
      RowFilter filter = filters.of(predicate);
      if (filter != null) {
        request = request.and(filter, SparkFilters.names(predicate));
      }
    }
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return SessionStorage.unchecked(() -> pack(plan()));
  }

  /** Cuts the plan as Spark's own sources cut files, by the bytes of the columns that are read. */
  private InputPartition[] pack(ParquetScanPlan whole) throws IOException {
    SQLConf conf = files.session().sessionState().conf();
    long open = conf.filesOpenCostInBytes();
    int parallel = files.session().sparkContext().defaultParallelism();
    long share = (whole.bytes() + open * whole.files().size()) / Math.max(1, parallel);
    long target = Math.max(1, Math.min(conf.filesMaxPartitionBytes(), Math.max(open, share)));
    Map<URI, List<PlannedRowGroup>> rowGroups = new HashMap<>();
    whole.files().forEach(file -> rowGroups.put(file.file().uri(), file.rowGroups()));
    List<List<ParquetSplit>> partitions = new ArrayList<>();
    List<ParquetSplit> splits = new ArrayList<>();
    long bytes = 0;
    for (ParquetSplit split : whole.splits(target)) {
      List<Integer> read = split.options().rowGroups();
      long own =
          rowGroups.get(split.file().uri()).stream()
              .filter(rowGroup -> read.contains(rowGroup.number()))
              .mapToLong(PlannedRowGroup::bytes)
              .reduce(open, Long::sum);
      if (!splits.isEmpty() && bytes + own > target) {
        partitions.add(List.copyOf(splits));
        splits.clear();
        bytes = 0;
      }
      splits.add(split);
      bytes += own;
    }
    // A count of no rows is a row, too.
    if (!splits.isEmpty() || (partial != null && partitions.isEmpty())) {
      partitions.add(splits);
    }
    return partitions.parallelStream().map(this::partition).toArray(InputPartition[]::new);
  }

  private Splits partition(List<ParquetSplit> planned) {
    RowFilter filter = ScanRequest.both(request.filter(), request.kept());
    return new Splits(
        planned.stream()
            .map(split -> request.pruning() == null ? split : split.withFilter(filter))
            .map(ParquetSplit::toBytes)
            .toList());
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new Readers(
        request.columns(),
        partial,
        SerializableConfiguration.broadcast(files.session().sparkContext(), files.configuration()));
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadMetrics.all();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return ReadMetrics.of(files, plan());
  }

  /** Scans that ask for the same of the same table are one to Spark, which then reads it once. */
  @Override
  public boolean equals(Object other) {
    return other instanceof FileScan scan
        && files == scan.files
        && Objects.equals(partial, scan.partial)
        && asked.equals(scan.asked)
        && request.equals(scan.request);
  }

  @Override
  public int hashCode() {
    return asked.hashCode();
  }
}
