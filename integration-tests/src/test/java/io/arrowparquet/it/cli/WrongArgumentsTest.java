// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.cli.CommandLineTool.Run;
import io.arrowparquet.it.examples.EventFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command with each kind of wrong argument: its exit code, and one sentence about it. */
class WrongArgumentsTest {
  @AutoClose private static LoadedJar jar;
  private static Path file;
  private static Path bundle;

  @TempDir private static Path folder;

  @BeforeAll
  static void write() throws Exception {
    jar = LoadedJar.load();
    file = EventFile.write(folder.resolve("events.parquet"));
    bundle = folder.resolve("x.bundle");
    Run run = run("bundle", "create", file.toString(), "-o", bundle.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    Files.writeString(folder.resolve("text.parquet"), "text and no Parquet file");
  }

  private static Run run(String... arguments) {
    return CommandLineTool.runIn(jar, arguments);
  }

  private static Run run(String line) {
    return run(line.split(" "));
  }

  /** Each command that reads a file, with FILE in its place. */
  private static List<String> readers() {
    String out = " -o " + folder.resolve("out");
    return List.of(
        "scan FILE",
        "scan FILE --limit 1",
        "scan --bundle FILE",
        "footer inspect FILE",
        "footer verify FILE",
        "footer attach FILE" + out,
        "footer attach FILE --in-place",
        "footer strip FILE" + out,
        "variant cat FILE --column event",
        "variant get FILE --column event --path $.a",
        "variant schema FILE --column event",
        "variant shred FILE --column event" + out,
        "variant unshred FILE --column event" + out,
        "bundle create FILE" + out,
        "bundle append " + bundle + " FILE",
        "bundle compact FILE",
        "bundle inspect FILE",
        "bundle verify FILE",
        "bundle find FILE x");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 2",
    "-, 2",
    "absent.parquet, 1",
    "absent/, 1",
    "text.parquet, 1",
    "nothing://host/x, 1",
    "file:/absent/a%20b.parquet, 1"
  })
  void a_wrong_file_has_one_exit_code_and_a_sentence(String name, int code) {
    boolean isLocal = code == 1 && name.indexOf(':') < 0;
    String path = isLocal ? folder.resolve(name).toString() : name;
    for (String reader : readers()) {
      if (name.indexOf(':') > 0 && reader.endsWith("--in-place")) {
        continue; // for local files only
      }
      List<String> words = new ArrayList<>(List.of(reader.split(" ")));
      words.replaceAll(word -> word.equals("FILE") ? path : word);
      Run run = run(words.toArray(new String[0]));
      assertThat(run.exitCode()).as(words + ": " + run.err()).isEqualTo(code);
      assertSentence(words.toString(), run.err());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scan FILE --columns evnt",
        "scan FILE --where evnt=1",
        "variant cat FILE --column evnt",
        "variant get FILE --column evnt --path $.a",
        "variant schema FILE --column evnt",
        "variant shred FILE --column evnt -o OUT",
        "variant unshred FILE --column evnt -o OUT"
      })
  void an_unknown_column_has_one_exit_code(String line) {
    Run run = run(line.replace("FILE", file.toString()).replace("OUT", folder + "/out"));
    assertThat(run.exitCode()).as(line + ": " + run.err()).isEqualTo(1);
    assertSentence(line, run.err());
    assertThat(run.err()).doesNotContain("near: event.").doesNotContain("typed_value");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scan FILE --columns event,event | 2 | event is named twice",
        "scan FILE --columns event,, | 2 | --columns",
        "scan FILE --limit x | 2 | --limit",
        "scan FILE --limit -2 | 2 | --limit must not be negative",
        "scan FILE --where \"n1\"=\"n2\" | 1 | a text is in single quotes, 'n1'",
        "scan BUNDLE | 1 | scan --bundle",
        "footer inspect BUNDLE | 1 | a footer bundle",
        "bundle inspect FILE | 1 | found \"PAR1\"",
        "footer inspect FILE --html /proc/x | 1 | /proc: ",
        "footer attach FILE -o /proc/x | 1 | /proc: "
      })
  void what_is_wrong_is_named(String line, int code, String part) {
    Run run = run(line.replace("FILE", file.toString()).replace("BUNDLE", bundle.toString()));
    assertThat(run.exitCode()).as(line + ": " + run.err()).isEqualTo(code);
    assertSentence(line, run.err());
    assertThat(run.err()).as(line).contains(part).doesNotContain(".tmp");
  }

  @Test
  void a_rewrite_says_what_it_did_and_no_lock_stays() throws IOException {
    Path copy = Files.copy(file, folder.resolve("copy.parquet"));
    assertThat(run("footer", "attach", copy.toString(), "--in-place").err())
        .isEqualTo(copy + ": attached" + System.lineSeparator());
    assertThat(run("footer", "strip", copy.toString(), "--in-place").err())
        .isEqualTo(copy + ": stripped" + System.lineSeparator());
    assertThat(copy).hasSameBinaryContentAs(file);
    Files.delete(copy);
    assertThat(folder).isDirectoryNotContaining("glob:**.lock");
  }

  private static void assertSentence(String what, String err) {
    assertThat(err)
        .as(what)
        .startsWith("arrowparquet: ")
        .doesNotContainPattern("\\b(java|javax|jdk|sun|org|io|com|software)(\\.[a-z0-9]+)+\\.[A-Z]")
        .doesNotContainPattern("Exception|Error\\b|\\bnull\\b|--debug")
        .doesNotContainPattern("[ =:]-1\\b");
    // A bundle of files elsewhere is warned of first.
    assertThat(err.lines().filter(line -> line.startsWith("arrowparquet: ")))
        .as(what)
        .filteredOn(line -> !line.contains("--files-below"))
        .hasSize(1);
  }
}
