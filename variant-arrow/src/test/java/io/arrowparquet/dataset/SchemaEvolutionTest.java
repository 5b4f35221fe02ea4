// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.ScanTask;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampNanoTZVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of different schemas read as one table.
 *
 * @see io.arrowparquet.parquet.internal.evolution.EvolutionPlan
 * @see io.arrowparquet.parquet.internal.evolution.FieldUnion
 */
// try: Arrow's close() may declare any exception. deprecation: tasks are, but Arrow has no others.
@SuppressWarnings({"try", "deprecation"})
class SchemaEvolutionTest {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();
  private static final ParquetWriteOptions PLAIN = ParquetWriteOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private void write(String name, String type, String... rows) throws IOException {
    JsonTable.write(folder.resolve(name), type, PLAIN, allocator, rows);
  }

  private static ReaderSchema schema(String type) {
    return ReaderSchema.of(JsonTable.schema(type));
  }

  private static ReaderSchema narrowing(String type) {
    return schema(type).withRules(EvolutionRules.defaults().withNarrowing(true));
  }

  private List<String> read(ReaderSchema schema, ParquetReadOptions options) throws IOException {
    ParquetFileSet files = ParquetFileSet.open(List.of(folder)).withSchema(schema);
    List<String> rows;
    try (ArrowReader reader = files.read(options, allocator)) {
      rows = JsonTable.read(reader, allocator);
    }
    if (files.files().size() == 1) {
      assertThat(readOne(schema, options)).isEqualTo(rows);
    }
    return rows;
  }

  /** Of one file its own reader gives the same rows. */
  private List<String> readOne(ReaderSchema schema, ParquetReadOptions options) throws IOException {
    Path file = folder.resolve("1.parquet");
    try (ByteSource bytes = ByteSources.path(file);
        ArrowReader reader =
            ParquetArrowReader.open(
                bytes, FooterReader.defaults().read(bytes), schema, options, allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  private List<String> read(ReaderSchema schema) throws IOException {
    return read(schema, ALL);
  }

  @Test
  void fields_meet_by_id_at_any_depth() throws IOException {
    write(
        "1.parquet",
        "struct<old#1: int, swap#2: int, other#3: int, s#4: struct<x#5: int, y#6: int>>",
        "{\"old\":1,\"swap\":2,\"other\":3,\"s\":{\"x\":5,\"y\":6}}",
        "{}");

    assertThat(
            read(
                schema(
                    "struct<s#4: struct<new#9: int, x#6: int, y#5: bigint>, swap#3: int, other#2: int, new#1: bigint>")))
        .containsExactly(
            "{\"s\":{\"new\":null,\"x\":6,\"y\":5},\"swap\":3,\"other\":2,\"new\":1}",
            "{\"s\":null,\"swap\":null,\"other\":null,\"new\":null}");
  }

  @Test
  void shredded_variants_meet_by_id() throws IOException {
    ParquetWriteOptions shredded =
        ParquetWriteOptions.defaults()
            .withShredding("old", ArrowTypeText.parse("v", "struct<a: int>"), ShredMode.EXACT);
    JsonTable.write(
        folder.resolve("1.parquet"),
        "struct<old#4: variant, id#1: int>",
        shredded,
        allocator,
        "{\"id\":1,\"old\":{\"a\":1,\"b\":2}}");

    assertThat(read(schema("struct<new#4: variant>")))
        .containsExactly("{\"new\":{\"a\":1,\"b\":2}}");
  }

  @Test
  void names_are_for_fields_without_ids_and_by_the_old_method() throws IOException {
    write("1.parquet", "struct<a#1: int, b: int>", "{\"a\":1,\"b\":2}");

    assertThat(read(schema("struct<a#7: int, b#8: int>"))).containsExactly("{\"a\":null,\"b\":2}");
    ParquetFileSet files = ParquetFileSet.open(List.of(folder));
    try (ArrowReader reader =
        files.withSchema(JsonTable.schema("struct<a#7: int>")).read(ALL, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).containsExactly("{\"a\":1}");
    }
  }

  @Test
  void case_of_names_is_ignored_on_request() throws IOException {
    write(
        "1.parquet",
        "struct<Id: int, s: struct<Name: string>>",
        "{\"Id\":1,\"s\":{\"Name\":\"n\"}}");
    ReaderSchema schema = schema("struct<ID: int, S: struct<name: string>>");
    ReaderSchema ignoring = schema.withRules(EvolutionRules.defaults().withIgnoreCase(true));

    assertThat(read(schema)).containsExactly("{\"ID\":null,\"S\":null}");
    assertThat(read(ignoring)).containsExactly("{\"ID\":1,\"S\":{\"name\":\"n\"}}");
    assertThat(read(ignoring, ALL.withFilter(Operand.column("S.name").isEqualTo("n")))).hasSize(1);
    write("2.parquet", "struct<id: int, iD: int>", "{}");
    assertThatThrownBy(() -> read(ignoring))
        .isInstanceOf(InvalidRequestException.class)
        .hasCauseInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("2.parquet")
        .hasMessageContaining("columns id and iD");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tinyint | smallint | -128, 127",
        "tinyint | int | -128, 127",
        "smallint | bigint | -32768, 32767",
        "int | bigint | -2147483648, 2147483647",
        "float | double | 3, -7",
        "decimal(5, 2) | decimal(18, 2) | 123.45, -999.99",
        "decimal(18, 2) | decimal(40, 2) | 1234567890123456.78, -0.01",
        "decimal(39, 1) | decimal(45, 1) | -1.5, 999999999999999999999999999999999999.9",
        "string | large_string | \"a\", \"\"",
        "large_string | string | \"a\", \"\"",
        "large_list<int> | list<bigint> | [1,null], []",
        "list<string> | large_list<large_string> | [\"a\"], []",
        "map<string, int> | map<large_string, bigint> | {\"k\":1}, {}",
      })
  void values_are_promoted_alone_and_in_groups(String from, String to, String values)
      throws IOException {
    List<String> rows = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (String value : (values + ", null").split(", ", -1)) {
      rows.add(row(value));
      // JSON has no floats: an integer is written, and a double read.
      boolean number = to.equals("double") && !value.equals("null");
      expected.add(row(number ? value + ".0" : value));
    }
    write("1.parquet", type(from), rows.toArray(String[]::new));

    assertThat(read(schema(type(to)))).isEqualTo(expected);
  }

  private static String type(String type) {
    return "struct<a: %1$s, s: struct<a: %1$s>, l: list<struct<a: %1$s>>, m: map<string, %1$s>>"
        .formatted(type);
  }

  private static String row(String value) {
    return "{\"a\":%1$s,\"s\":{\"a\":%1$s},\"l\":[{\"a\":%1$s},{\"a\":%1$s}],\"m\":{\"k\":%1$s}}"
        .formatted(value);
  }

  /** Writes a file of one column, and closes the vector. */
  private void writeTimes(String name, TimeStampVector times, Long... values) throws IOException {
    try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(times));
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(folder.resolve(name), root.getSchema(), PLAIN, allocator)) {
      for (int row = 0; row < values.length; row++) {
        if (values[row] == null) {
          times.setNull(row);
        } else {
          times.setSafe(row, values[row]);
        }
      }
      root.setRowCount(values.length);
      writer.write(root);
      writer.finish();
    }
  }

  @Test
  void timestamps_take_a_finer_unit_where_it_fits() throws IOException {
    long millis = Instant.parse("2024-05-06T07:08:09.123Z").toEpochMilli();
    writeTimes("1.parquet", new TimeStampMilliTZVector("t", allocator, "UTC"), millis, null);
    writeTimes("2.parquet", new TimeStampMicroVector("n", allocator), -1L, null);

    assertThat(read(schema("struct<t: timestamp(ns), n: timestamp_ntz(ns)>")))
        .containsExactly(
            "{\"t\":\"2024-05-06T07:08:09.123Z\",\"n\":null}",
            "{\"t\":null,\"n\":null}",
            "{\"t\":null,\"n\":\"1969-12-31T23:59:59.999999\"}",
            "{\"t\":null,\"n\":null}");
    RowFilter filter = Operand.column("t").isGreaterThan(Instant.parse("2024-01-01T00:00:00Z"));
    assertThat(read(schema("struct<t: timestamp(ns)>"), ALL.withFilter(filter))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_time_that_the_finer_unit_cannot_hold_is_an_error_when_read(boolean strict)
      throws IOException {
    writeTimes("1.parquet", new TimeStampMicroTZVector("t", allocator, "UTC"), 5L);
    long late = Instant.parse("2300-01-01T00:00:00Z").getEpochSecond() * 1_000_000;
    writeTimes("2.parquet", new TimeStampMicroTZVector("t", allocator, "UTC"), null, late);
    ParquetFileSet files =
        ParquetFileSet.open(List.of(folder)).withSchema(schema("struct<t: timestamp(ns)>"));

    try (ArrowReader reader = files.read(ALL.withStrict(strict), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      Throwable failure = catchThrowable(reader::loadNextBatch);
      assertThat(failure)
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("2.parquet")
          .hasMessageContaining("row 1")
          .hasMessageContaining("t");
      assertThat(catchThrowable(reader::loadNextBatch)).isSameAs(failure);
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isZero();
    }
  }

  @Test
  void a_list_made_by_arrows_vector_has_an_element_in_messages() throws IOException {
    write("1.parquet", "struct<t: array<bigint>>", "{\"t\":[1]}");
    Field element = Field.nullable(ListVector.DATA_VECTOR_NAME, ArrowType.Utf8.INSTANCE);
    Field list = new Field("t", FieldType.nullable(ArrowType.List.INSTANCE), List.of(element));

    assertThatThrownBy(() -> read(ReaderSchema.of(new Schema(List.of(list))), ALL))
        .isInstanceOf(DiagnosedException.class)
        .hasMessageContaining("t.element: ")
        .hasMessageNotContaining("$");
  }

  @Test
  void columns_compare_as_if_they_were_converted_first() throws IOException {
    Long[][] values = {{1L, 1_001L}, {1L, 1_000L}, {2L, 1_999L}, {-1L, -1_000L}, {-1L, -1_001L}};
    for (boolean isFine : new boolean[] {false, true}) {
      try (TimeStampVector a =
              isFine
                  ? new TimeStampMicroVector("a", allocator)
                  : new TimeStampMilliVector("a", allocator);
          TimeStampMicroVector b = new TimeStampMicroVector("b", allocator);
          VectorSchemaRoot root = new VectorSchemaRoot(List.of(a, b));
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(
                  folder.resolve(isFine + ".parquet"), root.getSchema(), PLAIN, allocator)) {
        for (int row = 0; row < values.length; row++) {
          a.setSafe(row, values[row][0] * (isFine ? 1_000 : 1));
          b.setSafe(row, values[row][1]);
        }
        root.setRowCount(values.length);
        writer.write(root);
        writer.finish();
      }
    }
    ReaderSchema schema = schema("struct<a: timestamp_ntz(us), b: timestamp_ntz(us)>");
    Operand a = Operand.column("a");
    Operand b = Operand.column("b");
    assertThat(read(schema, ALL.withFilter(a.isLessThan(b)))).hasSize(2);
    assertThat(read(schema, ALL.withFilter(a.isEqualTo(b)))).hasSize(4);
    assertThat(read(schema, ALL.withFilter(b.isLessThan(a)))).hasSize(4);
    assertThat(read(schema, ALL.withFilter(b.isAtLeast(a)))).hasSize(6);
  }

  @Test
  void files_of_several_units_are_one_table_of_the_finest() throws IOException {
    writeTimes("1.parquet", new TimeStampMilliTZVector("t", allocator, "UTC"), -1L, null);
    writeTimes("2.parquet", new TimeStampMicroTZVector("t", allocator, "UTC"), 5L);
    long late = Instant.parse("2300-01-01T00:00:00Z").toEpochMilli();
    ParquetFileSet micros = ParquetFileSet.open(List.of(folder));
    assertThat(micros.schema(ALL).findField("t").getType())
        .isEqualTo(new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"));
    RowFilter before = Operand.column("t").isLessThan(Instant.ofEpochSecond(0, 5_001));
    try (ArrowReader reader = micros.read(ALL.withFilter(before), allocator)) {
      assertThat(JsonTable.read(reader, allocator))
          .containsExactly(
              "{\"t\":\"1969-12-31T23:59:59.999Z\"}", "{\"t\":\"1970-01-01T00:00:00.000005Z\"}");
    }

    writeTimes("3.parquet", new TimeStampMilliTZVector("t", allocator, "UTC"), 0L, late);
    writeTimes("4.parquet", new TimeStampNanoTZVector("t", allocator, "UTC"), 7L);
    ParquetFileSet nanos = ParquetFileSet.open(List.of(folder));
    try (ArrowReader reader = nanos.read(ALL.withFilter(before), allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(4);
    }
    try (ArrowReader reader = nanos.read(ALL, allocator)) {
      assertThatThrownBy(() -> JsonTable.read(reader, allocator))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("3.parquet")
          .hasMessageContaining("row 1");
    }
  }

  @Test
  void narrowing_needs_statistics_that_prove_it() throws IOException {
    write("1.parquet", "struct<i: bigint, d: decimal(20, 2)>", "{\"i\":-32768,\"d\":9.99}", "{}");
    String narrow = "struct<i: smallint, d: decimal(3, 2)>";

    assertThatThrownBy(() -> read(schema(narrow)))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("1.parquet")
        .hasMessageContaining("column i")
        .hasMessageContaining("int64")
        .hasMessageContaining("int16");
    assertThat(read(narrowing(narrow)))
        .containsExactly("{\"i\":-32768,\"d\":9.99}", "{\"i\":null,\"d\":null}");
    assertThatThrownBy(() -> read(narrowing("struct<i: tinyint>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("without statistics that prove its values to fit");
    assertThatThrownBy(() -> read(narrowing("struct<d: decimal(2, 2)>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column d");
  }

  @Test
  void each_file_proves_for_itself() throws IOException {
    write("1.parquet", "struct<i: bigint>", "{\"i\":1}");
    write("2.parquet", "struct<i: bigint>", "{\"i\":3000000000}");
    ParquetFileSet files =
        ParquetFileSet.open(List.of(folder)).withSchema(narrowing("struct<i: int>"));

    try (ArrowReader reader = files.read(ALL, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(UnsupportedColumnException.class)
          .hasMessageContaining("2.parquet");
    }
  }

  @Test
  void optional_becomes_required_where_nothing_is_null() throws IOException {
    write(
        "1.parquet",
        "struct<a: int, b: int, s: struct<x: int>>",
        "{\"a\":1,\"s\":{\"x\":1}}",
        "{\"a\":2,\"s\":{}}");

    assertThat(read(schema("struct<a: int not null, s: struct<x: int> not null>")))
        .containsExactly("{\"a\":1,\"s\":{\"x\":1}}", "{\"a\":2,\"s\":{\"x\":null}}");
    assertThatThrownBy(() -> read(schema("struct<b: int not null>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column b")
        .hasMessageContaining("required int32");
    assertThatThrownBy(() -> read(schema("struct<s: struct<x: int not null>>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column s.x");
  }

  @Test
  void a_missing_field_has_its_default_where_the_group_around_it_is() throws IOException {
    write(
        "1.parquet",
        "struct<a: int, s: struct<x: int>, l: list<struct<y: int>>>",
        "{\"a\":1,\"s\":{\"x\":1},\"l\":[{\"y\":1},{\"y\":2}]}",
        "{\"a\":2}");
    ReaderSchema schema =
        schema(
                "struct<a: int, t: string, n: bigint not null, b: boolean, none: struct<z: int>,"
                    + " s: struct<q: decimal(5, 2)>, l: list<struct<y: int, f: float>>>")
            .withDefault("t", "text")
            .withDefault("n", 7)
            .withDefault("b", true)
            .withDefault("none.z", 1)
            .withDefault("s.q", new BigDecimal("1.5"))
            .withDefault("l.element.f", 0.5);

    List<String> rows = read(schema);
    assertThat(rows)
        .containsExactly(
            "{\"a\":1,\"t\":\"text\",\"n\":7,\"b\":true,\"none\":null,\"s\":{\"q\":1.50},"
                + "\"l\":[{\"f\":0.5,\"y\":1},{\"f\":0.5,\"y\":2}]}",
            "{\"a\":2,\"t\":\"text\",\"n\":7,\"b\":true,\"none\":null,\"s\":null,\"l\":null}");
    assertThat(read(schema, ALL.withBatchSize(1))).isEqualTo(rows);
    filtersDefaults(schema, rows);
  }

  private void filtersDefaults(ReaderSchema schema, List<String> rows) throws IOException {
    Operand t = Operand.column("t");
    Operand q = Operand.column("s.q");
    assertThat(read(schema, ALL.withFilter(t.isEqualTo("text")))).isEqualTo(rows);
    assertThat(read(schema, ALL.withFilter(t.isNotEqualTo("text")))).isEmpty();
    assertThat(read(schema, ALL.withFilter(t.isIn(List.of("a", "text"))))).isEqualTo(rows);
    assertThat(read(schema, ALL.withFilter(t.isNull()))).isEmpty();
    assertThat(read(schema, ALL.withFilter(Operand.column("none.z").isNull()))).isEqualTo(rows);
    assertThat(read(schema, ALL.withFilter(q.isGreaterThan(1)))).isEqualTo(rows.subList(0, 1));
    assertThat(read(schema, ALL.withFilter(q.isGreaterThan(2).not())))
        .isEqualTo(rows.subList(0, 1));
    assertThat(read(schema, ALL.withFilter(q.isGreaterThan(2)))).isEmpty();
    assertThat(read(schema, ALL.withFilter(q.isNull()))).isEqualTo(rows.subList(1, 2));
    assertThat(read(schema, ALL.withFilter(q.isNotNull()))).isEqualTo(rows.subList(0, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"a | 300", "d | 123.456", "t | 1", "none | 1", "s | 1"})
  void a_default_that_is_none_of_the_type_is_refused(String path, BigDecimal value) {
    ReaderSchema schema =
        schema("struct<a: tinyint, d: decimal(5, 2), t: string, s: struct<x: int>>");
    assertThatThrownBy(
            () -> schema.withDefault(path, value.scale() == 0 ? value.intValue() : value))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void filters_are_in_the_words_of_the_schema_and_skip_row_groups() throws IOException {
    String[] rows = new String[100];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = "{\"old\":%d,\"s\":{\"f\":%d}}".formatted(i, i);
    }
    JsonTable.write(
        folder.resolve("1.parquet"),
        "struct<old#1: int, s#2: struct<f#3: float>>",
        ParquetWriteOptions.defaults().withRowGroupRows(10),
        allocator,
        rows);
    ReaderSchema schema = schema("struct<id#1: bigint, t#2: struct<g#3: double>, old#9: string>");
    Operand id = Operand.column("id");
    ParquetFileSet files = ParquetFileSet.open(List.of(folder)).withSchema(schema);

    long whole = bytes(files, ALL, 100);
    assertThat(bytes(files, ALL.withFilter(id.isIn(List.of(15L, 5_000_000_000L))), 1))
        .isLessThan(whole / 5);
    assertThat(
            bytes(
                files, ALL.withFilter(Operand.column("t.g").isAtLeast(new BigDecimal("97.5"))), 2))
        .isLessThan(whole / 5);
    assertThat(bytes(files, ALL.withFilter(id.isLessThan(5_000_000_000L)), 100)).isPositive();
    assertThat(bytes(files, ALL.withFilter(Operand.column("old").isNotNull()), 0)).isZero();
  }

  private long bytes(ParquetFileSet files, ParquetReadOptions options, int rows)
      throws IOException {
    try (FileSetReader reader = files.read(options, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(rows);
      return reader.bytesRead();
    }
  }

  @Test
  void only_the_columns_of_the_schema_are_read() throws IOException {
    write(
        "1.parquet",
        "struct<a: int, s: struct<x: int, big: string>, big: string>",
        "{\"a\":1,\"s\":{\"x\":1,\"big\":\"%1$s\"},\"big\":\"%1$s\"}"
            .formatted("long ".repeat(500)));
    ReaderSchema schema = schema("struct<s: struct<x: bigint, none: int>, a: int>");
    ParquetFileSet files = ParquetFileSet.open(List.of(folder)).withSchema(schema);

    assertThat(bytes(files, ALL, 1)).isLessThan(1000);
    assertThat(read(schema, ALL.withColumns(List.of("s.x")))).containsExactly("{\"s\":{\"x\":1}}");
    assertThat(read(schema, ALL.withColumns(List.of("s.none", "a"))))
        .containsExactly("{\"s\":{\"none\":null},\"a\":1}");
  }

  @Test
  void a_struct_of_which_no_field_is_left_keeps_its_nulls() throws IOException {
    write(
        "1.parquet",
        "struct<s: struct<x: int>, l: list<struct<x: int>>>",
        "{\"s\":{\"x\":1},\"l\":[{\"x\":1},null]}",
        "{\"s\":null,\"l\":[]}");

    assertThat(read(schema("struct<s: struct<y: int>, l: list<struct<y: int>>>")))
        .containsExactly("{\"s\":{\"y\":null},\"l\":[{\"y\":null},null]}", "{\"s\":null,\"l\":[]}");
  }

  @Test
  void variants_are_one_column_however_they_are_shredded_and_decoded_for_filters()
      throws IOException {
    for (String shredding : List.of("struct<n: int>", "struct<s: string>")) {
      JsonTable.write(
          folder.resolve(shredding.hashCode() + ".parquet"),
          "struct<v: variant>",
          ParquetWriteOptions.defaults()
              .withShredding("v", ArrowTypeText.parse("v", shredding), ShredMode.EXACT),
          allocator,
          "{\"v\":{\"n\":1,\"s\":\"a\"}}",
          "{\"v\":{\"n\":2}}");
    }

    assertThat(read(schema("struct<v: variant>")))
        .containsExactly(
            "{\"v\":{\"n\":1,\"s\":\"a\"}}",
            "{\"v\":{\"n\":2}}",
            "{\"v\":{\"n\":1,\"s\":\"a\"}}",
            "{\"v\":{\"n\":2}}");
    ReaderSchema decoded = schema("struct<v: struct<n: bigint, s: string>>");
    assertThat(read(decoded, ALL.withFilter(Operand.column("v.n").isEqualTo(2))))
        .containsExactly("{\"v\":{\"n\":2,\"s\":null}}", "{\"v\":{\"n\":2,\"s\":null}}");
    VariantProjection path =
        VariantProjection.of("v", VariantPath.parse("$.s"), "p", ArrowType.Utf8.INSTANCE);
    assertThat(
            read(
                schema("struct<v: variant, x: int>"),
                ALL.withColumns(List.of("x")).withVariantPaths(List.of(path))))
        .containsExactly(
            "{\"x\":null,\"p\":\"a\"}",
            "{\"x\":null,\"p\":null}",
            "{\"x\":null,\"p\":\"a\"}",
            "{\"x\":null,\"p\":null}");
  }

  @Test
  void three_schemas_are_one_dataset() throws Exception {
    write("1.parquet", "struct<id#1: int, name#2: string>", "{\"id\":1,\"name\":\"a\"}");
    write(
        "2.parquet",
        "struct<name#2: string, id#1: bigint, extra#3: double>",
        "{\"id\":2,\"name\":\"b\",\"extra\":0.5e0}");
    write(
        "3.parquet",
        "struct<label#2: string, key#1: bigint, tags#4: list<string>>",
        "{\"label\":\"c\",\"key\":3,\"tags\":[\"t\"]}");
    Schema target =
        JsonTable.schema(
            "struct<key#1: bigint, label#2: string, extra#3: double, tags#4: list<string>>");
    RowFilter filter = Operand.column("label").isNotEqualTo("b");

    ParquetReadOptions options = ALL.withFilter(filter);
    ScanOptions scan = new ScanOptions(8, Optional.of(new String[] {"key", "label", "tags"}));
    List<String> rows = new ArrayList<>();
    try (ParquetDatasetFactory factory =
            ParquetDatasetFactory.of(ParquetFileSet.open(List.of(folder)), options, allocator);
        Dataset dataset = factory.finish(ReaderSchema.of(target));
        Scanner scanner = dataset.newScan(scan)) {
      assertThat(scanner.schema().getFields())
          .extracting(Field::getName)
          .containsExactly("key", "label", "tags");
      for (ScanTask task : scanner.scan()) {
        try (task;
            ArrowReader reader = task.execute()) {
          rows.addAll(JsonTable.read(reader, allocator));
        }
      }
    }
    assertThat(rows)
        .containsExactly(
            "{\"key\":1,\"label\":\"a\",\"tags\":null}",
            "{\"key\":3,\"label\":\"c\",\"tags\":[\"t\"]}");
  }

  @Test
  void a_column_that_is_not_chosen_need_not_fit() throws IOException {
    write("1.parquet", "struct<a: int, b: string>", "{\"a\":1,\"b\":\"x\"}");
    ReaderSchema schema = schema("struct<a: int, b: bigint>");

    assertThat(read(schema, ALL.withColumns(List.of("a")))).containsExactly("{\"a\":1}");
    assertThatThrownBy(() -> read(schema)).isInstanceOf(UnsupportedColumnException.class);
  }

  @Test
  void a_duplicate_id_names_file_and_both_columns() throws IOException {
    write("1.parquet", "struct<a#1: int, b#1: int>", "{}");

    assertThatThrownBy(() -> read(schema("struct<a#1: int>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("1.parquet")
        .hasMessageContaining("both a and b");
  }
}
