// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
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
 * One column of a file, all its values added up: read alone, through a set of its own schema, and
 * through a set whose schema promotes it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class EvolutionBenchmark {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required int32 plain;
            required int32 dictionary;
            optional int32 nullable;
            required float number;
          }
          """);

  /** Name of the column. */
  @Param({"plain", "dictionary", "nullable", "number"})
  String column;

  /** How many rows the file has. */
  @Param("1000000")
  int rows;

  private Path file;
  private BufferAllocator allocator;
  private ParquetReadOptions options;
  private ParquetFileSet unified;
  private ParquetFileSet same;
  private ParquetFileSet promoted;

  /** Writes the file, and proves that all ways read the same. */
  @Setup(Level.Trial)
  public void writeFile() throws IOException {
    allocator = new RootAllocator();
    file = Files.createTempFile("evolution", ".parquet");
    Files.delete(file);
    options = ParquetReadOptions.defaults().withColumns(List.of(column));
    Random random = new Random(3);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withDictionaryEncoding("plain", false)
            .withDictionaryEncoding("number", false)
            .build()) {
      for (int row = 0; row < rows; row++) {
        Group group = new SimpleGroup(SCHEMA);
        group.add("plain", random.nextInt());
        group.add("dictionary", random.nextInt(1000));
        if (random.nextInt(4) > 0) {
          group.add("nullable", random.nextInt(5000));
        }
        group.add("number", (float) random.nextInt(1000));
        writer.write(group);
      }
    }
    unified = ParquetFileSet.open(List.of(file));
    same = unified.withSchema(ReaderSchema.of(unified.schema(options)));
    promoted = unified.withSchema(ReaderSchema.of(wider(unified.schema(options))));
    if (alone() != promoted() || alone() != sameSchema() || alone() != union()) {
      throw new IllegalStateException(alone() + " and " + promoted());
    }
  }

  private static Schema wider(Schema schema) {
    Field field = schema.getFields().get(0);
    ArrowType type =
        field.getType() instanceof ArrowType.Int
            ? new ArrowType.Int(Long.SIZE, true)
            : new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    return new Schema(List.of(Field.nullable(field.getName(), type)));
  }

  /** Deletes the file; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void deleteFile() throws IOException {
    Files.delete(file);
    allocator.close();
  }

  /** The file's own reader. */
  @Benchmark
  public long alone() throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return read(reader);
    }
  }

  /** A set whose schema is the file's. */
  @Benchmark
  public long union() throws IOException {
    return sum(unified);
  }

  /** A set that is given the file's schema. */
  @Benchmark
  public long sameSchema() throws IOException {
    return sum(same);
  }

  /** A set that is given a schema in which the column is wider. */
  @Benchmark
  public long promoted() throws IOException {
    return sum(promoted);
  }

  /** The sum of all values: that of floats by value, as their bits differ. */
  private long read(ArrowReader reader) throws IOException {
    if (!column.equals("number")) {
      return VectorSums.sum(reader);
    }
    double sum = 0;
    while (reader.loadNextBatch()) {
      FieldVector vector = reader.getVectorSchemaRoot().getVector(0);
      int count = vector.getValueCount();
      for (int i = 0; i < count; i++) {
        sum +=
            vector instanceof Float4Vector
                ? vector.getDataBuffer().getFloat((long) i * Float.BYTES)
                : vector.getDataBuffer().getDouble((long) i * Double.BYTES);
      }
    }
    return (long) sum;
  }

  private long sum(ParquetFileSet files) throws IOException {
    try (FileSetReader reader = files.read(options, allocator)) {
      return read(reader);
    }
  }
}
