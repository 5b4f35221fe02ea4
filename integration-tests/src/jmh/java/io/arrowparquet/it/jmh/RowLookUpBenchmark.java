// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.RecordWriter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowPositions;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Statistics;
import org.apache.parquet.filter2.predicate.UserDefinedPredicate;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
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
 * Random rows looked up by their numbers in a local file that parquet-java wrote, footer included,
 * on one thread. DuckDB has the number as a column of its reader. Parquet-java has none: it is
 * asked for the keys of the rows, by which the file is ordered, so that its column indexes leave
 * the same pages; by a predicate that looks the keys up, as its own one for sets compares each with
 * each page. Arrow's Dataset for Java has neither positions nor sets of keys: it scans, which is
 * what is left to its users.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class RowLookUpBenchmark {
  private static final String SCHEMA =
      "message m { required int64 id; required double number; required binary text (STRING); }";

  private static final List<String> COLUMNS = List.of("id", "number", "text");

  /** How many rows the file has. */
  @Param("10000000")
  int rows;

  /** How many of them are looked up. */
  @Param({"10", "1000"})
  int wanted;

  private Path file;
  private BufferAllocator allocator;
  private RowPositions positions;
  private RowPositions others;
  private TreeSet<Long> keys;
  private String sql;

  /** Writes the file, and proves that all find its rows. */
  @Setup(Level.Trial)
  public void writeFile() throws Exception {
    allocator = new RootAllocator();
    file = Files.createTempFile("look-up", ".parquet");
    write();
    long[] chosen =
        new Random(5).longs(2L * wanted, 0, rows).distinct().limit(wanted).sorted().toArray();
    positions = RowPositions.of(chosen);
    others = RowPositions.of(LongStream.range(0, rows).filter(row -> row % 10 == 3).toArray());
    keys = new TreeSet<>(LongStream.of(chosen).boxed().toList());
    sql =
        keys.stream()
            .map(String::valueOf)
            .collect(Collectors.joining(", ", "file_row_number IN (", ")"));
    if (vectors() != wanted || parquetJava() != wanted || duckDb() != wanted) {
      throw new IllegalStateException(vectors() + ", " + parquetJava() + ", " + duckDb());
    }
  }

  private void write() throws IOException {
    Random random = new Random(7);
    try (ParquetWriter<Long> writer =
        new RecordWriter<Long>(
                file,
                MessageTypeParser.parseMessageType(SCHEMA),
                (out, id) -> {
                  out.startField("id", 0);
                  out.addLong(id);
                  out.endField("id", 0);
                  out.startField("number", 1);
                  out.addDouble(random.nextDouble());
                  out.endField("number", 1);
                  out.startField("text", 2);
                  out.addBinary(Binary.fromString("text " + random.nextLong()));
                  out.endField("text", 2);
                })
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(32L << 20)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .build()) {
      for (long id = 0; id < rows; id++) {
        writer.write(id);
      }
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
    return read(ParquetReadOptions.defaults().withRows(positions));
  }

  /** Ours, of all rows. */
  @Benchmark
  public long allRows() throws IOException {
    return read(ParquetReadOptions.defaults());
  }

  /** Ours, of all rows but every tenth. */
  @Benchmark
  public long withoutDeleted() throws IOException {
    return read(ParquetReadOptions.defaults().withoutRows(others));
  }

  private long read(ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return VectorSums.rows(reader);
    }
  }

  /** Records of parquet-java, by their keys. */
  @Benchmark
  public long parquetJava() throws IOException {
    long found = 0;
    FilterPredicate filter = FilterApi.userDefined(FilterApi.longColumn("id"), new Keys(keys));
    try (ParquetReader<Group> reader =
        new ParquetReader.Builder<Group>(
            new LocalInputFile(file), new PlainParquetConfiguration()) {
          @Override
          protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
          }
        }.withFilter(FilterCompat.get(filter)).build()) {
      while (reader.read() != null) {
        found++;
      }
    }
    return found;
  }

  /** DuckDB, by the number of the row. */
  @Benchmark
  public long duckDb() throws Exception {
    return PeerScans.duckDbByRow(file, COLUMNS, sql, allocator);
  }

  /** A scan of all rows by Arrow's native Dataset. */
  @Benchmark
  public long arrowDatasetScan() throws Exception {
    return PeerScans.arrowDataset(file, COLUMNS, null, allocator);
  }

  private static final class Keys extends UserDefinedPredicate<Long> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final TreeSet<Long> keys;

    Keys(NavigableSet<Long> keys) {
      this.keys = new TreeSet<>(keys);
    }

    @Override
    public boolean keep(Long value) {
      return keys.contains(value);
    }

    @Override
    public boolean canDrop(Statistics<Long> statistics) {
      Long next = keys.ceiling(statistics.getMin());
      return next == null || next > statistics.getMax();
    }

    @Override
    public boolean inverseCanDrop(Statistics<Long> statistics) {
      return false;
    }
  }
}
