// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileDiagnostic.BundledFileState;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A set from a bundle is the set of the files, by schema, order and errors.
 *
 * @see BundledFiles
 * @see CommonSchema
 */
class BundledSchemasTest {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();
  private static final ParquetWriteOptions PLAIN =
      ParquetWriteOptions.defaults().withOverwrite(true);

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private final List<String> diagnostics = new ArrayList<>();

  private Path file(String name) {
    return folder.resolve(name + ".parquet");
  }

  private void write(String name, String type, String... rows) throws IOException {
    JsonTable.write(file(name), type, PLAIN, allocator, rows);
  }

  private BundleWriter writer() throws IOException {
    return new BundleWriter(
        BundleStore.of(folder.resolve("lake.bundle")), BundleOptions.defaults());
  }

  private List<BundleInput> inputs() throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        inputs.add(BundleInput.of(folder, file));
      }
    }
    return inputs;
  }

  private void create() throws IOException {
    writer().write(inputs(), false);
  }

  private void sync() throws IOException {
    writer().sync(inputs(), BundleTrust.STAT);
  }

  private ParquetFileSet open(BundleTrust trust, ParquetReadOptions options) throws IOException {
    try (FooterBundle bundle = FooterBundle.open(folder.resolve("lake.bundle"))) {
      return ParquetFileSet.open(
          bundle, folder, trust, options, found -> diagnostics.add(found.toString()));
    }
  }

  private ParquetFileSet open(ParquetReadOptions options, ReaderSchema schema) throws IOException {
    try (FooterBundle bundle = FooterBundle.open(folder.resolve("lake.bundle"))) {
      return ParquetFileSet.open(
          bundle,
          BundleFolder.of(folder),
          BundleTrust.STAT,
          options,
          schema,
          found -> diagnostics.add(found.toString()));
    }
  }

  private List<String> read(ParquetFileSet set, ParquetReadOptions options) throws IOException {
    try (ArrowReader reader = set.read(options, allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  /** The schema of the files, of the bundle, and of sets from it with each filter. */
  private void requireOneSchema(RowFilter... filters) throws IOException {
    Schema expected = ParquetFileSet.open(List.of(folder)).schema(ALL);
    try (FooterBundle bundle = FooterBundle.open(folder.resolve("lake.bundle"))) {
      assertThat(ParquetFileSet.ofSchemas(bundle).schema(ALL)).isEqualTo(expected);
    }
    for (BundleTrust trust : BundleTrust.values()) {
      assertThat(open(trust, ALL).schema(ALL)).isEqualTo(expected);
      for (RowFilter filter : filters) {
        ParquetReadOptions options = ALL.withFilter(filter);
        ParquetFileSet set = open(trust, options);
        assertThat(set.schema(ALL)).as(filter.toString()).isEqualTo(expected);
        assertThat(read(set, options))
            .isEqualTo(read(ParquetFileSet.open(List.of(folder)), options));
      }
    }
    assertThat(diagnostics).isEmpty();
  }

  private static RowFilter id(long id) {
    return Operand.column("id").isEqualTo(id);
  }

  @Test
  void schema_has_the_order_and_types_of_all_files_whatever_segments_and_filter()
      throws IOException {
    write("c", "struct<id: bigint, z: int, t: string>", "{\"id\":3}");
    write("e", "struct<id: bigint, t: large_string>", "{\"id\":5,\"t\":\"x\"}");
    create();
    write("a", "struct<y: int, id: bigint>", "{\"id\":1,\"y\":1}");
    write("d", "struct<id: bigint, x: int>", "{\"id\":4,\"x\":1}");
    sync();
    requireOneSchema(id(1), id(3), id(4), id(5), id(9));

    Files.delete(file("c"));
    write("b", "struct<w: int, id: int>", "{\"id\":2,\"w\":1}");
    sync();
    requireOneSchema(id(1), id(2), id(5), id(9));
    assertThat(ParquetFileSet.open(List.of(folder)).schema(ALL).getFields())
        .extracting(field -> field.getName())
        .containsExactly("y", "id", "w", "x", "t");
  }

  @Test
  void metadata_is_the_first_files_even_if_the_filter_leaves_it_out() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      JsonTable.write(
          file(name),
          "struct<id: bigint>",
          ParquetWriteOptions.defaults().withKeyValue("k", name),
          allocator,
          "{\"id\":" + (int) name.charAt(0) + "}");
    }
    create();
    requireOneSchema(id('a'), id('b'), id('c'), id(0));
    assertThat(open(BundleTrust.STAT, ALL).schema(ALL).getCustomMetadata()).containsEntry("k", "a");
  }

  @Test
  void a_schema_whose_first_file_changed_is_still_that_of_the_next() throws IOException {
    write("a", "struct<id: bigint, x: int>", "{\"id\":1}");
    write("b", "struct<id: bigint, x: int>", "{\"id\":2}");
    write("c", "struct<id: bigint>", "{\"id\":3}");
    create();
    write("a", "struct<id: bigint, q: int>", "{\"id\":1}", "{\"id\":3}");
    ParquetReadOptions options = ALL.withFilter(id(3));
    ParquetFileSet set = open(BundleTrust.STAT, options);

    ParquetFileSet files = ParquetFileSet.open(List.of(folder));
    assertThat(set.schema(ALL)).isEqualTo(files.schema(ALL));
    assertThat(read(set, options)).isEqualTo(read(files, options)).hasSize(2);
    assertThat(ScanFiles.paths(set)).containsExactly(file("a"), file("c"));
    assertThat(diagnostics)
        .containsExactly(file("a") + ": was changed since the bundle was written; read without it");
  }

  @Test
  void files_without_rows_have_their_schema_and_a_filter_may_keep_none() throws IOException {
    write("a", "struct<x: int>");
    create();
    requireOneSchema(Operand.column("x").isNull());
    write("b", "struct<id: bigint>", "{\"id\":1}");
    sync();
    requireOneSchema(id(1), id(2));
    assertThat(open(BundleTrust.STAT, ALL.withFilter(id(2))).fragments()).isEmpty();
  }

  @Test
  void a_file_that_is_gone_is_an_error_if_the_caller_vouches_for_it() throws IOException {
    write("a", "struct<id: bigint, x: int>", "{\"id\":1}");
    write("b", "struct<id: bigint>", "{\"id\":2}");
    create();
    Files.delete(file("a"));

    assertThat(read(open(BundleTrust.STAT, ALL), ALL)).containsExactly("{\"id\":2}");
    assertThat(open(BundleTrust.FOOTER, ALL.withFilter(id(2))).schema(ALL).getFields()).hasSize(1);
    assertThat(diagnostics)
        .hasSize(2)
        .containsOnly(file("a") + ": is in the bundle and no longer there; left out");
    assertThatThrownBy(() -> open(BundleTrust.CATALOG, ALL))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("a.parquet")
        .hasMessageContaining("CATALOG");
    assertThat(read(open(BundleTrust.CATALOG, ALL.withFilter(id(2))), ALL.withFilter(id(2))))
        .hasSize(1);
    Files.delete(file("b"));
    assertThatThrownBy(() -> open(BundleTrust.STAT, ALL)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void files_that_changed_and_cannot_be_read_are_told_one_by_one() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      write(name, "struct<id: bigint>", "{\"id\":1}");
    }
    create();
    Files.writeString(file("a"), "no Parquet");
    Files.writeString(file("b"), "neither is this");
    Files.setLastModifiedTime(file("c"), FileTime.fromMillis(1));
    List<FileDiagnostic<BundledFileState>> found = new ArrayList<>();
    try (FooterBundle bundle = FooterBundle.open(folder.resolve("lake.bundle"))) {
      assertThatThrownBy(
              () -> ParquetFileSet.open(bundle, folder, BundleTrust.STAT, ALL, found::add))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("a.parquet")
          .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    }
    assertThat(found)
        .extracting(f -> f.source(), f -> f.file().uri(), f -> f.diagnostic())
        .containsExactly(
            tuple(file("a").toString(), file("a").toUri(), BundledFileState.UNREADABLE),
            tuple(file("b").toString(), file("b").toUri(), BundledFileState.UNREADABLE),
            tuple(file("c").toString(), file("c").toUri(), BundledFileState.CHANGED));
  }

  @Test
  void a_filter_need_not_go_with_files_that_are_no_longer_there() throws IOException {
    write("a", "struct<id: string>", "{\"id\":\"x\"}");
    write("b", "struct<id: bigint>", "{\"id\":2}");
    create();
    ParquetReadOptions options = ALL.withFilter(id(2));
    assertThatThrownBy(() -> read(ParquetFileSet.open(List.of(file("a"))), options))
        .isInstanceOf(InvalidRequestException.class);
    write("a", "struct<id: bigint>", "{\"id\":2}");
    assertThat(read(open(BundleTrust.STAT, options), options)).hasSize(2);
    sync();
    assertThat(read(open(BundleTrust.STAT, options), options)).hasSize(2);
    Files.delete(file("a"));
    sync();
    diagnostics.clear();
    requireOneSchema(id(2), id(3));
  }

  @Test
  void a_set_refuses_what_it_was_not_planned_for() throws IOException {
    write("a", "struct<id: bigint, x: struct<y: int, z: int>>", "{\"id\":1}");
    create();
    ParquetFileSet filtered = open(BundleTrust.STAT, ALL.withFilter(id(1)));
    assertThat(read(filtered, ALL.withFilter(id(1)))).hasSize(1);
    for (ParquetReadOptions other : List.of(ALL, ALL.withFilter(id(2)))) {
      assertThatThrownBy(() -> filtered.read(other, allocator))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("planned for filter");
    }
    Schema schema = JsonTable.schema("struct<id: bigint>");
    assertThatThrownBy(() -> filtered.withSchema(schema))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("another schema for a set that was planned for filter");

    ParquetReadOptions columns = ALL.withColumns(List.of("x"));
    ParquetFileSet some = open(BundleTrust.STAT, columns);
    assertThat(read(some, columns.withColumns(List.of("x.y")))).hasSize(1);
    for (ParquetReadOptions other :
        List.of(ALL, columns.withFilter(id(1)), ALL.withColumns(List.of("id", "x")))) {
      assertThatThrownBy(() -> some.read(other, allocator))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("planned for");
    }
    ParquetFileSet ofSchema = open(ALL, ReaderSchema.of(schema));
    assertThat(read(ofSchema, ALL.withFilter(id(1)))).hasSize(1);
    assertThatThrownBy(() -> ofSchema.withSchema(schema))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(
            () -> ofSchema.read(ALL.withFilter(Operand.column("x.y").isNull()), allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("column x.y: found a set that was planned for");
  }

  @Test
  void planning_by_field_ids_finds_renamed_columns_and_defaults() throws IOException {
    write("a", "struct<old#1: int, swap#2: int>", "{\"old\":1,\"swap\":2}");
    write("b", "struct<swap#1: int, old#2: int>", "{\"old\":1,\"swap\":2}");
    write("c", "struct<old#2: int>", "{\"old\":1}");
    create();
    ReaderSchema schema =
        ReaderSchema.of(JsonTable.schema("struct<new#1: bigint, old#2: bigint>"))
            .withDefault("new", 2L);
    for (RowFilter filter :
        List.of(
            Operand.column("new").isEqualTo(1L),
            Operand.column("new").isEqualTo(2L),
            Operand.column("old").isEqualTo(1L).and(Operand.column("new").isEqualTo(2L)),
            Operand.column("new").isGreaterThan(Operand.column("old")))) {
      ParquetReadOptions options = ALL.withColumns(List.of("new")).withFilter(filter);
      List<String> expected =
          read(ParquetFileSet.open(List.of(folder)).withSchema(schema), options);
      assertThat(read(open(options, schema), options)).isEqualTo(expected).isNotEmpty();
      try (FooterBundle bundle = FooterBundle.open(folder.resolve("lake.bundle"))) {
        assertThat(ParquetScanPlan.rowGroups(bundle, schema, options)).hasSizeLessThan(3);
      }
    }
  }

  @Test
  void a_schema_that_requires_proofs_is_planned_and_proved_when_read() throws IOException {
    write("a", "struct<id: bigint, n: bigint>", "{\"id\":1,\"n\":7}");
    write("b", "struct<id: bigint, n: bigint>", "{\"id\":2,\"n\":70000}");
    create();
    ReaderSchema schema =
        ReaderSchema.of(
                new Schema(ArrowTypeText.parse("r", "struct<n: smallint not null>").getChildren()))
            .withRules(EvolutionRules.defaults().withNarrowing(true));
    ParquetReadOptions low = ALL.withFilter(Operand.column("n").isLessThan(10));
    assertThat(read(open(low, schema), low)).containsExactly("{\"n\":7}");
    assertThatThrownBy(() -> read(open(ALL, schema), ALL)).hasMessageContaining("b.parquet");
  }

  @Test
  void names_with_dots_are_planned_as_they_are_read() throws IOException {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required int64 id; optional int32 a.b; optional group d.e { optional"
                + " int32 f.g; } optional group a { optional int32 b; optional int32 c; } }");
    for (int file = 0; file < 3; file++) {
      try (ParquetWriter<Group> writer =
          ExampleParquetWriter.builder(new LocalOutputFile(file("" + file)))
              .withType(type)
              .build()) {
        Group row = new SimpleGroup(type).append("id", (long) file).append("a.b", file);
        row.addGroup("d.e").append("f.g", file);
        row.addGroup("a").append("b", 1).append("c", file);
        writer.write(row);
      }
    }
    create();
    requireOneSchema(
        Operand.column("d.e.f.g").isEqualTo(1),
        Operand.column("a.c").isAtLeast(1),
        Operand.column("d.e").isNull());
    ParquetReadOptions ambiguous = ALL.withFilter(Operand.column("a.b").isEqualTo(1));
    ParquetFileSet set = open(BundleTrust.STAT, ambiguous);
    assertThatThrownBy(() -> read(set, ambiguous))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("2 columns of this path");
  }

  /** Our writer refuses two columns of one name, so one is renamed in the files' bytes. */
  @Test
  void two_columns_of_a_name_are_for_one_file_whatever_the_filter() throws IOException {
    ParquetWriteOptions options = ParquetWriteOptions.defaults().withArrowSchema(false);
    for (long id : new long[] {1, 2}) {
      JsonTable.write(
          file("" + id),
          "struct<id: bigint, dup: int, dux: int>",
          options,
          allocator,
          "{\"id\":" + id + "}");
      String bytes = Files.readString(file("" + id), ISO_8859_1);
      Files.writeString(file("" + id), bytes.replace("dux", "dup"), ISO_8859_1);
    }
    create();
    for (ParquetReadOptions read : List.of(ALL, ALL.withFilter(id(1)))) {
      ParquetFileSet set = open(BundleTrust.STAT, read);
      assertThatThrownBy(() -> set.schema(ALL))
          .hasMessage("column dup: found two columns of this name, expected one");
    }
    Files.delete(file("2"));
    sync();
    requireOneSchema();
  }
}
