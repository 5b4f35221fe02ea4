// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBResultSet;

/** One file to Arrow vectors, which are counted, by Arrow's native Dataset and by DuckDB. */
final class PeerScans {
  private static final int BATCH = 1 << 15;

  private PeerScans() {}

  /**
   * Rows found by Arrow's native Dataset, which reads ahead on threads of its own.
   *
   * @param columns names of columns of the top level
   * @param filter a Substrait expression; null for all rows
   */
  @SuppressWarnings("try") // Arrow's close() may declare any exception, interruption included
  static long arrowDataset(
      Path file, List<String> columns, ByteBuffer filter, BufferAllocator allocator)
      throws Exception {
    ScanOptions.Builder options =
        new ScanOptions.Builder(BATCH).columns(Optional.of(columns.toArray(String[]::new)));
    if (filter != null) {
      options.substraitFilter(filter);
    }
    try (DatasetFactory factory =
            new FileSystemDatasetFactory(
                allocator,
                NativeMemoryPool.getDefault(),
                FileFormat.PARQUET,
                file.toUri().toString());
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(options.build());
        ArrowReader reader = scanner.scanBatches()) {
      return VectorSums.rows(reader);
    }
  }

  /**
   * Rows found by DuckDB.
   *
   * @param columns expressions of SQL
   * @param condition of SQL; empty for all rows
   */
  static long duckDb(
      Path file, List<String> columns, String condition, int threads, BufferAllocator allocator)
      throws Exception {
    return duckDb("'" + file + "'", columns, condition, threads, allocator);
  }

  /** As {@link #duckDb}, on one thread; the condition may look at {@code file_row_number}. */
  static long duckDbByRow(
      Path file, List<String> columns, String condition, BufferAllocator allocator)
      throws Exception {
    return duckDb("'" + file + "', file_row_number = true", columns, condition, 1, allocator);
  }

  private static long duckDb(
      String source, List<String> columns, String condition, int threads, BufferAllocator allocator)
      throws Exception {
    String query = "SELECT " + String.join(", ", columns) + " FROM read_parquet(" + source + ")";
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET threads = " + threads);
      try (DuckDBResultSet result =
              (DuckDBResultSet)
                  statement.executeQuery(
                      condition.isEmpty() ? query : query + " WHERE " + condition);
          ArrowReader reader = (ArrowReader) result.arrowExportStream(allocator, BATCH)) {
        return VectorSums.rows(reader);
      }
    }
  }
}
