// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.cli.CommandLineTool.Run;
import io.arrowparquet.it.examples.EventFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users see when something is wrong: one line for each thing, and the exit code. */
class ErrorTextsTest {
  private static final int HUGE_FOOTER = 200 << 20;

  @AutoClose private static LoadedJar jar;

  @TempDir Path folder;
  private CommandLineTool tool;
  private Path file;

  @BeforeAll
  static void load() throws Exception {
    jar = LoadedJar.load();
  }

  @BeforeEach
  void writeFile() throws IOException {
    tool = new CommandLineTool(folder);
    file = EventFile.write(folder.resolve("events.parquet"));
  }

  /** In this process, whose folder is another one: {@code @} is this one, which texts leave out. */
  private Run tryTo(String... arguments) {
    Run run = CommandLineTool.runIn(jar, folder, arguments);
    return new Run(run.exitCode(), run.out(), run.err().replace(folder + "/", ""));
  }

  private static Run failure(String... lines) {
    return new Run(1, "", String.join("", List.of(lines).stream().map(l -> l + "\n").toList()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scan @none",
        "footer verify @none",
        "footer attach @none --in-place",
        "footer strip @none --output @out.parquet"
      })
  void directory_without_parquet_files_is_named(String command) throws Exception {
    Files.createDirectories(folder.resolve("none/_temporary"));
    Files.writeString(folder.resolve("none/notes.txt"), "no Parquet");
    Files.copy(file, folder.resolve("none/_temporary/unfinished.parquet"));

    assertThat(tryTo(command.split(" ")))
        .isEqualTo(failure("arrowparquet: none: there is no .parquet file below this directory"));
    assertThat(folder.resolve("out.parquet")).doesNotExist();
  }

  @Test
  void scan_names_every_file_that_cannot_be_read() throws Exception {
    Files.createDirectory(folder.resolve("none"));
    Files.writeString(folder.resolve("empty.parquet"), "");
    Run run = tool.run("scan", "events.parquet", "absent.parquet", "none", "empty.parquet");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .hasSize(3)
        .contains(
            "arrowparquet: absent.parquet: no such file",
            "arrowparquet: none: there is no .parquet file below this directory")
        .anyMatch(line -> line.startsWith("arrowparquet: empty.parquet: "));
  }

  @Test
  void footer_commands_name_every_file_that_fails_and_do_the_rest() throws Exception {
    Files.createDirectory(folder.resolve("none"));
    Run run = tool.run("footer", "verify", "absent.parquet", "none", "events.parquet");

    assertThat(run)
        .isEqualTo(
            new Run(
                1,
                "events.parquet: in order; Thrift footer only\n",
                """
                arrowparquet: absent.parquet: no such file
                arrowparquet: none: there is no .parquet file below this directory
                1 verified, 2 failed
                """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scan @events.parquet -o @missing/out",
        "variant shred @events.parquet --column event -o @missing/out",
        "variant unshred @events.parquet --column event -o @missing/out",
        "footer inspect @events.parquet --html @missing/out"
      })
  void output_in_a_missing_directory_is_refused(String command) throws Exception {
    assertThat(tryTo(command.split(" ")))
        .isEqualTo(failure("arrowparquet: missing/out: its directory missing does not exist"));
  }

  @Test
  void existing_output_is_kept_and_the_way_to_replace_it_named() throws Exception {
    Files.writeString(folder.resolve("out"), "precious");

    assertThat(tryTo("footer", "inspect", "@events.parquet", "--html", "@out"))
        .isEqualTo(failure("arrowparquet: out: exists already; --overwrite replaces it"));
    assertThat(tryTo("scan", "@events.parquet", "-o", "@out"))
        .isEqualTo(failure("arrowparquet: out: exists already; --overwrite replaces it"));
    assertThat(folder.resolve("out")).hasContent("precious");
  }

  @Test
  void file_is_no_directory() throws Exception {
    assertThat(tryTo("demo", "--keep", "@events.parquet"))
        .isEqualTo(failure("arrowparquet: events.parquet: is not a directory"));
    assertThat(tryTo("scan", "@events.parquet", "-o", "@events.parquet/out"))
        .isEqualTo(
            failure(
                "arrowparquet: events.parquet/out: its directory events.parquet is not a"
                    + " directory"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scan FILE",
        "footer inspect FILE",
        "variant cat FILE --column v",
        "variant get FILE --column v --path $.a"
      })
  void text_file_is_said_to_be_no_parquet_file(String command) throws Exception {
    Files.writeString(folder.resolve("notes.txt"), "A text, long enough for a footer to be in it.");
    Run run = tryTo(command.replace("FILE", "@notes.txt").split(" "));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("arrowparquet: notes.txt: not a Parquet file").hasLineCount(1);
  }

  @Test
  void empty_file_is_said_to_be_no_parquet_file() throws Exception {
    Files.writeString(folder.resolve("empty.parquet"), "");

    assertThat(tryTo("scan", "@empty.parquet").err())
        .startsWith("arrowparquet: empty.parquet: not a Parquet file")
        .hasLineCount(1);
  }

  @Test
  void unreadable_file_is_one_line() throws Exception {
    Path secret = Files.copy(file, folder.resolve("secret.parquet"));
    assumeTrue(secret.toFile().setReadable(false), "permissions");
    assumeTrue(!Files.isReadable(secret), "this user may read everything");

    assertThat(tool.run("scan", "secret.parquet"))
        .isEqualTo(failure("arrowparquet: secret.parquet: permission denied"));
  }

  /** The length of the Thrift footer is in the last 8 bytes; so much must be read at once. */
  private void writeHugeFooter() throws IOException {
    ByteBuffer end = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(HUGE_FOOTER).put("PAR1".getBytes(StandardCharsets.US_ASCII));
    try (RandomAccessFile huge =
        new RandomAccessFile(folder.resolve("huge.parquet").toFile(), "rw")) {
      huge.writeBytes("PAR1");
      huge.seek(HUGE_FOOTER + 4L);
      huge.write(end.array());
    }
  }

  @Test
  void too_small_a_heap_is_one_line_with_the_way_to_more() throws Exception {
    writeHugeFooter();
    String text =
        "out of memory: the heap of 40 MiB is too small; allow more with java -Xmx4g -jar";
    List<String> small = List.of("-Xmx40m", "-XX:+UseG1GC");

    Run inspect = tool.runOn(small, "footer", "inspect", "huge.parquet");
    assertThat(inspect).isEqualTo(failure("arrowparquet: " + text + " ..."));
    Run verify = tool.runOn(small, "footer", "verify", "huge.parquet", "events.parquet");
    assertThat(verify.exitCode()).isEqualTo(1);
    assertThat(verify.out()).startsWith("events.parquet: in order");
    assertThat(verify.err().lines())
        .containsExactly("arrowparquet: huge.parquet: " + text + " ...", "1 verified, 1 failed");
    assertThat(tool.runOn(small, "--debug", "footer", "inspect", "huge.parquet").err())
        .contains("OutOfMemoryError", "\tat ");
  }

  @Test
  void reader_that_has_enough_ends_the_command_quietly() throws Exception {
    List<String> command = new ArrayList<>(List.of("scan"));
    command.addAll(Collections.nCopies(300, "events.parquet"));

    Run run = tool.runForOneLine(command.toArray(String[]::new));
    assertThat(run).isEqualTo(new Run(0, "{\"id\":0,\"event\":{\"id\":0,\"kind\":\"view\"}}", ""));
  }

  @Test
  void rows_that_cannot_be_written_are_an_error() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "a device that is always full");

    assertThat(tool.runInto(full, List.of(), "scan", "events.parquet").exitCode()).isEqualTo(1);
    assertThat(tool.runInto(full, List.of(), "--help").err())
        .startsWith("arrowparquet: standard output: ")
        .hasLineCount(1);
  }
}
