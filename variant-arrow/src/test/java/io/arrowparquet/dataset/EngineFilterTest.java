// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.ColumnBounds;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Conditions that an engine brings: its own tests, and filters that it learns meanwhile.
 *
 * @see io.arrowparquet.parquet.internal.filter.NarrowedFilter
 * @see DynamicFilter
 */
class EngineFilterTest {
  private static final int GROUP = 10;
  private static final Operand ID = Operand.column("id");
  private static final Operand LATER = Operand.column("later");

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  /** Five row groups of ids from 0 to 49, and a file with a column more whose ids begin with 50. */
  @BeforeEach
  void write() throws IOException {
    ParquetWriteOptions options = ParquetWriteOptions.defaults().withRowGroupRows(GROUP);
    String[] rows = new String[5 * GROUP];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = "{\"id\":%d,\"day\":\"2024-01-%02d\"}".formatted(row, 1 + row / GROUP);
    }
    JsonTable.write(
        folder.resolve("1.parquet"), "struct<id: bigint, day: string>", options, allocator, rows);
    JsonTable.write(
        folder.resolve("2.parquet"),
        "struct<id: bigint, later: int>",
        options,
        allocator,
        "{\"id\":50,\"later\":7}",
        "{\"id\":51}");
  }

  private ParquetFileSet set() throws IOException {
    return ParquetFileSet.open(List.of(folder));
  }

  private static ParquetReadOptions ids() {
    return ParquetReadOptions.defaults().withColumns(List.of("id"));
  }

  private List<Long> read(ParquetReadOptions options) throws IOException {
    List<Long> ids = new ArrayList<>();
    try (ArrowReader reader = set().read(options, allocator)) {
      while (reader.loadNextBatch()) {
        addIds(reader.getVectorSchemaRoot(), ids);
      }
    }
    return ids;
  }

  private static void addIds(VectorSchemaRoot root, List<Long> ids) {
    BigIntVector vector = (BigIntVector) root.getVector("id");
    for (int row = 0; row < root.getRowCount(); row++) {
      ids.add(vector.get(row));
    }
  }

  private static DynamicFilter of(Supplier<RowFilter> answers) {
    return new DynamicFilter(List.of(ID), answers);
  }

  @Test
  void dynamic_filter_is_asked_before_each_row_group() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    DynamicFilter growing = of(() -> ID.isAtLeast(GROUP * asked.getAndIncrement() + 7));

    assertThat(read(ids().withDynamicFilter(growing)))
        .containsExactly(7L, 8L, 9L, 17L, 18L, 19L, 27L, 28L, 29L, 37L, 38L, 39L, 47L, 48L, 49L);
    assertThat(asked).hasValue(6);
  }

  @Test
  void dynamic_filter_only_narrows() throws IOException {
    ParquetReadOptions few = ids().withFilter(ID.isLessThan(5L));

    assertThat(read(few.withDynamicFilter(of(() -> ID.isGreaterThan(2L))))).containsExactly(3L, 4L);
    assertThat(read(few.withDynamicFilter(of(() -> RowFilter.constant(true))))).hasSize(5);
    assertThat(read(few.withDynamicFilter(of(() -> null)))).hasSize(5);
    assertThat(read(few.withDynamicFilter(of(() -> RowFilter.constant(false))))).isEmpty();
    assertThat(read(few.withSkipping(false).withDynamicFilter(of(() -> ID.isGreaterThan(2L)))))
        .containsExactly(3L, 4L);
  }

  @Test
  void best_rows_so_far_leave_out_row_groups() throws IOException {
    List<Long> best = new ArrayList<>();
    DynamicFilter better = of(() -> best.isEmpty() ? null : ID.isLessThan(Collections.max(best)));
    ParquetReadOptions options = ids().withDynamicFilter(better).withFilledBatches(false);
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(folder.resolve("1.parquet"), options, allocator)) {
      while (reader.loadNextBatch()) {
        addIds(reader.getVectorSchemaRoot(), best);
        Collections.sort(best);
        best.subList(3, best.size()).clear();
      }
      assertThat(best).containsExactly(0L, 1L, 2L);
      assertThat(reader.statistics().rowGroupsSkipped()).isEqualTo(4);
    }
  }

  @Test
  void dynamic_filter_of_columns_that_some_files_lack() throws IOException {
    AtomicLong least = new AtomicLong(8);
    DynamicFilter later = new DynamicFilter(List.of(LATER), () -> LATER.isLessThan(least.get()));

    assertThat(read(ids().withDynamicFilter(later))).containsExactly(50L);
    least.set(7);
    assertThat(read(ids().withDynamicFilter(later))).isEmpty();
    DynamicFilter absent = new DynamicFilter(List.of(LATER), LATER::isNull);
    assertThat(read(ids().withDynamicFilter(absent))).hasSize(51).doesNotContain(50L);
  }

  @Test
  void dynamic_filter_narrows_scans_of_several_threads() throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      AtomicInteger asked = new AtomicInteger();
      DynamicFilter odd =
          of(
              () -> {
                asked.incrementAndGet();
                return ID.isIn(List.of(3L, 33L, 51L));
              });
      ParquetScanOptions options =
          ParquetScanOptions.defaults().withRead(ids().withDynamicFilter(odd)).withThreads(2);
      List<Long> ids = new ArrayList<>();
      try (ParquetScan scan = set().scan(options, pool, allocator)) {
        for (VectorSchemaRoot next = scan.next(); next != null; next = scan.next()) {
          try (VectorSchemaRoot batch = next) {
            addIds(batch, ids);
          }
        }
      }
      assertThat(ids).containsExactly(3L, 33L, 51L);
      assertThat(asked).hasValue(6);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void answers_of_other_columns_are_refused() {
    DynamicFilter wrong = of(() -> Operand.column("day").isNull());
    assertThatThrownBy(() -> read(ids().withDynamicFilter(wrong)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("path=day");
  }

  @Test
  void custom_condition_gets_bounds_first_and_vectors_of_what_is_left() throws IOException {
    List<ColumnBounds> bounds = new ArrayList<>();
    AtomicInteger rows = new AtomicInteger();
    RowFilter third =
        RowFilter.custom(
            List.of(Operand.column("day"), ID),
            (columns, matches) -> {
              rows.addAndGet(columns.getRowCount());
              matches.set(0, columns.getRowCount(), true);
            },
            known -> {
              bounds.add(known.get(0));
              byte[] least = (byte[]) known.get(0).min();
              return least == null
                  || LocalDate.parse(new String(least, UTF_8)).getDayOfMonth() == 3;
            });
    ParquetReadOptions options = ids().withFilter(third);
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(folder.resolve("1.parquet"), options, allocator)) {
      List<Long> ids = new ArrayList<>();
      while (reader.loadNextBatch()) {
        addIds(reader.getVectorSchemaRoot(), ids);
      }
      assertThat(ids).hasSize(GROUP).startsWith(20L).endsWith(29L);
      assertThat(reader.statistics().rowGroupsSkipped()).isEqualTo(4);
    }
    assertThat(rows).hasValue(GROUP);
    assertThat(bounds).allSatisfy(some -> assertThat(some.rows()).isEqualTo(GROUP));
    assertThat(bounds.get(0).mayHaveNulls()).isFalse();
    assertThat(bounds.get(0).mayHaveNaN()).isFalse();
  }

  @Test
  void custom_condition_gets_nulls_for_columns_that_a_file_lacks() throws IOException {
    RowFilter lacking =
        RowFilter.custom(
            List.of(LATER, ID),
            (columns, matches) -> {
              FieldVector later = columns.getVector(0);
              assertThat(columns.getVector("id")).isSameAs(columns.getVector(1));
              for (int row = 0; row < columns.getRowCount(); row++) {
                matches.set(row, later instanceof NullVector ? row == 0 : !later.isNull(row));
              }
            },
            known -> !known.get(0).hasNullsOnly() || known.get(0).mayHaveNulls());
    assertThat(read(ids().withFilter(lacking.and(ID.isAtLeast(40L))).withSkipping(false)))
        .containsExactly(40L, 50L);
    assertThat(read(ids().withFilter(lacking))).containsExactly(0L, 10L, 20L, 30L, 40L, 50L);
  }

  @Test
  void what_a_custom_condition_throws_ends_the_reader() throws IOException {
    RowFilter failing =
        RowFilter.custom(
            List.of(ID),
            (columns, matches) -> {
              throw new UnsupportedOperationException("made up");
            },
            known -> true);
    ParquetReadOptions options = ids().withFilter(failing);
    try (ArrowReader reader = set().read(options, allocator)) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(reader::loadNextBatch)
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessage("made up");
      }
    }
    try (ParquetScan scan =
        set().scan(ParquetScanOptions.defaults().withRead(options), Runnable::run, allocator)) {
      assertThatThrownBy(scan::next).isInstanceOf(UnsupportedOperationException.class);
    }
    RowFilter beyond =
        RowFilter.custom(List.of(ID), (columns, matches) -> matches.set(100), known -> true);
    assertThatThrownBy(() -> read(ids().withFilter(beyond)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("matches row 100 of a batch of 10 rows");
  }

  @Test
  void columns_of_different_kinds_are_not_compared() {
    assertThatThrownBy(() -> read(ids().withFilter(ID.isLessThan(Operand.column("day")))))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("1.parquet")
        .hasMessageContaining("a comparison of Int(64, true) with Utf8, the type of day");
    assertThatThrownBy(() -> read(ids().withFilter(ID.contains(3L))))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("a search for an element of Int(64, true)");
    assertThatThrownBy(() -> read(ids().withFilter(ID.isNaN())))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> read(ids().withFilter(ID.startsWith("1"))))
        .isInstanceOf(InvalidRequestException.class);
  }
}
