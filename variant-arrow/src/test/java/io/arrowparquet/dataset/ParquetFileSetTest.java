// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFileSetTest {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private void write(String name, String type, String... rows) throws IOException {
    write(name, type, ParquetWriteOptions.defaults().withFooter(FooterLayout.SPEC), rows);
  }

  private void write(String name, String type, ParquetWriteOptions options, String... rows)
      throws IOException {
    JsonTable.write(folder.resolve(name), type, options, allocator, rows);
  }

  private static ParquetWriteOptions shredded(String type) {
    return ParquetWriteOptions.defaults()
        .withShredding("v", ArrowTypeText.parse("v", type), ShredMode.EXACT)
        .withFooter(FooterLayout.SPEC);
  }

  private ParquetFileSet open() throws IOException {
    return ParquetFileSet.open(List.of(folder));
  }

  private List<String> read(ParquetReadOptions options) throws IOException {
    return read(open(), options);
  }

  private List<String> read(ParquetFileSet files, ParquetReadOptions options) throws IOException {
    try (ArrowReader reader = files.read(options, allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  private static String text(Schema schema) {
    return schema.getFields().stream()
        .map(field -> field.getName() + ": " + ArrowTypeText.of(field))
        .collect(Collectors.joining(", "));
  }

  /** Our writer refuses two columns of one name, so one is renamed in the file's bytes. */
  private Path writeTwoOfOneName(String name) throws IOException {
    write(
        name,
        "struct<dup: int, dux: bigint>",
        ParquetWriteOptions.defaults().withArrowSchema(false),
        "{\"dup\":1,\"dux\":2}");
    Path file = folder.resolve(name);
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    Files.writeString(file, bytes.replace("dux", "dup"), StandardCharsets.ISO_8859_1);
    return file;
  }

  @Test
  void files_of_many_schemas_by_turns_have_the_columns_of_all() throws IOException {
    for (int file = 0; file < 50; file++) {
      String name = "c" + file % 25;
      write(
          "%02d.parquet".formatted(file),
          "struct<" + name + ": int>",
          "{\"%s\":1}".formatted(name));
    }
    assertThat(open().schema(ALL).getFields())
        .extracting(Field::getName)
        .containsExactlyElementsOf(IntStream.range(0, 25).mapToObj(i -> "c" + i).toList());
  }

  @Test
  void one_file_may_have_two_columns_of_a_name_and_several_may_not() throws IOException {
    Path file = writeTwoOfOneName("a.parquet");
    try (FileSetReader reader = ParquetFileSet.open(List.of(file)).read(ALL, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(((IntVector) root.getVector(0)).get(0)).isEqualTo(1);
      assertThat(((BigIntVector) root.getVector(1)).get(0)).isEqualTo(2);
    }
    writeTwoOfOneName("b.parquet");
    ParquetFileSet both = open();
    assertThatThrownBy(() -> both.read(ALL, allocator))
        .hasMessage("column dup: found two columns of this name, expected one");
  }

  @Test
  void columns_meet_by_name_and_are_null_where_a_file_lacks_them() throws IOException {
    write("1.parquet", "struct<a: int not null, b: string>", "{\"a\":1,\"b\":\"x\"}");
    write("2.parquet", "struct<c: boolean, b: string>", "{\"b\":\"y\",\"c\":true}");

    assertThat(text(open().schema(ALL))).isEqualTo("a: int, b: string, c: boolean");
    assertThat(read(ALL))
        .containsExactly("{\"a\":1,\"b\":\"x\",\"c\":null}", "{\"a\":null,\"b\":\"y\",\"c\":true}");
  }

  @Test
  void comparisons_that_are_never_true_are_reported_by_file() throws IOException {
    write("1.parquet", "struct<a: tinyint>", "{\"a\":1}");
    write("2.parquet", "struct<a: int>", "{\"a\":300}", "{\"a\":3}");
    ParquetReadOptions options = ALL.withFilter(Operand.column("a").isEqualTo(300));
    try (FileSetReader reader = open().read(options, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).containsExactly("{\"a\":300}");
      assertThat(reader.filterDiagnostics())
          .singleElement()
          .satisfies(found -> assertThat(found.source()).endsWith("1.parquet"))
          .satisfies(found -> assertThat(found.diagnostic().comparison()).isEqualTo("= 300"));
    }
    ParquetScanOptions scanned = ParquetScanOptions.defaults().withRead(options);
    try (ParquetScan scan = open().scan(scanned, Runnable::run, allocator)) {
      while (readNext(scan)) {
        assertThat(scan.filterDiagnostics()).hasSizeLessThanOrEqualTo(1);
      }
      assertThat(scan.filterDiagnostics()).hasSize(1);
    }
  }

  private static boolean readNext(ParquetScan scan) throws IOException {
    try (VectorSchemaRoot batch = scan.next()) {
      return batch != null;
    }
  }

  @Test
  void files_whose_statistics_contradict_each_other_give_all_their_rows() throws IOException {
    Path file = OtherWritersFiles.find("polars_one_nan.parquet");
    ParquetFileSet files = ParquetFileSet.open(List.of(file, file));
    ParquetReadOptions ids = ALL.withColumns(List.of("id"));
    Operand f = Operand.column("f");

    assertThat(read(files, ids.withFilter(f.isAtMost(3.0)))).hasSize(4);
    assertThat(read(files, ids.withFilter(f.isNotNull()))).hasSize(6);
  }

  @Test
  void numbers_become_the_wider_type() throws IOException {
    String rows = "{\"i\":-5,\"d\":1.25}";
    write("1.parquet", "struct<i: smallint, d: decimal(5, 2)>", rows, "{}");
    write("2.parquet", "struct<i: bigint, d: decimal(9, 2)>", rows);
    write("3.parquet", "struct<i: tinyint, d: decimal(3, 2)>", rows);

    assertThat(text(open().schema(ALL))).isEqualTo("i: bigint, d: decimal(9, 2)");
    assertThat(read(ALL)).containsExactly(rows, "{\"i\":null,\"d\":null}", rows, rows);
  }

  @Test
  void strings_binaries_and_lists_go_together_with_large_ones() throws IOException {
    String[] rows = {
      "{\"s\":\"x\",\"l\":[\"a\",null,\"bc\"],\"m\":{\"k\":\"v\"}}",
      "{\"s\":null,\"l\":null,\"m\":null}",
      "{\"s\":\"\",\"l\":[],\"m\":{}}"
    };
    write("1.parquet", "struct<s: string, l: list<large_string>, m: map<string, string>>", rows);
    write(
        "2.parquet",
        "struct<s: large_string, l: large_list<string>, m: map<string, large_string>>",
        rows);
    write("3.parquet", "struct<s: string, l: list<string>, m: map<large_string, string>>", rows);

    assertThat(text(open().schema(ALL)))
        .isEqualTo(
            "s: large_string, l: large_list<large_string>, m: map<large_string, large_string>");
    assertThat(read(ALL))
        .containsExactly(
            rows[0], rows[1], rows[2], rows[0], rows[1], rows[2], rows[0], rows[1], rows[2]);
    assertThat(read(ALL.withFilter(Operand.column("s").isEqualTo("x"))))
        .containsExactly(rows[0], rows[0], rows[0]);
  }

  @Test
  void files_of_two_writers_with_mixed_strings_are_one_table() throws IOException {
    Path mixed = OtherWritersFiles.find("mixed_strings");
    long rows = 0;
    ParquetFileSet files = ParquetFileSet.open(List.of(mixed));
    for (ParquetFragment fragment : files.fragments()) {
      rows += fragment.rows();
    }
    assertThat(read(files, ALL)).hasSize((int) rows);
  }

  @Test
  void structs_lists_and_maps_are_unified_inside() throws IOException {
    write(
        "1.parquet",
        "struct<s: struct<x: int>, l: list<struct<y: int>>, m: map<string, int>>",
        "{\"s\":{\"x\":1},\"l\":[{\"y\":1},{\"y\":2}],\"m\":{\"k\":1}}",
        "{}",
        "{\"s\":{\"x\":2},\"l\":[],\"m\":{}}");
    write(
        "2.parquet",
        "struct<s: struct<z: string, x: bigint>, l: list<struct<w: int, y: int>>,"
            + " m: map<string, bigint>>",
        "{\"s\":{\"x\":3,\"z\":\"q\"},\"l\":[{\"y\":1,\"w\":2}],\"m\":{\"k\":2,\"n\":3}}");

    assertThat(text(open().schema(ALL)))
        .isEqualTo(
            "s: struct<x: bigint, z: string>, l: list<struct<y: int, w: int>>,"
                + " m: map<string, bigint>");
    assertThat(read(ALL))
        .containsExactly(
            "{\"s\":{\"x\":1,\"z\":null},\"l\":[{\"w\":null,\"y\":1},{\"w\":null,\"y\":2}],"
                + "\"m\":{\"k\":1}}",
            "{\"s\":null,\"l\":null,\"m\":null}",
            "{\"s\":{\"x\":2,\"z\":null},\"l\":[],\"m\":{}}",
            "{\"s\":{\"x\":3,\"z\":\"q\"},\"l\":[{\"w\":2,\"y\":1}],\"m\":{\"k\":2,\"n\":3}}");
  }

  @Test
  void variants_keep_a_shredding_that_all_files_have() throws IOException {
    write("1.parquet", "struct<v: variant>", shredded("struct<a: tinyint>"), "{\"v\":{\"a\":1}}");
    write("2.parquet", "struct<v: variant>", shredded("struct<a: tinyint>"), "{\"v\":{\"a\":2}}");

    assertThat(open().schema(ALL).findField("v").getChildren())
        .extracting(Field::getName)
        .containsExactly("metadata", "value", "typed_value");
    assertThat(read(ALL)).containsExactly("{\"v\":{\"a\":1}}", "{\"v\":{\"a\":2}}");
  }

  @Test
  void variants_are_put_together_where_files_shred_them_differently() throws IOException {
    write("1.parquet", "struct<v: variant>", shredded("struct<a: tinyint>"), "{\"v\":{\"a\":1}}");
    write("2.parquet", "struct<v: variant>", shredded("struct<b: string>"), "{\"v\":{\"a\":2}}");
    write("3.parquet", "struct<v: variant>", "{\"v\":[3]}", "{}");
    write("4.parquet", "struct<w: int>", "{\"w\":4}");

    assertThat(text(open().schema(ALL))).isEqualTo("v: variant, w: int");
    assertThat(read(ALL))
        .containsExactly(
            "{\"v\":{\"a\":1},\"w\":null}",
            "{\"v\":{\"a\":2},\"w\":null}",
            "{\"v\":[3],\"w\":null}",
            "{\"v\":null,\"w\":null}",
            "{\"v\":null,\"w\":4}");
  }

  @Test
  void paths_of_variants_are_read_from_every_shredding() throws IOException {
    write("1.parquet", "struct<v: variant>", shredded("struct<a: tinyint>"), "{\"v\":{\"a\":1}}");
    write("2.parquet", "struct<v: variant>", shredded("struct<b: string>"), "{\"v\":{\"a\":2}}");
    write("3.parquet", "struct<w: int>", "{\"w\":4}");
    VariantProjection path =
        VariantProjection.of(
            "v", VariantPath.parse("$.a"), "va", new ArrowType.Int(Long.SIZE, true));

    assertThat(read(ALL.withColumns(List.of()).withVariantPaths(List.of(path))))
        .containsExactly("{\"va\":1}", "{\"va\":2}", "{\"va\":null}");
  }

  @Test
  void filter_takes_a_column_that_a_file_lacks_for_null() throws IOException {
    write("1.parquet", "struct<a: int, b: int>", "{\"a\":1,\"b\":1}", "{\"a\":2,\"b\":2}");
    write("2.parquet", "struct<a: int>", "{\"a\":1}", "{\"a\":2}");
    RowFilter b = Operand.column("b").isEqualTo(1);
    RowFilter a = Operand.column("a").isEqualTo(2);
    String one = "{\"a\":1,\"b\":1}";
    String two = "{\"a\":2,\"b\":2}";
    String lackingTwo = "{\"a\":2,\"b\":null}";

    assertThat(read(ALL.withFilter(b))).containsExactly(one);
    assertThat(read(ALL.withFilter(b.not()))).containsExactly(two);
    assertThat(read(ALL.withFilter(b.or(a)))).containsExactly(one, two, lackingTwo);
    assertThat(read(ALL.withFilter(b.and(a.not()).not()))).containsExactly(two, lackingTwo);
    assertThat(read(ALL.withFilter(Operand.column("b").isNull().and(a))))
        .containsExactly(lackingTwo);
    assertThat(read(ALL.withFilter(Operand.column("b").isNotNull()))).containsExactly(one, two);
  }

  @Test
  void only_chosen_columns_are_in_the_schema() throws IOException {
    write("1.parquet", "struct<a: int, s: struct<x: int, y: int>>", "{\"a\":1,\"s\":{\"y\":1}}");
    write("2.parquet", "struct<b: int>", "{\"b\":2}");

    assertThat(read(ALL.withColumns(List.of("s.y", "b"))))
        .containsExactly("{\"s\":{\"y\":1},\"b\":null}", "{\"s\":null,\"b\":2}");
    assertThatThrownBy(() -> read(ALL.withColumns(List.of("nothing"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("nothing");
  }

  @Test
  void schema_of_the_caller_orders_widens_adds_and_decodes() throws IOException {
    write("1.parquet", "struct<a: int, v: variant>", "{\"a\":1,\"v\":{\"x\":5}}", "{\"v\":7}");
    Schema schema =
        new Schema(
            List.of(
                ArrowTypeText.parse("v", "struct<x: bigint>"),
                ArrowTypeText.parse("none", "string"),
                ArrowTypeText.parse("a", "bigint")));

    ParquetFileSet files = open().withSchema(schema);

    assertThat(files.schema(ALL)).isEqualTo(schema);
    assertThat(read(files, ALL))
        .containsExactly(
            "{\"v\":{\"x\":5},\"none\":null,\"a\":1}", "{\"v\":null,\"none\":null,\"a\":null}");
    assertThat(read(files, ALL.withColumns(List.of("a"))))
        .containsExactly("{\"a\":1}", "{\"a\":null}");
  }

  @Test
  void types_that_do_not_go_together_name_file_and_column() throws IOException {
    write("1.parquet", "struct<s: struct<a: int>>", "{}");
    write("2.parquet", "struct<s: struct<a: string>>", "{}");

    assertThatThrownBy(() -> open().schema(ALL))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("2.parquet")
        .hasMessageContaining("s.a")
        .hasMessageContaining("string")
        .hasMessageContaining("int");
  }

  @Test
  void schema_of_the_caller_that_does_not_fit_names_file_and_column() throws IOException {
    write("1.parquet", "struct<a: string>", "{}");
    ParquetFileSet files =
        open().withSchema(new Schema(List.of(ArrowTypeText.parse("a", "bigint"))));

    assertThatThrownBy(() -> read(files, ALL))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("1.parquet")
        .hasMessageContaining("column a");
  }

  @Test
  void directories_give_their_files_in_order_but_for_hidden_ones() throws IOException {
    Files.createDirectories(folder.resolve("b/_temporary"));
    write("b/2.parquet", "struct<a: int>", "{\"a\":2}");
    write("b/1.parquet", "struct<a: int>", "{\"a\":1}");
    write("b/_temporary/3.parquet", "struct<a: int>", "{\"a\":3}");
    write("b/.4.parquet", "struct<a: int>", "{\"a\":4}");
    Files.writeString(folder.resolve("b/readme.txt"), "no Parquet");

    assertThat(read(ALL)).containsExactly("{\"a\":1}", "{\"a\":2}");
    assertThatThrownBy(() -> ParquetFileSet.open(List.of(folder.resolve("b/_temporary/none"))))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void directory_without_files_is_named() throws IOException {
    Path none = Files.createDirectory(folder.resolve("none"));

    assertThatThrownBy(() -> ParquetFileSet.open(List.of(none)))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(none + ": there is no .parquet file");
  }

  @Test
  void each_file_that_cannot_be_opened_is_named() throws IOException {
    write("1.parquet", "struct<a: int>", "{\"a\":1}");
    Files.writeString(folder.resolve("2.parquet"), "this is not a Parquet file");
    Files.writeString(folder.resolve("3.parquet"), "nor is this");

    Throwable failure = catchThrowable(this::open);
    assertThat(failure)
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("2.parquet");
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(failure.getSuppressed()[0]).hasMessageContaining("3.parquet");
  }

  @Test
  void two_columns_of_one_name_are_refused() throws IOException {
    write("1.parquet", "struct<v: variant>", "{\"v\":1}");
    VariantProjection path =
        VariantProjection.of("v", VariantPath.parse("$.a"), "v", ArrowType.Utf8.INSTANCE);

    assertThatThrownBy(() -> read(ALL.withVariantPaths(List.of(path))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("v");
  }

  @Test
  void sets_of_entries_and_of_footers_at_hand_have_the_same_rows() throws IOException {
    write("1.parquet", "struct<a: int>", "{\"a\":1}", "{\"a\":2}");
    write("2.parquet", "struct<a: bigint>", "{\"a\":3}");
    ParquetFileSet files = open();
    SourceFactory sources = ByteSources.defaults();
    List<ParquetFooter> footers = new ArrayList<>();
    for (SourceEntry file : files.files()) {
      try (ByteSource bytes = sources.open(file)) {
        footers.add(FooterReader.defaults().read(bytes));
      }
    }

    ParquetFileSet ofEntries = ParquetFileSet.ofEntries(files.files(), sources, Runnable::run);
    ParquetFileSet ofFooters = ParquetFileSet.ofFooters(files.files(), footers, sources);

    assertThat(read(ofEntries, ALL)).isEqualTo(read(files, ALL)).hasSize(3);
    assertThat(read(ofFooters, ALL)).isEqualTo(read(files, ALL));
    assertThat(ofFooters.files())
        .extracting(SourceEntry::uri)
        .isEqualTo(files.files().stream().map(SourceEntry::uri).toList());
    assertThatThrownBy(() -> ParquetFileSet.ofFooters(files.files(), List.of(), sources))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
