// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.SourceEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/** A scan of files: planned in the driver, by their footers, and read by tasks. */
final class FileScan implements Scan, Batch {
  private final TableFiles files;
  private final StructType columns;

  FileScan(TableFiles files, StructType columns) {
    this.files = files;
    this.columns = columns;
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
   */
  record Readers(StructType columns, Broadcast<SerializableConfiguration> configuration)
      implements PartitionReaderFactory {
    private static final long serialVersionUID = 1;

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
      return true;
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      throw new UnsupportedOperationException("rows; batches alone are read");
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
      List<ParquetSplit> splits =
          ((Splits) partition).splits.stream().map(ParquetSplit::from).toList();
      return new SplitReader(splits, columns, configuration.value().value());
    }
  }

  @Override
  public StructType readSchema() {
    return columns;
  }

  @Override
  public String description() {
    return "arrowparquet " + files.names();
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    try {
      return pack(plan());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ParquetScanPlan plan() throws IOException {
    ReaderSchema schema = ReaderSchema.of(SparkTypes.chosen(files.arrow(), columns));
    return ParquetScanPlan.of(files.set().withSchema(schema), ParquetReadOptions.defaults());
  }

  /** Cuts the plan as Spark's own sources cut files, by the bytes of the columns that are read. */
  private InputPartition[] pack(ParquetScanPlan plan) throws IOException {
    long open = files.session().sessionState().conf().filesOpenCostInBytes();
    long most = files.session().sessionState().conf().filesMaxPartitionBytes();
    int parallel = files.session().sparkContext().defaultParallelism();
    long share = (plan.bytes() + open * plan.files().size()) / Math.max(1, parallel);
    long target = Math.max(1, Math.min(most, Math.max(open, share)));
    Map<URI, Map<Integer, Long>> sizes = new HashMap<>();
    for (ParquetScanPlan.PlannedFile file : plan.files()) {
      Map<Integer, Long> rowGroups = new HashMap<>();
      file.rowGroups().forEach(planned -> rowGroups.put(planned.number(), planned.bytes()));
      sizes.put(file.file().uri(), rowGroups);
    }
    List<InputPartition> partitions = new ArrayList<>();
    List<byte[]> splits = new ArrayList<>();
    long bytes = 0;
    for (ParquetSplit split : plan.splits(target)) {
      SourceEntry file = split.file();
      long own =
          split.options().rowGroups().stream().mapToLong(sizes.get(file.uri())::get).sum() + open;
      if (!splits.isEmpty() && bytes + own > target) {
        partitions.add(new Splits(List.copyOf(splits)));
        splits.clear();
        bytes = 0;
      }
      splits.add(split.toBytes());
      bytes += own;
    }
    if (!splits.isEmpty()) {
      partitions.add(new Splits(List.copyOf(splits)));
    }
    return partitions.toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new Readers(
        columns,
        SerializableConfiguration.broadcast(files.session().sparkContext(), files.configuration()));
  }
}
