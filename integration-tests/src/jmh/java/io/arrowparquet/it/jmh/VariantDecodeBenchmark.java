// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.ParquetJavaVariants;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.complex.StructVector;
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
 * From unshredded Variants in memory to Arrow vectors of a known type: five columns, and
 * everything. Then everything to the type that the values have, known and not. Vectors are
 * allocated, filled and freed. With 200 000 rows, one millisecond is 5 ns a row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx4g"})
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class VariantDecodeBenchmark {
  private static final long SEED = 42;

  /** What the rows look like. */
  @Param({"HOMOGENEOUS", "HETEROGENEOUS"})
  EventRows.Shape shape;

  /** How many rows the batch has. */
  @Param("200000")
  int rows;

  private BufferAllocator allocator;
  private List<Map<String, Object>> events;
  private List<EncodedVariant> encoded;
  private ParquetVariantVector column;
  private VariantDecode fiveColumnsPlan;
  private VariantDecode everythingPlan;
  private VariantDecode naturalPlan;
  private Field everything;

  /** Makes the rows, and proves that all ways of decoding them give the same vectors. */
  @Setup(Level.Trial)
  public void makeRows() {
    allocator = new RootAllocator();
    events = EventRows.rows(shape, rows, SEED);
    ParquetJavaVariants codec = new ParquetJavaVariants();
    encoded = events.stream().map(codec::encode).toList();
    column = VariantColumns.unshredded(allocator, encoded);
    everything = EventTypes.everything(shape);
    fiveColumnsPlan = new VariantDecode(EventTypes.fiveColumns(), ConversionMode.SAFE);
    everythingPlan = new VariantDecode(everything, ConversionMode.SAFE);
    try (FiveVectors expected = newFiveVectors().fill(events)) {
      requireSame("parquet-java", expected, () -> ParquetJavaFill.fill(newFiveVectors(), encoded));
      requireSame("Spark", expected, () -> SparkFill.fill(newFiveVectors(), encoded));
      requireSame("Iceberg", expected, () -> IcebergFill.fill(newFiveVectors(), encoded));
      try (StructVector ours = (StructVector) fiveColumnsPlan.decode(column, allocator)) {
        requireSame("arrowparquet", expected.vectors(), flattened(ours));
      }
    }
    try (FieldVector natural = NaturalType.decode(column, allocator)) {
      naturalPlan = new VariantDecode(natural.getField(), ConversionMode.STRICT);
    }
    try (FieldVector expected = parquetJavaNested();
        FieldVector ours = everythingPlan.decode(column, allocator)) {
      requireSame("everything", List.of(expected), List.of(ours));
    }
  }

  /** Frees the rows; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void freeRows() {
    column.close();
    allocator.close();
  }

  /** Filling the five vectors from Java objects: the part that no decoder can save. */
  @Benchmark
  public long fiveColumnsFillOnly() {
    try (FiveVectors out = newFiveVectors()) {
      return valueCount(out.fill(events));
    }
  }

  /** Five columns by parquet-java. */
  @Benchmark
  public long fiveColumnsParquetJava() {
    try (FiveVectors out = newFiveVectors()) {
      return valueCount(ParquetJavaFill.fill(out, encoded));
    }
  }

  /** Five columns by Spark. */
  @Benchmark
  public long fiveColumnsSpark() {
    try (FiveVectors out = newFiveVectors()) {
      return valueCount(SparkFill.fill(out, encoded));
    }
  }

  /** Five columns by Iceberg. */
  @Benchmark
  public long fiveColumnsIceberg() {
    try (FiveVectors out = newFiveVectors()) {
      return valueCount(IcebergFill.fill(out, encoded));
    }
  }

  /** Five columns by {@link VariantDecode}. */
  @Benchmark
  public long fiveColumns() {
    try (FieldVector out = fiveColumnsPlan.decode(column, allocator)) {
      return out.getValueCount();
    }
  }

  /** Every field, nested, by parquet-java. */
  @Benchmark
  public long everythingParquetJava() {
    try (FieldVector out = parquetJavaNested()) {
      return out.getValueCount();
    }
  }

  /** Every field, nested, by {@link VariantDecode}. */
  @Benchmark
  public long everything() {
    try (FieldVector out = everythingPlan.decode(column, allocator)) {
      return out.getValueCount();
    }
  }

  /** Every field, nested, into the type that the values turn out to have. */
  @Benchmark
  public long naturalType() {
    try (FieldVector out = NaturalType.decode(column, allocator)) {
      return out.getValueCount();
    }
  }

  /** The same by {@link VariantDecode}, the type known. */
  @Benchmark
  public long naturalTypeKnown() {
    try (FieldVector out = naturalPlan.decode(column, allocator)) {
      return out.getValueCount();
    }
  }

  private FiveVectors newFiveVectors() {
    return new FiveVectors(allocator, rows);
  }

  private FieldVector parquetJavaNested() {
    FieldVector out = everything.createVector(allocator);
    ParquetJavaNested.fill(out, encoded);
    return out;
  }

  private static long valueCount(FiveVectors vectors) {
    return vectors.vectors().get(0).getValueCount();
  }

  private static List<FieldVector> flattened(StructVector event) {
    StructVector user = event.getChild("user", StructVector.class);
    return List.of(
        event.getChild("id"),
        event.getChild("type"),
        event.getChild("amount"),
        user.getChild("name"),
        event.getChild("ok"));
  }

  private static void requireSame(
      String who, FiveVectors expected, Supplier<FiveVectors> decoding) {
    try (FiveVectors actual = decoding.get()) {
      requireSame(who, expected.vectors(), actual.vectors());
    }
  }

  private static void requireSame(
      String who, List<FieldVector> expected, List<FieldVector> actual) {
    for (int i = 0; i < expected.size(); i++) {
      if (!VectorEqualsVisitor.vectorEquals(
          expected.get(i), actual.get(i), (left, right) -> true)) {
        throw new IllegalStateException(
            who + ": column " + expected.get(i).getName() + " has other values than expected");
      }
    }
  }
}
