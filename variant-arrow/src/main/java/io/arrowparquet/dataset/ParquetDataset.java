// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.memory.BufferAllocator;

/** A set of Parquet files as a dataset. */
final class ParquetDataset implements Dataset {
  private final ParquetFileSet files;
  private final ParquetReadOptions options;
  private final BufferAllocator allocator;

  ParquetDataset(ParquetFileSet files, ParquetReadOptions options, BufferAllocator allocator) {
    this.files = files;
    this.options = options;
    this.allocator = allocator;
  }

  @Override
  public Scanner newScan(ScanOptions scan) {
    if (scan.getSubstraitFilter().isPresent() || scan.getSubstraitProjection().isPresent()) {
      throw new UnsupportedOperationException(
          "Substrait expressions: filters are given to the factory, columns by name");
    }
    if (scan.getBatchSize() < 1) {
      throw new IllegalArgumentException("batch size " + scan.getBatchSize() + ": at least 1");
    }
    int batchSize = (int) Math.min(scan.getBatchSize(), Integer.MAX_VALUE);
    ParquetReadOptions chosen = options.withBatchSize(batchSize);
    if (scan.getColumns().isPresent()) {
      chosen = ScanColumns.choose(scan.getColumns().get(), files, chosen);
    }
    return new ParquetScanner(files, chosen, files.schema(chosen), allocator);
  }

  @Override
  public void close() {}
}
