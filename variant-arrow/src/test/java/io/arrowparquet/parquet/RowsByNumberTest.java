// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.variant.RemoteFile;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows by their numbers, an offset and a limit, against reading everything and choosing in memory.
 *
 * @see io.arrowparquet.parquet.internal.filter.RequestedRows
 */
class RowsByNumberTest {
  private static final int ROUNDS = 60;
  private static final RemoteFile.Line LINE = RemoteFile.Line.fast(ReadHints.REMOTE);

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @ParameterizedTest
  @CsvSource({
    "1, PARQUET_1_0, true",
    "2, PARQUET_2_0, false",
    "3, PARQUET_2_0, true",
    "4, PARQUET_1_0, false"
  })
  void gives_the_rows_that_choosing_in_memory_gives(
      long seed, WriterVersion version, boolean dictionary) throws IOException {
    FilterFile content = new FilterFile(seed);
    Path file = directory.resolve("rows.parquet");
    content.write(file, version, dictionary);
    List<String> all = rows(file, ParquetReadOptions.defaults(), false);
    Random random = new Random(seed);
    RandomPredicates predicates = new RandomPredicates(seed);

    for (int i = 0; i < ROUNDS; i++) {
      RowFilter filter = i % 2 == 0 ? null : predicates.next(2);
      RowPositions chosen = random.nextInt(4) == 0 ? null : positions(random);
      RowPositions deleted = random.nextInt(3) == 0 ? null : positions(random);
      long offset = random.nextInt(3) == 0 ? random.nextInt(FilterFile.ROWS) : 0;
      long limit = random.nextInt(3) == 0 ? random.nextInt(300) : Long.MAX_VALUE;
      List<String> expected =
          content.rows().stream()
              .filter(row -> chosen == null || chosen.contains(row.id()))
              .filter(row -> deleted == null || !deleted.contains(row.id()))
              .filter(
                  row ->
                      filter == null || Boolean.TRUE.equals(RandomPredicates.evaluate(filter, row)))
              .skip(offset)
              .limit(limit)
              .map(row -> all.get(row.id()))
              .toList();
      ParquetReadOptions options =
          ParquetReadOptions.defaults()
              .withFilter(filter)
              .withRows(chosen)
              .withoutRows(deleted)
              .withOffset(offset)
              .withLimit(limit)
              .withSkipping(random.nextInt(4) > 0)
              .withSkippingSteps(predicates.steps())
              .withFilledBatches(random.nextBoolean())
              .withBatchSize(1 + random.nextInt(random.nextBoolean() ? 30 : 1000))
              .withFetchBytes(random.nextBoolean() ? 32 << 20 : 3_000);
      assertThat(rows(file, options, random.nextBoolean())).as("%s", options).isEqualTo(expected);
    }
  }

  private static RowPositions positions(Random random) {
    int every = 1 + random.nextInt(random.nextBoolean() ? 4 : 60);
    int least = random.nextInt(400);
    return switch (random.nextInt(3)) {
      case 0 -> RowPositions.ofRanges(least, least + 1 + random.nextInt(300));
      case 1 ->
          RowPositions.of(
              LongStream.range(least, FilterFile.ROWS + 50)
                  .filter(row -> random.nextInt(every) == 0)
                  .toArray());
      default -> RowPositions.of(random.nextInt(700));
    };
  }

  @Test
  void variants_and_their_paths_are_those_of_the_rows() throws IOException {
    Path file = directory.resolve("variants.parquet");
    List<String> texts =
        IntStream.range(0, 3 * JsonFile.ROW_GROUP)
            .mapToObj(
                row -> "{\"id\":%d,\"o\":{\"n\":%s}}".formatted(row, row % 7 == 0 ? "\"x\"" : row))
            .toList();
    JsonFile.write(file, texts, "struct<id: bigint, o: struct<n: bigint>>", allocator);
    ParquetReadOptions plain =
        ParquetReadOptions.defaults()
            .withVariantPaths(
                List.of(
                    VariantProjection.of(
                        "v", VariantPath.parse("$.id"), "id", new ArrowType.Int(64, true)),
                    VariantProjection.ofVariant("v", VariantPath.parse("$.o"), "o")));
    List<String> all = rows(file, plain, false);
    long[] scattered = LongStream.range(0, all.size()).filter(row -> row * 31 % 11 < 2).toArray();
    for (RowFilter filter :
        new RowFilter[] {null, plain.variantPaths().get(0).isLessThan(2L * JsonFile.ROW_GROUP)}) {
      ParquetReadOptions options =
          plain
              .withFilter(filter)
              .withRows(RowPositions.of(scattered))
              .withOffset(3)
              .withLimit(500);
      List<String> expected =
          LongStream.of(scattered)
              .filter(row -> filter == null || row < 2L * JsonFile.ROW_GROUP)
              .skip(3)
              .limit(500)
              .mapToObj(row -> all.get((int) row))
              .toList();
      assertThat(rows(file, options, false)).isEqualTo(expected);
      assertThat(rows(file, options.withBatchSize(7), true)).isEqualTo(expected);
    }
  }

  @Test
  void pages_without_a_wanted_row_are_not_read() throws IOException {
    Path file = file();
    ReadStatistics whole = statistics(file, ParquetReadOptions.defaults());
    ReadStatistics one =
        statistics(file, ParquetReadOptions.defaults().withRows(RowPositions.of(301)));
    assertThat(one.rowsDecoded()).isEqualTo(1);
    assertThat(one.rowGroupsSkipped()).isEqualTo(2);
    assertThat(one.pagesRead()).as("a page a column").isEqualTo(one.columnChunksRead());
    assertThat(one.pagesSkipped()).isPositive();
    assertThat(one.bytesRead()).isLessThan(whole.bytesRead() / 3);
  }

  @Test
  void an_offset_passes_over_row_groups_and_pages_and_a_limit_ends_reading() throws IOException {
    Path file = file();
    ReadStatistics read =
        statistics(file, ParquetReadOptions.defaults().withOffset(310).withLimit(5));
    assertThat(read.rowsReturned()).isEqualTo(5);
    assertThat(read.rowsDecoded()).isEqualTo(5);
    assertThat(read.rowGroupsRead()).isEqualTo(1);
    assertThat(read.rowGroupsSkipped()).isEqualTo(1);
    ReadStatistics none = statistics(file, ParquetReadOptions.defaults().withLimit(0));
    assertThat(none.bytesRead()).isZero();
  }

  @Test
  void a_limit_ends_reading_after_rows_that_the_filter_has_left() throws IOException {
    Path file = file();
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withFilter(Operand.column("id").isAtLeast(3L))
            .withOffset(2)
            .withLimit(4)
            .withBatchSize(10);
    ReadStatistics read = statistics(file, options);
    assertThat(read.rowsReturned()).isEqualTo(4);
    assertThat(read.rowGroupsRead()).isEqualTo(1);
    assertThat(read.rowsDecoded()).isLessThan(100);
  }

  @Test
  void row_groups_in_another_order_keep_the_numbers_of_their_rows() throws IOException {
    Path file = file();
    List<String> all = rows(file, ParquetReadOptions.defaults(), false);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withRowGroups(List.of(2, 0))
            .withRows(RowPositions.of(5, 250, 402, 403))
            .withOffset(1);
    assertThat(rows(file, options, false)).containsExactly(all.get(403), all.get(5));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 250, 777, 5_000})
  void a_limit_holds_for_a_set_and_for_its_scans(long limit) throws IOException {
    Path first = directory.resolve("first.parquet");
    new FilterFile(10).write(first, WriterVersion.PARQUET_1_0, true);
    ParquetFileSet set = ParquetFileSet.open(List.of(first, file()));
    ParquetReadOptions options = ParquetReadOptions.defaults().withBatchSize(90);
    try (FileSetReader all = set.read(options, allocator);
        FileSetReader some = set.read(options.withLimit(limit), allocator);
        ParquetScan scan =
            set.scan(
                ParquetScanOptions.defaults()
                    .withRead(options.withLimit(limit))
                    .withThreads(2)
                    .withOrdered(true),
                Runnable::run,
                allocator);
        ArrowReader scanned = scan.reader()) {
      List<String> expected = FilterChecks.rows(all, options).stream().limit(limit).toList();
      assertThat(FilterChecks.rows(some, options)).isEqualTo(expected);
      assertThat(FilterChecks.rows(scanned, options)).isEqualTo(expected);
    }
  }

  @Test
  void numbers_are_refused_for_several_files() throws IOException {
    Path file = file();
    Path other = directory.resolve("other.parquet");
    Files.copy(file, other);
    ParquetReadOptions options = ParquetReadOptions.defaults();
    ParquetFileSet several = ParquetFileSet.open(List.of(file, other));
    for (ParquetReadOptions refused :
        List.of(
            options.withRows(RowPositions.of(1)),
            options.withoutRows(RowPositions.of(1)),
            options.withOffset(1))) {
      assertThatThrownBy(() -> several.schema(refused))
          .isInstanceOf(IllegalArgumentException.class);
    }
    ParquetReadOptions chosen = options.withRows(RowPositions.of(3, 203, 204, 580));
    try (FileSetReader reader = ParquetFileSet.open(List.of(file)).read(chosen, allocator)) {
      assertThat(FilterChecks.rows(reader, chosen)).isEqualTo(rows(file, chosen, false));
    }
  }

  @Test
  void refuses_negative_counts() {
    ParquetReadOptions options = ParquetReadOptions.defaults();
    assertThatThrownBy(() -> options.withOffset(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> options.withLimit(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  private Path file() throws IOException {
    Path file = directory.resolve("file.parquet");
    new FilterFile(9).write(file, WriterVersion.PARQUET_2_0, false);
    return file;
  }

  private ReadStatistics statistics(Path file, ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        // What is read is counted.
      }
      return reader.statistics();
    }
  }

  private List<String> rows(Path file, ParquetReadOptions options, boolean remote)
      throws IOException {
    try (ByteSource elsewhere = new RemoteFile(file, LINE);
        ParquetArrowReader reader =
            remote
                ? ParquetArrowReader.open(elsewhere, options, allocator)
                : ParquetArrowReader.open(file, options, allocator)) {
      return FilterChecks.rows(reader, options);
    }
  }
}
