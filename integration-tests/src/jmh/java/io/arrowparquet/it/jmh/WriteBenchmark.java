// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.it.interop.ArrowParquetFiles;
import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.IcebergFiles;
import io.arrowparquet.it.interop.ParquetJavaFiles;
import io.arrowparquet.it.interop.ParquetJavaVariants;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
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
 * From unshredded Variants in memory to a file of an id and a Variant column, shredded by the
 * schema that is inferred from them, compressed with Snappy. With 100 000 rows, one millisecond is
 * 10 ns a row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class WriteBenchmark {
  private static final long SEED = 42;

  /** What the rows look like. */
  @Param({"HOMOGENEOUS", "HETEROGENEOUS"})
  EventRows.Shape shape;

  /** How many rows the file has. */
  @Param("100000")
  int rows;

  private BufferAllocator allocator;
  private List<EncodedVariant> encoded;
  private VectorSchemaRoot batch;
  private VectorSchemaRoot shredded;
  private ParquetWriteOptions options;
  private ParquetWriteOptions shredding;
  private Type typedValue;
  private List<RecordedRow> recorded;
  private Path folder;
  private Path file;

  /** Makes the rows, and proves that everyone writes them. */
  @Setup(Level.Trial)
  public void makeRows() throws Exception {
    folder = Files.createTempDirectory("write");
    file = folder.resolve("rows.parquet");
    allocator = new RootAllocator();
    ParquetJavaVariants codec = new ParquetJavaVariants();
    encoded = EventRows.rows(shape, rows, SEED).stream().map(codec::encode).toList();
    ParquetVariantVector column = VariantColumns.unshredded(allocator, encoded);
    InferredShredding inferred =
        InferredShredding.of(column, InferShreddingOptions.defaults().withWidenNumbers(false));
    Field schema = inferred.schema();
    GroupType group = ShreddingSchemas.parquetJava(schema);
    typedValue = group.getType("typed_value");
    recorded = encoded.stream().map(row -> ParquetJavaShred.record(row, group)).toList();
    VariantShred shred = new VariantShred(schema, inferred.mode());
    shredded = VectorSchemaRoot.of(ids(), shred.shred(column, allocator));
    batch = VectorSchemaRoot.of(ids(), column);
    options = options();
    shredding = options().withShredding("event", schema, inferred.mode());
    requireFiles();
  }

  /** All peers' files hold the rows. */
  private void requireFiles() throws Exception {
    ArrowParquetFiles reader = new ArrowParquetFiles();
    writeIceberg();
    VariantFiles.requireSame("Iceberg", reader.read(file), encoded);
    writeParquetJava();
    VariantFiles.requireSame("parquet-java", reader.read(file), encoded);
    writeParquetJavaAlone();
    VariantFiles.requireSame("parquet-java's writer", reader.read(file), encoded);
    for (VectorSchemaRoot root : List.of(batch, shredded)) {
      write(root, root == batch ? shredding : options);
      VariantFiles.requireSame("ours", reader.read(file, "event"), encoded);
    }
  }

  private static ParquetWriteOptions options() {
    return ParquetWriteOptions.defaults().withCodec(ParquetCodec.SNAPPY).withOverwrite(true);
  }

  private BigIntVector ids() {
    BigIntVector ids = new BigIntVector("id", allocator);
    for (int row = 0; row < rows; row++) {
      ids.setSafe(row, row);
    }
    ids.setValueCount(rows);
    return ids;
  }

  /** Frees the rows; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void freeRows() throws IOException {
    batch.close();
    shredded.close();
    allocator.close();
    Files.deleteIfExists(file);
    Files.delete(folder);
  }

  /** Shredding and writing by {@link ParquetArrowWriter}. */
  @Benchmark
  public long write() throws IOException {
    return write(batch, shredding);
  }

  /** Writing vectors that are shredded already. */
  @Benchmark
  public long writeShredded() throws IOException {
    return write(shredded, options);
  }

  /** Writing vectors unshredded. */
  @Benchmark
  public long writeUnshredded() throws IOException {
    return write(batch, options);
  }

  private long write(VectorSchemaRoot root, ParquetWriteOptions how) throws IOException {
    try (ParquetArrowWriter writer =
        ParquetArrowWriter.open(file, root.getSchema(), how, allocator)) {
      writer.write(root);
      writer.finish();
    }
    return Files.size(file);
  }

  /** Shredding and writing by Iceberg. */
  @Benchmark
  public long writeIceberg() throws Exception {
    Files.deleteIfExists(file);
    new IcebergFiles().write(file, typedValue, encoded, "snappy");
    return Files.size(file);
  }

  /** Shredding and writing by parquet-java. */
  @Benchmark
  public long writeParquetJava() throws Exception {
    Files.deleteIfExists(file);
    new ParquetJavaFiles().write(file, typedValue, encoded, CompressionCodecName.SNAPPY);
    return Files.size(file);
  }

  /** parquet-java's writer alone, given the values of columns shredded before. */
  @Benchmark
  public long writeParquetJavaAlone() throws Exception {
    Files.deleteIfExists(file);
    ParquetJavaWriterAlone.write(file, typedValue, recorded, CompressionCodecName.SNAPPY);
    return Files.size(file);
  }
}
