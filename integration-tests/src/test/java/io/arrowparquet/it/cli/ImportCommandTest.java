// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.LoadedJar;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files made of JSON lines and of Arrow IPC.
 *
 * @see io.arrowparquet.cli.rows.ImportCommand
 * @see io.arrowparquet.cli.rows.ConvertCommand
 */
class ImportCommandTest {
  private static final String EVENTS =
      "{\"id\":1,\"user\":{\"name\":\"Ada\"},\"amount\":1.5}\r\n\n"
          + "{\"id\":70000,\"tags\":[\"a\"],\"amount\":\"free\"}\n{\"user\":{\"age\":3}}";

  @AutoClose private static LoadedJar jar;

  @TempDir Path folder;

  @BeforeAll
  static void loadJar() throws Exception {
    jar = LoadedJar.load();
  }

  private CommandLineTool.Run run(String... arguments) {
    return CommandLineTool.runIn(
        jar,
        List.of(arguments).stream()
            .map(word -> word.matches("\\w+\\.\\w+") ? folder.resolve(word).toString() : word)
            .toArray(String[]::new));
  }

  private List<String> lines(String... arguments) {
    CommandLineTool.Run run = run(arguments);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return run.out().lines().toList();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void fields_become_columns_of_the_type_that_their_values_have() throws IOException {
    write("e.jsonl", EVENTS);

    assertThat(lines("import", "e.jsonl", "-o", "e.parquet")).isEmpty();

    assertThat(lines("schema", "e.parquet"))
        .containsExactly(
            "amount: string",
            "id: int",
            "tags: list<string>",
            "user: struct<age: tinyint, name: string>");
    // What the values of several types are has become JSON text.
    assertThat(lines("scan", "e.parquet", "--columns", "amount,id"))
        .hasSize(3)
        .element(1)
        .isEqualTo("{\"amount\":\"free\",\"id\":70000}");
  }

  @ParameterizedTest
  @CsvSource({"none", "auto", "'struct<id: bigint, user: struct<name: string>>'"})
  void lines_become_a_variant_column_shredded_if_asked_for(String shred) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("e.gz")))) {
      out.write((EVENTS + "\n[1, null]\n\"x\"\nnull\n").getBytes(StandardCharsets.UTF_8));
    }
    String[] plain = {"import", "e.gz", "-o", "e.parquet", "--variant", "v"};
    String[] shredded = {
      "import", "e.gz", "-o", "e.parquet", "--variant", "v", "--shred", shred, "--codec", "zstd"
    };

    assertThat(lines(shred.equals("none") ? plain : shredded)).isEmpty();

    assertThat(lines("variant", "cat", "e.parquet", "--column", "v"))
        .hasSize(6)
        .startsWith("{\"amount\":1.5,\"id\":1,\"user\":{\"name\":\"Ada\"}}")
        .endsWith("[1,null]", "\"x\"", "null");
    CommandLineTool.Run footer = run("footer", "inspect", "e.parquet");
    assertThat(footer.out().contains("typed_value")).isEqualTo(!shred.equals("none"));
  }

  @Test
  void many_lines_and_long_ones_go_through_in_little_memory() throws Exception {
    Path lines = folder.resolve("long.jsonl");
    String filler = "x".repeat(1_000_000);
    try (var out = Files.newBufferedWriter(lines)) {
      for (int i = 0; i < 200; i++) { // 200 MB
        out.write("{\"id\":" + i + ",\"text\":\"" + filler + "\"}\n");
      }
    }

    CommandLineTool.Run run =
        new CommandLineTool(folder)
            .runOn(
                List.of("-Xmx64m"), "import", "long.jsonl", "-o", "long.parquet", "--variant", "v");

    assertThat(run.err()).isEmpty();
    assertThat(lines("count", "long.parquet")).containsExactly("200");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1}\\n\\n{\"a\":x}      | bad.jsonl: line 3, column",
        "{\"a\":1}\\n{\"a\"            | bad.jsonl: line 2",
        "1\\n2                         | found lines of type tinyint, expected objects",
      })
  void bad_lines_are_named_and_leave_no_file(String text, String message) throws IOException {
    write("bad.jsonl", text.replace("\\n", "\n"));

    CommandLineTool.Run run = run("import", "bad.jsonl", "-o", "e.parquet");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(message);
    assertThat(folder.resolve("e.parquet")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--natural --variant v", "--shred auto", "--codec brotly"})
  void contradictions_are_wrong_usage(String options) throws IOException {
    write("e.jsonl", EVENTS);

    assertThat(run(("import e.jsonl -o e.parquet " + options).split(" ")).exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"e.arrow", "e.arrows"})
  void parquet_goes_to_arrow_and_back(String arrow) throws IOException {
    write("e.jsonl", EVENTS);
    lines("import", "e.jsonl", "-o", "e.parquet", "--variant", "v", "--shred", "auto");

    assertThat(lines("convert", "e.parquet", "-o", arrow)).isEmpty();
    assertThat(
            lines("convert", arrow, "-o", "back.parquet", "--codec", "gzip", "--bloom-filter", "v"))
        .isEmpty();

    assertThat(lines("scan", "back.parquet")).isEqualTo(lines("scan", "e.parquet"));
  }

  @Test
  void dictionaries_of_arrow_files_are_written_as_their_values() throws IOException {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
    try (RootAllocator allocator = new RootAllocator();
        VarCharVector values = texts(allocator, "blue", "red");
        VarCharVector rows = texts(allocator, "red", "red", "blue")) {
      Dictionary colors = new Dictionary(values, encoding);
      try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(rows, colors);
          VectorSchemaRoot root = VectorSchemaRoot.of(encoded);
          var channel =
              Files.newByteChannel(
                  folder.resolve("d.arrow"),
                  java.nio.file.StandardOpenOption.CREATE,
                  java.nio.file.StandardOpenOption.WRITE);
          ArrowFileWriter writer =
              new ArrowFileWriter(root, new MapDictionaryProvider(colors), channel)) {
        assertThat(encoded).isInstanceOf(IntVector.class);
        writer.writeBatch();
      }
    }

    lines("convert", "d.arrow", "-o", "d.parquet");

    assertThat(lines("scan", "d.parquet", "--format", "csv"))
        .containsExactly("color", "red", "red", "blue");
  }

  private static VarCharVector texts(RootAllocator allocator, String... texts) {
    VarCharVector vector = new VarCharVector("color", allocator);
    for (int i = 0; i < texts.length; i++) {
      vector.setSafe(i, texts[i].getBytes(StandardCharsets.UTF_8));
    }
    vector.setValueCount(texts.length);
    return vector;
  }

  @Test
  void what_is_neither_is_refused() throws IOException {
    write("e.jsonl", EVENTS);

    CommandLineTool.Run run = run("convert", "e.jsonl", "-o", "e.parquet");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("e.jsonl: is no Parquet file, and no Arrow IPC");
    assertThat(folder.resolve("e.parquet")).doesNotExist();
  }

  @Test
  void lines_of_standard_input_are_not_left_behind_by_a_process_that_is_terminated()
      throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Process process =
        new CommandLineTool(folder)
            .start(
                List.of("-Djava.io.tmpdir=" + temporary, "-XX:-UsePerfData"),
                "import",
                "-",
                "-o",
                "e.parquet");
    try (OutputStream lines = process.getOutputStream()) {
      lines.write("{}\n".getBytes(StandardCharsets.UTF_8));
      lines.flush();
      while (process.isAlive() && sizes(temporary).stream().noneMatch(size -> size == 3)) {
        Thread.sleep(10);
      }
      process.destroy();
      assertThat(process.waitFor()).isNotZero();
    } finally {
      process.destroyForcibly();
    }
    assertThat(sizes(temporary)).isEmpty();
  }

  private static List<Long> sizes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.toFile().length()).toList();
    }
  }
}
