// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsCorpus
class FooterCommandsTest {
  @TempDir Path folder;
  private CommandLineTool tool;
  private Path file;
  private byte[] original;

  @BeforeEach
  void copyFile() throws IOException {
    tool = new CommandLineTool(folder);
    file = folder.resolve("nulls.parquet");
    Files.copy(Corpus.folder("data").resolve("nulls.snappy.parquet"), file);
    original = Files.readAllBytes(file);
  }

  @Test
  void attach_and_strip_give_back_the_original() throws Exception {
    assertThat(tool.run("footer", "attach", "nulls.parquet", "--output", "a.parquet"))
        .isEqualTo(new CommandLineTool.Run(0, "", "nulls.parquet: attached\n"));
    assertThat(tool.run("footer", "strip", "a.parquet", "--output", "s.parquet").exitCode())
        .isZero();

    assertThat(folder.resolve("s.parquet")).hasBinaryContent(original);
    assertThat(file).hasBinaryContent(original);
  }

  @Test
  void inspect_says_the_same_with_and_without_thrift_but_for_the_origin() throws Exception {
    tool.run("footer", "attach", "--in-place", "nulls.parquet");
    CommandLineTool.Run flat = tool.run("footer", "inspect", "nulls.parquet");
    CommandLineTool.Run thrift = tool.run("footer", "inspect", "--thrift", "nulls.parquet");

    assertThat(flat.exitCode()).isZero();
    assertThat(flat.out())
        .contains("FlatBuffers (spec)")
        .contains("b_struct.b_c_int: INT32 SNAPPY");
    assertThat(withoutOrigin(flat.out())).isEqualTo(withoutOrigin(thrift.out()));
  }

  @Test
  void footer_of_photon_is_named_compared_used_and_replaced_where_that_is_asked_for()
      throws Exception {
    Files.copy(OtherWritersFiles.find("photon_footer.parquet"), folder.resolve("photon.parquet"));

    CommandLineTool.Run inspected = tool.run("footer", "inspect", "photon.parquet");
    assertThat(inspected.out()).contains("  footer      Thrift, 4432 bytes");
    assertThat(inspected.err())
        .contains("FlatBuffers footer of Photon", "1825 bytes")
        .contains("; it agrees with the Thrift footer");
    CommandLineTool.Run used = tool.run("footer", "inspect", "--photon", "photon.parquet");
    assertThat(used.err()).isEmpty();
    assertThat(used.out())
        .contains("FlatBuffers (photon), 2920 bytes, in a Thrift footer of 4432 bytes")
        .contains("key: INT64 SNAPPY, 76 values, 0 null, 102 to 9786, 413 bytes at 11100");
    assertThat(tool.run("footer", "verify", "photon.parquet").out())
        .contains("in order; Thrift footer, and Photon's FlatBuffers footer, which agrees with it");

    assertThat(tool.run("footer", "attach", "--in-place", "photon.parquet").exitCode()).isOne();
    assertThat(tool.run("footer", "attach", "--in-place", "--replace", "photon.parquet").exitCode())
        .isZero();
    assertThat(tool.run("footer", "inspect", "photon.parquet").out())
        .contains("FlatBuffers (spec)");
  }

  @Test
  void files_are_converted_to_parx_without_paths_and_back() throws Exception {
    assertThat(
            tool.run(
                "footer",
                "convert",
                "--to",
                "parx",
                "--no-paths",
                "nulls.parquet",
                "--output",
                "x.parquet"))
        .isEqualTo(new CommandLineTool.Run(0, "", "nulls.parquet: converted\n"));
    byte[] bytes = Files.readAllBytes(folder.resolve("x.parquet"));
    assertThat(new String(bytes, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("PARX");
    assertThat(bytes[bytes.length - 12]).isEqualTo((byte) 2);
    assertThat(tool.run("footer", "inspect", "x.parquet").out())
        .contains("Thrift of a PARX file")
        .contains("b_struct.b_c_int: INT32 SNAPPY");
    assertThat(tool.run("footer", "verify", "x.parquet").out())
        .contains("in order; Thrift footer of a PARX file");
    assertThat(tool.run("scan", "x.parquet").out())
        .isEqualTo(tool.run("scan", "nulls.parquet").out());

    tool.run("footer", "convert", "--to", "thrift", "x.parquet", "--output", "back.parquet");
    assertThat(folder.resolve("back.parquet")).hasBinaryContent(original);
  }

  private static String withoutOrigin(String text) {
    return text.replaceAll("(?m)^  footer .*$", "");
  }

  @Test
  void json_is_the_same_with_and_without_thrift_but_for_the_origin() throws Exception {
    tool.run("footer", "attach", "--in-place", "nulls.parquet");
    ObjectMapper json = new ObjectMapper();
    ObjectNode flat =
        (ObjectNode) json.readTree(tool.run("footer", "inspect", "--json", "nulls.parquet").out());
    ObjectNode thrift =
        (ObjectNode)
            json.readTree(
                tool.run("footer", "inspect", "--json", "--thrift", "nulls.parquet").out());

    assertThat(flat.remove("origin").textValue()).isEqualTo("spec");
    assertThat(thrift.remove("origin").textValue()).isEqualTo("thrift");
    assertThat(flat).isEqualTo(thrift);
    assertThat(flat.at("/row_groups/0/columns/0/meta_data/codec").textValue()).isEqualTo("SNAPPY");
    assertThat(flat.at("/row_groups/0/columns/0/meta_data/path_in_schema/1").textValue())
        .isEqualTo("b_c_int");
    assertThat(flat.at("/schema/1/repetition_type").textValue()).isEqualTo("OPTIONAL");
    assertThat(flat.at("/num_rows").intValue()).isEqualTo(8);
  }

  @Test
  void directory_is_walked_and_one_bad_file_does_not_stop_the_rest() throws Exception {
    Path below = Files.createDirectories(folder.resolve("in/below"));
    Files.copy(file, folder.resolve("in/a.parquet"));
    Files.copy(file, below.resolve("b.parquet"));
    Files.writeString(folder.resolve("in/bad.parquet"), "this is not a Parquet file");
    Files.writeString(folder.resolve("in/notes.txt"), "nor is this one");

    CommandLineTool.Run run = tool.run("footer", "attach", "--in-place", "--jobs", "2", "in");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly(
            "arrowparquet: in/bad.parquet: not a Parquet file, or one cut short; its last bytes at offset 22: found"
                + " \"file\", expected \"PAR1\", \"PARE\", \"PAR3\" or \"PARX\"",
            "2 attached, 1 failed");
    assertThat(tool.run("footer", "inspect", "in/below/b.parquet").out())
        .contains("FlatBuffers (spec)");
  }

  @Test
  void missing_file_does_not_stop_the_rest() throws Exception {
    CommandLineTool.Run run =
        tool.run("footer", "attach", "--in-place", "absent.parquet", "nulls.parquet");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines())
        .containsExactly("arrowparquet: absent.parquet: no such file", "1 attached, 1 failed");
    assertThat(tool.run("footer", "inspect", "nulls.parquet").out()).contains("FlatBuffers (spec)");
  }

  @Test
  void directory_without_files_is_nothing_to_inspect_and_no_output() throws Exception {
    Files.createDirectory(folder.resolve("d"));

    assertThat(tool.run("footer", "inspect", "d"))
        .isEqualTo(
            new CommandLineTool.Run(
                1, "", "arrowparquet: d: there is no .parquet file below this directory\n"));
    assertThat(tool.run("footer", "attach", "nulls.parquet", "--output", "d", "--overwrite").err())
        .isEqualTo("arrowparquet: nulls.parquet: d: is a directory\n");
  }

  @Test
  void misspelt_command_is_wrong_usage_with_a_suggestion() throws Exception {
    CommandLineTool.Run run = tool.run("footer", "atach", "nulls.parquet");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("atach", "Did you mean: footer attach?");
    assertThat(tool.run("--help").out()).contains("demo", "footer", "variant", "scan");
    assertThat(tool.run("footer", "--help").out()).contains("attach", "strip", "inspect", "verify");
  }

  @Test
  void help_has_the_options_of_all_commands_after_those_of_its_own() throws Exception {
    String[] help = tool.run("help", "count").out().split("Options of all commands:\n", -1);

    assertThat(help).hasSize(2);
    assertThat(help[0]).contains("Read only the rows").doesNotContain("Attempts of each");
    assertThat(help[1]).contains("Attempts of each", "Decrypt").doesNotContain("Read only");
  }

  @Test
  void verify_says_which_footers_a_file_has() throws Exception {
    tool.run("footer", "attach", "nulls.parquet", "--output", "a.parquet");

    CommandLineTool.Run run = tool.run("footer", "verify", "nulls.parquet", "a.parquet");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .containsExactly(
            "nulls.parquet: in order; Thrift footer only",
            "a.parquet: in order; FlatBuffers footer (spec)");
  }

  @Test
  void verify_finds_a_flipped_bit() throws Exception {
    tool.run("footer", "attach", "--in-place", "nulls.parquet");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 60] ^= 4;
    Files.write(file, bytes);
    CommandLineTool.Run run = tool.run("footer", "verify", "nulls.parquet");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("arrowparquet: nulls.parquet: CRC-32 of the FlatBuffers footer at offset ");
  }

  @Test
  void footer_of_an_encrypted_file_is_refused_in_one_line() throws Exception {
    Path encrypted = folder.resolve("encrypted.parquet");
    Files.copy(
        Corpus.folder("data").resolve("encrypt_columns_plaintext_footer.parquet.encrypted"),
        encrypted);

    assertThat(tool.run("footer", "attach", "--in-place", "encrypted.parquet"))
        .isEqualTo(
            new CommandLineTool.Run(
                1,
                "",
                "arrowparquet: encrypted.parquet: the footer belongs to an encrypted file and may"
                    + " be signed, so it is not changed\n"));
  }

  @Test
  void debug_prints_where_a_failure_comes_from() throws Exception {
    assertThat(tool.run("footer", "inspect", "--debug", "absent.parquet").err())
        .contains("NoSuchFileException: absent.parquet", "\tat ");
    assertThat(tool.run("--debug", "footer", "verify", "absent.parquet").err()).contains("\tat ");
  }

  @Test
  void missing_file_is_one_line_and_exit_code_1() throws Exception {
    assertThat(tool.run("footer", "inspect", "absent.parquet"))
        .isEqualTo(new CommandLineTool.Run(1, "", "arrowparquet: absent.parquet: no such file\n"));
  }

  @Test
  void wrong_usage_is_exit_code_2() throws Exception {
    CommandLineTool.Run run = tool.run("footer", "attach", "nulls.parquet");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("arrowparquet: give either --output FILE or --in-place");
    assertThat(file).hasBinaryContent(original);
  }

  @Test
  void existing_output_is_kept() throws Exception {
    Files.writeString(folder.resolve("out.parquet"), "precious");
    CommandLineTool.Run run =
        tool.run("footer", "attach", "nulls.parquet", "--output", "out.parquet");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("out.parquet: exists already");
    assertThat(folder.resolve("out.parquet")).hasContent("precious");
  }

  @Test
  void many_columns_are_summed_up_on_a_page_unless_all_are_asked_for() throws Exception {
    CommandLineTool tool = new CommandLineTool(folder);
    tool.run("demo", "--keep", "demo");
    String file = "demo/wide.parquet";

    CommandLineTool.Run summary = tool.run("footer", "inspect", file);

    assertThat(summary.out().lines().count()).isLessThan(40);
    assertThat(summary.out())
        .contains("columns     2014", "largest columns, bytes\n  raw.value: ", "--all");
    assertThat(tool.run("footer", "inspect", file, "--all").out().lines().count())
        .isGreaterThan(20_000);
    assertThat(tool.run("footer", "inspect", file, "--columns", "id").out())
        .contains("row group 9")
        .doesNotContain("largest");
    assertThat(tool.run("footer", "inspect", "demo").out())
        .contains("demo/wide.attached.parquet\n", "demo/wide.parquet\n");
    CommandLineTool.Run some = tool.run("footer", "inspect", file, "nowhere.parquet");
    assertThat(some.exitCode()).isEqualTo(1);
    assertThat(some.out()).startsWith("demo/wide.parquet\n");
    assertThat(some.err()).contains("nowhere.parquet: no such file");
  }
}
