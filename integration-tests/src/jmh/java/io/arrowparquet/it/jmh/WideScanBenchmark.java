// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
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
 * Opening a wide file and reading three of its columns into Arrow vectors, whose values are added
 * up. Rows are few, so that what counts is the way to them.
 *
 * <p>{@code oneRowGroup}, {@code parquetJavaOneRowGroup} and {@code parquetJavaSplit} read one of
 * ten row groups; Arrow's Dataset API for Java does not take numbers of row groups, so {@code
 * arrowDatasetAllRowGroups} reads ten times the rows and is to be compared with {@code
 * allRowGroups}. The {@code single} ones read another file, which has just one row group of the
 * same rows and so a tenth of the footer, and all of it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class WideScanBenchmark {
  private static final int ROW_GROUPS = 10;
  private static final int ROWS_OF_GROUP = 100;
  private static final int CHOSEN_GROUP = 5;

  /** How many double columns the file has. */
  @Param("10000")
  int columns;

  private Path file;
  private Path single;
  private BufferAllocator allocator;
  private List<String> wanted;
  private ParquetJavaDoubles.Split split;

  /** Writes the files, attaches their footers, and proves that all read the same. */
  @Setup(Level.Trial)
  public void writeFile() throws Exception {
    allocator = new RootAllocator();
    wanted = List.of("column_1", "column_" + columns / 2, "column_" + (columns - 1));
    file = write(0, ROW_GROUPS);
    single = write(CHOSEN_GROUP, 1);
    split = ParquetJavaDoubles.split(file, CHOSEN_GROUP);
    long expected = ParquetJavaColumns.sum(file, wanted, CHOSEN_GROUP);
    require(oneRowGroup(), expected);
    require(parquetJavaOneRowGroup(), expected);
    require(parquetJavaSplit(), expected);
    require(single(), expected);
    require(parquetJavaSingle(), expected);
    require(arrowDatasetSingle(), expected);
    long all = ParquetJavaColumns.sum(file, wanted, -1);
    require(allRowGroups(), all);
    require(arrowDatasetAllRowGroups(), all);
  }

  private static void require(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException("found " + found + ", expected " + expected);
    }
  }

  private Path write(int firstRowGroup, int rowGroups) throws IOException {
    Path written = Files.createTempFile("wide", ".parquet");
    Files.delete(written);
    MessageType schema =
        new MessageType(
            "m",
            Stream.iterate(0, i -> i + 1)
                .limit(columns)
                .<Type>map(i -> Types.required(PrimitiveTypeName.DOUBLE).named("column_" + i))
                .toList());
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(written))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withDictionaryEncoding(false)
            .withRowGroupRowCountLimit(ROWS_OF_GROUP)
            .build()) {
      int first = firstRowGroup * ROWS_OF_GROUP;
      for (int row = first; row < first + rowGroups * ROWS_OF_GROUP; row++) {
        Group group = new SimpleGroup(schema);
        for (int column = 0; column < columns; column++) {
          group.add(column, column * 31.0 + row);
        }
        writer.write(group);
      }
    }
    FooterAttacher.defaults().attachInPlace(written);
    return written;
  }

  /** Deletes the files; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void deleteFile() throws IOException {
    Files.delete(file);
    Files.delete(single);
    allocator.close();
  }

  /** Ours, of one row group. */
  @Benchmark
  public long oneRowGroup() throws IOException {
    return read(file, ParquetReadOptions.defaults().withRowGroups(List.of(CHOSEN_GROUP)));
  }

  /** Ours, of all row groups. */
  @Benchmark
  public long allRowGroups() throws IOException {
    return read(file, ParquetReadOptions.defaults());
  }

  /** Ours, of the file with one row group. */
  @Benchmark
  public long single() throws IOException {
    return read(single, ParquetReadOptions.defaults());
  }

  private long read(Path from, ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(from, options.withColumns(wanted), allocator)) {
      return VectorSums.sum(reader);
    }
  }

  /** parquet-java, of one row group. */
  @Benchmark
  public long parquetJavaOneRowGroup() throws IOException {
    return ParquetJavaDoubles.sum(
        file, ParquetJavaDoubles.Split.ALL, CHOSEN_GROUP, wanted, allocator);
  }

  /** parquet-java, told beforehand which bytes of the file are the row group's, as Hadoop tells. */
  @Benchmark
  public long parquetJavaSplit() throws IOException {
    return ParquetJavaDoubles.sum(file, split, 0, wanted, allocator);
  }

  /** parquet-java, of the file with one row group. */
  @Benchmark
  public long parquetJavaSingle() throws IOException {
    return ParquetJavaDoubles.sum(single, ParquetJavaDoubles.Split.ALL, 0, wanted, allocator);
  }

  /** Arrow's native Dataset, of all row groups. */
  @Benchmark
  public long arrowDatasetAllRowGroups() throws Exception {
    return arrowDataset(file);
  }

  /** Arrow's native Dataset, of the file with one row group. */
  @Benchmark
  public long arrowDatasetSingle() throws Exception {
    return arrowDataset(single);
  }

  @SuppressWarnings("try") // Arrow's close() may declare any exception, interruption included
  private long arrowDataset(Path from) throws Exception {
    ScanOptions options = new ScanOptions(1 << 15, Optional.of(wanted.toArray(String[]::new)));
    try (DatasetFactory factory =
            new FileSystemDatasetFactory(
                allocator,
                NativeMemoryPool.getDefault(),
                FileFormat.PARQUET,
                from.toUri().toString());
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(options);
        ArrowReader reader = scanner.scanBatches()) {
      return VectorSums.sum(reader);
    }
  }
}
