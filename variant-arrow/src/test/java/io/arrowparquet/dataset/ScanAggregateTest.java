// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.ScanAggregate.ColumnAggregate;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.api.AutoClose;
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
  @AutoClose private final RootAllocator allocator = new RootAllocator();
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

  private void write(String name, String type, String... rows) throws IOException {
    Path file = folder.resolve("evolved").resolve(name);
    Files.createDirectories(file.getParent());
    JsonTable.write(file, type, ParquetWriteOptions.defaults(), allocator, rows);
  }

  private ScanAggregate evolved(ReaderSchema schema, ParquetReadOptions options, String... columns)
      throws IOException {
    ParquetFileSet files = ParquetFileSet.open(List.of(folder.resolve("evolved")));
    return ParquetScanPlan.of(schema == null ? files : files.withSchema(schema), options)
        .aggregate(List.of(columns));
  }

  @Test
  void columns_of_a_schema_are_known_by_id_and_as_wider_types() throws IOException {
    write(
        "1.parquet",
        "struct<a#1: int, f#2: float, d#3: decimal(5, 1), w#5: bigint, v#6: variant>",
        "{\"a\":4,\"f\":3,\"d\":10.5,\"w\":1,\"v\":7}",
        "{\"a\":-3,\"f\":-7,\"w\":2}");
    write(
        "2.parquet",
        "struct<b#1: bigint, d#3: decimal(12, 1), t#4: string>",
        "{\"b\":9000000000,\"d\":-99999999.5,\"t\":\"x\"}");
    ReaderSchema schema =
        ReaderSchema.of(
                JsonTable.schema(
                    "struct<n#1: bigint, f#2: double, d#3: decimal(12, 1), t#4: string,"
                        + " w#5: int, v#6: int, more#7: date>"))
            .withRules(EvolutionRules.defaults().withNarrowing(true).withDecodeVariants(true))
            .withDefault("more", LocalDate.EPOCH);
    Map<String, ColumnAggregate> found =
        evolved(schema, ALL, "n", "f", "d", "t", "w", "v", "more").columns();

    assertThat(found.get("n")).isEqualTo(new ColumnAggregate(3L, -3L, 9_000_000_000L));
    // NaNs are counted, and there are none.
    assertThat(found.get("f")).isEqualTo(new ColumnAggregate(2L, -7.0, 3.0));
    assertThat(found.get("d"))
        .isEqualTo(new ColumnAggregate(2L, new BigDecimal("-99999999.5"), new BigDecimal("10.5")));
    assertThat(found.get("t").values()).isEqualTo(1);
    assertThat(found.get("more"))
        .isEqualTo(new ColumnAggregate(3L, LocalDate.EPOCH, LocalDate.EPOCH));
    for (String unknown : List.of("w", "v")) {
      assertThat(found.get(unknown)).isEqualTo(new ColumnAggregate(null, null, null));
    }
  }

  @Test
  void columns_of_files_of_different_types_are_those_of_the_common_schema() throws IOException {
    write("1.parquet", "struct<a: int, b: int>", "{\"a\":4,\"b\":1}");
    write("2.parquet", "struct<a: bigint>", "{\"a\":-5}", "{}");

    ScanAggregate found = evolved(null, ALL, "a", "b");
    assertThat(found.rows()).isEqualTo(3);
    assertThat(found.columns().get("a")).isEqualTo(new ColumnAggregate(2L, -5L, 4L));
    assertThat(found.columns().get("b")).isEqualTo(new ColumnAggregate(1L, 1L, 1L));
  }

  @Test
  void constants_are_known_and_positions_are_not() throws IOException {
    write("1.parquet", "struct<a: int, b: int>", "{\"a\":4,\"b\":1}");
    ParquetReadOptions options =
        ALL.withRowColumns(
            List.of(
                RowColumn.constant(ArrowTypeText.parse("b", "date"), LocalDate.EPOCH),
                RowColumn.constant(ArrowTypeText.parse("none", "int"), null),
                RowColumn.position("at")));
    Map<String, ColumnAggregate> found = evolved(null, options, "b", "none", "at").columns();
    assertThat(found.get("b")).isEqualTo(new ColumnAggregate(1L, LocalDate.EPOCH, LocalDate.EPOCH));
    assertThat(found.get("none")).isEqualTo(new ColumnAggregate(0L, null, null));
    assertThat(found.get("at")).isEqualTo(new ColumnAggregate(null, null, null));
  }

  /** The types of what is replaced do not matter. */
  @Test
  void replaced_column_may_have_other_types_in_other_files() throws IOException {
    write("1.parquet", "struct<a: int, b: string, c: int>", "{\"a\":4,\"b\":\"t\",\"c\":1}");
    write("2.parquet", "struct<a: int, b: int, c: int>", "{\"a\":5,\"b\":3,\"c\":2}");
    ParquetFileSet files = ParquetFileSet.open(List.of(folder.resolve("evolved")));
    ParquetReadOptions options =
        ALL.withRowColumns(
            List.of(
                RowColumn.position("at"),
                RowColumn.constant(ArrowTypeText.parse("b", "date"), LocalDate.EPOCH)));
    List<String> expected =
        List.of(
            "{\"a\":4,\"b\":\"1970-01-01\",\"c\":1,\"at\":0}",
            "{\"a\":5,\"b\":\"1970-01-01\",\"c\":2,\"at\":0}");
    assertThatThrownBy(() -> files.schema(ALL)).isInstanceOf(UnsupportedColumnException.class);
    try (FileSetReader reader = files.read(options, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).isEqualTo(expected);
    }
    ParquetScanPlan plan = ParquetScanPlan.of(files, options);
    List<String> found = new ArrayList<>();
    for (ParquetSplit split : plan.splits(1)) {
      ParquetSplit sent = ParquetSplit.from(split.toBytes());
      try (FileSetReader reader = sent.open(ByteSources.defaults(), allocator)) {
        found.addAll(JsonTable.read(reader, allocator));
      }
    }
    assertThat(found).isEqualTo(expected);
    assertThat(plan.aggregate(List.of("b")).columns().get("b"))
        .isEqualTo(new ColumnAggregate(2L, LocalDate.EPOCH, LocalDate.EPOCH));
  }
}
