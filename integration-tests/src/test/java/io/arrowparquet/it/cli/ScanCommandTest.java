// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.NeedsCorpus;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsCorpus
class ScanCommandTest {
  @AutoClose private static LoadedJar jar;

  @TempDir Path folder;
  private CommandLineTool tool;

  @BeforeAll
  static void loadJar() throws Exception {
    jar = LoadedJar.load();
  }

  @BeforeEach
  void makeTool() {
    tool = new CommandLineTool(folder);
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

  @Test
  void rows_are_lines_of_json() throws Exception {
    CommandLineTool.Run run = tool.run("scan", variants());

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .containsExactly(
            "{\"id\":0,\"var\":null}",
            "{\"id\":1,\"var\":{\"c\":{\"b\":\"iceberg\"}}}",
            "{\"id\":2,\"var\":{\"c\":8,\"d\":-0.0}}",
            "{\"id\":3,\"var\":{\"c\":{\"a\":34,\"b\":\"\"},\"d\":0.0}}");
  }

  @Test
  void columns_may_be_paths_of_variants_and_rows_may_be_limited() throws Exception {
    CommandLineTool.Run run =
        CommandLineTool.runIn(
            jar, "scan", variants(), "--columns", "id,var.c.b,var.d as string", "--limit", "3");

    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .containsExactly(
            "{\"id\":0,\"var.c.b\":null,\"var.d\":null}",
            "{\"id\":1,\"var.c.b\":\"iceberg\",\"var.d\":null}",
            "{\"id\":2,\"var.c.b\":null,\"var.d\":\"-0.0\"}"); // a cast, as SQL has it
  }

  @Test
  void rows_may_be_chosen_by_a_condition() throws Exception {
    CommandLineTool.Run run =
        tool.run(
            "scan",
            variants(),
            "--where",
            "id > 1 and var.c::bigint = 8 or var is null",
            "--stats");

    assertThat(run.out().lines())
        .containsExactly("{\"id\":0,\"var\":null}", "{\"id\":2,\"var\":{\"c\":8,\"d\":-0.0}}");
    assertThat(run.err()).contains("rows: 4 decoded").contains("2 returned");
    CommandLineTool.Run wrong = tool.run("scan", variants(), "--where", "idd > 1");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).contains("column idd: found no such column", "id");
  }

  @Test
  void output_is_an_arrow_file_that_is_not_replaced_unasked() throws Exception {
    String file = plain("alltypes_dictionary.parquet");
    Path output = folder.resolve("rows.arrow");
    String[] command = {
      "scan", file, file, "--columns", "id", "--limit", "3", "--output", output.toString()
    };

    CommandLineTool.Run run = CommandLineTool.runIn(jar, command);

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEmpty();
    assertThat(ids(output)).containsExactly(0, 1, 0);
    CommandLineTool.Run again = CommandLineTool.runIn(jar, command);
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("rows.arrow: exists already");
  }

  private static List<Integer> ids(Path file) throws IOException {
    List<Integer> ids = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(file);
        ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
      while (reader.loadNextBatch()) {
        for (int row = 0; row < reader.getVectorSchemaRoot().getRowCount(); row++) {
          ids.add((Integer) reader.getVectorSchemaRoot().getVector("id").getObject(row));
        }
      }
    }
    return ids;
  }

  @Test
  void column_that_no_file_has_is_named_and_leaves_no_output() throws Exception {
    Path output = folder.resolve("rows.arrow");
    CommandLineTool.Run run =
        tool.run("scan", variants(), "--columns", "nothing", "--output", output.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("nothing");
    assertThat(output).doesNotExist();
  }

  @Test
  void wrong_numbers_and_lists_are_wrong_usage() throws Exception {
    assertThat(CommandLineTool.runIn(jar, "scan", variants(), "--limit", "-1").exitCode())
        .isEqualTo(2);
    assertThat(CommandLineTool.runIn(jar, "scan", variants(), "--columns", "a,,b").exitCode())
        .isEqualTo(2);
    assertThat(
            CommandLineTool.runIn(jar, "scan", variants(), "--columns", "var.c as nothing")
                .exitCode())
        .isEqualTo(2);
  }

  @Test
  void footer_that_cannot_be_used_is_a_warning() throws Exception {
    tool.run("footer", "attach", variants(), "--output", "attached.parquet");
    Path attached = folder.resolve("attached.parquet");
    byte[] bytes = Files.readAllBytes(attached);
    bytes[bytes.length - 60] ^= 1; // the checksums and the rest of the tail are the last 37 bytes
    Files.write(attached, bytes);

    CommandLineTool.Run run = tool.run("scan", "attached.parquet");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines()).hasSize(4);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err())
        .startsWith("arrowparquet: attached.parquet: ")
        .contains("; using the Thrift footer");
  }

  @Test
  void get_prints_a_value_a_line_as_it_is_or_of_a_type() throws Exception {
    String[] get = {"variant", "get", variants(), "--column", "var", "--path", "$.c"};
    assertThat(CommandLineTool.runIn(jar, get).out().lines())
        .containsExactly("null", "{\"b\":\"iceberg\"}", "8", "{\"a\":34,\"b\":\"\"}");
    CommandLineTool.Run typed =
        CommandLineTool.runIn(
            jar,
            "variant",
            "get",
            variants(),
            "--column",
            "var",
            "--path",
            "$.c",
            "--as",
            "bigint");
    assertThat(typed.out().lines()).containsExactly("null", "null", "8", "null");
    CommandLineTool.Run text =
        CommandLineTool.runIn(
            jar,
            "variant",
            "get",
            variants(),
            "--column",
            "var",
            "--path",
            "$.c",
            "--as",
            "string");
    assertThat(text.out().lines())
        .containsExactly(
            "null",
            "\"{\\\"b\\\":\\\"iceberg\\\"}\"",
            "\"8\"",
            "\"{\\\"a\\\":34,\\\"b\\\":\\\"\\\"}\"");
    CommandLineTool.Run lossless =
        CommandLineTool.runIn(
            jar, "scan", variants(), "--columns", "var.c as string", "--convert", "safe");
    assertThat(lossless.out().lines())
        .containsExactly(
            "{\"var.c\":null}", "{\"var.c\":null}", "{\"var.c\":null}", "{\"var.c\":null}");
    CommandLineTool.Run strict =
        CommandLineTool.runIn(
            jar, "scan", variants(), "--columns", "var.c as bigint", "--convert", "cast");
    assertThat(strict.exitCode()).isEqualTo(1);
    assertThat(strict.err().lines()).hasSize(1);
    assertThat(strict.err()).contains(variants(), "row 1", "$.c", "object", "Int(64, true)");
    CommandLineTool.Run wrong =
        CommandLineTool.runIn(jar, "variant", "get", variants(), "--column", "var", "--path", "c");
    assertThat(wrong.exitCode()).isEqualTo(2);
  }

  @Test
  void schema_prints_type_shredding_and_reasons() throws Exception {
    CommandLineTool.Run run =
        CommandLineTool.runIn(jar, "variant", "schema", variants(), "--column", "var");

    assertThat(run.err()).isEmpty();
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0)).startsWith("type: struct<c: dense_union(");
    assertThat(lines.get(1)).startsWith("shredding: ");
    assertThat(lines.get(2)).isEqualTo("3 rows");
    assertThat(lines).anyMatch(line -> line.contains("$.c.b"));
  }
}
