// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
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
 * A table of a data warehouse, file to vectors at which nobody looks: ours, Arrow's native Dataset
 * and DuckDB's Arrow export, on one thread. Arrow reads ahead on a thread of its own besides.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class LineItemBenchmark {
  /** {@code all}, {@code numbers} for three of them, or the name of a column. */
  @Param({"all", "numbers", "l_comment"})
  String columns;

  /** Codec of the pages. */
  @Param({"SNAPPY", "ZSTD"})
  ParquetCodec codec;

  /** How many rows the file has. */
  @Param("2000000")
  int rows;

  private Path file;
  private BufferAllocator allocator;
  private List<String> wanted;

  /** Writes the file, and proves that all find its rows. */
  @Setup(Level.Trial)
  public void writeFile() throws Exception {
    allocator = new RootAllocator();
    wanted =
        switch (columns) {
          case "all" -> LineItemFile.columns();
          case "numbers" -> List.of("l_partkey", "l_quantity", "l_extendedprice");
          default -> List.of(columns);
        };
    file = LineItemFile.write(rows, codec, allocator);
    if (vectors() != rows || arrowDataset() != rows || duckDb() != rows) {
      throw new IllegalStateException(vectors() + ", " + arrowDataset() + ", " + duckDb());
    }
  }

  /** Deletes the file; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void deleteFile() throws IOException {
    Files.delete(file);
    allocator.close();
  }

  /** Ours. */
  @Benchmark
  public long vectors() throws IOException {
    return read(ParquetReadOptions.defaults());
  }

  /** Ours, of the hundredth of the rows that one column, by which the file is ordered, has. */
  @Benchmark
  public long sortedFilter() throws IOException {
    long orders = rows / 4;
    return read(
        ParquetReadOptions.defaults()
            .withFilter(
                Operand.column("l_orderkey")
                    .isAtLeast(orders)
                    .and(Operand.column("l_orderkey").isLessThan(orders + orders / 100))));
  }

  /** Ours, of a hundredth of the rows, which are anywhere. */
  @Benchmark
  public long unsortedFilter() throws IOException {
    return read(
        ParquetReadOptions.defaults().withFilter(Operand.column("l_partkey").isLessThan(2_000L)));
  }

  private long read(ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, options.withColumns(wanted), allocator)) {
      return VectorSums.rows(reader);
    }
  }

  /** Arrow's native Dataset. */
  @Benchmark
  public long arrowDataset() throws Exception {
    return PeerScans.arrowDataset(file, wanted, null, allocator);
  }

  /** Arrow's native Dataset, as {@link #sortedFilter}. */
  @Benchmark
  public long arrowDatasetSortedFilter() throws Exception {
    ByteBuffer filter = LineItemFile.orders(rows / 4, rows / 4 + rows / 400);
    return PeerScans.arrowDataset(file, wanted, filter, allocator);
  }

  /** Arrow's native Dataset, as {@link #unsortedFilter}. */
  @Benchmark
  public long arrowDatasetUnsortedFilter() throws Exception {
    return PeerScans.arrowDataset(file, wanted, LineItemFile.partsBelow(2_000), allocator);
  }

  /** DuckDB. */
  @Benchmark
  public long duckDb() throws Exception {
    return PeerScans.duckDb(file, wanted, "", 1, allocator);
  }

  /** DuckDB, as {@link #sortedFilter}. */
  @Benchmark
  public long duckDbSortedFilter() throws Exception {
    int orders = rows / 4;
    String condition = "l_orderkey >= " + orders + " AND l_orderkey < " + (orders + orders / 100);
    return PeerScans.duckDb(file, wanted, condition, 1, allocator);
  }

  /** DuckDB, as {@link #unsortedFilter}. */
  @Benchmark
  public long duckDbUnsortedFilter() throws Exception {
    return PeerScans.duckDb(file, wanted, "l_partkey < 2000", 1, allocator);
  }
}
