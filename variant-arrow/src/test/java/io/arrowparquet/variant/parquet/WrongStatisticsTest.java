// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.variant.OtherWritersFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose statistics are wrong: what is skipped never costs a row or a value. */
class WrongStatisticsTest {
  private static final String SHREDDING =
      "struct<items: list<struct<sku: string, qty: bigint>>, user: struct<id: bigint>>";

  @TempDir private Path directory;
  private final RootAllocator allocator = new RootAllocator();

  @AfterEach
  void nothing_leaks() {
    allocator.close();
  }

  /** A NaN makes Polars say that the page has nulls only, and count none. */
  @ParameterizedTest
  @ValueSource(strings = {"polars_one_nan.parquet", "polars_nan_mixed.parquet"})
  void a_page_of_nulls_that_counts_none_is_read(String name) throws IOException {
    Path file = OtherWritersFiles.find(name);
    Operand f = Operand.column("f");

    sameAsWithoutSkipping(file, f.isAtMost(3.0));
    sameAsWithoutSkipping(file, f.isAtMost(3.0).not());
    sameAsWithoutSkipping(file, f.isNull());
    assertThat(count(file, f.isNotNull())).isEqualTo(3);
  }

  /** Polars counts the nulls among elements, and not the lists that are null. */
  @ParameterizedTest
  @CsvSource({"polars_null_lists.parquet, 2", "polars_li_mixed.parquet, -1"})
  void null_lists_are_found_where_the_elements_null_count_is_zero(String name, long nulls)
      throws IOException {
    Path file = OtherWritersFiles.find(name);
    Operand list = Operand.column("li");

    sameAsWithoutSkipping(file, list.isNull());
    sameAsWithoutSkipping(file, list.isNotNull());
    if (nulls >= 0) {
      assertThat(count(file, list.isNull())).isEqualTo(nulls);
    }
  }

  /** DuckDB counts nulls below repeated groups twice, up to as many as there are values. */
  @Test
  void shredded_values_are_read_where_their_null_count_is_too_high() throws IOException {
    sameWholeFile(OtherWritersFiles.find("duckdb_wrong_null_counts.parquet"));
  }

  @Test
  void a_null_count_of_zero_in_elements_says_nothing_of_lists() throws IOException {
    Path file = filterFile(1);
    change(
        file,
        chunk -> {
          if (path(chunk).startsWith("l.")) {
            chunk.setStatistics(new Statistics().setNull_count(0));
            chunk.unsetSize_statistics();
          }
        },
        "Polars");

    sameAsWithoutSkipping(file, Operand.column("l").isNull());
    assertThat(count(file, Operand.column("l").isNull())).isEqualTo(FilterFile.ROWS / 3);
  }

  @Test
  void a_null_count_of_zero_in_a_field_says_nothing_of_its_group() throws IOException {
    Path file = filterFile(1);
    long nulls = count(file, Operand.column("g").isNull());
    assertThat(nulls).isPositive();
    change(
        file,
        chunk -> {
          if (path(chunk).startsWith("g.")) {
            chunk.setStatistics(new Statistics().setNull_count(0));
            chunk.unsetSize_statistics();
          }
        },
        "some writer version 1.0.0");

    assertThat(count(file, Operand.column("g").isNull())).isEqualTo(nulls);
    sameAsWithoutSkipping(file, Operand.column("g.i8").isNull());
    sameAsWithoutSkipping(file, Operand.column("g.u64").isNull());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shredded_values_are_not_null_beside_bounds(boolean belowLists) throws IOException {
    Path file = variantFile();
    change(
        file,
        chunk -> {
          boolean repeated = path(chunk).contains(".list.");
          if (path(chunk).endsWith("value") && repeated == belowLists) {
            chunk.getStatistics().setNull_count(chunk.getNum_values());
            chunk.unsetSize_statistics();
          }
        },
        null);

    sameWholeFile(file);
  }

  /** Without bounds only the writer's name tells that its count cannot be relied on. */
  @ParameterizedTest
  @ValueSource(strings = {"DuckDB version v1.5.6 (build 069cc9f9b5)", "some writer", ""})
  void null_counts_below_lists_are_trusted_only_of_writers_that_count_all(String writer)
      throws IOException {
    Path file = variantFile();
    change(
        file,
        chunk -> {
          if (path(chunk).endsWith("value") && path(chunk).contains(".list.")) {
            chunk.setStatistics(new Statistics().setNull_count(chunk.getNum_values()));
            chunk.unsetSize_statistics();
          }
        },
        writer);

    sameWholeFile(file);
  }

  /** Polars multiplies a chunk's null count by the number of its pages. */
  @Test
  void null_counts_of_chunks_by_polars_are_ignored() throws IOException {
    Path file = filterFile(1);
    change(
        file,
        chunk -> chunk.setStatistics(new Statistics().setNull_count(chunk.getNum_values())),
        "Polars");

    for (FilterColumn column : FilterColumn.values()) {
      sameAsWithoutSkipping(file, Operand.column(column.field()).isNotNull());
      sameAsWithoutSkipping(file, Operand.column(column.field()).isNull());
    }
  }

  /** Signed numbers in byte arrays, compared as unsigned bytes. */
  @ParameterizedTest
  @CsvSource({
    "Polars, decb decf",
    "ClickHouse v25.3.1, decb decf",
    "parquet-rs version 56.0.0, decb",
    "parquet-rs version 13.0.0, decb decf",
    "parquet-cpp version 1.5.1-SNAPSHOT, decb decf",
    "parquet-cpp-arrow version 3.0.0, decb decf",
    "hyparquet, dec9 decb decf",
  })
  void bounds_of_decimals_are_ignored_of_writers_that_compared_them_wrongly(
      String writer, String columns) throws IOException {
    Path file = filterFile(1);
    change(
        file,
        chunk -> {
          if (List.of(columns.split(" ", -1)).contains(path(chunk))) {
            byte[] wrong = new byte[path(chunk).equals("dec9") ? 4 : 9];
            chunk.getStatistics().setMin_value(wrong).setMax_value(wrong);
          }
        },
        writer);
    dropColumnIndexes(file);

    for (String column : columns.split(" ", -1)) {
      sameAsWithoutSkipping(file, Operand.column(column).isLessThan(0));
      sameAsWithoutSkipping(file, Operand.column(column).isGreaterThan(0));
    }
  }

  /** A NaN that came first hid the values of its page, and no bound is NaN. */
  @ParameterizedTest
  @ValueSource(strings = {"parquet-mr version 1.8.1 (build 4aba4d)", "parquet-cpp version 1.3.1"})
  void bounds_of_floats_are_ignored_of_writers_that_compared_nan(String writer) throws IOException {
    Path file = filterFile(1);
    change(
        file,
        chunk -> {
          if (path(chunk).equals("d") && chunk.getStatistics().isSetMin_value()) {
            chunk.getStatistics().setMax_value(chunk.getStatistics().getMin_value());
          }
        },
        writer);
    dropColumnIndexes(file);

    sameAsWithoutSkipping(file, Operand.column("d").isGreaterThan(1.0));
  }

  /** Deprecated bounds of floats come from the time before there were rules for NaN. */
  @Test
  void deprecated_bounds_of_floats_are_ignored() throws IOException {
    Path file = filterFile(1);
    change(
        file,
        chunk -> {
          if (path(chunk).equals("d")) {
            chunk.setStatistics(new Statistics().setMin(new byte[8]).setMax(new byte[8]));
          }
        },
        null);
    dropColumnIndexes(file);

    sameAsWithoutSkipping(file, Operand.column("d").isGreaterThan(1.0));
  }

  /** Writers give either zero as a bound, and values have both signs. */
  @ParameterizedTest
  @CsvSource({"0.0, 0.0", "-0.0, -0.0", "-0.0, 0.0", "0.0, -0.0"})
  void zeros_of_either_sign_are_one_number(double min, double max) throws IOException {
    Path file = directory.resolve("zeros.parquet");
    MessageType schema =
        MessageTypeParser.parseMessageType("message m { required int64 id; required double d; }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(schema).build()) {
      for (long row = 0; row < 10; row++) {
        writer.write(
            new SimpleGroup(schema).append("id", row).append("d", row % 2 == 0 ? 0.0 : -0.0));
      }
    }
    RewrittenStatistics rewritten = new RewrittenStatistics(file);
    rewritten.statistics(0, "d").setMin_value(plain(min)).setMax_value(plain(max));
    RewrittenStatistics.Pages pages = rewritten.pages(0, "d");
    pages.setBounds(0, plain(min), plain(max));
    rewritten.set(0, "d", pages);
    rewritten.write();

    for (double literal : new double[] {0.0, -0.0}) {
      Operand d = Operand.column("d");
      assertThat(count(file, d.isEqualTo(literal))).isEqualTo(10);
      assertThat(count(file, d.isAtLeast(literal))).isEqualTo(10);
      assertThat(count(file, d.isAtMost(literal))).isEqualTo(10);
      assertThat(count(file, d.isLessThan(literal))).isZero();
      assertThat(count(file, d.isLessThan(literal).not())).isEqualTo(10);
    }
  }

  private static byte[] plain(double value) {
    return ByteBuffer.allocate(Double.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putDouble(value)
        .array();
  }

  /** Arrow C++ counts levels up to 1 by their first 16384 only. */
  @Test
  void a_histogram_of_a_writer_that_gets_it_wrong_is_ignored() throws IOException {
    Path file = filterFile(1);
    change(
        file,
        chunk -> {
          if (path(chunk).equals("i8")) {
            chunk.setStatistics(new Statistics());
            chunk.setSize_statistics(
                new org.apache.parquet.format.SizeStatistics()
                    .setDefinition_level_histogram(List.of(chunk.getNum_values(), 0L)));
          }
        },
        "parquet-cpp-arrow version 25.0.1");
    dropColumnIndexes(file);

    sameAsWithoutSkipping(file, Operand.column("i8").isNotNull());
  }

  @ParameterizedTest
  @EnumSource(StatisticsLie.class)
  void one_lie_that_another_fact_contradicts_costs_no_row(StatisticsLie lie) throws IOException {
    Path file = filterFile(1);
    int told = 0;
    for (String column : List.of("id", "i8", "u64", "d", "f", "s", "ts", "b", "g.d", "g.s")) {
      told += lie.tell(file, 0, column, 0) ? 1 : 0;
      told += lie.tell(file, 1, column, 1) ? 1 : 0;
    }

    assertThat(told).isPositive();
    RandomPredicates predicates = new RandomPredicates(7);
    for (int i = 0; i < 25; i++) {
      sameAsWithoutSkipping(file, predicates.next(i % 3));
    }
  }

  /** Its column index lacks null_pages. */
  @Test
  void a_column_index_that_is_not_whole_is_passed_over() throws IOException {
    Path file = OtherWritersFiles.find("lite_DOUBLE_300_opt_GZIP_v1.parquet");
    Operand x = Operand.column("x");
    for (Predicate predicate :
        List.of(x.isNull(), x.isNotNull(), x.isLessThan(0), x.isGreaterThan(1e300).not())) {
      ParquetReadOptions options = ParquetReadOptions.ALL.withFilter(predicate);
      assertThat(VectorEntries.read(file, options, allocator))
          .isEqualTo(VectorEntries.read(file, options.withSkipping(false), allocator));
      assertThat(diagnostics(file, options).get(0).toString())
          .startsWith("column x, row group 0: ")
          .contains("null_pages");
      assertRefusedWhenStrict(file, options);
    }
  }

  @ParameterizedTest
  @EnumSource(StatisticsLie.class)
  void damaged_page_indexes_are_named_and_refused_by_strict_readers(StatisticsLie lie)
      throws IOException {
    Path file = filterFile(1);
    String column =
        Stream.of("ts", "d", "s").filter(c -> told(lie, file, c)).findFirst().orElseThrow();
    ParquetReadOptions options =
        ParquetReadOptions.ALL.withFilter(Operand.column(column).isNotNull());

    List<PageIndexDiagnostic> found = diagnostics(file, options);

    if (lie.isDamage()) {
      assertThat(found).hasSize(1);
      assertThat(found.get(0).column()).isEqualTo(column);
      assertThat(found.get(0).rowGroup()).isEqualTo(1);
      assertRefusedWhenStrict(file, options);
    } else {
      assertThat(found).isEmpty();
      assertThat(diagnostics(file, options.withStrict(true))).isEmpty();
    }
  }

  private static boolean told(StatisticsLie lie, Path file, String column) {
    try {
      return lie.tell(file, 1, column, 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertRefusedWhenStrict(Path file, ParquetReadOptions options) {
    assertThatThrownBy(() -> diagnostics(file, options.withStrict(true)))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageStartingWith(file + ": ");
  }

  private List<PageIndexDiagnostic> diagnostics(Path file, ParquetReadOptions options)
      throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      int batches = 0;
      while (reader.loadNextBatch()) {
        batches++;
      }
      assertThat(batches).isPositive();
      return reader.diagnostics();
    }
  }

  private Path filterFile(long seed) throws IOException {
    Path file = directory.resolve("filter.parquet");
    new FilterFile(seed).write(file, WriterVersion.PARQUET_1_0, false);
    return file;
  }

  private Path variantFile() throws IOException {
    Path file = directory.resolve("variant.parquet");
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < JsonFile.ROW_GROUP; row++) {
      String json =
          switch (row % 4) {
            case 0 -> "{\"items\":[{\"sku\":%d,\"qty\":\"x\"}],\"user\":{\"id\":\"n\"}}";
            case 1 -> "{\"items\":[],\"user\":{\"id\":%d}}";
            case 2 -> "{\"items\":[null,%d,{\"sku\":\"s\",\"qty\":1}],\"user\":7}";
            default -> "%d";
          };
      rows.add(json.formatted(row));
    }
    JsonFile.write(file, rows, SHREDDING, allocator);
    return file;
  }

  private static String path(ColumnMetaData chunk) {
    return String.join(".", chunk.getPath_in_schema());
  }

  /** Changes all chunks; and who wrote the file, unless null is given. */
  private static void change(Path file, Consumer<ColumnMetaData> change, String createdBy)
      throws IOException {
    Files.write(
        file,
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer -> {
              footer
                  .getRow_groups()
                  .forEach(
                      group ->
                          group.getColumns().forEach(chunk -> change.accept(chunk.getMeta_data())));
              if (createdBy != null) {
                footer.setCreated_by(createdBy);
              }
            }));
  }

  private static void dropColumnIndexes(Path file) throws IOException {
    Files.write(
        file,
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer ->
                footer
                    .getRow_groups()
                    .forEach(
                        group ->
                            group
                                .getColumns()
                                .forEach(
                                    chunk -> {
                                      chunk.unsetColumn_index_offset();
                                      chunk.unsetColumn_index_length();
                                    }))));
  }

  private void sameAsWithoutSkipping(Path file, Predicate predicate) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.ALL.withColumns(List.of("id")).withFilter(predicate);
    assertThat(VectorEntries.read(file, options, allocator))
        .as("%s", predicate)
        .isEqualTo(VectorEntries.read(file, options.withSkipping(false), allocator));
  }

  private void sameWholeFile(Path file) throws IOException {
    assertThat(VectorEntries.read(file, ParquetReadOptions.ALL, allocator))
        .isEqualTo(VectorEntries.read(file, ParquetReadOptions.ALL.withSkipping(false), allocator));
  }

  private long count(Path file, Predicate predicate) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.ALL.withColumns(List.of("id")).withFilter(predicate);
    long rows = 0;
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    return rows;
  }
}
