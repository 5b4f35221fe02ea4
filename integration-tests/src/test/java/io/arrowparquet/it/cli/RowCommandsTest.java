// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.NeedsCorpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commands that print rows, and rows about column chunks.
 *
 * @see io.arrowparquet.cli.rows.TableCommand
 * @see io.arrowparquet.cli.chunks.ChunkCommand
 */
@NeedsCorpus
class RowCommandsTest {
  @AutoClose private static LoadedJar jar;

  @TempDir Path folder;

  @BeforeAll
  static void loadJar() throws Exception {
    jar = LoadedJar.load();
  }

  private static String variants() {
    return Corpus.folder("shredded_variant")
        .resolve("case-083.parquet")
        .toAbsolutePath()
        .toString();
  }

  private static String plain(String name) {
    return Corpus.folder("data").resolve(name).toAbsolutePath().toString();
  }

  private static CommandLineTool.Run run(String... arguments) {
    return CommandLineTool.runIn(jar, arguments);
  }

  private static List<String> lines(String... arguments) {
    CommandLineTool.Run run = run(arguments);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return run.out().lines().toList();
  }

  @Test
  void count_is_of_all_files_and_of_rows_that_match() {
    String tiny = plain("alltypes_tiny_pages_plain.parquet");

    assertThat(lines("count", tiny, tiny)).containsExactly("14600");
    assertThat(lines("count", variants(), "--where", "id > 0")).containsExactly("3");
    assertThat(lines("count", variants(), "--where", "var.c::bigint = 8")).containsExactly("1");
  }

  @Test
  void schema_has_the_types_that_conditions_take() {
    assertThat(lines("schema", variants())).containsExactly("id: int not null", "var: variant");
    assertThat(lines("schema", variants(), "--columns", "var.c as bigint"))
        .containsExactly("var.c: bigint");
    assertThat(String.join("", lines("schema", variants(), "--json")))
        .startsWith("{")
        .contains("\"arrow.parquet.variant\"");
  }

  @Test
  void columns_are_in_the_order_of_their_names() throws IOException {
    String[] columns = {"--columns", "var.c.b as string,id,var"};

    assertThat(lines("schema", variants(), columns[0], columns[1]))
        .containsExactly("var.c.b: string", "id: int not null", "var: variant");
    assertThat(lines("head", variants(), "-n", "2", columns[0], columns[1]))
        .containsExactly(
            "{\"var.c.b\":null,\"id\":0,\"var\":null}",
            "{\"var.c.b\":\"iceberg\",\"id\":1,\"var\":{\"c\":{\"b\":\"iceberg\"}}}");
    Path file = folder.resolve("ordered.arrow");
    lines("scan", variants(), columns[0], columns[1], "-o", file.toString());
    Path converted = folder.resolve("ordered.parquet");
    lines("convert", file.toString(), "-o", converted.toString());
    assertThat(lines("scan", converted.toString(), "--limit", "1"))
        .containsExactly("{\"var.c.b\":null,\"id\":0,\"var\":null}");
    assertThat(lines("head", plain("nested_maps.snappy.parquet"), "--columns", "c,a", "-n", "1"))
        .singleElement()
        .asString()
        .startsWith("{\"c\":");
  }

  @Test
  void head_prints_the_first_rows() {
    String file = plain("alltypes_plain.snappy.parquet");

    assertThat(lines("head", file, file, "-n", "3", "--columns", "id"))
        .containsExactly("{\"id\":6}", "{\"id\":7}", "{\"id\":6}");
    assertThat(lines("head", plain("alltypes_tiny_pages_plain.parquet"))).hasSize(10);
  }

  @Test
  void table_has_columns_below_each_other_and_cuts_long_cells() {
    assertThat(lines("head", variants(), "--format", "table"))
        .containsExactly(
            "id  var",
            "--  -----------------------------",
            " 0",
            " 1  {\"c\":{\"b\":\"iceberg\"}}",
            " 2  {\"c\":8,\"d\":-0.0}",
            " 3  {\"c\":{\"a\":34,\"b\":\"\"},\"d\":0.0}");
    List<String> long0 =
        lines("head", plain("nested_maps.snappy.parquet"), "--format", "table", "--columns", "a");
    assertThat(long0.subList(2, long0.size())).allMatch(line -> line.length() <= 48);
  }

  @Test
  void csv_tells_null_from_empty_and_quotes() {
    CommandLineTool.Run run =
        run(
            "scan",
            variants(),
            "--format",
            "csv",
            "--columns",
            "id,var.c,var.c.b as string",
            "--where",
            "id > 0");

    assertThat(run.out())
        .isEqualTo(
            "id,var.c,var.c.b\r\n1,\"{\"\"b\"\":\"\"iceberg\"\"}\",iceberg\r\n2,8,\r\n"
                + "3,\"{\"\"a\"\":34,\"\"b\"\":\"\"\"\"}\",\"\"\r\n");
  }

  @Test
  void text_goes_to_a_file_too() throws IOException {
    Path file = folder.resolve("rows.csv");

    assertThat(
            lines("scan", variants(), "--columns", "id", "--format", "csv", "-o", file.toString()))
        .isEmpty();

    assertThat(Files.readString(file)).isEqualTo("id\r\n0\r\n1\r\n2\r\n3\r\n");
  }

  @Test
  void dash_is_a_stream_of_arrow_ipc_on_standard_output() throws Exception {
    CommandLineTool tool = new CommandLineTool(folder);
    Path out = folder.resolve("stream");

    CommandLineTool.Run run =
        tool.runInto(out, List.of(), "scan", variants(), "--columns", "id", "-o", "-");

    assertThat(run.err()).isEmpty();
    List<Object> ids = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator();
        ArrowReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(Files.readAllBytes(out)), allocator)) {
      while (reader.loadNextBatch()) {
        for (int row = 0; row < reader.getVectorSchemaRoot().getRowCount(); row++) {
          ids.add(reader.getVectorSchemaRoot().getVector("id").getObject(row));
        }
      }
    }
    assertThat(ids).containsExactly(0, 1, 2, 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"2; 2", "0,3; 0 3", "1..2; 1 2", "3,1..2,2; 1 2 3", "2..9; 2 3", "7; ''"})
  void rows_are_those_with_the_numbers_in_the_order_of_the_file(String at, String ids) {
    List<String> expected =
        Stream.of(ids.split(" "))
            .filter(id -> !id.isEmpty())
            .map(id -> "{\"id\":" + id + "}")
            .toList();
    assertThat(lines("rows", variants(), "--columns", "id", "--at", at))
        .containsExactlyElementsOf(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "x", "3..1", "1..", "99999999999999999999"})
  void wrong_numbers_of_rows_are_wrong_usage(String at) {
    CommandLineTool.Run run = run("rows", variants(), "--at=" + at);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--at");
  }

  @Test
  void numbers_of_rows_are_those_of_one_file() {
    assertThat(run("rows", variants(), variants(), "--at", "1").exitCode()).isEqualTo(2);
  }

  @Test
  void sample_is_of_all_files_the_same_for_the_same_seed_and_all_rows_at_most() {
    String tiny = plain("alltypes_tiny_pages_plain.parquet");
    String[] ten = {"sample", tiny, tiny, "--columns", "id", "--seed", "3"};

    assertThat(lines(ten)).hasSize(10).isEqualTo(lines(ten));
    assertThat(lines("sample", tiny, tiny, "--columns", "id", "--seed", "4"))
        .isNotEqualTo(lines(ten));
    assertThat(lines("sample", variants(), "-n", "99", "--columns", "id")).hasSize(4);
    List<String> half = lines("sample", tiny, tiny, "-n", "7300", "--columns", "id", "--seed", "1");
    assertThat(half).hasSize(7300);
    // Ids are 0 to 7299 in each file: about half of each, and half of those below the middle.
    long low = half.stream().filter(line -> line.matches("\\{\"id\":[0-3]?\\d{1,3}}")).count();
    assertThat(low).isBetween(3700L, 4300L);
  }

  @Test
  void sample_of_files_with_different_columns_has_all_of_them() {
    List<String> rows =
        lines("sample", variants(), plain("alltypes_plain.snappy.parquet"), "-n", "6");

    assertThat(rows).hasSize(6).allMatch(row -> row.contains("\"var\":"));
    assertThat(rows.get(1)).contains("iceberg").contains("\"bool_col\":null");
  }

  @Test
  void path_that_no_row_has_is_a_warning() {
    CommandLineTool.Run run = run("scan", variants(), "--columns", "var.nope,var.c.b");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEqualTo("arrowparquet: var.nope: no row has such a value\n");
    assertThat(lines("scan", variants(), "--columns", "var.nope", "--limit", "1")).hasSize(1);
  }

  @Test
  void cast_of_whole_values_that_gives_nulls_alone_is_none() {
    CommandLineTool.Run run = run("scan", variants(), "--columns", "var as date");

    assertThat(run.out()).contains("null").doesNotContain("\"var\":\"");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void pages_are_as_their_headers_say() {
    List<String> pages =
        lines("pages", plain("alltypes_tiny_pages_plain.parquet"), "--columns", "id");

    assertThat(pages).hasSize(325);
    assertThat(pages.get(0))
        .isEqualTo(
            "{\"column\":\"id\",\"row_group\":0,\"type\":\"DATA_PAGE\",\"encoding\":\"PLAIN\","
                + "\"values\":21,\"offset\":4,\"header_size\":19,\"compressed_size\":90,"
                + "\"uncompressed_size\":90}");
  }

  @Test
  void damaged_pages_name_the_file_and_the_place() throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of(plain("alltypes_tiny_pages_plain.parquet")));
    Arrays.fill(bytes, 4, 23, (byte) 0x7f); // the header of the first page
    Path file = folder.resolve("damaged.parquet");
    Files.write(file, bytes);

    CommandLineTool.Run run = run("pages", file.toString(), "--columns", "id");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("damaged.parquet");
  }

  @Test
  void column_index_has_rows_and_bounds_of_pages() {
    List<String> pages =
        lines(
            "column-index",
            plain("alltypes_tiny_pages_plain.parquet"),
            "--column",
            "id",
            "--format",
            "csv");

    assertThat(pages.get(1)).isEqualTo("0,0,0,21,4,109,21,0,122,142,,");
  }

  @Test
  void dictionary_has_the_distinct_values_or_says_that_there_is_none() {
    assertThat(run("demo", "--keep", folder.toString()).exitCode()).isZero();

    List<String> values =
        lines("dictionary", folder.resolve("wide.parquet").toString(), "--column", "c0002");
    assertThat(values).hasSize(320).doesNotHaveDuplicates();
    assertThat(values.get(0)).isEqualTo("{\"row_group\":0,\"c0002\":\"city-2\"}");
    CommandLineTool.Run none =
        run("dictionary", plain("alltypes_tiny_pages_plain.parquet"), "--column", "id");
    assertThat(none.exitCode()).isZero();
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).contains("id: row group 0 has no dictionary");
  }
}
