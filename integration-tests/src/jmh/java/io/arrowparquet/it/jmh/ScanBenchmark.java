// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
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
 * One plain column of an uncompressed file, all its values, next to parquet-java's own column
 * readers. Ours makes Arrow vectors and adds up their values; the peer adds up values and keeps
 * none.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ScanBenchmark {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required int64 int64;
            required double double;
            required int64 dictionary;
            optional int32 nullable;
            required binary text (STRING);
            optional binary words (STRING);
            optional group list (LIST) { repeated group list { optional int64 element; } }
          }
          """);

  /** Name of the column. */
  @Param({"int64", "double", "dictionary", "nullable", "text", "words", "list"})
  String column;

  /** How many rows the file has. */
  @Param("1000000")
  int rows;

  private Path file;
  private BufferAllocator allocator;
  private ParquetReadOptions options;

  /** Writes the file, and proves that both read the same. */
  @Setup(Level.Trial)
  public void writeFile() throws IOException {
    allocator = new RootAllocator();
    file = Files.createTempFile("scan", ".parquet");
    Files.delete(file);
    options = ParquetReadOptions.defaults().withColumns(List.of(column));
    Random random = new Random(3);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withDictionaryEncoding("int64", false)
            .withDictionaryEncoding("double", false)
            .withDictionaryEncoding("text", false)
            .build()) {
      for (int row = 0; row < rows; row++) {
        writer.write(group(random, row));
      }
    }
    if (vectors() != columnReaders()) {
      throw new IllegalStateException(vectors() + " and " + columnReaders());
    }
  }

  private static Group group(Random random, int row) {
    Group group = new SimpleGroup(SCHEMA);
    group.add("int64", random.nextLong());
    group.add("double", random.nextDouble());
    group.add("dictionary", (long) random.nextInt(1000));
    if (random.nextInt(4) > 0) {
      group.add("nullable", random.nextInt(5000));
      group.add("words", "word " + random.nextInt(300));
    }
    group.add("text", "text of row " + row);
    Group list = group.addGroup("list");
    for (int i = random.nextInt(4); i > 0; i--) {
      list.addGroup("list").add("element", (long) random.nextInt(9));
    }
    return group;
  }

  /** Deletes the file; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void deleteFile() throws IOException {
    Files.delete(file);
    allocator.close();
  }

  /** Ours: vectors, and the sum of their values. */
  @Benchmark
  public long vectors() throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return VectorSums.sum(reader);
    }
  }

  /** Ours: vectors that nobody looks at. */
  @Benchmark
  public long vectorsAlone() throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return VectorSums.rows(reader);
    }
  }

  /** parquet-java's column readers, and the sum of their values. */
  @Benchmark
  public long columnReaders() throws IOException {
    return ParquetJavaColumns.sum(file, List.of(column), -1);
  }
}
