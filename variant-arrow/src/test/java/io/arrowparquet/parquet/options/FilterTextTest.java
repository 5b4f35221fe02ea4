// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code scan --where}: the rows that the text of a filter chooses, and what is said of others. */
class FilterTextTest {
  @TempDir private static Path folder;
  private static Path file;

  @BeforeAll
  static void write() throws Exception {
    file = folder.resolve("types.parquet");
    try (RootAllocator allocator = new RootAllocator()) {
      TypesFile.write(file, allocator);
    }
  }

  private record Run(int code, String out, String err) {}

  private static Run scan(String... options) {
    List<String> arguments = new ArrayList<>(List.of("scan", file.toString()));
    arguments.addAll(List.of(options));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(out), new PrintWriter(err, true), arguments.toArray(String[]::new));
    return new Run(code, out.toString(), err.toString());
  }

  private static String rows(String where) {
    Run run = scan("--columns", "id", "--where", where);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    return run.out().replaceAll("\\D+", " ").strip();
  }

  @ParameterizedTest
  @CsvSource({"OR, id = 2, 2", "AND, id >= 4, 4 5", "OR NOT, id > 0, 0 1 2 3 4 5"})
  void chains_of_ten_thousand_are_read(String join, String test, String expected) {
    assertThat(rows(String.join(" " + join + " ", Collections.nCopies(10_000, test))))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e1000000000", "1e-1000000000", "MANY"})
  void a_number_of_absurd_size_is_refused_at_once(String number) {
    String text = number.equals("MANY") ? "1".repeat(5_000_000) : number;

    assertThat(scan("--where", "id < " + text).err()).contains("expected a whole number");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // Row numbers; TypesFile has the values. Nulls are in row 5.
        "id = 2 | 2",
        "id = 2 Or id == 3 | 2 3",
        "id != 2 and id <> 3 | 0 1 4 5",
        "id<2 | 0 1",
        "2>id | 0 1",
        "id>=4 | 4 5",
        "4 <= id | 4 5",
        "2 = id | 2",
        "not id < 4 | 4 5",
        "id = 0 or id = 1 and n = 100 | 0",
        "(id = 0 or id = 1) and n < 100 | 0 1",
        "n between 10 and 30 | 1 2 3",
        "n not between 10 and 30 | 0 4",
        "n in (0, 20, 7) | 0 2",
        "n not in (0, 20) | 1 3 4",
        "n is null | 5",
        "n IS NOT NULL AND n > 2e1 | 3 4",
        "n is distinct from 20 | 0 1 3 4 5",
        "n is not distinct from null | 5",
        "n is not distinct from 20 | 2",
        "n is not distinct from m | 0 5",
        "n > m | 1 2 3 4",
        "n = '20' | 2",
        "d = 0.1 | 1",
        "d = -1.5 | 2",
        "d is nan | 3",
        "d is not nan | 0 1 2 4",
        "f = 0.1 | 1",
        "price = 1.25 | 1",
        "price > 2 | 2 3 4",
        "s = 'view' | 0 2",
        "s = 'it''s' | 3",
        "s like 'cl%' | 1",
        "s like 'view' | 0 2",
        "s like '100\\%%' | 4",
        "s not like 'v%' | 1 3 4",
        "s like '%' | 0 1 2 3 4",
        "bin = X'0002' | 2",
        "bin >= 'a' | ~~",
        "day = '2026-01-03' | 2",
        "day >= date '2026-01-04' | 3 4",
        "at < timestamp '2026-01-02T00:00:00Z' | 0",
        "at = '2026-01-03 01:00:00+01:00' | 2",
        "at = '2026-01-03' | 2",
        "local = '2026-01-03 00:00' | 2",
        "clock <= time '01:00:00' | 0 1",
        "flag | 0 2 4",
        "not flag | 1 3",
        "flag = false | 1 3",
        "true | 0 1 2 3 4 5",
        "true and false | ~~",
        "uid = uuid '00000000-0000-0000-0000-000000000003' | 3",
        "g.x >= 3 | 3 4",
        "g is null | 5",
        "`odd name` = 1 | 1",
        "\"odd name\" = 1 | 1",
        "`and` = 4 | 4",
        // Paths into Variants.
        "v.a as bigint = 2 | 2",
        "v.a::bigint = 2 | 2",
        "v.a::bigint>=3 | 3 4",
        "cast(v.a as bigint) in (1, 3) | 1 3",
        "CAST(v.a AS BIGINT) BETWEEN 1 AND 2 | 1 2",
        "v.a as decimal(10, 2) > 3.5 | 4",
        "v['b c'].d[0] as string = 'e1' | 1",
        "v['b c'].d[0]::string like 'e%' and v.a::int < 2 | 0 1",
        "v.a as bigint is null | 5",
        "v.nothing is null | 0 1 2 3 4 5",
        "v.a is not null | 0 1 2 3 4",
        "v is null | 5",
        "v.a as bigint = n | 0",
        "v.a as timestamp(us, 'Europe/Paris') is null | 0 1 2 3 4 5",
      })
  void rows_are_those_for_which_the_text_is_true(String where, String expected) {
    assertThat(rows(where)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~ | at position 0 found the end, expected a column, or a value",
        "id | at position 2 found the end, expected =, !=, <, <=, >, >=, IS, IN, BETWEEN or LIKE",
        "id = | at position 4 found the end, expected a column, or a value",
        "id = 1 and | at position 10 found the end, expected a column",
        "id = 1 id = 2 | at position 7 found 'id', expected AND, OR or the end",
        "(id = 1 | at position 7 found the end, expected ')'",
        "id = 1) | at position 6 found ')', expected AND, OR or the end",
        "id = 'x' | at position 5 found 'x', expected a whole number, because id is of type bigint",
        "id = 1.5 | at position 5 found '1.5', expected a whole number",
        "1.5 = id | at position 0 found '1.5', expected a whole number",
        "id = null | at position 5 found 'null', expected a value: nothing compares with NULL",
        "id in (1, null) | at position 10 found 'null', expected a value",
        "id in () | at position 7 found ')', expected a value",
        "id not = 1 | at position 7 found '=', expected BETWEEN, IN or LIKE after NOT",
        "id is 5 | at position 6 found '5', expected NULL, NAN or DISTINCT FROM",
        "id is nan | at position 0 found 'id', expected a floating point column",
        "1 = 2 | at position 4 found '2', expected a column",
        "s like '%x' | at position 7 found '%x', expected a prefix, as 'abc%'",
        "s like 'a_' | expected a prefix",
        "s = 'open | at position 4 found 'open, expected a closing ' for it",
        "s = 5 | at position 4 found '5', expected a text in single quotes",
        "day = '2026-02-30' | at position 6 found '2026-02-30', expected a date, as '2026-01-31'",
        "at = time '00:00' | expected a timestamp, as",
        "n = 1e999999999 | expected a whole number",
        "g = 1 | at position 4 found '1', expected IS NULL: g is of type struct<",
        "id as int = 1 | at position 0: id as int: only paths into Variant columns have the type",
        "v.a = 1 | at position 0 found 'v.a', expected the type that it is compared as",
        "v.a as bogus = 1 | at position 0: type bogus: at position 0 found 'bogus', expected a type",
        "v. as int = 1 | at position 0: path $.: at position 2 found the end of the path",
        "v[x] as int = 1 | at position 0: path $[x]: at position 2 found 'x', expected an index",
      })
  void error_names_the_place_in_the_text(String where, String expected) {
    Run run = scan("--where", where);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("arrowparquet: --where: ").contains(expected);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void column_that_no_file_has_is_bad_input_and_not_wrong_usage() {
    Run run = scan("--where", "nn = 1");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("column nn: found no such column, expected a column of a file");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void texts_of_any_depth_and_length_are_read_or_refused() {
    assertThat(rows("id = 1" + " or id = 1".repeat(20_000))).isEqualTo("1");
    assertThat(rows("(".repeat(100) + "id = 1" + ")".repeat(100))).isEqualTo("1");
    Run deep = scan("--where", "(".repeat(100_000));
    assertThat(deep.code()).isEqualTo(2);
    assertThat(deep.err()).contains("at position 128", "at most 128 levels");
  }

  @Test
  void every_cut_text_is_read_or_refused_with_a_place() {
    String text = "n in (1, 2) and `odd name` <> -1 or v['b c'].d[0]::string like 'e%'";
    for (int length = 0; length < text.length(); length++) {
      Run run = scan("--where", text.substring(0, length));
      if (run.code() == 1) {
        assertThat(run.err()).contains(": found no such column, expected ");
      } else if (run.code() == 2) {
        assertThat(run.err()).startsWith("arrowparquet: --where: at position ");
      } else {
        assertThat(run.code()).isZero();
      }
    }
  }

  @Test
  void comparison_that_is_never_true_is_a_warning() {
    Run run = scan("--columns", "id", "--where", "v.a as tinyint = 300 or id = 1");

    assertThat(run.out()).isEqualTo("{\"id\":1}\n");
    assertThat(run.err().lines())
        .containsExactly(
            "arrowparquet: " + file + ": v.a = 300 is never true: no Int(8, true) is that");
  }

  @Test
  void statistics_say_what_each_step_has_saved() {
    Run run = scan("--columns", "id", "--where", "id >= 3 and n = 30", "--stats");

    assertThat(run.out()).isEqualTo("{\"id\":3}\n");
    assertThat(run.err())
        .contains("row groups: 1 read, 2 left out (2 by statistics,")
        .contains("rows: ")
        .contains("1 returned")
        .containsPattern("requests: \\d+ for rows");
  }

  @Test
  void mode_of_conversion_is_that_of_paths_in_filters() {
    assertThat(rows("v.a as string = '3'")).isEqualTo("3");
    assertThat(scan("--columns", "id", "--convert", "safe", "--where", "v.a as string = '3'").out())
        .isEmpty();
    Run run = scan("--convert", "strict", "--where", "v.a as string = '3'");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("$.a").doesNotContain("row ");
  }
}
