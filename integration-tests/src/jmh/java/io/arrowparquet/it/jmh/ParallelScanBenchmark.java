// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
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
 * A file of eight row groups, all columns and rows: the reader of one thread, and scans of one and
 * of two threads, whose batches are counted and freed.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ParallelScanBenchmark {
  private static final int ROWS = 1_000_000;
  private static final int ROW_GROUPS = 8;
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required int64 int64;
            required double double;
            optional int32 nullable;
            required binary text (STRING);
            optional binary words (STRING);
          }
          """);

  /** Compression of the pages. */
  @Param({"SNAPPY", "ZSTD"})
  CompressionCodecName codec;

  private Path file;
  private BufferAllocator allocator;
  private ExecutorService executor;
  private ParquetFileSet files;

  /** Writes the file, and proves that all read the same number of rows. */
  @Setup(Level.Trial)
  public void writeFile() throws IOException {
    allocator = new RootAllocator();
    executor = Executors.newFixedThreadPool(4);
    file = Files.createTempFile("parallel", ".parquet");
    Files.delete(file);
    Random random = new Random(5);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withCompressionCodec(codec)
            .withDictionaryEncoding("text", false)
            .withRowGroupRowCountLimit(ROWS / ROW_GROUPS)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        Group group = new SimpleGroup(SCHEMA);
        group.add("int64", random.nextLong());
        group.add("double", random.nextInt(100_000) / 100.0);
        if (random.nextInt(4) > 0) {
          group.add("nullable", random.nextInt(5000));
          group.add("words", "word " + random.nextInt(300));
        }
        group.add("text", "text of row " + row);
        writer.write(group);
      }
    }
    files = ParquetFileSet.open(List.of(file));
    if (reader() != ROWS || twoThreads() != ROWS || oneThread() != ROWS) {
      throw new IllegalStateException("not " + ROWS + " rows");
    }
  }

  /** Deletes the file; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void deleteFile() throws IOException {
    executor.shutdown();
    Files.delete(file);
    allocator.close();
  }

  /** The reader that has no executor. */
  @Benchmark
  public long reader() throws IOException {
    try (ArrowReader reader = files.read(ParquetReadOptions.defaults(), allocator)) {
      return VectorSums.rows(reader);
    }
  }

  /** A scan that decodes by one thread and does not fetch ahead. */
  @Benchmark
  public long oneThread() throws IOException {
    return scan(ParquetScanOptions.defaults().withThreads(1).withPrefetch(false));
  }

  /** A scan that decodes by two threads, in order. */
  @Benchmark
  public long twoThreads() throws IOException {
    return scan(ParquetScanOptions.defaults().withThreads(2));
  }

  /** A scan that decodes by two threads, in any order. */
  @Benchmark
  public long twoThreadsUnordered() throws IOException {
    return scan(ParquetScanOptions.defaults().withThreads(2).withOrdered(false));
  }

  private long scan(ParquetScanOptions options) throws IOException {
    long rows = 0;
    try (ParquetScan scan = files.scan(options, executor, allocator)) {
      for (VectorSchemaRoot next = scan.next(); next != null; next = scan.next()) {
        try (VectorSchemaRoot batch = next) {
          rows += batch.getRowCount();
        }
      }
    }
    return rows;
  }
}
