// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageErrorsTest {
  @TempDir private Path folder;

  /** The lines of what a wrong call prints. */
  private static List<String> lines(String... arguments) {
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err), arguments);

    assertThat(code).isEqualTo(2);
    return err.toString().lines().toList();
  }

  private static void write(Path file) throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { required int32 a; }");
    ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(schema).build().close();
  }

  @Test
  void wrong_option_is_a_line_and_the_way_to_the_help() {
    assertThat(lines("scan", "a.parquet", "--limit", "-1"))
        .containsExactly(
            "arrowparquet: --limit must not be negative: -1", "Try: arrowparquet scan --help");
    assertThat(lines("footer", "verify", "a.parquet", "--jobs", "0"))
        .containsExactly(
            "arrowparquet: --jobs must be at least 1, not 0",
            "Try: arrowparquet footer verify --help");
  }

  @Test
  void what_is_missing_is_named() {
    assertThat(lines("footer", "verify").get(0))
        .isEqualTo("arrowparquet: Missing required parameter: 'FILE'");
    assertThat(lines("scan").get(0))
        .isEqualTo("arrowparquet: give either FILE... or --bundle BUNDLE");
    assertThat(lines("variant", "cat", "a.parquet").get(0))
        .isEqualTo("arrowparquet: Missing required option: '--column=NAME'");
  }

  @Test
  void numbers_are_no_java_types() {
    assertThat(lines("scan", "a.parquet", "--limit", "many").get(0))
        .isEqualTo(
            "arrowparquet: Invalid value for option '--limit': expected a whole number of at most"
                + " 9223372036854775807, not 'many'");
    assertThat(lines("footer", "verify", "a.parquet", "--jobs", "2147483648").get(0))
        .contains("expected a whole number of at most 2147483647, not '2147483648'");
  }

  @Test
  void empty_path_is_not_the_current_directory() {
    assertThat(lines("scan", "").get(0)).contains("expected a path, not ''");
    assertThat(lines("scan", "a.parquet", "--output", "").get(0))
        .contains("'--output'", "expected a path, not ''");
  }

  @Test
  void list_of_columns_that_cannot_be_read_names_the_option() throws Exception {
    Path file = folder.resolve("a.parquet");
    write(file);

    assertThat(lines("scan", file.toString(), "--columns", "a,,b").get(0))
        .startsWith("arrowparquet: --columns: ");
  }

  @Test
  void misspelt_words_get_a_suggestion() {
    assertThat(lines("footer", "atach"))
        .containsExactly(
            "arrowparquet: no such command: 'atach'",
            "Did you mean: footer attach?",
            "Try: arrowparquet footer --help");
    assertThat(lines("scan", "a.parquet", "--colums", "a"))
        .contains("arrowparquet: unknown option: '--colums'", "Try: arrowparquet scan --help")
        .anyMatch(line -> line.contains("--columns"));
    assertThat(lines("variant", "cat", "a.parquet", "b.parquet", "--column", "v").get(0))
        .isEqualTo("arrowparquet: unexpected argument: 'b.parquet'");
  }

  @Test
  void no_command_at_all_prints_the_help() {
    assertThat(lines()).contains("Commands:").anyMatch(line -> line.startsWith("Usage: "));
    assertThat(lines("footer")).contains("Commands:");
  }

  @Test
  void output_is_no_input_even_with_overwrite() throws Exception {
    Path file = folder.resolve("a.parquet");
    write(file);
    byte[] before = Files.readAllBytes(file);
    List<String> call = new ArrayList<>(List.of("scan", folder.toString(), "--overwrite"));
    call.addAll(List.of("--output", file.toString()));

    assertThat(lines(call.toArray(String[]::new)).get(0))
        .isEqualTo("arrowparquet: --output " + file + " is one of the files to read");
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void each_command_knows_its_version() {
    StringWriter out = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(out), new PrintWriter(new StringWriter()), "footer", "verify", "-V");

    assertThat(code).isZero();
    assertThat(out.toString()).startsWith("arrowparquet ");
  }
}
