// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Names that are found without regard to case, in files, sets, schemas and splits.
 *
 * @see ParquetReadOptions
 */
class CaseInsensitiveNamesTest {
  private static final ParquetReadOptions EXACT = ParquetReadOptions.defaults();
  private static final ParquetReadOptions ANY = EXACT.withCaseInsensitive(true);

  @TempDir Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path first;

  @BeforeEach
  void write() throws IOException {
    first =
        write(
            "a",
            "struct<Id: int, S: struct<X: int, y: int>, V: variant>",
            "{\"Id\":1,\"S\":{\"X\":2,\"y\":3},\"V\":{\"N\":4}}");
    write(
        "b",
        "struct<ID: bigint, s: struct<x: int>, v: variant, More: int>",
        "{\"ID\":5,\"s\":{\"x\":6},\"v\":{\"N\":7},\"More\":8}");
  }

  private Path write(String name, String type, String row) throws IOException {
    Path file = folder.resolve(name + ".parquet");
    JsonTable.write(file, type, ParquetWriteOptions.defaults(), allocator, row);
    return file;
  }

  private List<String> file(Path file, ParquetReadOptions options) throws IOException {
    try (ArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  private List<String> read(ParquetFileSet set, ParquetReadOptions options) throws IOException {
    try (ArrowReader reader = set.read(options, allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  private static VariantProjection n(String column) {
    return new VariantProjection(
        column, VariantPath.parse("$.N"), ArrowTypeText.parse("n", "int"), ConversionMode.STRICT);
  }

  @Test
  void a_file_is_read_by_names_of_any_case() throws IOException {
    ParquetReadOptions options =
        ANY.withColumns(List.of("ID", "s.x"))
            .withFilter(Operand.column("iD").isEqualTo(1).and(n("v").isEqualTo(4)))
            .withVariantPaths(List.of(n("v")));
    assertThat(file(first, options)).containsExactly("{\"Id\":1,\"S\":{\"X\":2},\"n\":4}");
    assertThat(file(first, options.withFilter(Operand.column("id").isEqualTo(1).not()))).isEmpty();
    assertThatThrownBy(() -> file(first, EXACT.withColumns(List.of("ID"))))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void two_columns_that_collide_are_refused_by_both_names() throws IOException {
    Path file = write("two", "struct<c: int, C: int, d: int>", "{\"c\":1,\"C\":2,\"d\":3}");
    assertThat(file(file, ANY.withColumns(List.of("D")))).containsExactly("{\"d\":3}");
    assertThatThrownBy(() -> file(file, ANY.withColumns(List.of("c"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("columns c and C");
    assertThatThrownBy(() -> ParquetFileSet.open(List.of(first, file)).schema(ANY))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("columns c and C");
  }

  @Test
  void columns_of_several_files_that_differ_in_case_are_one() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(folder));
    ParquetReadOptions options =
        ANY.withColumns(List.of("id", "s", "mOre")).withVariantPaths(List.of(n("v")));
    List<String> rows =
        List.of(
            "{\"Id\":1,\"S\":{\"X\":2,\"y\":3},\"More\":null,\"n\":4}",
            "{\"Id\":5,\"S\":{\"X\":6,\"y\":null},\"More\":8,\"n\":7}");
    assertThat(read(set, options)).containsExactlyElementsOf(rows);
    assertThat(read(set, options.withFilter(Operand.column("ID").isGreaterThan(1))))
        .containsExactly(rows.get(1));
    assertThatThrownBy(() -> set.schema(ANY.withColumns(List.of("idd"))))
        .isInstanceOf(InvalidRequestException.class);

    List<String> split = new ArrayList<>();
    for (ParquetSplit part : ParquetScanPlan.of(set, options).splits(1)) {
      ParquetSplit sent = ParquetSplit.from(part.toBytes());
      try (ArrowReader reader = sent.open(ByteSources.defaults(), allocator)) {
        split.addAll(JsonTable.read(reader, allocator));
      }
    }
    assertThat(split).containsExactlyElementsOf(rows);
  }

  @Test
  void a_schema_of_the_callers_has_its_names_found_too() throws IOException {
    Schema schema = JsonTable.schema("struct<iD: bigint, more: int>");
    EvolutionRules rules = EvolutionRules.defaults().withIgnoreCase(true);
    ParquetFileSet set =
        ParquetFileSet.open(List.of(folder)).withSchema(ReaderSchema.of(schema).withRules(rules));
    ParquetReadOptions options =
        ANY.withColumns(List.of("ID")).withFilter(Operand.column("MORE").isNotNull());
    assertThat(read(set, options)).containsExactly("{\"iD\":5}");
  }

  @Test
  void columns_are_chosen_by_prefix() throws IOException {
    Schema schema = ParquetFileSet.open(List.of(first)).schema(EXACT);
    ConversionMode mode = ConversionMode.TRY_CAST;
    assertThat(file(first, EXACT.withColumns("S.*, I*", schema, mode)))
        .containsExactly("{\"Id\":1,\"S\":{\"X\":2,\"y\":3}}");
    assertThat(file(first, ANY.withColumns("s.x*, v.N as int", schema, mode)))
        .containsExactly("{\"S\":{\"X\":2},\"v.N\":4}");
    assertThatThrownBy(() -> EXACT.withColumns("s*", schema, mode))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void filters_are_texts_with_names_of_any_case() throws IOException {
    Schema schema = ParquetFileSet.open(List.of(first)).schema(EXACT);
    ConversionMode mode = ConversionMode.TRY_CAST;
    for (String text : List.of("iD = 1 and s.x < 3", "v.N as int = 4", "\"ID\" in (1)")) {
      RowFilter filter = RowFilter.parse(text, schema, mode, true);
      assertThat(file(first, ANY.withFilter(filter))).hasSize(1);
      assertThat(file(first, ANY.withFilter(filter.not()))).isEmpty();
      assertThatThrownBy(() -> RowFilter.parse(text.toLowerCase(Locale.ROOT), schema, mode))
          .isInstanceOf(InvalidRequestException.class);
    }
    assertThatThrownBy(() -> RowFilter.parse("v.n2 = 4", schema, mode, true))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void row_lineage_is_of_a_column_of_any_case() throws IOException {
    write("c", "struct<row_id: bigint>", "{\"row_id\":70}");
    write("d", "struct<Row_Id: bigint>", "{\"Row_Id\":80}");
    ParquetReadOptions options =
        ANY.withColumns(List.of()).withRowColumns(List.of(RowColumn.lineage("n", "ROW_ID", 5)));
    Path third = folder.resolve("c.parquet");
    assertThat(file(third, options)).containsExactly("{\"n\":70}");
    assertThat(file(third, options.withCaseInsensitive(false))).containsExactly("{\"n\":5}");
    ParquetFileSet set = ParquetFileSet.open(List.of(third, folder.resolve("d.parquet")));
    assertThat(read(set, options)).containsExactly("{\"n\":70}", "{\"n\":80}");
    ParquetFileSet into =
        set.withSchema(
            ReaderSchema.of(JsonTable.schema("struct<ROW_id: bigint>"))
                .withRules(EvolutionRules.defaults().withIgnoreCase(true)));
    assertThat(read(into, options)).containsExactly("{\"n\":70}", "{\"n\":80}");
  }

  @Test
  void a_footer_finds_columns_of_any_case() throws IOException {
    Path two = write("two", "struct<c: int, C: int>", "{\"c\":1,\"C\":2}");
    try (ByteSource bytes = ByteSources.path(two);
        ByteSource other = ByteSources.path(first)) {
      FlatFooter footer = FooterReader.defaults().read(other).footer();
      assertThat(footer.findColumnIgnoringCase("s.x")).isEqualTo(footer.findColumn("S.X"));
      assertThat(footer.findColumnIgnoringCase("none")).isNegative();
      FlatFooter colliding = FooterReader.defaults().read(bytes).footer();
      assertThatThrownBy(() -> colliding.findColumnIgnoringCase("c"))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("columns c and C");
    }
  }
}
