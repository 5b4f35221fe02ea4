// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.ScanAggregate.ColumnAggregate;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known without reading is what reading finds. */
class ScanAggregateTest {
  private static final Operand ID = Operand.column("id");
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();
  private static final List<String> COLUMNS = List.of("id", "n", "s", "d", "g.x", "l");
  private static final int ROWS = 100;

  @TempDir private Path folder;
  private final RootAllocator allocator = new RootAllocator();
  private ParquetFileSet set;

  @BeforeEach
  void writeFiles() throws IOException {
    Random random = new Random(3);
    List<Path> files = new ArrayList<>();
    for (int file = 0; file < 3; file++) {
      int first = file * ROWS;
      Path path = folder.resolve(file + ".parquet");
      JsonTable.write(
          path,
          "struct<id: bigint, n: int, s: string, d: double, g: struct<x: smallint>, l: list<int>>",
          ParquetWriteOptions.defaults().withRowGroupRows(10),
          allocator,
          IntStream.range(first, first + ROWS)
              .mapToObj(
                  row ->
                      "{\"id\":%d,\"n\":%s,\"s\":\"t%d\",\"d\":%d.5e0,\"g\":{\"x\":%d},\"l\":[%d]}"
                          .formatted(
                              row,
                              row % 3 == 0 ? "null" : Integer.toString(random.nextInt()),
                              random.nextInt(1000),
                              random.nextInt(50) - 25,
                              random.nextInt(300),
                              row))
              .toArray(String[]::new));
      files.add(path);
    }
    set = ParquetFileSet.open(files);
  }

  @AfterEach
  void close() {
    allocator.close();
  }

  /** Rows, values, least and greatest of each column that the answer says. */
  private void requireTrue(ScanAggregate found, ParquetReadOptions options) throws IOException {
    long rows = 0;
    List<List<Comparable<?>>> values = new ArrayList<>();
    COLUMNS.forEach(column -> values.add(new ArrayList<>()));
    try (FileSetReader reader = set.read(options, allocator)) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
        for (int i = 0; i < COLUMNS.size() - 1; i++) {
          collect(reader, COLUMNS.get(i), values.get(i));
        }
      }
    }
    if (found.rows() != null) {
      assertThat(found.rows()).as(options.toString()).isEqualTo(rows);
    }
    for (int i = 0; i < COLUMNS.size() - 1; i++) {
      ColumnAggregate column = found.columns().get(COLUMNS.get(i));
      List<String> read = sorted(values.get(i));
      if (column.values() != null) {
        assertThat(column.values()).isEqualTo(read.size());
      }
      if (column.min() != null) {
        assertThat(text(column.min())).isEqualTo(read.get(0));
      }
      if (column.max() != null) {
        assertThat(text(column.max())).isEqualTo(read.get(read.size() - 1));
      }
    }
  }

  private static void collect(FileSetReader reader, String column, List<Comparable<?>> values)
      throws IOException {
    String[] path = column.split("\\.", -1);
    FieldVector vector = reader.getVectorSchemaRoot().getVector(path[0]);
    vector = path.length == 1 ? vector : vector.getChildrenFromFields().get(0);
    for (int row = 0; row < vector.getValueCount(); row++) {
      Object value = vector.getObject(row);
      if (value != null) {
        values.add(
            vector instanceof VarCharVector
                ? value.toString()
                : value instanceof Number number && !(value instanceof Double)
                    ? (Comparable<?>) number.longValue()
                    : (Comparable<?>) value);
      }
    }
  }

  private static List<String> sorted(List<Comparable<?>> values) {
    return values.stream().sorted().map(String::valueOf).toList();
  }

  private static String text(Object bound) {
    return bound instanceof byte[] utf8
        ? new String(utf8, StandardCharsets.UTF_8)
        : String.valueOf(bound);
  }

  @Test
  void what_is_known_is_what_reading_finds() throws IOException {
    Random random = new Random(8);
    int known = 0;
    int unknown = 0;
    for (int run = 0; run < 60; run++) {
      long from = 10L * random.nextInt(30) + random.nextInt(2);
      RowFilter filter = ID.isAtLeast(from).and(ID.isLessThan(from + 5L * random.nextInt(20)));
      filter = random.nextInt(4) == 0 ? Operand.column("n").isNotNull() : filter;
      ParquetReadOptions options = ALL.withFilter(random.nextInt(5) == 0 ? null : filter);
      options = random.nextInt(5) == 0 ? options.withLimit(random.nextInt(150)) : options;
      ScanAggregate found = ParquetScanPlan.of(set, options).aggregate(COLUMNS);

      requireTrue(found, options);
      known += found.rows() == null ? 0 : 1;
      unknown += found.rows() == null ? 1 : 0;
      assertThat(found.columns()).containsOnlyKeys(COLUMNS);
    }
    assertThat(known).isPositive();
    assertThat(unknown).isPositive();
  }

  @Test
  void all_rows_are_known() throws IOException {
    ScanAggregate found = ParquetScanPlan.of(set, ALL).aggregate(COLUMNS);
    requireTrue(found, ALL);
    assertThat(found.rows()).isEqualTo(3L * ROWS);
    assertThat(found.columns().get("id")).isEqualTo(new ColumnAggregate(300L, 0L, 299L));
    assertThat(found.columns().get("n").values()).isEqualTo(200);
    assertThat(found.columns().get("n").min()).isNotNull();
    assertThat(found.columns().get("g.x").max()).isNotNull();
    assertThat(found.columns().get("l")).isEqualTo(new ColumnAggregate(null, null, null));
  }

  @Test
  void filter_that_matches_row_groups_in_part_leaves_all_unknown() throws IOException {
    ScanAggregate found =
        ParquetScanPlan.of(set, ALL.withFilter(ID.isLessThan(15L))).aggregate(List.of("id"));
    assertThat(found.rows()).isNull();
    assertThat(found.columns().get("id").max()).isNull();
    ScanAggregate whole =
        ParquetScanPlan.of(set, ALL.withFilter(ID.isLessThan(20L))).aggregate(List.of("id"));
    assertThat(whole.rows()).isEqualTo(20);
    assertThat(whole.columns().get("id")).isEqualTo(new ColumnAggregate(20L, 0L, 19L));
    ScanAggregate none =
        ParquetScanPlan.of(set, ALL.withFilter(ID.isLessThan(0L))).aggregate(List.of("id"));
    assertThat(none.rows()).isZero();
    assertThat(none.columns().get("id")).isEqualTo(new ColumnAggregate(0L, null, null));
  }

  @Test
  void rows_left_out_count_and_leave_bounds_unknown() throws IOException {
    set = ParquetFileSet.open(List.of(folder.resolve("0.parquet")));
    ParquetReadOptions options = ALL.withoutRows(RowPositions.of(4, 5));
    ScanAggregate found = ParquetScanPlan.of(set, options).aggregate(COLUMNS);
    assertThat(found.rows()).isEqualTo(ROWS - 2);
    assertThat(found.columns().get("id").min()).isNull();
    assertThat(ParquetScanPlan.of(set, options.withSkipping(false)).aggregate(List.of()).rows())
        .isEqualTo(ROWS - 2);
  }
}
