// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.ArrowUtils;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/**
 * Reads the splits of a task one after the other, in batches that Spark reads in place. One thread;
 * a batch is valid until the next one. Memory is freed when the task ends, however it ends.
 */
final class SplitReader implements PartitionReader<ColumnarBatch> {
  private final StructType columns;
  private final BufferAllocator allocator;
  private final List<ParquetSplit> splits;
  private final Configuration configuration;
  private @Nullable ParquetScan scan;
  private @Nullable VectorSchemaRoot root;
  private @Nullable ColumnarBatch batch;
  private boolean isClosed;

  SplitReader(List<ParquetSplit> splits, StructType columns, Configuration configuration) {
    this.splits = splits;
    this.columns = columns;
    this.configuration = configuration;
    this.allocator =
        ArrowUtils.rootAllocator().newChildAllocator("arrowparquet", 0, Long.MAX_VALUE);
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.addTaskCompletionListener(new ClosingWithTask(this));
    }
  }

  private record ClosingWithTask(SplitReader reader) implements TaskCompletionListener {
    @Override
    public void onTaskCompletion(TaskContext task) {
      try {
        reader.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public boolean next() throws IOException {
    if (scan == null) {
      ParquetScanOptions options =
          ParquetScanOptions.defaults().withRead(ParquetReadOptions.defaults()).withThreads(1);
      scan =
          ParquetScan.of(
              splits, new SessionStorage(configuration), options, Runnable::run, allocator);
    }
    release();
    root = scan.next();
    if (root == null) {
      return false;
    }
    ColumnVector[] vectors = new ColumnVector[columns.length()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = ArrowColumns.of(root.getVector(i), allocator);
    }
    batch = new ColumnarBatch(vectors, root.getRowCount());
    return true;
  }

  @Override
  public ColumnarBatch get() {
    return batch;
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
      try (allocator) {
        closeScan();
      }
    }
  }

  private void closeScan() throws IOException {
    try {
      release();
    } finally {
      if (scan != null) {
        scan.close();
      }
    }
  }
}
