// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
 * Opening a wide file on the disk, whose bytes the system has in its cache, up to knowing its
 * schema; ours reads the chunk metadata of ten columns in all row groups too. The file has no
 * pages: nobody looks at them. Ours has the extension, the others read the Thrift footer alone.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class FooterFileBenchmark {
  private static final int WANTED = 10;

  /** How many double columns the footer has, in ten row groups. */
  @Param({"10000", "100000"})
  int columns;

  private final List<String> wanted = new ArrayList<>();
  private Path folder;
  private Path plain;
  private Path attached;
  private BufferAllocator allocator;
  private Connection duckDb;

  /** Writes both files, and proves that everybody finds all columns. */
  @Setup
  public void writeFiles() throws Exception {
    allocator = new RootAllocator();
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    folder = Files.createTempDirectory("footer-file-benchmark");
    plain = folder.resolve("plain.parquet");
    attached = folder.resolve("attached.parquet");
    Files.write(plain, WideFooters.asFile(WideFooters.doubles(columns)));
    FooterAttacher.defaults().withForce(true).attach(plain, attached);
    for (int i = 0; i < WANTED; i++) {
      wanted.add("column_" + i * (columns / WANTED));
    }
    require(openWithoutCrc(), open());
    require(openForColumns(), open());
    require(openWhole(), open());
    require(openMappedWithoutCrc(), open());
    require(allStatisticsByColumn(), allStatistics());
    require(allStatisticsMapped(), allStatistics());
    require(parquetJava(), columns);
    require(arrowDataset(), columns);
    // Its root is an element too.
    require(duckDb() - 1, columns);
  }

  private static void require(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException("found " + found + ", expected " + expected);
    }
  }

  /** Deletes the files. */
  @TearDown
  public void deleteFiles() throws IOException, SQLException {
    duckDb.close();
    allocator.close();
    Files.delete(plain);
    Files.delete(attached);
    Files.delete(folder);
  }

  /** Ours: ten columns by name, whose parts of the footer are read and checked. */
  @Benchmark
  public long open() throws IOException {
    return read(FooterReader.defaults());
  }

  /** Ours, the ten columns named beforehand. */
  @Benchmark
  public long openForColumns() throws IOException {
    return read(FooterReader.defaults().withColumns(wanted));
  }

  /** Ours: the footer's bytes read, their checksum, ten columns by name. */
  @Benchmark
  public long openWhole() throws IOException {
    return read(FooterReader.defaults().withCrcCheck(CrcCheck.WHOLE));
  }

  /** Ours, unchecked. */
  @Benchmark
  public long openWithoutCrc() throws IOException {
    return read(FooterReader.defaults().withCrcCheck(CrcCheck.NONE));
  }

  /** Ours, the file mapped and its bytes taken on trust: only what is asked for is touched. */
  @Benchmark
  public long openMappedWithoutCrc() throws IOException {
    return read(FooterReader.defaults().withMapping(true).withCrcCheck(CrcCheck.NONE));
  }

  private long read(FooterReader reader) throws IOException {
    FlatFooter footer = reader.read(attached).footer();
    ColumnChunkView chunk = new ColumnChunkView();
    long sum = 0;
    for (String name : wanted) {
      int column = footer.findColumn(name);
      for (int g = 0; g < footer.rowGroupCount(); g++) {
        sum += footer.chunk(g, column, chunk).dataPageOffset();
      }
    }
    return sum;
  }

  /** Ours: null count and both bounds of every chunk, row group by row group. */
  @Benchmark
  public long allStatistics() throws IOException {
    return FooterOpenBenchmark.scan(FooterReader.defaults().read(attached).footer());
  }

  /** Ours: the same column by column, which is how chunks are laid out. */
  @Benchmark
  public long allStatisticsByColumn() throws IOException {
    return FooterOpenBenchmark.scanByColumn(FooterReader.defaults().read(attached).footer());
  }

  /** Ours: the same row group by row group, the file mapped and its bytes taken on trust. */
  @Benchmark
  public long allStatisticsMapped() throws IOException {
    FooterReader mapping = FooterReader.defaults().withMapping(true).withCrcCheck(CrcCheck.NONE);
    return FooterOpenBenchmark.scan(mapping.read(attached).footer());
  }

  /** parquet-java: its metadata objects. */
  @Benchmark
  public long parquetJava() throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(plain), options)) {
      return reader.getFooter().getFileMetaData().getSchema().getFieldCount();
    }
  }

  /** Arrow's native Dataset: its schema. */
  @Benchmark
  @SuppressWarnings("try") // Arrow's close() may declare any exception, interruption included
  public long arrowDataset() throws Exception {
    try (DatasetFactory factory =
        new FileSystemDatasetFactory(
            allocator,
            NativeMemoryPool.getDefault(),
            FileFormat.PARQUET,
            plain.toUri().toString())) {
      return factory.inspect().getFields().size();
    }
  }

  /** DuckDB: the elements of the schema, counted. */
  @Benchmark
  public long duckDb() throws SQLException {
    try (Statement statement = duckDb.createStatement();
        ResultSet result =
            statement.executeQuery("SELECT count(*) FROM parquet_schema('" + plain + "')")) {
      result.next();
      return result.getLong(1);
    }
  }
}
