// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.cli.CommandLineTool.Run;
import io.arrowparquet.it.examples.EventFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for footer bundles, as users run them. */
class BundleCommandsTest {
  @AutoClose private static LoadedJar jar;

  @TempDir Path folder;

  @BeforeAll
  static void load() throws Exception {
    jar = LoadedJar.load();
  }

  @BeforeEach
  void writeFiles() throws Exception {
    Path lake = Files.createDirectory(folder.resolve("lake"));
    Path first = EventFile.write(lake.resolve("a.parquet"));
    Files.copy(first, lake.resolve("b.parquet"));
    Files.copy(first, lake.resolve("c.parquet"));
  }

  private Run tryTo(String... arguments) {
    return CommandLineTool.runIn(jar, folder, arguments);
  }

  private Run run(String... arguments) {
    Run run = tryTo(arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  @Test
  void a_bundle_is_created_read_changed_and_compacted() throws Exception {
    assertThat(run("bundle", "create", "@lake", "-o", "@b.apfb", "--jobs", "2").err())
        .startsWith("3 footers, ");
    assertThat(run("bundle", "inspect", "@b.apfb").out()).contains("b.apfb: 3 files, 1 segment");
    assertThat(run("bundle", "find", "@b.apfb", "@lake/b.parquet").out())
        .startsWith("lake/b.parquet: ");
    assertThat(run("scan", "--bundle", "@b.apfb").out()).isEqualTo(run("scan", "@lake").out());

    Files.delete(folder.resolve("lake/a.parquet"));
    Files.copy(folder.resolve("lake/b.parquet"), folder.resolve("lake/d.parquet"));
    Run stale = tryTo("bundle", "verify", "@b.apfb");
    assertThat(stale.exitCode()).isNotZero();
    assertThat(stale.err()).contains("lake/a.parquet: cannot be read");
    assertThat(run("scan", "--bundle", "@b.apfb").err()).contains("a.parquet: is in the bundle");
    assertThat(run("bundle", "append", "@b.apfb", "@lake/d.parquet").err())
        .isEqualTo("1 added, 0 changed, 0 removed, 3 unchanged" + System.lineSeparator());
    assertThat(run("bundle", "sync", "@b.apfb", "@lake").err())
        .isEqualTo("0 added, 0 changed, 1 removed, 3 unchanged" + System.lineSeparator());
    assertThat(run("bundle", "verify", "@b.apfb").out()).contains("3 files, 0 of them changed");
    assertThat(run("scan", "--bundle", "@b.apfb").out()).isEqualTo(run("scan", "@lake").out());
    assertThat(run("bundle", "inspect", "@b.apfb", "--json").out()).contains("\"segments\" : 3");

    assertThat(run("bundle", "compact", "@b.apfb").err()).startsWith("3 segments put into one");
    run("bundle", "inspect", "@b.apfb", "--html", "@page.html");
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains("3 files, 1 segment")
        .contains("lake/d.parquet");
  }

  @Test
  void the_time_of_a_touched_file_is_told_and_brought_up_to_date() throws Exception {
    run("bundle", "create", "@lake", "-o", "@b.apfb");
    Files.setLastModifiedTime(folder.resolve("lake/b.parquet"), FileTime.fromMillis(0));
    assertThat(run("scan", "--bundle", "@b.apfb").err()).contains("b.parquet: was changed");
    Run verified = tryTo("bundle", "verify", "@b.apfb");
    assertThat(verified.exitCode()).isNotZero();
    assertThat(verified.err()).contains("lake/b.parquet: its footer is the one in the bundle");
    assertThat(verified.out()).contains("3 files, 1 of them changed");

    assertThat(run("bundle", "append", "@b.apfb", "@lake", "--check-footers").err())
        .isEqualTo("0 added, 1 changed, 0 removed, 2 unchanged" + System.lineSeparator());
    run("bundle", "verify", "@b.apfb");
    assertThat(run("scan", "--bundle", "@b.apfb").err()).isEmpty();
  }

  @Test
  void files_that_are_not_below_the_bundle_are_read_where_the_user_allows_it() throws Exception {
    Files.createDirectory(folder.resolve("bundles"));
    Path lake = folder.resolve("lake");
    assertThat(run("bundle", "create", "@lake", "-o", "@bundles/b.apfb").err())
        .contains(lake.resolve("a.parquet") + " and 2 more files: not below")
        .contains("--files-below");
    for (String[] refused :
        new String[][] {
          {"scan", "--bundle", "@bundles/b.apfb"},
          {"scan", "--bundle", "@bundles/b.apfb", "--files-below", lake + "2"},
          {"bundle", "verify", "@bundles/b.apfb"}
        }) {
      Run run = tryTo(refused);
      assertThat(run.exitCode()).isNotZero();
      assertThat(run.err()).contains("a.parquet, expected a path or URI below");
    }
    assertThat(run("scan", "--bundle", "@bundles/b.apfb", "--files-below", "@lake").out())
        .isEqualTo(run("scan", "@lake").out());
    run("bundle", "verify", "@bundles/b.apfb", "--files-below", lake.toUri().toString());
    assertThat(run("bundle", "create", "@lake", "-o", "@lake/b.apfb").err())
        .doesNotContain("below");
  }

  @Test
  void a_bundle_is_changed_through_a_symbolic_link() throws Exception {
    run("bundle", "create", "@lake", "-o", "@lake/b.apfb");
    Files.createSymbolicLink(folder.resolve("current"), folder.resolve("lake/b.apfb"));
    Files.copy(folder.resolve("lake/b.parquet"), folder.resolve("lake/d.parquet"));
    assertThat(run("bundle", "append", "@current", "@lake/d.parquet").err()).startsWith("1 added");
    assertThat(run("bundle", "sync", "@lake/b.apfb", "@lake").err())
        .startsWith("0 added, 0 changed");
    assertThat(run("bundle", "verify", "@current").out()).contains("4 files, 0 of them changed");
    assertThat(run("bundle", "compact", "@current").err()).startsWith("2 segments");
    assertThat(run("scan", "--bundle", "@current").out()).isEqualTo(run("scan", "@lake").out());
    assertThat(folder.resolve("current")).isSymbolicLink();
  }

  @Test
  void a_scan_reads_of_a_bundle_what_its_filter_keeps() throws Exception {
    run("bundle", "create", "@lake", "-o", "@b.apfb");
    String where = "id BETWEEN 3 AND 5";

    assertThat(
            run("scan", "--bundle", "@b.apfb", "--columns", "event.kind", "--where", where).out())
        .isEqualTo(run("scan", "@lake", "--columns", "event.kind", "--where", where).out())
        .isNotEmpty();
    assertThat(run("scan", "--bundle", "@b.apfb", "--where", "id > 1000").out()).isEmpty();
    assertThat(tryTo("scan", "--bundle", "@b.apfb", "--columns", "nothing").err())
        .contains("no such column");
  }

  @Test
  void mistakes_are_told() throws Exception {
    run("bundle", "create", "@lake", "-o", "@b.apfb");
    assertThat(tryTo("bundle", "create", "@lake", "-o", "@b.apfb").err())
        .contains("b.apfb: ")
        .contains("--overwrite");
    assertThat(tryTo("bundle", "create", "@lake", "-o", "@x", "--mode", "share").err())
        .contains("--mode share and --context FILE go together");
    assertThat(tryTo("bundle", "find", "@b.apfb", "nothing").err()).contains("has no file");
    assertThat(tryTo("bundle", "inspect", "@lake/a.parquet").err()).contains("not a footer bundle");
    assertThat(tryTo("scan").err()).contains("give either FILE... or --bundle BUNDLE");
  }
}
