// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.dataset.file.DatasetFileWriter;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.duckdb.DuckDBConnection;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Vectors in memory to a file: ours, parquet-java's writer, Arrow C++'s through its JNI writer of
 * datasets, and DuckDB's COPY of an Arrow stream. All compress with Snappy and make row groups of
 * as many rows, but Arrow C++: it makes one of each batch, or joins some, and does not compress, as
 * its JNI takes no options. Sizes of the files are printed.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class TableWriteBenchmark {
  private static final int GROUP_ROWS = 122_880;
  private static final int BATCH_ROWS = 1 << 14;

  /** Which rows. */
  public enum Table {
    /** {@link LineItemFile}. */
    LINEITEM,
    /** {@link NestedOrdersFile}. */
    ORDERS
  }

  /** The table. */
  @Param Table table;

  /** How many rows it has. */
  @Param("500000")
  int rows;

  private BufferAllocator allocator;
  private TableBatches batches;
  private MessageType schema;
  private Path folder;
  private ExecutorService executor;

  /** Makes the rows, and proves that everyone writes them. */
  @Setup(Level.Trial)
  public void makeRows() throws Exception {
    allocator = new RootAllocator();
    executor = Executors.newSingleThreadExecutor();
    folder = Files.createTempDirectory("write");
    Path file =
        table == Table.LINEITEM
            ? LineItemFile.write(rows, ParquetCodec.SNAPPY, allocator)
            : NestedOrdersFile.write(rows, ParquetCodec.SNAPPY, allocator);
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      schema = reader.getFileMetaData().getSchema();
    }
    batches = TableBatches.of(file, BATCH_ROWS, allocator);
    Files.delete(file);
    System.out.printf(
        "bytes: ours %d, parquet-java %d, Arrow %d, DuckDB %d%n",
        vectors(), parquetJava(), arrow(), duckDb());
    for (String name : List.of("ours", "parquet-java", "arrow", "duckdb")) {
      Path written = folder.resolve(name + ".parquet");
      try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(written))) {
        if (reader.getRecordCount() != rows) {
          throw new IllegalStateException(name + ": " + reader.getRecordCount() + " rows");
        }
      }
    }
  }

  /** Frees the rows; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void freeRows() throws IOException {
    batches.close();
    executor.shutdown();
    for (String name : List.of("ours", "parquet-java", "arrow", "duckdb")) {
      Files.deleteIfExists(folder.resolve(name + ".parquet"));
    }
    Files.delete(folder);
    allocator.close();
  }

  /** Ours, on one thread. */
  @Benchmark
  public long vectors() throws IOException {
    return write(options());
  }

  /** Ours, on two threads. */
  @Benchmark
  public long vectorsTwoThreads() throws IOException {
    return write(options().withThreads(executor, 2));
  }

  private static ParquetWriteOptions options() {
    return ParquetWriteOptions.defaults()
        .withCodec(ParquetCodec.SNAPPY)
        .withRowGroupRows(GROUP_ROWS)
        .withOverwrite(true);
  }

  private long write(ParquetWriteOptions options) throws IOException {
    Path file = folder.resolve("ours.parquet");
    try (ParquetArrowWriter writer =
        ParquetArrowWriter.open(file, batches.schema(), options, allocator)) {
      for (VectorSchemaRoot batch : batches.batches()) {
        writer.write(batch);
      }
      writer.finish();
    }
    return Files.size(file);
  }

  /** parquet-java. */
  @Benchmark
  public long parquetJava() throws IOException {
    Path file = folder.resolve("parquet-java.parquet");
    Files.deleteIfExists(file);
    VectorRecords.write(file, schema, batches, CompressionCodecName.SNAPPY, GROUP_ROWS);
    return Files.size(file);
  }

  /** Arrow C++, on threads of its own. */
  @Benchmark
  public long arrow() throws Exception {
    // It writes to an empty folder only.
    Path file = folder.resolve("arrow.parquet");
    Files.deleteIfExists(file);
    Path parts = Files.createDirectory(folder.resolve("arrow"));
    try (ArrowReader reader = batches.reader(allocator)) {
      DatasetFileWriter.write(
          allocator,
          reader,
          FileFormat.PARQUET,
          parts.toUri().toString(),
          new String[0],
          1,
          "{i}.parquet");
    }
    Files.move(parts.resolve("0.parquet"), file);
    Files.delete(parts);
    return Files.size(file);
  }

  /** DuckDB, on one thread. */
  @Benchmark
  public long duckDb() throws Exception {
    return duckDb(1);
  }

  /** DuckDB, on two threads. */
  @Benchmark
  public long duckDbTwoThreads() throws Exception {
    return duckDb(2);
  }

  private long duckDb(int threads) throws Exception {
    Path file = folder.resolve("duckdb.parquet");
    Files.deleteIfExists(file);
    try (DuckDBConnection connection =
            (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ArrowReader reader = batches.reader(allocator);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      statement.execute("SET threads = " + threads);
      Data.exportArrayStream(allocator, reader, stream);
      connection.registerArrowStream("t", stream);
      statement.execute(
          "COPY (SELECT * FROM t) TO '"
              + file
              + "' (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE "
              + GROUP_ROWS
              + ")");
    }
    return Files.size(file);
  }
}
