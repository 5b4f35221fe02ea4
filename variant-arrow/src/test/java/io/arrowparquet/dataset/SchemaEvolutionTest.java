// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.EvolvingTable.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.ScanTask;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files of different schemas read as one table: fields that meet, those that are missing, filters.
 *
 * @see io.arrowparquet.parquet.internal.evolution.EvolutionPlan
 * @see io.arrowparquet.parquet.internal.evolution.FieldUnion
 */
// try: Arrow's close() may declare any exception. deprecation: tasks are, but Arrow has no others.
@SuppressWarnings({"try", "deprecation"})
class SchemaEvolutionTest {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private EvolvingTable table;

  @BeforeEach
  void in_folder() {
    table = new EvolvingTable(folder, allocator);
  }

  @Test
  void fields_meet_by_id_at_any_depth() throws IOException {
    table.write(
        "1.parquet",
        "struct<old#1: int, swap#2: int, other#3: int, s#4: struct<x#5: int, y#6: int>>",
        "{\"old\":1,\"swap\":2,\"other\":3,\"s\":{\"x\":5,\"y\":6}}",
        "{}");

    assertThat(
            table.read(
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

    assertThat(table.read(schema("struct<new#4: variant>")))
        .containsExactly("{\"new\":{\"a\":1,\"b\":2}}");
  }

  @Test
  void names_are_for_fields_without_ids_and_by_the_old_method() throws IOException {
    table.write("1.parquet", "struct<a#1: int, b: int>", "{\"a\":1,\"b\":2}");

    assertThat(table.read(schema("struct<a#7: int, b#8: int>")))
        .containsExactly("{\"a\":null,\"b\":2}");
    ParquetFileSet files = ParquetFileSet.open(List.of(folder));
    try (ArrowReader reader =
        files.withSchema(JsonTable.schema("struct<a#7: int>")).read(ALL, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).containsExactly("{\"a\":1}");
    }
  }

  @Test
  void case_of_names_is_ignored_on_request() throws IOException {
    table.write(
        "1.parquet",
        "struct<Id: int, s: struct<Name: string>>",
        "{\"Id\":1,\"s\":{\"Name\":\"n\"}}");
    ReaderSchema schema = schema("struct<ID: int, S: struct<name: string>>");
    ReaderSchema ignoring = schema.withRules(EvolutionRules.defaults().withIgnoreCase(true));

    assertThat(table.read(schema)).containsExactly("{\"ID\":null,\"S\":null}");
    assertThat(table.read(ignoring)).containsExactly("{\"ID\":1,\"S\":{\"name\":\"n\"}}");
    assertThat(table.read(ignoring, ALL.withFilter(Operand.column("S.name").isEqualTo("n"))))
        .hasSize(1);
    table.write("2.parquet", "struct<id: int, iD: int>", "{}");
    assertThatThrownBy(() -> table.read(ignoring))
        .isInstanceOf(InvalidRequestException.class)
        .hasCauseInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("2.parquet")
        .hasMessageContaining("columns id and iD");
  }

  @Test
  void a_list_made_by_arrows_vector_has_an_element_in_messages() throws IOException {
    table.write("1.parquet", "struct<t: array<bigint>>", "{\"t\":[1]}");
    Field element = Field.nullable(ListVector.DATA_VECTOR_NAME, ArrowType.Utf8.INSTANCE);
    Field list = new Field("t", FieldType.nullable(ArrowType.List.INSTANCE), List.of(element));

    assertThatThrownBy(() -> table.read(ReaderSchema.of(new Schema(List.of(list))), ALL))
        .isInstanceOf(DiagnosedException.class)
        .hasMessageContaining("t.element: ")
        .hasMessageNotContaining("$");
  }

  @Test
  void a_missing_field_has_its_default_where_the_group_around_it_is() throws IOException {
    table.write(
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

    List<String> rows = table.read(schema);
    assertThat(rows)
        .containsExactly(
            "{\"a\":1,\"t\":\"text\",\"n\":7,\"b\":true,\"none\":null,\"s\":{\"q\":1.50},"
                + "\"l\":[{\"f\":0.5,\"y\":1},{\"f\":0.5,\"y\":2}]}",
            "{\"a\":2,\"t\":\"text\",\"n\":7,\"b\":true,\"none\":null,\"s\":null,\"l\":null}");
    assertThat(table.read(schema, ALL.withBatchSize(1))).isEqualTo(rows);
    filtersDefaults(schema, rows);
  }

  private void filtersDefaults(ReaderSchema schema, List<String> rows) throws IOException {
    Operand t = Operand.column("t");
    Operand q = Operand.column("s.q");
    assertThat(table.read(schema, ALL.withFilter(t.isEqualTo("text")))).isEqualTo(rows);
    assertThat(table.read(schema, ALL.withFilter(t.isNotEqualTo("text")))).isEmpty();
    assertThat(table.read(schema, ALL.withFilter(t.isIn(List.of("a", "text"))))).isEqualTo(rows);
    assertThat(table.read(schema, ALL.withFilter(t.isNull()))).isEmpty();
    assertThat(table.read(schema, ALL.withFilter(Operand.column("none.z").isNull())))
        .isEqualTo(rows);
    assertThat(table.read(schema, ALL.withFilter(q.isGreaterThan(1))))
        .isEqualTo(rows.subList(0, 1));
    assertThat(table.read(schema, ALL.withFilter(q.isGreaterThan(2).not())))
        .isEqualTo(rows.subList(0, 1));
    assertThat(table.read(schema, ALL.withFilter(q.isGreaterThan(2)))).isEmpty();
    assertThat(table.read(schema, ALL.withFilter(q.isNull()))).isEqualTo(rows.subList(1, 2));
    assertThat(table.read(schema, ALL.withFilter(q.isNotNull()))).isEqualTo(rows.subList(0, 1));
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
    table.write(
        "1.parquet",
        "struct<a: int, s: struct<x: int, big: string>, big: string>",
        "{\"a\":1,\"s\":{\"x\":1,\"big\":\"%1$s\"},\"big\":\"%1$s\"}"
            .formatted("long ".repeat(500)));
    ReaderSchema schema = schema("struct<s: struct<x: bigint, none: int>, a: int>");
    ParquetFileSet files = ParquetFileSet.open(List.of(folder)).withSchema(schema);

    assertThat(bytes(files, ALL, 1)).isLessThan(1000);
    assertThat(table.read(schema, ALL.withColumns(List.of("s.x"))))
        .containsExactly("{\"s\":{\"x\":1}}");
    assertThat(table.read(schema, ALL.withColumns(List.of("s.none", "a"))))
        .containsExactly("{\"s\":{\"none\":null},\"a\":1}");
  }

  @Test
  void a_struct_of_which_no_field_is_left_keeps_its_nulls() throws IOException {
    table.write(
        "1.parquet",
        "struct<s: struct<x: int>, l: list<struct<x: int>>>",
        "{\"s\":{\"x\":1},\"l\":[{\"x\":1},null]}",
        "{\"s\":null,\"l\":[]}");

    assertThat(table.read(schema("struct<s: struct<y: int>, l: list<struct<y: int>>>")))
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

    assertThat(table.read(schema("struct<v: variant>")))
        .containsExactly(
            "{\"v\":{\"n\":1,\"s\":\"a\"}}",
            "{\"v\":{\"n\":2}}",
            "{\"v\":{\"n\":1,\"s\":\"a\"}}",
            "{\"v\":{\"n\":2}}");
    ReaderSchema decoded = schema("struct<v: struct<n: bigint, s: string>>");
    assertThat(table.read(decoded, ALL.withFilter(Operand.column("v.n").isEqualTo(2))))
        .containsExactly("{\"v\":{\"n\":2,\"s\":null}}", "{\"v\":{\"n\":2,\"s\":null}}");
    VariantProjection path =
        VariantProjection.of("v", VariantPath.parse("$.s"), "p", ArrowType.Utf8.INSTANCE);
    assertThat(
            table.read(
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
    table.write("1.parquet", "struct<id#1: int, name#2: string>", "{\"id\":1,\"name\":\"a\"}");
    table.write(
        "2.parquet",
        "struct<name#2: string, id#1: bigint, extra#3: double>",
        "{\"id\":2,\"name\":\"b\",\"extra\":0.5e0}");
    table.write(
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
    table.write("1.parquet", "struct<a: int, b: string>", "{\"a\":1,\"b\":\"x\"}");
    ReaderSchema schema = schema("struct<a: int, b: bigint>");

    assertThat(table.read(schema, ALL.withColumns(List.of("a")))).containsExactly("{\"a\":1}");
    assertThatThrownBy(() -> table.read(schema)).isInstanceOf(UnsupportedColumnException.class);
  }

  @Test
  void a_duplicate_id_names_file_and_both_columns() throws IOException {
    table.write("1.parquet", "struct<a#1: int, b#1: int>", "{}");

    assertThatThrownBy(() -> table.read(schema("struct<a#1: int>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("1.parquet")
        .hasMessageContaining("both a and b");
  }
}
