// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetArrowWriterTest {
  private static final String NESTED =
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
        new Schema(
            List.of(
                RandomVectors.field("optional", type),
                RandomVectors.field("required", type.equals("null") ? type : type + " not null"),
                RandomVectors.field("in_list", "list<" + type + ">")));
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
    assertReadsBack(schema("c", type), DEFAULTS);
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
        new Schema(
            List.of(
                RandomVectors.field("id", "bigint not null"),
                RandomVectors.field("name", "string"),
                RandomVectors.field("nested", NESTED.replace("large_", ""))));
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

  /** Of one column. */
  private static Schema schema(String name, String type) {
    return new Schema(List.of(RandomVectors.field(name, type)));
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
    write(schema, options, 25);

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

  private void write(Schema schema, ParquetWriteOptions options, int rows) throws IOException {
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, rows, allocator);
        ParquetArrowWriter writer = writer(schema, options)) {
      writer.write(batch);
      writer.finish();
    }
  }

  @Test
  void a_file_without_rows_has_its_schema() throws IOException {
    Schema schema = schema("a", "struct<b: int>");
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
  @CsvSource({"300, 10000, 34", "300, 1000, 34", "1, 50, 50", "5000, 12000, 3", "4096, 8192, 2"})
  void pages_have_the_rows_that_are_asked_for(int pageRows, int rows, int pages)
      throws IOException {
    int batch = 1_000;
    Schema schema = new Schema(List.of(Field.nullable("i", new ArrowType.Int(32, true))));
    int total = pageRows == 300 ? 10_000 : rows;
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer = writer(schema, DEFAULTS.withPageRows(pageRows))) {
      for (int done = 0; done < total; ) {
        int count = Math.min(rows == 10_000 ? rows : batch, total - done);
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
  void a_file_that_is_there_is_kept_unless_told_otherwise() throws IOException {
    Files.writeString(file, "old");
    Schema schema = schema("a", "int");

    assertThatThrownBy(() -> write(schema, DEFAULTS, 3))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("old");

    write(schema, DEFAULTS.withOverwrite(true), 3);
    assertThat(read().get("a")).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource
  void closing_before_the_end_leaves_nothing(HowFar howFar) throws IOException {
    Schema schema = schema("a", NESTED);
    ParquetWriteOptions options = DEFAULTS.withRowGroupRows(50);
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, 80, allocator);
        ParquetArrowWriter writer = writer(schema, options)) {
      if (howFar == HowFar.WRITTEN) {
        writer.write(batch);
      }
      assertThat(file).doesNotExist();
    }
    assertThat(folder).isEmptyDirectory();
  }

  enum HowFar {
    OPENED,
    WRITTEN
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "struct<>",
        "interval(year_month)",
        "dense_union<a: int>",
        "decimal(5, -2)",
        "run_end_encoded<int, int>",
      })
  void types_that_parquet_lacks_are_refused_with_their_place(String type) throws IOException {
    Schema schema = schema("outer", "struct<a: list<" + type + ">>");
    assertThatThrownBy(() -> writer(schema, DEFAULTS))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("outer.a.list.element");
    assertThat(folder).isEmptyDirectory();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments(
            new Schema(List.of()),
            DEFAULTS,
            UnsupportedColumnException.class,
            "found a schema without columns, expected at least one"),
        arguments(
            schema("a", "struct<b: int>"),
            DEFAULTS.withUnshredded("a.b"),
            InvalidRequestException.class,
            "column a.b: found no Variant column"),
        arguments(
            schema("a", "int"),
            DEFAULTS.withCodec(ParquetCodec.LZO),
            IllegalArgumentException.class,
            "LZO"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void what_cannot_be_written_is_refused_and_leaves_no_file(
      Schema schema, ParquetWriteOptions options, Class<?> exception, String message) {
    assertThatThrownBy(() -> writer(schema, options))
        .isInstanceOf(exception)
        .hasMessageContaining(message);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_null_in_a_required_field_names_row_and_path_and_spoils_the_file() throws IOException {
    Schema schema = schema("s", "struct<list: list<int not null>>");
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, 40, allocator);
        ParquetArrowWriter writer = writer(schema, DEFAULTS)) {
      StructVector struct = (StructVector) batch.getVector("s");
      ListVector list = (ListVector) struct.getChild("list");
      int row = 20;
      while (struct.isNull(row)
          || list.isNull(row)
          || list.getElementEndIndex(row) == list.getElementStartIndex(row)) {
        row++;
      }
      ((IntVector) list.getDataVector()).setNull(list.getElementStartIndex(row));

      Throwable failure = catchThrowable(() -> writer.write(batch));
      assertThat(failure)
          .isInstanceOf(ConversionException.class)
          .hasMessage(
              "row "
                  + row
                  + ", s.list.list.element: found null, expected a value: the field is not nullable");
      assertThat(catchThrowable(writer::finish)).isSameAs(failure);
    }
    assertThat(folder).isEmptyDirectory();
  }

  /** The least value of a type that does not fit it, and the greatest that does. */
  @ParameterizedTest
  @CsvSource({
    "'decimal(3, 0)', 999, 1000",
    "'decimal(3, 2)', -999, -1000",
    "'decimal(9, 0)', -999999999, 1000000000",
    "'decimal(9, 0)', 0, 1099511627776",
    "'decimal(10, 3)', 9999999999, -10000000000",
    "'decimal(18, 0)', 999999999999999999, 1000000000000000000",
    "'decimal(19, 0)', 9223372036854775807, -10000000000000000000",
    "'decimal(38, 1)', 0, 100000000000000000000000000000000000000",
    "'decimal(39, 0)', 0, 1000000000000000000000000000000000000000",
    "'decimal(76, 0)', -1, 1E76",
    "date_ms, -86400000, 86399999",
    "date_ms, 185542587100800000, 185542587187200000",
    "'time(s)', 86399, 86400",
    "'time(ms)', 86399999, 86400000",
    "'time(us)', 0, -1",
    "'time(ns)', 86399999999999, 86400000000000",
  })
  void values_that_their_type_does_not_hold_name_row_and_column(
      String type, BigDecimal greatest, BigDecimal beyond) throws IOException {
    for (String column : List.of(type, "list<" + type + ">")) {
      Schema schema = schema("d", column);
      for (BigDecimal value : List.of(greatest, beyond)) {
        try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
            ParquetArrowWriter writer = writer(schema, DEFAULTS.withOverwrite(true))) {
          FieldVector values = batch.getVector("d");
          if (values instanceof ListVector list) {
            values = list.getDataVector();
            for (int row = 0; row < 3; row++) {
              list.startNewValue(row);
              list.endValue(row, 1);
            }
          }
          setInteger(values, 2, value.toBigInteger());
          batch.setRowCount(3);
          if (value.compareTo(greatest) == 0) {
            writer.write(batch);
          } else {
            assertThatThrownBy(() -> writer.write(batch))
                .isInstanceOf(ConversionException.class)
                .hasMessageStartingWith("row 2, d")
                .hasMessageMatching(".*: found -?[0-9.E+]+, expected a .*");
          }
        }
      }
    }
  }

  private static void setInteger(FieldVector vector, int row, BigInteger value) {
    vector.setInitialCapacity(row + 1);
    vector.allocateNew();
    if (vector instanceof BaseFixedWidthVector fixed) {
      byte[] bytes = value.toByteArray();
      for (int i = 0; i < fixed.getTypeWidth(); i++) {
        int at = bytes.length - 1 - i;
        int sign = value.signum() < 0 ? -1 : 0;
        fixed
            .getDataBuffer()
            .setByte((long) row * fixed.getTypeWidth() + i, at < 0 ? sign : bytes[at]);
      }
      BitVectorHelper.setBit(vector.getValidityBuffer(), row);
    }
    vector.setValueCount(row + 1);
  }

  @Test
  void several_threads_write_the_same_bytes() throws Exception {
    Schema schema =
        new Schema(
            List.of(
                RandomVectors.field("id", "bigint not null"),
                RandomVectors.field("name", "string"),
                RandomVectors.field("price", "double"),
                RandomVectors.field("nested", NESTED)));
    ParquetWriteOptions options =
        DEFAULTS.withPageRows(1_000).withRowGroupRows(7_000).withBloomFilter("name");
    write(schema, options, 10_000);
    byte[] expected = Files.readAllBytes(file);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      write(schema, options.withOverwrite(true).withThreads(threads, 4), 10_000);
    } finally {
      threads.shutdown();
    }

    assertThat(Files.readAllBytes(file)).isEqualTo(expected);
    write(schema, options.withOverwrite(true).withThreads(task -> {}, 4), 10_000);
    assertThat(Files.readAllBytes(file)).isEqualTo(expected);
  }

  @Test
  void columns_of_one_nested_field_are_written_by_several_threads() throws Exception {
    String type = "struct<a: bigint, b: string, c: list<struct<d: int, e: map<string, double>>>>";
    Schema schema = schema("only", type);
    ParquetWriteOptions options = DEFAULTS.withOverwrite(true);
    write(schema, options, 10_000);
    byte[] expected = Files.readAllBytes(file);
    AtomicInteger tasks = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      Executor counted =
          task -> {
            tasks.incrementAndGet();
            threads.execute(task);
          };
      write(schema, options.withThreads(counted, 4), 10_000);
    } finally {
      threads.shutdown();
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(expected);
    assertThat(tasks).hasPositiveValue();
  }

  @Test
  void pages_are_held_in_the_memory_of_the_allocator_until_their_row_group_is_full()
      throws IOException {
    Schema schema = schema("a", "double not null");
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

  @Test
  void batches_of_another_schema_are_refused() throws IOException {
    Schema schema = schema("a", "struct<b: int>");
    Schema other = schema("a", "struct<b: bigint>");
    try (VectorSchemaRoot batch = new RandomVectors(1).root(other, 5, allocator);
        ParquetArrowWriter writer = writer(schema, DEFAULTS)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.write(batch))
          .withMessage("a.b: found b: Int(64, true), expected b: Int(32, true)");
    }
  }

  @Test
  void a_finished_file_takes_no_more() throws IOException {
    Schema schema = new Schema(List.of(Field.nullable("a", ArrowType.Utf8.INSTANCE)));
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, 5, allocator);
        ParquetArrowWriter writer = writer(schema, DEFAULTS)) {
      writer.finish();
      assertThatIllegalStateException().isThrownBy(() -> writer.write(batch));
    }
    assertThat(file).exists();
  }
}
