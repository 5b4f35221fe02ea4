// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.ColumnFilesReader.ColumnFile;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.parquet.options.VectorTypes;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three files side by side have the rows of one file with the columns of all. */
class ColumnFilesReaderTest {
  private static final int ROWS = 500;
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();
  private static final Operand ID = Operand.column("id");
  private static final Operand A = Operand.column("a");
  private static final Operand B = Operand.column("b");

  @TempDir Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private ParquetFileSet whole;
  private List<ColumnFile> files;

  @BeforeEach
  void write() throws IOException {
    whole =
        set(
            "whole",
            "struct<id: bigint, a: int, s: string, b: int, g: struct<x: int>, v: variant>",
            500,
            100);
    files =
        List.of(
            new ColumnFile(set("1", "struct<id: bigint, a: int>", 100, 7), null),
            new ColumnFile(set("2", "struct<s: string, b: int>", 33, 10), null),
            new ColumnFile(set("3", "struct<g: struct<x: int>, v: variant>", 210, 50), null));
  }

  private ParquetFileSet set(String name, String type, int rowGroup, int page) throws IOException {
    return set(name, type, rowGroup, page, ROWS);
  }

  private ParquetFileSet set(String name, String type, int rowGroup, int page, int rows)
      throws IOException {
    Path file = folder.resolve(name + ".parquet");
    JsonTable.write(
        file,
        type,
        ParquetWriteOptions.defaults().withRowGroupRows(rowGroup).withPageRows(page),
        allocator,
        IntStream.range(0, rows)
            .mapToObj(
                row ->
                    "{\"id\":%d,\"a\":%s,\"s\":\"t%d\",\"b\":%s,\"g\":{\"x\":%d},\"v\":{\"n\":%d}}"
                        .formatted(
                            row,
                            row % 7 == 0 ? "null" : row % 50,
                            row % 13,
                            row % 11 == 0 ? "null" : row / 5,
                            row,
                            row % 3))
            .toArray(String[]::new));
    return ParquetFileSet.open(List.of(file));
  }

  private List<String> read(List<ColumnFile> some, ParquetReadOptions options) throws IOException {
    return read(some, options, allocator);
  }

  private static List<String> read(
      List<ColumnFile> some, ParquetReadOptions options, BufferAllocator memory)
      throws IOException {
    try (ColumnFilesReader reader = ColumnFilesReader.open(some, options, memory)) {
      return JsonTable.read(reader, memory);
    }
  }

  private void requireSame(ParquetReadOptions options) throws IOException {
    Path file = folder.resolve("whole.parquet");
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(read(files, options))
          .as("%s", options)
          .isEqualTo(JsonTable.read(reader, allocator));
    }
  }

  private static RowFilter leaf(Random random) {
    VariantProjection n =
        VariantProjection.of("v", VariantPath.parse("$.n"), "n", new ArrowType.Int(32, true));
    VariantProjection b =
        VariantProjection.of("v", VariantPath.parse("$.n"), "b", new ArrowType.Int(8, true));
    Operand x = Operand.column("g.x");
    return switch (random.nextInt(11)) {
      case 0 -> ID.isAtLeast((long) random.nextInt(ROWS));
      case 1 -> A.isLessThan(random.nextInt(60));
      case 2 -> A.isNull();
      case 3 -> B.isGreaterThan(random.nextInt(110));
      case 4 -> Operand.column("s").isIn(List.of("t1", "t7", "t12"));
      case 5 -> x.isLessThan(random.nextInt(ROWS));
      case 6 -> A.isLessThan(B);
      case 7 -> B.isNotEqualTo(b);
      case 8 -> A.isAtLeast(x).and(x.isAtMost(B));
      case 9 ->
          RowFilter.custom(
              List.of(B, x, n),
              (columns, matches) -> {
                for (int row = 0; row < columns.getRowCount(); row++) {
                  Object own = columns.getVector(0).getObject(row);
                  Object other = columns.getVector(1).getObject(row);
                  Object path = columns.getVector("n").getObject(row);
                  boolean isEven = own != null && (int) own + (int) other + (int) path % 2 == 0;
                  matches.set(row, isEven);
                }
              },
              bounds -> true);
      default -> n.isEqualTo(random.nextInt(4));
    };
  }

  private static RowFilter filter(Random random, int depth) {
    if (depth == 0) {
      return leaf(random);
    }
    RowFilter left = filter(random, random.nextInt(depth));
    RowFilter right = filter(random, random.nextInt(depth));
    return switch (random.nextInt(3)) {
      case 0 -> left.and(right).and(leaf(random));
      case 1 -> left.or(right);
      default -> left.and(right).not();
    };
  }

  @Test
  void rows_are_those_of_one_file_with_all_columns() throws IOException {
    requireSame(ALL);
    requireSame(ALL.withBatchSize(9).withFilledBatches(false));
    requireSame(ALL.withColumns(List.of("id", "b", "g.x")).withBatchSize(100));
    requireSame(ALL.withColumns(List.of("s")));
    requireSame(ALL.withVariantColumns(Set.of("v")).withFilter(A.isNull().and(B.isNotNull())));
    requireSame(ALL.withColumns(List.of()).withFilter(B.isNull().or(A.isNull())));
  }

  @Test
  void filters_positions_and_limits_are_of_one_row_space() throws IOException {
    Random random = new Random(4);
    for (int run = 0; run < 150; run++) {
      ParquetReadOptions options =
          ALL.withFilter(run % 5 == 0 ? null : filter(random, random.nextInt(4)))
              .withBatchSize(1 + random.nextInt(200));
      if (random.nextInt(3) == 0) {
        int every = 1 + random.nextInt(9);
        options =
            options.withRows(
                RowPositions.of(
                    LongStream.range(0, ROWS).filter(row -> random.nextInt(every) == 0).toArray()));
      }
      if (random.nextInt(3) == 0) {
        options = options.withoutRows(RowPositions.ofRanges(3, 30, 98, 102, 400, 450));
      }
      if (random.nextInt(3) == 0) {
        options = options.withOffset(random.nextInt(100)).withLimit(random.nextInt(200));
      }
      if (random.nextInt(3) == 0) {
        options = options.withColumns(List.of("b", "id"));
      }
      requireSame(options);
    }
  }

  @Test
  void columns_that_are_not_in_a_file_are_those_of_the_table() throws IOException {
    ParquetReadOptions options =
        ALL.withColumns(List.of("id", "a", "s", "b"))
            .withoutRows(RowPositions.of(5, 77))
            .withFilter(B.isLessThan(20).and(ID.isNotNull()))
            .withRowColumns(
                List.of(
                    RowColumn.position("at"),
                    RowColumn.deleted("gone"),
                    RowColumn.constant(ArrowTypeText.parse("s", "date"), null),
                    RowColumn.coalesce(ArrowTypeText.parse("a", "int"), "a", -1)));
    requireSame(options);
    VariantProjection n =
        VariantProjection.of("v", VariantPath.parse("$.n"), "n", new ArrowType.Int(32, true));
    requireSame(
        ALL.withColumns(List.of("s"))
            .withVariantPaths(List.of(n))
            .withFilter(n.isAtLeast(2))
            .withTypes(VectorTypes.defaults().withLarge(true)));
  }

  @Test
  void each_file_has_the_columns_that_are_chosen_of_it() throws IOException {
    ReaderSchema schema = ReaderSchema.of(JsonTable.schema("struct<a: bigint, more: int>"));
    List<ColumnFile> some =
        List.of(
            new ColumnFile(whole, List.of("id", "s")),
            new ColumnFile(files.get(0).file().withSchema(schema), List.of("a")),
            new ColumnFile(files.get(1).file(), List.of("b")));
    ParquetReadOptions options = ALL.withFilter(A.isEqualTo(3L).and(B.isGreaterThan(70)));
    assertThat(read(some, options)).startsWith("{\"id\":403,\"s\":\"t0\",\"a\":3,\"b\":80}");
    ParquetReadOptions any = ALL.withCaseInsensitive(true).withColumns(List.of("B", "Id"));
    assertThat(read(some, any.withFilter(Operand.column("ID").isLessThan(2L))))
        .containsExactly("{\"id\":0,\"b\":null}", "{\"id\":1,\"b\":0}");
  }

  @Test
  void comparison_of_columns_of_two_files_reads_rows_that_others_leave() throws IOException {
    Operand x = Operand.column("g.x");
    ParquetReadOptions options =
        ALL.withFilter(B.isAtMost(x).and(ID.isEqualTo(123L))).withColumns(List.of("a"));
    try (ColumnFilesReader reader = ColumnFilesReader.open(files, options, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).containsExactly("{\"a\":23}");
      assertThat(reader.statistics().rowsDecoded()).isLessThan(16);
    }
    ParquetReadOptions any = ALL.withCaseInsensitive(true).withColumns(List.of("A"));
    assertThat(read(files, any.withFilter(Operand.column("B").isEqualTo(Operand.column("G.X")))))
        .isEmpty();
    assertThat(read(files, any.withFilter(Operand.column("ID").isEqualTo(Operand.column("G.X")))))
        .hasSize(ROWS);
  }

  @Test
  void only_rows_that_a_filter_leaves_are_read_of_the_other_files() throws IOException {
    ParquetReadOptions options = ALL.withFilter(ID.isEqualTo(123L)).withColumns(List.of("id", "b"));
    try (ColumnFilesReader reader = ColumnFilesReader.open(files, options, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).containsExactly("{\"id\":123,\"b\":24}");
      assertThat(reader.statistics().rowsDecoded()).isLessThan(12);
      assertThat(reader.statistics().rowGroupsRead()).isEqualTo(3);
      assertThat(reader.bytesRead()).isPositive();
    }
  }

  private ColumnFile large(String name, int rows, int rowGroup) throws IOException {
    Path file = folder.resolve(name + ".parquet");
    try (BigIntVector numbers = new BigIntVector(name, allocator)) {
      numbers.allocateNew(rows);
      for (int row = 0; row < rows; row++) {
        numbers.set(row, row);
      }
      numbers.setValueCount(rows);
      VectorSchemaRoot root = VectorSchemaRoot.of(numbers);
      ParquetWriteOptions options = ParquetWriteOptions.defaults().withRowGroupRows(rowGroup);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
        writer.write(root);
        writer.finish();
      }
    }
    return new ColumnFile(ParquetFileSet.open(List.of(file)), null);
  }

  @Test
  void filter_of_many_rows_is_asked_in_turns() throws IOException {
    int rows = 1_300_000;
    List<ColumnFile> two = List.of(large("x", rows, 200_000), large("y", rows, 333_333));
    RowFilter first = Operand.column("x").isLessThan(3L);
    RowFilter last = Operand.column("y").isAtLeast(rows - 2L);
    assertThat(read(two, ALL.withFilter(first.or(last)).withOffset(1)))
        .containsExactly(
            "{\"x\":1,\"y\":1}",
            "{\"x\":2,\"y\":2}",
            "{\"x\":1299998,\"y\":1299998}",
            "{\"x\":1299999,\"y\":1299999}");
  }

  @Test
  void files_of_other_numbers_of_rows_are_refused_by_name() throws IOException {
    ParquetFileSet less = set("less", "struct<c: int>", 100, 10, ROWS - 1);
    List<ColumnFile> two = List.of(files.get(0), new ColumnFile(less, null));
    assertThatThrownBy(() -> ColumnFilesReader.open(two, ALL, allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(folder.resolve("1.parquet") + "=500")
        .hasMessageContaining(folder.resolve("less.parquet") + "=499");
  }

  @Test
  void what_is_not_of_one_file_is_refused() throws IOException {
    List<ColumnFile> twice = List.of(files.get(0), new ColumnFile(whole, null));
    assertThatThrownBy(() -> ColumnFilesReader.open(twice, ALL, allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContainingAll("column id", "whole.parquet", "1.parquet");
    for (ParquetReadOptions wrong :
        List.of(
            ALL.withRowGroups(List.of(0)),
            ALL.withColumns(List.of("none")),
            ALL.withFilter(B.isNull().and(Operand.column("none").isNull())))) {
      assertThatThrownBy(() -> ColumnFilesReader.open(files, wrong, allocator))
          .isInstanceOf(InvalidRequestException.class);
    }
    for (String other : List.of("s", "v")) {
      RowFilter compared = ID.isNull().and(A.isNull().or(A.isLessThan(Operand.column(other))));
      assertThatThrownBy(() -> ColumnFilesReader.open(files, ALL.withFilter(compared), allocator))
          .isInstanceOf(UnsupportedColumnException.class)
          .hasMessageContaining("comparison");
    }
    List<ColumnFile> set = List.of(new ColumnFile(ParquetFileSet.open(List.of(folder)), null));
    assertThatThrownBy(() -> ColumnFilesReader.open(set, ALL, allocator))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void holds_nothing_where_an_allocation_fails() throws IOException {
    ParquetReadOptions options =
        ALL.withFilter(ID.isLessThan(150L).and(B.isNotNull())).withColumns(List.of("id", "s"));
    try (FailedAllocations failures = new FailedAllocations()) {
      int allocations =
          failures.failEach(
              "column files", memory -> assertThat(read(files, options, memory)).hasSize(136));
      assertThat(allocations).isGreaterThan(10);
    }
  }
}
