// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files whose statistics are wrong: what is skipped never costs a row or a value.
 *
 * @see io.arrowparquet.footer.internal.statistics.TrustedStatistics
 */
class WrongStatisticsTest {
  private static final String SHREDDING =
      "struct<items: list<struct<sku: string, qty: bigint>>, user: struct<id: bigint>>";

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  /** A NaN makes Polars say that the page has nulls only, and count none. */
  @ParameterizedTest
  @ValueSource(strings = {"polars_one_nan.parquet", "polars_nan_mixed.parquet"})
  void a_page_of_nulls_that_counts_none_is_read(String name) throws IOException {
    Path file = OtherWritersFiles.find(name);
    Operand f = Operand.column("f");

    FilterChecks.sameAsWithoutSkipping(allocator, file, f.isAtMost(3.0));
    FilterChecks.sameAsWithoutSkipping(allocator, file, f.isAtMost(3.0).not());
    FilterChecks.sameAsWithoutSkipping(allocator, file, f.isNull());
    assertThat(FilterChecks.count(allocator, file, f.isNotNull())).isEqualTo(3);
  }

  /** Polars counts the nulls among elements, and not the lists that are null. */
  @ParameterizedTest
  @CsvSource({"polars_null_lists.parquet, 2", "polars_li_mixed.parquet, -1"})
  void null_lists_are_found_where_the_elements_null_count_is_zero(String name, long nulls)
      throws IOException {
    Path file = OtherWritersFiles.find(name);
    Operand list = Operand.column("li");

    FilterChecks.sameAsWithoutSkipping(allocator, file, list.isNull());
    FilterChecks.sameAsWithoutSkipping(allocator, file, list.isNotNull());
    if (nulls >= 0) {
      assertThat(FilterChecks.count(allocator, file, list.isNull())).isEqualTo(nulls);
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
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (path(chunk).startsWith("l.")) {
            chunk.setStatistics(new Statistics().setNull_count(0));
            chunk.unsetSize_statistics();
          }
        },
        "Polars");

    FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column("l").isNull());
    assertThat(FilterChecks.count(allocator, file, Operand.column("l").isNull()))
        .isEqualTo(FilterFile.ROWS / 3);
  }

  @Test
  void a_null_count_of_zero_in_a_field_says_nothing_of_its_group() throws IOException {
    Path file = filterFile(1);
    long nulls = FilterChecks.count(allocator, file, Operand.column("g").isNull());
    assertThat(nulls).isPositive();
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (path(chunk).startsWith("g.")) {
            chunk.setStatistics(new Statistics().setNull_count(0));
            chunk.unsetSize_statistics();
          }
        },
        "some writer version 1.0.0");

    assertThat(FilterChecks.count(allocator, file, Operand.column("g").isNull())).isEqualTo(nulls);
    FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column("g.i8").isNull());
    FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column("g.u64").isNull());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shredded_values_are_not_null_beside_bounds(boolean belowLists) throws IOException {
    Path file = variantFile();
    RewrittenStatistics.change(
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
    RewrittenStatistics.change(
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
      assertThat(FilterChecks.count(allocator, file, d.isEqualTo(literal))).isEqualTo(10);
      assertThat(FilterChecks.count(allocator, file, d.isAtLeast(literal))).isEqualTo(10);
      assertThat(FilterChecks.count(allocator, file, d.isAtMost(literal))).isEqualTo(10);
      assertThat(FilterChecks.count(allocator, file, d.isLessThan(literal))).isZero();
      assertThat(FilterChecks.count(allocator, file, d.isLessThan(literal).not())).isEqualTo(10);
    }
  }

  private static byte[] plain(double value) {
    return ByteBuffer.allocate(Double.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putDouble(value)
        .array();
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
      FilterChecks.sameAsWithoutSkipping(allocator, file, predicates.next(i % 3));
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

  private void sameWholeFile(Path file) throws IOException {
    assertThat(VectorEntries.read(file, ParquetReadOptions.defaults(), allocator))
        .isEqualTo(
            VectorEntries.read(file, ParquetReadOptions.defaults().withSkipping(false), allocator));
  }
}
