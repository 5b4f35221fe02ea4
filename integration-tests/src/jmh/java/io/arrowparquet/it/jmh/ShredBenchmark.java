// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.ParquetJavaVariants;
import io.arrowparquet.it.interop.SparkVariants;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.parquet.schema.GroupType;
import org.apache.spark.types.variant.ShreddingUtils.ShreddedRow;
import org.apache.spark.types.variant.VariantSchema;
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
 * From Variants in memory to shredded ones by the schema that is inferred from them, and back. Ours
 * are Arrow vectors; Spark's are rows of Java objects; parquet-java calls a consumer that keeps the
 * cells by column, and reads calls that were recorded. With 200 000 rows, one millisecond is 5 ns a
 * row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class ShredBenchmark {
  private static final long SEED = 42;
  private static final int COMPARED_ROWS = 2_000;

  /** What the rows look like. */
  @Param({"HOMOGENEOUS", "HETEROGENEOUS"})
  EventRows.Shape shape;

  /** How many rows the batch has. */
  @Param("200000")
  int rows;

  private BufferAllocator allocator;
  private List<EncodedVariant> encoded;
  private ParquetVariantVector column;
  private ParquetVariantVector shredded;
  private VariantShred shred;
  private VariantSchema sparkSchema;
  private List<ShreddedRow> sparkRows;
  private GroupType parquetJavaSchema;
  private List<RecordedRow> parquetJavaRows;

  /** Makes the rows, and proves that each peer's rows come back as they were. */
  @Setup(Level.Trial)
  public void makeRows() {
    allocator = new RootAllocator();
    ParquetJavaVariants codec = new ParquetJavaVariants();
    encoded = EventRows.rows(shape, rows, SEED).stream().map(codec::encode).toList();
    column = VariantColumns.unshredded(allocator, encoded);
    InferredShredding inferred =
        InferredShredding.of(column, InferShreddingOptions.defaults().withWidenNumbers(false));
    shred = new VariantShred(inferred.schema(), inferred.mode());
    sparkSchema = ShreddingSchemas.spark(inferred.schema());
    parquetJavaSchema = ShreddingSchemas.parquetJava(inferred.schema());
    shredded = shred.shred(column, allocator);
    sparkRows = SparkShred.shred(encoded, sparkSchema);
    parquetJavaRows = new ArrayList<>();
    encoded.forEach(row -> parquetJavaRows.add(ParquetJavaShred.record(row, parquetJavaSchema)));
    requireOurBytes();
    ParquetJavaShred.Unshred parquetJava = new ParquetJavaShred.Unshred(parquetJavaSchema);
    requireSame("Spark", row -> SparkShred.unshred(sparkRows.get(row), sparkSchema));
    requireSame("parquet-java", row -> parquetJava.unshred(parquetJavaRows.get(row)));
  }

  /** Frees the rows; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void freeRows() {
    shredded.close();
    column.close();
    allocator.close();
  }

  /** Shredding by {@link VariantShred}. */
  @Benchmark
  public int shred() {
    try (ParquetVariantVector out = shred.shred(column, allocator)) {
      return out.getValueCount();
    }
  }

  /** Shredding by Spark. */
  @Benchmark
  public int shredSpark() {
    return SparkShred.shred(encoded, sparkSchema).size();
  }

  /** Shredding by parquet-java. */
  @Benchmark
  public long shredParquetJava() {
    ParquetJavaCells out = new ParquetJavaCells();
    for (EncodedVariant row : encoded) {
      ParquetJavaShred.write(row, parquetJavaSchema, out);
      out.endRow();
    }
    return out.cells();
  }

  /** Unshredding by {@link VariantUnshred}. */
  @Benchmark
  public int unshred() {
    try (ParquetVariantVector out = VariantUnshred.unshred(shredded, allocator)) {
      return out.getValueCount();
    }
  }

  /** Unshredding by Spark. */
  @Benchmark
  public long unshredSpark() {
    long bytes = 0;
    for (ShreddedRow row : sparkRows) {
      bytes += SparkShred.unshred(row, sparkSchema).value().length;
    }
    return bytes;
  }

  /** Unshredding by parquet-java. */
  @Benchmark
  public long unshredParquetJava() {
    ParquetJavaShred.Unshred parquetJava = new ParquetJavaShred.Unshred(parquetJavaSchema);
    long bytes = 0;
    for (RecordedRow row : parquetJavaRows) {
      bytes += parquetJava.unshred(row).value().length;
    }
    return bytes;
  }

  private void requireOurBytes() {
    try (ParquetVariantVector canonical = VariantUnshred.unshred(column, allocator);
        ParquetVariantVector out = VariantUnshred.unshred(shredded, allocator)) {
      StructVector storage = out.getUnderlyingVector();
      VarBinaryVector metadata = storage.getChild("metadata", VarBinaryVector.class);
      VarBinaryVector value = storage.getChild("value", VarBinaryVector.class);
      VarBinaryVector expected = (VarBinaryVector) canonical.valueVector();
      requireSame("arrowparquet", row -> new EncodedVariant(metadata.get(row), value.get(row)));
      for (int row = 0; row < rows; row++) {
        if (!Arrays.equals(value.get(row), expected.get(row))) {
          throw new IllegalStateException("row " + row + " came back with other bytes");
        }
      }
    }
  }

  private void requireSame(String who, IntFunction<EncodedVariant> unshredded) {
    SparkVariants json = new SparkVariants();
    for (int row = 0; row < Math.min(rows, COMPARED_ROWS); row++) {
      String expected = json.toJson(encoded.get(row));
      String actual = json.toJson(unshredded.apply(row));
      if (!actual.equals(expected)) {
        throw new IllegalStateException(
            who + ": row " + row + " is " + actual + ", was " + expected);
      }
    }
  }
}
