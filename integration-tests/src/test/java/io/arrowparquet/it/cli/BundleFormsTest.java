// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.cli.CommandLineTool.Run;
import io.arrowparquet.it.examples.EventFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the bundle commands take for files and bundles: every form, and every name of a file. */
class BundleFormsTest {
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

  @ParameterizedTest
  @ValueSource(strings = {"normal", "streaming", "share"})
  void stream_forms_are_written_inspected_and_verified(String mode) throws Exception {
    List<String> context =
        mode.equals("share") ? List.of("--context", "@schemas") : List.<String>of();
    run(with(context, "bundle", "create", "@lake", "-o", "@s", "--mode", mode));

    assertThat(run(with(context, "bundle", "inspect", "@s")).out())
        .contains("/s: 3 files, 1 schema, ")
        .contains("in stream form (" + mode + ")");
    assertThat(run(with(context, "bundle", "inspect", "@s", "--json")).out())
        .contains("\"path\" : \"lake/c.parquet\"", "\"fileCount\" : 3");
    assertThat(run(with(context, "bundle", "verify", "@s")).out())
        .contains("/s: in order; 3 files, 0 of them changed");
    for (String[] forTables :
        new String[][] {
          {"scan", "--bundle", "@s"},
          {"bundle", "find", "@s", "lake/a.parquet"},
          {"bundle", "append", "@s", "@lake"},
          {"bundle", "compact", "@s"}
        }) {
      assertThat(tryTo(forTables).err())
          .contains("/s: form of the footer bundle", "found the stream form")
          .contains("expected the table form, of bundle create without --mode");
    }
    Files.copy(
        EventFile.write(folder.resolve("other")),
        folder.resolve("lake/b.parquet"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThat(tryTo(with(context, "bundle", "verify", "@s")).err()).contains("lake/b.parquet");
    byte[] damaged = Files.readAllBytes(folder.resolve("s"));
    damaged[damaged.length / 2] ^= 1;
    Files.write(folder.resolve("s"), damaged);
    for (String command : List.of("inspect", "verify")) {
      Run run = tryTo(with(context, "bundle", command, "@s"));
      assertThat(run.exitCode()).isNotZero();
      assertThat(run.err()).contains("CRC-32 of a footer");
    }
  }

  @Test
  void indexes_of_columns_go_into_a_table_alone() throws Exception {
    run("bundle", "create", "@lake", "-o", "@plain");
    run("bundle", "create", "@lake", "-o", "@indexed", "--index", "id", "--index", "name");
    assertThat(Files.size(folder.resolve("indexed")))
        .isGreaterThan(Files.size(folder.resolve("plain")));
    for (String bundle : List.of("@plain", "@indexed")) {
      assertThat(run("bundle", "verify", bundle).out()).contains("in order; 3 files");
      assertThat(run("scan", "--bundle", bundle, "--where", "id = 3").out()).hasLineCount(3);
    }
    Files.copy(folder.resolve("lake/a.parquet"), folder.resolve("lake/d.parquet"));
    run("bundle", "append", "@indexed", "@lake", "--index", "id");
    assertThat(run("bundle", "verify", "@indexed").out()).contains("in order; 4 files");
    Run refused =
        tryTo("bundle", "create", "@lake", "-o", "@s", "--mode", "streaming", "--index", "id");
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("--index goes with --mode table");
  }

  private static String[] with(List<String> more, String... arguments) {
    return Stream.concat(Stream.of(arguments), more.stream()).toArray(String[]::new);
  }

  /** What a crash between the context and the bundle leaves can be read, and written on with. */
  @Test
  void a_context_is_saved_before_its_bundle_is_published() throws Exception {
    Run refused =
        tryTo(
            "bundle", "create", "@lake", "-o", "@s", "--mode", "share", "--context", "@no/folder");
    assertThat(refused.exitCode()).isNotZero();
    assertThat(folder.resolve("s")).doesNotExist();

    run("bundle", "create", "@lake", "-o", "@s", "--mode", "share", "--context", "@schemas");
    Files.delete(folder.resolve("s"));
    run("bundle", "create", "@lake", "-o", "@t", "--mode", "share", "--context", "@schemas");
    assertThat(run("bundle", "verify", "@t", "--context", "@schemas").out()).contains("3 files, 0");
  }

  @Test
  void a_file_is_found_and_removed_by_any_spelling_of_its_path() throws Exception {
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("lake"));
    Path colon = Files.createDirectory(folder.resolve("hour:"));
    Files.copy(folder.resolve("lake/a.parquet"), colon.resolve("a#1%20b.parquet"));
    run("bundle", "create", "@lake", "@hour:", "-o", "@b.apfb");
    assertThat(run("scan", "--bundle", "@b.apfb").out())
        .isEqualTo(run("scan", "@./hour:", "@lake").out());
    Files.createDirectories(folder.resolve("lake/inner"));
    String file = folder.resolve("lake/b.parquet").toString();
    List<String> spellings =
        List.of(
            "lake/b.parquet",
            "./lake/b.parquet",
            "lake//b.parquet",
            "lake/../lake/./b.parquet",
            "link/b.parquet",
            "link/inner/../b.parquet",
            file,
            Path.of(file).toUri().toString());
    for (String spelling : spellings) {
      assertThat(run("bundle", "find", "@b.apfb", spelling).out()).startsWith("lake/b.parquet: ");
    }
    String special = "hour:/a#1%20b.parquet";
    for (String spelling :
        List.of(
            "./" + special,
            special,
            folder.resolve(special).toString(),
            folder.resolve(special).toUri().toString())) {
      assertThat(run("bundle", "find", "@b.apfb", spelling).out())
          .startsWith("./" + special + ": ");
    }
    Files.delete(folder.resolve("lake/b.parquet"));
    assertThat(
            run("bundle", "remove", "@b.apfb", "link/b.parquet", file, "./hour:/./a#1%20b.parquet")
                .err())
        .isEqualTo("2 removed, 2 unchanged" + System.lineSeparator());
    Run none = tryTo("bundle", "remove", "@b.apfb", "lake/a.parquet", "lake/none.parquet");
    assertThat(none.exitCode()).isNotZero();
    assertThat(none.err()).contains("has no file lake/none.parquet");
    assertThat(run("bundle", "inspect", "@b.apfb").out()).contains("b.apfb: 2 files");
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "normal", "streaming"})
  void a_file_named_twice_is_one_file(String mode) throws Exception {
    String[] files = {"@lake", "@./lake", "@lake/../lake/a.parquet", "@lake/"};
    assertThat(run(with(List.of(files), "bundle", "create", "-o", "@b.apfb", "--mode", mode)).err())
        .startsWith("3 footers, ");
    if (mode.equals("table")) {
      for (String command : List.of("append", "sync")) {
        assertThat(run(with(List.of(files), "bundle", command, "@b.apfb")).err())
            .isEqualTo("0 added, 0 changed, 0 removed, 3 unchanged" + System.lineSeparator());
      }
    }
  }

  @Test
  void files_that_cannot_be_read_are_named_and_left_out_where_the_user_wants_it() throws Exception {
    Files.writeString(folder.resolve("lake/0.parquet"), "no Parquet file at all");
    for (String mode : List.of("table", "normal", "streaming")) {
      String[] create = {
        "bundle", "create", "@lake", "@none.parquet", "-o", "@" + mode, "--mode", mode
      };
      Run refused = tryTo(create);
      assertThat(refused.exitCode()).isNotZero();
      assertThat(refused.err()).contains("none.parquet");
      assertThat(folder.resolve(mode)).doesNotExist();
      assertThat(run(with(List.of("--skip-unreadable"), create)).err())
          .contains("none.parquet: ", "0.parquet: ", "3 footers, ", ", 2 left out");
      assertThat(run("bundle", "verify", "@" + mode).out()).contains("3 files, 0 of them changed");
    }
    for (String command : List.of("append", "sync")) {
      assertThat(tryTo("bundle", command, "@table", "@lake").err()).contains("0.parquet: ");
      assertThat(run("bundle", command, "@table", "@lake", "--skip-unreadable").err())
          .contains("0.parquet: ")
          .contains("0 added, 0 changed, 0 removed, 3 unchanged, 1 left out");
    }
  }

  @Test
  void stats_say_what_the_plan_left_out_and_what_the_bundle_took() throws Exception {
    run("bundle", "create", "@lake", "-o", "@b.apfb");
    for (String where : List.of("id = 3", "id > 1000")) {
      int left = where.equals("id = 3") ? 0 : 3;
      assertThat(run("scan", "--bundle", "@b.apfb", "--where", where, "--stats").err())
          .contains(
              "row groups: " + (3 - left) + " read, " + left + " left out (" + left + " by st")
          .contains("bundle: 3 files, " + left + " left out; " + left + " row groups left out")
          .containsPattern("requests: [1-9][0-9]* for the bundle, of [1-9][0-9]* bytes");
    }
    assertThat(run("scan", "@lake", "--stats").err()).doesNotContain("bundle");
  }

  /** Files without a row group, and filters that keep none, have columns and no rows. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_scan_without_a_row_group_has_its_schema(boolean isOfEmptyFiles) throws Exception {
    run("scan", "@lake", "-o", "@all.arrow");
    if (isOfEmptyFiles) {
      MessageType schema = MessageTypeParser.parseMessageType("message m { required int64 id; }");
      for (String name : List.of("a.parquet", "b.parquet", "c.parquet")) {
        Files.delete(folder.resolve("lake").resolve(name));
        ExampleParquetWriter.builder(new LocalOutputFile(folder.resolve("lake").resolve(name)))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .build()
            .close();
      }
      run("scan", "@lake", "-o", "@all.arrow", "--overwrite");
    }
    run("bundle", "create", "@lake", "-o", "@b.apfb");
    Schema expected = schema("all.arrow");
    for (String[] files :
        new String[][] {{"@lake"}, {"@lake/a.parquet"}, {"--bundle", "@b.apfb"}}) {
      String[] scan = with(List.of(files), "scan", "--where", "id > 1000");
      assertThat(run(scan).out()).isEmpty();
      run(with(List.of("-o", "@none.arrow", "--overwrite"), scan));
      assertThat(schema("none.arrow")).isEqualTo(expected);
    }
  }

  private Schema schema(String file) throws Exception {
    try (RootAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(folder.resolve(file));
        ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
      return reader.getVectorSchemaRoot().getSchema();
    }
  }
}
