// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Fields, batches and values of a dataset as text, in which equal ones are equal. */
final class DatasetRows {
  private static final long BATCH_ROWS = 1000;

  private DatasetRows() {}

  /** Arrow's own dataset. */
  static DatasetFactory nativeFactory(Path file, BufferAllocator allocator) {
    return new FileSystemDatasetFactory(
        allocator, NativeMemoryPool.getDefault(), FileFormat.PARQUET, file.toUri().toString());
  }

  /** Closes the factory. */
  @SuppressWarnings("try") // Arrow's close() may declare any exception, interruption included
  static List<String> read(DatasetFactory made) throws Exception {
    List<String> rows = new ArrayList<>();
    try (DatasetFactory factory = made;
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(new ScanOptions(BATCH_ROWS));
        ArrowReader reader = scanner.scanBatches()) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      root.getSchema().getFields().forEach(field -> rows.add(field.toString()));
      while (reader.loadNextBatch()) {
        if (root.getRowCount() > 0) { // Arrow gives a batch for an empty row group too
          rows.add("batch of " + root.getRowCount());
        }
        for (int row = 0; row < root.getRowCount(); row++) {
          for (int column = 0; column < root.getFieldVectors().size(); column++) {
            rows.add(VectorText.value(root.getVector(column), row));
          }
        }
      }
    }
    return rows;
  }
}
