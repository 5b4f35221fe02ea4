// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.ArrowParquetFiles;
import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.IcebergFiles;
import io.arrowparquet.it.interop.IcebergVariants;
import io.arrowparquet.it.interop.ParquetJavaFiles;
import io.arrowparquet.it.interop.VariantFilePeer;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.compare.Range;
import org.apache.arrow.vector.compare.RangeEqualsVisitor;
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
 * A shredded Variant column of a file, read back as Variants, as structs of the shredded type, or
 * as one of its paths; next to Iceberg and parquet-java, which read Variants, and to parquet-java's
 * column readers, which only add up what the columns hold. With 100 000 rows, one millisecond is 10
 * ns a row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class VariantScanBenchmark {
  private static final long SEED = 42;
  private static final String COLUMN = VariantFilePeer.COLUMN;

  private static final ParquetReadOptions WHOLE =
      ParquetReadOptions.defaults().withColumns(List.of(COLUMN));

  /** What the rows look like. */
  @Param({"HOMOGENEOUS", "HETEROGENEOUS"})
  EventRows.Shape shape;

  /** How many rows the file has. */
  @Param("100000")
  int rows;

  private BufferAllocator allocator;
  private Path file;
  private VariantDecode structs;
  private VariantGet get;
  private ParquetReadOptions onePath;

  /** Writes the file, and proves that all who can read it read the values that were written. */
  @Setup(Level.Trial)
  public void writeFile() throws Exception {
    allocator = new RootAllocator();
    file = Files.createTempFile("variants", ".parquet");
    Files.delete(file);
    // One dictionary of all names for all rows: parquet-java refuses rows that lack a shredded
    // field unless their dictionary has its name, although they are valid.
    List<EncodedVariant> encoded =
        IcebergVariants.encodeTogether(EventRows.rows(shape, rows, SEED));
    Field id = Field.nullable("id", new ArrowType.Int(Long.SIZE, true));
    VariantPath path = VariantPath.parse("$.id");
    get = new VariantGet(path, id, ConversionMode.SAFE, VariantLimits.defaults());
    onePath =
        ParquetReadOptions.defaults()
            .withColumns(List.of())
            .withVariantPaths(
                List.of(new VariantProjection(COLUMN, path, id, ConversionMode.SAFE)));
    try (ParquetVariantVector column = VariantColumns.unshredded(allocator, encoded)) {
      InferredShredding inferred =
          InferredShredding.of(column, InferShreddingOptions.defaults().withWidenNumbers(false));
      structs = new VariantDecode(inferred.schema(), ConversionMode.SAFE);
      VariantFiles.write(file, column, inferred, allocator);
      requireStructsOf(column);
    }
    VariantFiles.requireSame("ours", new ArrowParquetFiles().read(file), encoded);
    VariantFiles.requireSame("Iceberg", new IcebergFiles().read(file), encoded);
    VariantFiles.requireSame("parquet-java", new ParquetJavaFiles().read(file), encoded);
    require("rows", unshredded(), rows);
    require("structs", structs(), rows);
    require("path", onePath(), onePathOfWholeColumn());
    require("column readers", columnReaders(), columnVectors());
  }

  /** The structs of the file are those that the Variants give that never were in one. */
  private void requireStructsOf(ParquetVariantVector column) throws IOException {
    try (FieldVector expected = structs.decode(column, allocator);
        ParquetArrowReader reader = open(WHOLE)) {
      int start = 0;
      while (reader.loadNextBatch()) {
        try (FieldVector found = structs.decode(column(reader), allocator)) {
          int count = found.getValueCount();
          if (!new RangeEqualsVisitor(found, expected, (x, y) -> true)
              .rangeEquals(new Range(0, start, count))) {
            throw new IllegalStateException("structs differ from row " + start);
          }
          start += count;
        }
      }
    }
  }

  private static void require(String what, long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException(what + ": found " + found + ", expected " + expected);
    }
  }

  /** Deletes the file; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void deleteFile() throws IOException {
    Files.delete(file);
    allocator.close();
  }

  /** Ours: unshredded vectors. */
  @Benchmark
  public long unshredded() throws IOException {
    long count = 0;
    try (ParquetArrowReader reader = open(WHOLE)) {
      while (reader.loadNextBatch()) {
        try (ParquetVariantVector variants = VariantUnshred.unshred(column(reader), allocator)) {
          count += variants.getValueCount();
        }
      }
    }
    return count;
  }

  /** Ours: struct vectors of the type that the file is shredded by. */
  @Benchmark
  public long structs() throws IOException {
    long count = 0;
    try (ParquetArrowReader reader = open(WHOLE)) {
      while (reader.loadNextBatch()) {
        try (FieldVector vector = structs.decode(column(reader), allocator)) {
          count += vector.getValueCount();
        }
      }
    }
    return count;
  }

  /** Ours: one path, of which alone the column chunks are read. */
  @Benchmark
  public long onePath() throws IOException {
    try (ParquetArrowReader reader = open(onePath)) {
      return VectorSums.sum(reader);
    }
  }

  /** Ours: the same path, taken from the whole column. */
  @Benchmark
  public long onePathOfWholeColumn() throws IOException {
    long sum = 0;
    try (ParquetArrowReader reader = open(WHOLE)) {
      while (reader.loadNextBatch()) {
        try (FieldVector vector = get.get(column(reader), allocator)) {
          sum += VectorSums.sum(vector);
        }
      }
    }
    return sum;
  }

  private ParquetArrowReader open(ParquetReadOptions options) throws IOException {
    return ParquetArrowReader.open(file, options, allocator);
  }

  private static ParquetVariantVector column(ParquetArrowReader reader) throws IOException {
    return (ParquetVariantVector) reader.getVectorSchemaRoot().getVector(COLUMN);
  }

  /** Iceberg's records. */
  @Benchmark
  public long iceberg() throws Exception {
    return IcebergFiles.count(file);
  }

  /** parquet-java's records. */
  @Benchmark
  public long parquetJava() throws Exception {
    return new ParquetJavaFiles().read(file).size();
  }

  /** parquet-java's readers of all columns below the Variant: no records, no Variants. */
  @Benchmark
  public long columnReaders() throws IOException {
    return ParquetJavaColumns.sum(file, List.of(COLUMN), -1);
  }

  /** Ours: the vectors of the same columns as they are in the file. */
  @Benchmark
  public long columnVectors() throws IOException {
    try (ParquetArrowReader reader = open(WHOLE)) {
      return VectorSums.sum(reader);
    }
  }

  /** Bytes of pages that one path needs. */
  long bytesOfOnePath() throws IOException {
    return bytes(onePath);
  }

  /** Bytes of pages that the whole column has. */
  long bytesOfWholeColumn() throws IOException {
    return bytes(WHOLE);
  }

  private long bytes(ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = open(options)) {
      return VectorSums.rows(reader) == rows ? reader.statistics().bytesRead() : -1;
    }
  }
}
