// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.IcebergVariants;
import io.arrowparquet.it.interop.VariantFilePeer;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
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
 * One path of a Variant column that is shredded by this many paths: how reading the path, and the
 * whole column, grows with their number. Bytes are printed once the file is written.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ShreddedPathBenchmark {
  private static final String COLUMN = VariantFilePeer.COLUMN;
  private static final ParquetReadOptions WHOLE =
      ParquetReadOptions.defaults().withColumns(List.of(COLUMN));
  private static final ParquetReadOptions PATH =
      ParquetReadOptions.defaults()
          .withColumns(List.of())
          .withVariantPaths(
              List.of(
                  new VariantProjection(
                      COLUMN,
                      VariantPath.parse("$.path0"),
                      Field.nullable("path0", new ArrowType.Int(Long.SIZE, true)),
                      ConversionMode.SAFE)));

  /** How many paths the column is shredded by. */
  @Param({"2", "5", "20"})
  int paths;

  /** How many rows the file has. */
  @Param("200000")
  int rows;

  private BufferAllocator allocator;
  private Path file;
  private long sum;

  /** Writes the file, and proves that what is read is what was written. */
  @Setup(Level.Trial)
  public void writeFile() throws IOException {
    allocator = new RootAllocator();
    file = Files.createTempFile("paths", ".parquet");
    Files.delete(file);
    List<EncodedVariant> encoded =
        IcebergVariants.encodeTogether(IntStream.range(0, rows).mapToObj(this::row).toList());
    try (ParquetVariantVector column = VariantColumns.unshredded(allocator, encoded)) {
      VariantFiles.write(
          file,
          column,
          InferredShredding.of(column, InferShreddingOptions.defaults().withWidenNumbers(false)),
          allocator);
    }
    if (onePath() != sum || unshredded() != rows) {
      throw new IllegalStateException(onePath() + " is not the sum of what was written, " + sum);
    }
    System.out.printf(
        "%d paths: %d bytes read for one, %d for all%n",
        paths, onePathStatistics().bytesRead(), wholeColumnStatistics().bytesRead());
  }

  /** Fields alternate between integers, doubles and strings; each column is its own sequence. */
  private Map<String, Object> row(int row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int path = 0; path < paths; path++) {
      // So that a column's bytes do not depend on how many others there are.
      Random random = new Random(1_000_003L * path + row);
      Object value =
          switch (path % 3) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(1_000_000) / 8.0 + 0.0625;
            default -> "value " + random.nextInt(50_000);
          };
      fields.put("path" + path, value);
    }
    sum += (long) fields.get("path0");
    return fields;
  }

  /** Deletes the file; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void deleteFile() throws IOException {
    Files.delete(file);
    allocator.close();
  }

  /** One path as integers. */
  @Benchmark
  public long onePath() throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, PATH, allocator)) {
      return VectorSums.sum(reader);
    }
  }

  /** The column as it is in the file, shredded. */
  @Benchmark
  public long wholeColumn() throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, WHOLE, allocator)) {
      return VectorSums.rows(reader);
    }
  }

  /** The column's Variants. */
  @Benchmark
  public long unshredded() throws IOException {
    long count = 0;
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, WHOLE, allocator)) {
      while (reader.loadNextBatch()) {
        ParquetVariantVector column =
            (ParquetVariantVector) reader.getVectorSchemaRoot().getVector(COLUMN);
        try (ParquetVariantVector variants = VariantUnshred.unshred(column, allocator)) {
          count += variants.getValueCount();
        }
      }
    }
    return count;
  }

  /** What reading one path reads. */
  ReadStatistics onePathStatistics() throws IOException {
    return statistics(PATH);
  }

  /** What reading the column reads. */
  ReadStatistics wholeColumnStatistics() throws IOException {
    return statistics(WHOLE);
  }

  private ReadStatistics statistics(ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSums.rows(reader);
      return reader.statistics();
    }
  }
}
