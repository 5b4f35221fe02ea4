// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.ArrowUtils;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/**
 * Reads the splits of a task one after the other, in batches that Spark reads in place. One thread;
 * a batch is valid until the next one. Memory is freed when the task ends, however it ends.
 *
 * <p>Paths of Variants are read as the types that they are asked for, which is exact where no value
 * has to be cast. Where one has to be, the task begins again with Variants, which Spark casts, and
 * passes over the rows that it has given.
 */
final class SplitReader implements PartitionReader<ColumnarBatch> {
  private final StructType columns;
  private final List<Extraction> extractions;
  private final BufferAllocator allocator;
  private final SessionStorage storage;
  private List<ParquetSplit> splits;
  private boolean casts;
  private long given;
  private long toPassOver;
  private @Nullable ParquetScan scan;
  private @Nullable VectorSchemaRoot root;
  private @Nullable ColumnarBatch batch;
  private ReadStatistics before = ReadStatistics.NOTHING;
  private boolean isClosed;

  SplitReader(List<ParquetSplit> splits, StructType columns, Configuration configuration) {
    this.splits = splits;
    this.columns = columns;
    this.extractions = ScanRequest.extractions(columns);
    this.storage = new SessionStorage(configuration);
    this.allocator =
        ArrowUtils.rootAllocator().newChildAllocator("arrowparquet", 0, Long.MAX_VALUE);
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.addTaskCompletionListener(
          (TaskCompletionListener)
              end ->
                  SessionStorage.unchecked(
                      () -> {
                        close();
                        return end;
                      }));
    }
  }

  @Override
  public boolean next() throws IOException {
    release();
    try {
      root = nextRows();
    } catch (ConversionException e) {
      if (casts || extractions.isEmpty()) {
        throw e;
      }
      beginAgain();
      root = nextRows();
    }
    given += root == null ? 0 : root.getRowCount();
    return root != null;
  }

  /** The next rows that have not been given. */
  private @Nullable VectorSchemaRoot nextRows() throws IOException {
    if (splits.isEmpty()) {
      return null;
    }
    if (scan == null) {
      ParquetScanOptions options = ParquetScanOptions.defaults().withThreads(1);
      scan = ParquetScan.of(splits, storage, options, Runnable::run, allocator);
    }
    while (true) {
      VectorSchemaRoot rows = scan.next();
      if (rows == null || toPassOver == 0) {
        return rows;
      }
      try (rows) {
        int over = (int) Math.min(toPassOver, rows.getRowCount());
        toPassOver -= over;
        if (over < rows.getRowCount()) {
          return rows.slice(over, rows.getRowCount() - over);
        }
      }
    }
  }

  private void beginAgain() throws IOException {
    before = statistics();
    scan.close();
    scan = null;
    casts = true;
    toPassOver = given;
    List<VariantProjection> paths = ScanRequest.projections(extractions, null);
    splits =
        splits.stream()
            .map(
                one ->
                    ParquetSplit.of(one.file(), one.options().withVariantPaths(paths))
                        .withSchema(one.schema()))
            .toList();
  }

  private ColumnarBatch batch(VectorSchemaRoot rows) {
    List<FieldVector> all = rows.getFieldVectors();
    int path = all.size() - extractions.size();
    ColumnVector[] vectors = new ColumnVector[columns.length()];
    for (int i = 0; i < vectors.length; i++) {
      StructField column = columns.fields()[i];
      List<Extraction> own = Extraction.of(column);
      List<FieldVector> paths = all.subList(path, path + own.size());
      path += own.size();
      vectors[i] =
          own.isEmpty()
              ? ArrowColumns.of(rows.getVector(column.name()), allocator)
              : new ExtractedPaths((StructType) column.dataType(), own, paths, casts, allocator);
    }
    return new ColumnarBatch(vectors, rows.getRowCount());
  }

  @Override
  public ColumnarBatch get() {
    if (batch == null) {
      batch = batch(root);
    }
    return batch;
  }

  /** The rows of the batch, its own. */
  VectorSchemaRoot root() {
    return root;
  }

  private ReadStatistics statistics() {
    return scan == null ? before : before.plus(scan.statistics());
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return ReadMetrics.of(statistics());
  }

  private void release() {
    if (batch != null) {
      batch.close();
      batch = null;
    }
    if (root != null) {
      root.close();
      root = null;
    }
  }

  @Override
  public void close() throws IOException {
    if (!isClosed) {
      isClosed = true;
      try (allocator;
          ParquetScan open = scan) {
        before = open == null ? before : before.plus(open.statistics());
        scan = null;
        release();
      }
    }
  }
}
