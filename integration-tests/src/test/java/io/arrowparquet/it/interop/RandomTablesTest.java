// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.RandomVectors;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.arrow.dataset.file.DatasetFileWriter;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables of random types and rows, written by us in a random way and by Arrow C++: four readers
 * find the same rows in both files. {@code -Dtables.seeds=1000} makes as many of them.
 *
 * @see ParquetArrowWriter
 */
class RandomTablesTest {
  /** What Arrow C++ writes too. */
  private static final List<String> LEAVES =
      List.of(
          "boolean",
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "uint8",
          "uint16",
          "uint32",
          "uint64",
          "float16",
          "float",
          "double",
          "decimal(7, 2)",
          "decimal(18, 0)",
          "decimal(29, 11)",
          "decimal(60, 3)",
          "date",
          "time(ms)",
          "time",
          "time(ns)",
          "timestamp_ntz",
          "timestamp(ns)",
          "string",
          "large_string",
          "binary",
          "large_binary",
          "fixed_size_binary(5)");

  private static final List<ParquetCodec> CODECS =
      List.of(
          ParquetCodec.UNCOMPRESSED,
          ParquetCodec.SNAPPY,
          ParquetCodec.GZIP,
          ParquetCodec.ZSTD,
          ParquetCodec.LZ4_RAW);

  @TempDir private Path folder;

  static LongStream seeds() {
    return LongStream.range(0, Long.getLong("tables.seeds", 12));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void four_readers_find_what_arrow_cpp_has_written(long seed) throws Exception {
    Random random = new Random(seed);
    Schema schema = schema(random);
    byte[] table = table(schema, random);
    Path theirs = folder.resolve("theirs.parquet");
    Path ours = folder.resolve("ours.parquet");
    ParquetWriteOptions options = options(schema, random);
    writeByArrow(table, theirs);
    write(table, ours, options);

    String what = schema + " " + options.allColumns().codec();
    List<String> rows = rows(table);
    assertThat(ourRows(ours)).as("ours, " + what).isEqualTo(rows);
    assertThat(ourRows(theirs)).as("Arrow's, " + what).isEqualTo(rows);
    List<String> ofArrow = new ArrowDatasetRows().rows(ours);
    assertThat(ofArrow.subList(1, ofArrow.size())).as("Arrow, " + what).isEqualTo(rows);
    // Arrow's times of day are of UTC in its files, which is another type in DuckDB; its decimals
    // are all stored as bytes, which parquet-java shows.
    requireSame(new DuckDbRows(), "Time(", schema, ours, theirs);
    requireSame(new ParquetJavaRows(), "Decimal(", schema, ours, theirs);
  }

  @ParameterizedTest
  @ValueSource(strings = {"date_ms", "time(s)"})
  void types_that_parquet_lacks_are_stored_as_by_arrow_cpp(String type) throws Exception {
    Schema schema =
        RandomVectors.schema(
            "optional: "
                + type
                + ", required: "
                + type
                + " not null, list: list<"
                + type
                + ">, struct: struct<a: "
                + type
                + " not null>");
    byte[] table = table(schema, new Random(1));
    Path theirs = folder.resolve("theirs.parquet");
    Path ours = folder.resolve("ours.parquet");
    writeByArrow(table, theirs);
    write(table, ours, ParquetWriteOptions.defaults());

    assertThat(ourRows(ours)).isEqualTo(rows(table));
    // Arrow's Dataset writer does not keep its schema in the file.
    List<String> stored = new ArrowDatasetRows().rows(theirs);
    assertThat(ourRows(theirs)).isEqualTo(stored.subList(1, stored.size()));
    List<String> ofArrow = new ArrowDatasetRows().rows(ours);
    assertThat(ofArrow.subList(1, ofArrow.size())).isEqualTo(stored.subList(1, stored.size()));
    requireSame(new ParquetJavaRows(), "Decimal(", schema, ours, theirs);
    requireSame(new DuckDbRows(), "Time(", schema, ours, theirs);
  }

  private static void requireSame(
      RowReader reader, String different, Schema schema, Path ours, Path theirs) throws Exception {
    List<String> expected = reader.rows(theirs);
    List<String> found = reader.rows(ours);
    if (schema.toString().contains(different)) {
      assertThat(found).as(reader + ", " + schema).hasSameSizeAs(expected);
    } else {
      assertThat(found).as(reader + ", " + schema).isEqualTo(expected);
    }
  }

  private static Schema schema(Random random) {
    List<Field> fields = new ArrayList<>();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      fields.add(field("c" + i, random, 3));
    }
    return new Schema(fields);
  }

  private static Field field(String name, Random random, int depth) {
    boolean nullable = random.nextInt(4) > 0;
    return switch (depth == 0 ? 9 : random.nextInt(10)) {
      case 0 -> {
        List<Field> children = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          children.add(field("f" + i, random, depth - 1));
        }
        // Arrow C++ does not write lists with elements below a struct that is null.
        boolean lists = children.toString().contains("List");
        yield new Field(
            name, new FieldType(nullable && !lists, ArrowType.Struct.INSTANCE, null), children);
      }
      case 1, 2 -> {
        ArrowType list = ArrowType.List.INSTANCE;
        Field element = field("element", random, depth - 1);
        yield new Field(name, new FieldType(nullable, list, null), List.of(element));
      }
      default -> {
        Field leaf = RandomVectors.field(name, LEAVES.get(random.nextInt(LEAVES.size())));
        yield new Field(name, new FieldType(nullable, leaf.getType(), null), null);
      }
    };
  }

  /** Batches as an IPC stream. */
  private static byte[] table(Schema schema, Random random) throws Exception {
    RandomVectors vectors = new RandomVectors(random.nextLong());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
      for (int batch = 1 + random.nextInt(3); batch > 0; batch--) {
        int rows = 1 + random.nextInt(random.nextBoolean() ? 20 : 2_000);
        try (VectorSchemaRoot filled = vectors.root(schema, rows, allocator);
            ArrowRecordBatch record = new VectorUnloader(filled).getRecordBatch()) {
          new VectorLoader(root).load(record);
        }
        writer.writeBatch();
      }
    }
    return bytes.toByteArray();
  }

  private static ParquetWriteOptions options(Schema schema, Random random) {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(CODECS.get(random.nextInt(CODECS.size())))
            .withDataPageV2(random.nextBoolean())
            .withDictionary(random.nextInt(4) > 0)
            .withPageChecksums(random.nextBoolean())
            .withPageBytes(1024 + random.nextInt(20_000))
            .withPageRows(1 + random.nextInt(1_000))
            .withRowGroupRows(1 + random.nextInt(3_000))
            .withStatisticsBytes(1 + random.nextInt(20));
    Field first = schema.getFields().get(0);
    if (first.getChildren().isEmpty() && !(first.getType() instanceof ArrowType.Bool)) {
      options = options.withBloomFilter(first.getName());
    }
    return random.nextBoolean() ? options : options.withFooter(FooterLayout.SPEC);
  }

  private static void write(byte[] table, Path file, ParquetWriteOptions options) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowReader reader = new ArrowStreamReader(new ByteArrayInputStream(table), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, reader.getVectorSchemaRoot().getSchema(), options, allocator)) {
      writer.write(reader);
      writer.finish();
    }
  }

  private void writeByArrow(byte[] table, Path file) throws Exception {
    Path parts = Files.createDirectory(folder.resolve("parts"));
    try (BufferAllocator allocator = new RootAllocator()) {
      try (ArrowReader reader = new ArrowStreamReader(new ByteArrayInputStream(table), allocator)) {
        DatasetFileWriter.write(
            allocator,
            reader,
            FileFormat.PARQUET,
            parts.toUri().toString(),
            new String[0],
            1,
            "{i}.parquet");
      }
      // Threads of Arrow C++ may give batches back after the writer has returned.
      while (allocator.getAllocatedMemory() > 0) {
        Thread.sleep(1);
      }
    }
    Files.move(parts.resolve("0.parquet"), file);
    Files.delete(parts);
  }

  private static List<String> rows(byte[] table) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowReader reader = new ArrowStreamReader(new ByteArrayInputStream(table), allocator)) {
      return ArrowDatasetRows.rows(reader);
    }
  }

  private static List<String> ourRows(Path file) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      return ArrowDatasetRows.rows(reader);
    }
  }
}
