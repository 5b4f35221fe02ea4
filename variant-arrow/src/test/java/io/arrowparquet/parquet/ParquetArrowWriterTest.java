// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.Text;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written reads back, by parquet-java too. */
class ParquetArrowWriterTest {
  static final String NESTED =
      "struct<a: list<struct<b: int, c: list<string> not null>>, d: map<string, list<bigint>>, "
          + "e: struct<f: large_list<decimal(20, 2)>, g: double not null> not null>";

  private static final ParquetWriteOptions DEFAULTS = ParquetWriteOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("rows.parquet");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
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
        "decimal(1, 0)",
        "decimal(9, 2)",
        "decimal(18, 18)",
        "decimal(19, 3)",
        "decimal(38, 10)",
        "decimal(39, 1)",
        "decimal(76, 76)",
        "string",
        "large_string",
        "binary",
        "large_binary",
        "fixed_size_binary(5)",
        "uuid",
        "date",
        "date_ms",
        "time(s)",
        "time(ms)",
        "time(us)",
        "time(ns)",
        "timestamp(ms)",
        "timestamp(us)",
        "timestamp(ns, 'Europe/Paris')",
        "timestamp_ntz(s)",
        "timestamp_ntz(ms)",
        "timestamp_ntz(us)",
        "timestamp_ntz(ns)",
        "duration(s)",
        "duration(ns)",
        "null",
        "list<int>",
        "list<list<int not null> not null>",
        "large_list<string>",
        "map<string, bigint>",
        "map<int, map<int, string not null>>",
        "struct<a: int, b: string not null>",
        NESTED,
      })
  void every_type_reads_back_as_it_was(String type) throws IOException {
    Schema schema =
        RandomVectors.schema(
            "optional: "
                + type
                + ", required: "
                + (type.equals("null") ? type : type + " not null")
                + ", in_list: list<"
                + type
                + ">");
    assertReadsBack(schema, DEFAULTS);
    try (ParquetArrowReader reader = open()) {
      for (Field field : reader.getVectorSchemaRoot().getSchema().getFields()) {
        assertThat(ArrowTypeText.of(field))
            .isEqualTo(ArrowTypeText.of(schema.findField(field.getName())));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "string_view | string",
        "binary_view | binary",
        "list_view<int> | list<int>",
        "fixed_size_list(3)<int not null> | list<int not null>",
      })
  void types_that_parquet_lacks_read_back_as_their_likes(String type, String like)
      throws IOException {
    assertReadsBack(RandomVectors.schema("c: " + type), DEFAULTS);
    try (ParquetArrowReader reader = open()) {
      Field field = reader.getVectorSchemaRoot().getSchema().findField("c");
      assertThat(ArrowTypeText.of(field)).isEqualTo(like);
    }
  }

  static Stream<ParquetWriteOptions> options() {
    return Stream.of(
        DEFAULTS.withCodec(ParquetCodec.UNCOMPRESSED),
        DEFAULTS.withCodec(ParquetCodec.GZIP),
        DEFAULTS.withCodec(ParquetCodec.ZSTD).withDataPageV2(true),
        DEFAULTS.withCodec(ParquetCodec.LZ4_RAW).withDictionary(false),
        DEFAULTS.withDataPageV2(true).withDictionary(false),
        DEFAULTS.withPageRows(7).withRowGroupRows(100),
        DEFAULTS.withPageBytes(1_024).withRowGroupBytes(5_000),
        DEFAULTS.withPageChecksums(false).withArrowSchema(false),
        DEFAULTS.withBloomFilter("id").withBloomFilter("nested.a.list.element.b"),
        DEFAULTS.withFooter(FooterLayout.PAR3));
  }

  @ParameterizedTest
  @MethodSource("options")
  void options_change_the_file_but_not_its_rows(ParquetWriteOptions options) throws IOException {
    Schema schema =
        RandomVectors.schema(
            "id: bigint not null, name: string, nested: " + NESTED.replace("large_", ""));
    assertReadsBack(schema, options);
  }

  private void assertReadsBack(Schema schema, ParquetWriteOptions options) throws IOException {
    Map<String, List<Object>> expected = new LinkedHashMap<>();
    RandomVectors vectors = new RandomVectors(schema.hashCode());
    try (ParquetArrowWriter writer = writer(schema, options)) {
      for (int rows : new int[] {257, 0, 40}) {
        try (VectorSchemaRoot batch = vectors.root(schema, rows, allocator)) {
          append(expected, batch);
          writer.write(batch);
        }
      }
      writer.finish();
    }
    assertThat(read()).isEqualTo(expected);
    if (options.footer() != FooterLayout.PAR3) {
      Map<String, List<String>> found =
          VectorEntries.read(file, ParquetReadOptions.defaults(), allocator);
      assertThat(found).as("as parquet-java reads it").isEqualTo(ColumnEntries.read(file));
    }
  }

  private ParquetArrowWriter writer(Schema schema, ParquetWriteOptions options) throws IOException {
    return ParquetArrowWriter.open(file, schema, options, allocator);
  }

  private ParquetArrowReader open() throws IOException {
    return ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator);
  }

  private Map<String, List<Object>> read() throws IOException {
    Map<String, List<Object>> rows = new LinkedHashMap<>();
    try (ParquetArrowReader reader = open()) {
      while (reader.loadNextBatch()) {
        append(rows, reader.getVectorSchemaRoot());
      }
    }
    return rows;
  }

  private static void append(Map<String, List<Object>> rows, VectorSchemaRoot batch) {
    for (FieldVector vector : batch.getFieldVectors()) {
      rows.computeIfAbsent(vector.getName(), name -> new ArrayList<>())
          .addAll(RandomVectors.rows(vector));
    }
  }

  @Test
  void dictionary_encoded_fields_are_written_as_what_they_stand_for() throws IOException {
    try (VarCharVector names = strings("names", "a", "b");
        VarCharVector plain = strings("c", "b", null, "a", "b")) {
      Dictionary dictionary = new Dictionary(names, new DictionaryEncoding(7, false, null));
      DictionaryProvider provider = new DictionaryProvider.MapDictionaryProvider(dictionary);
      try (VectorSchemaRoot batch =
              VectorSchemaRoot.of((FieldVector) DictionaryEncoder.encode(plain, dictionary));
          ParquetArrowWriter writer =
              writer(batch.getSchema(), DEFAULTS.withDictionaries(provider))) {
        writer.write(batch);
        writer.finish();
      }
      assertThat(read()).isEqualTo(Map.of("c", RandomVectors.rows(plain)));
    }
  }

  private VarCharVector strings(String name, String... values) {
    VarCharVector vector = new VarCharVector(name, allocator);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        vector.setSafe(i, new Text(values[i]));
      }
    }
    vector.setValueCount(values.length);
    return vector;
  }

  @Test
  void footer_holds_what_the_options_say() throws IOException {
    Schema schema =
        new Schema(
            List.of(withFieldId(RandomVectors.field("a", "int"), 17)), Map.of("from", "schema"));
    ParquetWriteOptions options =
        DEFAULTS
            .withFooter(FooterLayout.SPEC)
            .withCreatedBy("test version 1")
            .withKeyValue("key", "value")
            .withCodec(ParquetCodec.ZSTD)
            .withRowGroupRows(10);
    new RandomVectors(1).write(file, schema, 25, options, allocator);

    ParquetFooter read = footer();
    FlatFooter footer = read.footer();
    assertThat(read.layout()).isEqualTo(FooterLayout.SPEC);
    assertThat(footer.createdBy()).isEqualTo("test version 1");
    assertThat(ArrowSchema.metadata(footer)).isEqualTo(Map.of("from", "schema", "key", "value"));
    assertThat(footer.schemaElement(1).fieldId()).isEqualTo(17);
    assertThat(footer.rowGroupCount()).isEqualTo(3);
    assertThat(footer.chunk(2, 0).codec()).isEqualTo(ParquetCodec.ZSTD);
    assertThat(footer.chunk(0, 0).statistics().nullCount()).isBetween(0L, 10L);
  }

  private static Field withFieldId(Field field, int id) {
    FieldType type =
        new FieldType(
            field.isNullable(),
            field.getType(),
            null,
            Map.of(ArrowSchema.FIELD_ID, Integer.toString(id)));
    return new Field(field.getName(), type, field.getChildren());
  }

  private ParquetFooter footer() throws IOException {
    return FooterReader.defaults().read(file);
  }

  @Test
  void a_file_without_rows_has_its_schema() throws IOException {
    Schema schema = RandomVectors.schema("a: struct<b: int>");
    try (ParquetArrowWriter writer = writer(schema, DEFAULTS)) {
      writer.finish();
    }
    assertThat(footer().footer().rowGroupCount()).isZero();
    try (ParquetArrowReader reader = open()) {
      assertThat(reader.getVectorSchemaRoot().getSchema()).isEqualTo(schema);
      assertThat(reader.loadNextBatch()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "300, 10000, 10000, 34",
    "300, 1000, 10000, 34",
    "1, 1000, 50, 50",
    "5000, 1000, 12000, 3",
    "4096, 1000, 8192, 2",
  })
  void pages_have_the_rows_that_are_asked_for(int pageRows, int batch, int rows, int pages)
      throws IOException {
    Schema schema = RandomVectors.schema("i: int");
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer = writer(schema, DEFAULTS.withPageRows(pageRows))) {
      for (int done = 0; done < rows; ) {
        int count = Math.min(batch, rows - done);
        IntVector vector = (IntVector) root.getVector("i");
        for (int i = 0; i < count; i++) {
          vector.setSafe(i, done + i);
        }
        root.setRowCount(count);
        writer.write(root);
        done += count;
      }
      writer.finish();
    }
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      OffsetIndex index = reader.readOffsetIndex(reader.getRowGroups().get(0).getColumns().get(0));
      assertThat(index.getPageCount()).isEqualTo(pages);
      assertThat(index.getFirstRowIndex(pages - 1)).isEqualTo((pages - 1L) * pageRows);
    }
  }

  @Test
  void large_values_are_cut_into_pages_of_about_their_size() throws IOException {
    try (VarCharVector vector = new VarCharVector("c", allocator)) {
      for (int row = 0; row < 300; row++) {
        vector.setSafe(row, (row + "x".repeat(10_000)).getBytes(StandardCharsets.UTF_8));
      }
      vector.setValueCount(300);
      ParquetWriteOptions options =
          DEFAULTS
              .withCodec(ParquetCodec.UNCOMPRESSED)
              .withDictionary(false)
              .withPageBytes(50_000)
              .withRowGroupBytes(1_000_000);
      try (VectorSchemaRoot batch = VectorSchemaRoot.of(vector);
          ParquetArrowWriter writer = writer(batch.getSchema(), options)) {
        writer.write(batch);
        writer.finish();
      }
    }
    FlatFooter footer = footer().footer();
    assertThat(footer.rowGroupCount()).isEqualTo(3);
    assertThat(footer.rowGroup(0).numRows()).isBetween(100L, 110L);
    assertThat(footer.chunk(0, 0).totalCompressedSize()).isBetween(1_000_000L, 1_100_000L);
  }

  @Test
  void pages_are_held_in_the_memory_of_the_allocator_until_their_row_group_is_full()
      throws IOException {
    Schema schema = RandomVectors.schema("a: double not null");
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, 20_000, allocator);
        ParquetArrowWriter writer = writer(schema, DEFAULTS.withDictionary(false))) {
      long before = allocator.getAllocatedMemory();
      writer.write(batch);
      long held = allocator.getAllocatedMemory() - before;
      writer.finish();

      assertThat(held).isBetween(Files.size(file) / 2, 2 * Files.size(file));
      assertThat(allocator.getAllocatedMemory()).isEqualTo(before);
    }
  }
}
