// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.IcebergVariants;
import io.arrowparquet.it.interop.ParquetJavaFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariantShredCommandsTest {
  @AutoClose private static LoadedJar jar;

  @TempDir Path folder;
  private CommandLineTool tool;
  private Path input;

  @BeforeAll
  static void loadJar() throws Exception {
    jar = LoadedJar.load();
  }

  @BeforeEach
  void writeRows() throws Exception {
    tool = new CommandLineTool(folder);
    input = folder.resolve("rows.parquet");
    List<Object> trees = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      trees.add(Map.of("a", i * 1_000L * 1_000 * 1_000, "b", Map.of("c", "text " + i)));
    }
    trees.add(List.of("no object"));
    List<EncodedVariant> rows = new ArrayList<>(IcebergVariants.encodeTogether(trees));
    rows.add(null);
    new ParquetJavaFiles().write(input, null, rows);
  }

  private static String cat(Path file) {
    CommandLineTool.Run run =
        CommandLineTool.runIn(jar, "variant", "cat", file.toString(), "--column", "v");
    assertThat(run.err()).isEmpty();
    return run.out();
  }

  private static ParquetFooter footer(Path file) throws IOException {
    return FooterReader.defaults().read(file);
  }

  private static List<String> columns(Path file) throws IOException {
    FlatFooter footer = footer(file).footer();
    return IntStream.range(0, footer.columnCount()).mapToObj(footer::columnPath).toList();
  }

  @Test
  void shreds_by_a_type_and_puts_together_again() throws Exception {
    Path shredded = folder.resolve("shredded.parquet");
    Path together = folder.resolve("together.parquet");

    CommandLineTool.Run run =
        tool.run(
            "variant",
            "shred",
            input.toString(),
            "--column",
            "v",
            "--schema",
            "struct<a: bigint, b: struct<c: string>>",
            "--output",
            shredded.toString());
    assertThat(run).isEqualTo(new CommandLineTool.Run(0, "", ""));
    assertThat(columns(shredded))
        .contains("id", "v.typed_value.a.typed_value", "v.typed_value.b.typed_value.c.typed_value");
    assertThat(cat(shredded)).isEqualTo(cat(input));

    run =
        tool.run(
            "variant", "unshred", shredded.toString(), "--column", "v", "-o", together.toString());
    assertThat(run).isEqualTo(new CommandLineTool.Run(0, "", ""));
    assertThat(columns(together)).containsExactly("id", "v.metadata", "v.value");
    assertThat(cat(together)).isEqualTo(cat(input));
  }

  @Test
  void finds_out_the_type_and_keeps_the_footers_layout() throws Exception {
    Path attached = folder.resolve("attached.parquet");
    FooterAttacher.defaults().attach(input, attached);
    Path shredded = folder.resolve("shredded.parquet");

    CommandLineTool.Run run =
        CommandLineTool.runIn(
            jar,
            "variant",
            "shred",
            attached.toString(),
            "--column",
            "v",
            "-o",
            shredded.toString());

    assertThat(run).isEqualTo(new CommandLineTool.Run(0, "", ""));
    assertThat(footer(shredded).layout()).isEqualTo(FooterLayout.SPEC);
    assertThat(columns(shredded)).contains("v.typed_value.a.typed_value");
    assertThat(cat(shredded)).isEqualTo(cat(input));
  }

  /** JSON gives each integer its least width: of these three. */
  @Test
  void auto_puts_integers_of_all_widths_into_one_column_unless_they_are_to_be_exact()
      throws Exception {
    List<Object> trees = new ArrayList<>();
    for (int id = 0; id < 40_000; id += 10) {
      Number least = id < 128 ? (Number) (byte) id : id < 32_768 ? (Number) (short) id : id;
      trees.add(Map.of("id", least));
    }
    Path integers = folder.resolve("integers.parquet");
    new ParquetJavaFiles().write(integers, null, IcebergVariants.encodeTogether(trees));
    Path wide = folder.resolve("wide.parquet");
    Path exact = folder.resolve("exact.parquet");
    String[] shred = {"variant", "shred", integers.toString(), "--column=v", "-o"};

    assertThat(CommandLineTool.runIn(jar, with(shred, wide.toString())))
        .isEqualTo(new CommandLineTool.Run(0, "", ""));
    assertThat(CommandLineTool.runIn(jar, with(shred, exact.toString(), "--exact")).exitCode())
        .isZero();
    Path named = folder.resolve("named.parquet");
    String[] type = with(shred, named.toString(), "--schema=struct<id: bigint, no: string>");
    assertThat(CommandLineTool.runIn(jar, type)).isEqualTo(new CommandLineTool.Run(0, "", ""));
    assertThat(outside(named)).isZero();
    assertThat(cat(named)).isEqualTo(cat(integers));

    assertThat(outside(wide)).isZero();
    assertThat(outside(exact)).isEqualTo(13 + 723);
    assertThat(cat(wide)).isEqualTo(cat(integers)).isEqualTo(cat(exact));
    CommandLineTool.Run schema =
        CommandLineTool.runIn(jar, "variant", "schema", wide.toString(), "--column=v");
    assertThat(schema.out()).contains("$.id: shredded as Int(32, true), 100.0%");
    schema = CommandLineTool.runIn(jar, "variant", "schema", integers.toString(), "--column=v");
    assertThat(schema.out()).contains("$.id: shredded as Int(32, true), widened, 100.0%");
  }

  @Test
  void says_where_most_values_are_not_in_their_column() throws Exception {
    Path shredded = folder.resolve("shredded.parquet");
    CommandLineTool.Run run =
        CommandLineTool.runIn(
            jar,
            "variant",
            "shred",
            input.toString(),
            "--column=v",
            "--schema=struct<a: bigint, b: struct<c: int>>",
            "--exact",
            "-o",
            shredded.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("shredded.parquet: v: only 0 of 50 values at $.b.c are of the type of its column")
        .hasLineCount(1);
  }

  private static String[] with(String[] command, String... more) {
    return Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new);
  }

  /** Values of the field that are not in its typed column. */
  private static long outside(Path file) throws IOException {
    FlatFooter footer = footer(file).footer();
    ColumnChunkView chunk = footer.chunk(0, footer.findColumn("v.typed_value.id.value"));
    return chunk.numValues() - chunk.statistics().nullCount();
  }

  @Test
  void a_type_that_is_none_is_wrong_usage_and_says_where() throws Exception {
    Path output = folder.resolve("out.parquet");
    CommandLineTool.Run run =
        CommandLineTool.runIn(
            jar,
            "variant",
            "shred",
            input.toString(),
            "--column=v",
            "--schema=struct<a: bigin>",
            "-o",
            output.toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--schema").contains("at position 10 found 'bigin'");
    assertThat(output).doesNotExist();
  }

  @Test
  void an_output_that_exists_is_kept() throws Exception {
    CommandLineTool.Run run =
        tool.run("variant", "unshred", input.toString(), "--column=v", "-o", input.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).singleElement().asString().contains("exists already");
  }

  @Test
  void a_column_that_is_no_variant_is_named_and_leaves_no_file() throws Exception {
    Path output = folder.resolve("out.parquet");
    CommandLineTool.Run run =
        tool.run("variant", "shred", input.toString(), "--column=id", "-o", output.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains("rows.parquet")
        .contains("id");
    assertThat(Files.exists(output)).isFalse();
  }
}
