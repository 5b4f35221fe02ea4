// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.parquet.internal.prune.RowGroupFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statistics that look right, and that their writer is known to get wrong.
 *
 * @see io.arrowparquet.footer.internal.statistics.WriterQuirks
 * @see io.arrowparquet.footer.internal.statistics.TrustedStatistics
 */
class WriterStatisticsTest {
  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  /** Polars multiplies a chunk's null count by the number of its pages. */
  @Test
  void null_counts_of_chunks_by_polars_are_ignored() throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
        file,
        chunk -> chunk.setStatistics(new Statistics().setNull_count(chunk.getNum_values())),
        "Polars");

    for (FilterColumn column : FilterColumn.values()) {
      FilterChecks.sameAsWithoutSkipping(
          allocator, file, Operand.column(column.field()).isNotNull());
      FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column(column.field()).isNull());
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
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (List.of(columns.split(" ", -1)).contains(path(chunk))) {
            byte[] wrong = new byte[path(chunk).equals("dec9") ? 4 : 9];
            chunk.getStatistics().setMin_value(wrong).setMax_value(wrong);
          }
        },
        writer);
    RewrittenStatistics.dropColumnIndexes(file);

    for (String column : columns.split(" ", -1)) {
      FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column(column).isLessThan(0));
      FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column(column).isGreaterThan(0));
    }
  }

  /** A NaN that came first hid the values of its page, and no bound is NaN. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "parquet-mr version 1.8.1 (build 4aba4d)",
        "parquet-cpp version 1.3.1",
        "Polars",
        "my program version 1.0.0(build 7)"
      })
  void bounds_of_floats_are_ignored_of_writers_that_compared_nan(String writer) throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (path(chunk).equals("d") && chunk.getStatistics().isSetMin_value()) {
            chunk.getStatistics().setMax_value(chunk.getStatistics().getMin_value());
          }
        },
        writer);
    RewrittenStatistics.dropColumnIndexes(file);

    same(file, Operand.column("d").isGreaterThan(1.0));
  }

  /** A page with a NaN looks like one of nulls that counts none, and its chunk passes it over. */
  @Test
  void a_page_with_nan_of_polars_loses_no_row() throws IOException {
    Path file = directory.resolve("nan.parquet");
    write(file, "required double d", 100, (group, row) -> group.add("d", row == 7 ? 0.0 / 0 : row));
    RewrittenStatistics rewritten = new RewrittenStatistics(file);
    rewritten.statistics(0, "d").setMin_value(plain(30)).setMax_value(plain(99));
    rewritten.write();
    RewrittenStatistics.change(file, chunk -> {}, "Polars");

    assertThat(same(file, Operand.column("d").isLessThan(20.0))).isEqualTo(19);
    assertThat(same(file, Operand.column("d").isGreaterThan(97.0))).isEqualTo(2);
    RewrittenStatistics withNullPage = new RewrittenStatistics(file);
    RewrittenStatistics.Pages pages = withNullPage.pages(0, "d");
    pages.nullPages.set(0, true);
    pages.setBounds(0, new byte[0], new byte[0]);
    withNullPage.set(0, "d", pages);
    withNullPage.write();
    assertThat(same(file, Operand.column("d").isLessThan(20.0))).isEqualTo(19);
    assertThat(same(file, Operand.column("d").isGreaterThan(97.0))).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "Polars, s",
    "Arrow2 - Native Rust implementation of Arrow, s d u32 id",
    "parquet-go version 18.0.0, s",
    "hyparquet, s",
    "my program version 1.0.0(build 7), s",
  })
  void bounds_of_chunks_are_ignored_of_writers_that_put_them_together_wrongly(
      String writer, String columns) throws IOException {
    Path file = filterFile(1);
    List<String> wrong = List.of(columns.split(" ", -1));
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (wrong.contains(path(chunk)) && chunk.getStatistics().isSetMin_value()) {
            chunk.getStatistics().setMax_value(chunk.getStatistics().getMin_value());
            chunk.getStatistics().unsetMin();
            chunk.getStatistics().unsetMax();
          }
        },
        writer);
    RewrittenStatistics.dropColumnIndexes(file);

    for (String column : wrong) {
      Object literal = column.equals("s") ? "b" : column.equals("d") ? (Object) 1.0 : 50;
      assertThat(same(file, Operand.column(column).isGreaterThan(literal))).isPositive();
    }
  }

  /** Milliseconds in UTC, in a column of microseconds. */
  @Test
  void bounds_of_timestamps_are_ignored_of_parquet_net() throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (path(chunk).equals("ts") && chunk.getStatistics().isSetMin_value()) {
            chunk.getStatistics().setMin_value(new byte[8]).setMax_value(new byte[8]);
            chunk.getStatistics().setMin(new byte[8]).setMax(new byte[8]);
          }
        },
        "Parquet.Net version 4.25.0 (build 687fbb)");
    RewrittenStatistics.dropColumnIndexes(file);

    assertThat(same(file, Operand.column("ts").isGreaterThan(Instant.EPOCH.plusSeconds(1))))
        .isPositive();
  }

  /** U+1F600 is beyond U+FFFD, but not for those who compare chars. */
  @Test
  void bounds_of_texts_in_the_order_of_utf16_are_used_only_where_the_orders_agree()
      throws IOException {
    String[] texts = {"a", "b\uFFFD", "b\uD83D\uDE00", "c"};
    for (int[] rows : new int[][] {{0, 1, 2, 3}, {1, 2, 1, 2}, {0, 2, 1, 0}}) {
      Path file = directory.resolve("texts.parquet");
      write(
          file,
          "required binary s (STRING)",
          rows.length,
          (group, row) -> group.add("s", texts[rows[row]]));
      List<String> sorted = IntStream.of(rows).mapToObj(row -> texts[row]).sorted().toList();
      RewrittenStatistics.change(
          file,
          chunk -> {
            if (path(chunk).equals("s")) {
              chunk
                  .getStatistics()
                  .setMin_value(sorted.get(0).getBytes(UTF_8))
                  .setMax_value(sorted.get(3).getBytes(UTF_8));
            }
          },
          "Parquet.Net version 6.0.0 (build 687fbb)");
      RewrittenStatistics.dropColumnIndexes(file);

      for (String text : texts) {
        same(file, Operand.column("s").isEqualTo(text));
        same(file, Operand.column("s").isAtLeast(text));
        same(file, Operand.column("s").isAtMost(text));
      }
      assertThat(possible(file, Operand.column("s").isEqualTo("z")).isEmpty())
          .isEqualTo(rows[3] == 3);
    }
  }

  /** Cut to 16 bytes, and not rounded up; whoever wrote it. */
  @ParameterizedTest
  @CsvSource({
    "binary s (STRING), 18",
    "fixed_len_byte_array(18) s, 18",
    "'binary s (DECIMAL(40,0))', 18",
    "'fixed_len_byte_array(17) s (DECIMAL(38,0))', 17",
  })
  void upper_bounds_of_pages_that_are_cut_lose_no_row(String type, int length) throws IOException {
    Path file = directory.resolve("cut.parquet");
    write(
        file,
        "required " + type,
        200,
        (group, row) -> group.add("s", Binary.fromConstantByteArray(cutValue(row, length))));
    RewrittenStatistics rewritten = new RewrittenStatistics(file);
    RewrittenStatistics.Pages pages = rewritten.pages(0, "s");
    List<Long> firstRows = rewritten.firstRows(0, "s");
    assertThat(firstRows).hasSizeGreaterThan(3);
    for (int page = 0; page + 1 < firstRows.size(); page++) {
      pages.setBounds(
          page,
          Arrays.copyOf(cutValue(firstRows.get(page).intValue(), length), 16),
          Arrays.copyOf(cutValue(firstRows.get(page + 1).intValue() - 1, length), 16));
    }
    rewritten.set(0, "s", pages);
    rewritten.chunk(0, "s").getMeta_data().unsetStatistics();
    rewritten.write();

    boolean text = type.contains("STRING");
    boolean number = type.contains("DECIMAL");
    for (int row = 0; row < 200; row += 3) {
      byte[] value = cutValue(row, length);
      Object literal = number ? new BigDecimal(new BigInteger(value)) : value;
      RowFilter same = Operand.column("s").isEqualTo(text ? new String(value, UTF_8) : literal);
      assertThat(FilterChecks.count(allocator, file, same)).as("%d", row).isEqualTo(1);
    }
    if (!number) {
      Object beyond = text ? "\u0001" : new byte[] {1};
      assertThat(FilterChecks.count(allocator, file, Operand.column("s").isEqualTo(beyond)))
          .isZero();
    }
  }

  private static byte[] cutValue(int row, int length) {
    byte[] value = new byte[length];
    value[13] = (byte) (row / 50);
    value[15] = (byte) (row / 20);
    value[16] = (byte) (row % 20 + 1);
    return value;
  }

  /** Instead of a long upper bound, or of none. */
  @Test
  void an_empty_upper_bound_of_a_page_is_ignored() throws IOException {
    Path file = directory.resolve("empty.parquet");
    write(file, "required binary s (STRING)", 200, (group, row) -> group.add("s", "t" + row));
    RewrittenStatistics rewritten = new RewrittenStatistics(file);
    RewrittenStatistics.Pages pages = rewritten.pages(0, "s");
    for (int page = 0; page < pages.mins.size(); page++) {
      pages.setBounds(page, new byte[0], new byte[0]);
    }
    rewritten.set(0, "s", pages);
    rewritten.chunk(0, "s").getMeta_data().unsetStatistics();
    rewritten.write();

    assertThat(same(file, Operand.column("s").isEqualTo("t77"))).isEqualTo(1);
  }

  /** Nulls that are not counted, and bounds of the first of several arrays. */
  @ParameterizedTest
  @CsvSource({
    "parquet-cpp-arrow version 4.0.1, , false, false",
    "parquet-cpp-arrow version 4.0.1, dictionary, false, false",
    "parquet-cpp-arrow version 4.0.1, plain, true, true",
    "parquet-cpp-arrow version 9.0.0, dictionary, true, false",
    "parquet-cpp version 1.5.1-SNAPSHOT, , false, false",
    "parquet-cpp-arrow version 11.0.0, dictionary, true, true",
  })
  void facts_of_dictionary_arrays_are_ignored_unless_the_schema_shows_that_there_are_none(
      String writer, String schema, boolean usesNulls, boolean usesBounds) throws IOException {
    Path file = directory.resolve("dictionaries.parquet");
    write(
        file,
        "optional binary s (STRING)",
        100,
        (group, row) -> {
          if (row % 10 > 0) {
            group.add("s", "s" + row);
          }
        });
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (path(chunk).equals("s")) {
            chunk
                .getStatistics()
                .setNull_count(0)
                .setMin_value(bytes("s1"))
                .setMax_value(bytes("s2"));
          }
        },
        writer);
    RewrittenStatistics.dropColumnIndexes(file);
    if (schema != null) {
      DictionaryEncoding encoding =
          schema.equals("plain") ? null : new DictionaryEncoding(1, false, null);
      Field field =
          new Field("s", new FieldType(true, ArrowType.Utf8.INSTANCE, encoding), List.of());
      RewrittenStatistics rewritten = new RewrittenStatistics(file);
      rewritten.setArrowSchema(new Schema(List.of(field)));
      rewritten.write();
    }

    assertThat(possible(file, Operand.column("s").isNull()).isEmpty()).isEqualTo(usesNulls);
    assertThat(possible(file, Operand.column("s").isEqualTo("s50")).isEmpty())
        .isEqualTo(usesBounds);
    if (!usesNulls) {
      assertThat(same(file, Operand.column("s").isNull())).isEqualTo(10);
    }
    if (!usesBounds) {
      assertThat(same(file, Operand.column("s").isEqualTo("s51"))).isEqualTo(1);
    }
  }

  /** Files of these writers, where they are at hand. */
  @ParameterizedTest
  @CsvSource({
    "arrow_dictionary_null_count.parquet, id1, , 472",
    "parquet_net_statistics.parquet, B, 2021-01-01T12:00, 4",
    "parquet_go_cut_maxima.parquet, name, West Oakland (WOAK), 7",
    "parquet_go_cut_maxima_2.parquet, String, text/template/parse.Parse, 1",
  })
  void files_of_other_writers_lose_no_row(String name, String column, String value, long rows)
      throws IOException {
    Path file = OtherWritersFiles.find(name);
    Operand operand = Operand.column(column);
    RowFilter filter =
        value == null
            ? operand.isNull()
            : operand.isEqualTo(value.startsWith("2021-") ? LocalDateTime.parse(value) : value);

    assertThat(same(file, filter)).isEqualTo(rows);
  }

  /** Deprecated bounds of floats come from the time before there were rules for NaN. */
  @Test
  void deprecated_bounds_of_floats_are_ignored() throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (path(chunk).equals("d")) {
            chunk.setStatistics(new Statistics().setMin(new byte[8]).setMax(new byte[8]));
          }
        },
        null);
    RewrittenStatistics.dropColumnIndexes(file);

    FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column("d").isGreaterThan(1.0));
  }

  /** Arrow C++ counts levels up to 1 by their first 16384 only. */
  @Test
  void a_histogram_of_a_writer_that_gets_it_wrong_is_ignored() throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
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
    RewrittenStatistics.dropColumnIndexes(file);

    FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column("i8").isNotNull());
  }

  private long same(Path file, RowFilter filter) throws IOException {
    return FilterChecks.sameEverywhere(allocator, file, filter, directory);
  }

  private static BitSet possible(Path file, RowFilter filter) throws IOException {
    return new RowGroupFilter(
            new ChunkClaims.OfFooter(FooterReader.defaults().read(file).footer()),
            ParquetReadOptions.defaults().withFilter(filter))
        .possible();
  }

  /** A file of small pages with the columns {@code id} and one more. */
  private static void write(Path file, String column, int rows, ObjIntConsumer<Group> values)
      throws IOException {
    Files.deleteIfExists(file);
    MessageType schema =
        MessageTypeParser.parseMessageType("message m { required int64 id; " + column + "; }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(schema)
            .withDictionaryEncoding(false)
            .withPageRowCountLimit(20)
            .build()) {
      for (int row = 0; row < rows; row++) {
        Group group = new SimpleGroup(schema).append("id", (long) row);
        values.accept(group, row);
        writer.write(group);
      }
    }
  }

  private static byte[] plain(double value) {
    return ByteBuffer.allocate(Double.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putDouble(value)
        .array();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private Path filterFile(long seed) throws IOException {
    Path file = directory.resolve("filter.parquet");
    new FilterFile(seed).write(file, WriterVersion.PARQUET_1_0, false);
    return file;
  }

  private static String path(ColumnMetaData chunk) {
    return String.join(".", chunk.getPath_in_schema());
  }
}
