// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.Text;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Columns that are made of where rows are; the files' column {@code id} has the rows' numbers.
 *
 * @see RowColumn
 * @see RowColumnVectors
 */
class RowColumnsTest {
  private static final ArrowType INT64 = new ArrowType.Int(64, true);
  private static final int ROW_GROUP = FilterFile.ROWS / 3;
  private static final List<RowColumn> ALL =
      List.of(
          RowColumn.position("_pos"),
          RowColumn.file("_file"),
          RowColumn.rowGroup("_group"),
          RowColumn.deleted("_deleted"),
          RowColumn.constant(Field.nullable("part", ArrowType.Utf8.INSTANCE), "p"),
          RowColumn.constant(Field.nullable("nothing", INT64), null),
          RowColumn.lineage("_row_id", null, 1_000));

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private Path file(String name, long seed) throws IOException {
    Path file = directory.resolve(name);
    new FilterFile(seed).write(file, WriterVersion.PARQUET_1_0, true);
    return file;
  }

  private static String row(long id, Path file, RowPositions deleted) {
    return "[%d, %d, %s, %d, %s, p, null, %d]"
        .formatted(
            id, id, file, id / ROW_GROUP, deleted != null && deleted.contains(id), id + 1_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void have_the_values_of_the_rows_that_are_left(long seed) throws IOException {
    Path file = file("rows.parquet", seed);
    FilterFile content = new FilterFile(seed);
    Random random = new Random(seed);
    RandomPredicates predicates = new RandomPredicates(seed);
    ExecutorService helpers = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 60; i++) {
      RowFilter filter = i % 3 == 0 ? null : predicates.next(2);
      int every = 1 + random.nextInt(20);
      RowPositions chosen =
          RowPositions.of(
              LongStream.range(0, FilterFile.ROWS)
                  .filter(row -> random.nextInt(every) < 2)
                  .toArray());
      RowPositions deleted = random.nextBoolean() ? null : RowPositions.ofRanges(3, 4, 7, 300);
      long offset = random.nextInt(3) == 0 ? random.nextInt(50) : 0;
      long limit = random.nextInt(3) == 0 ? random.nextInt(200) : Long.MAX_VALUE;
      ParquetReadOptions options =
          ParquetReadOptions.defaults()
              .withColumns(List.of("id"))
              .withFilter(filter)
              .withRows(chosen)
              .withoutRows(deleted)
              .withOffset(offset)
              .withLimit(limit)
              .withRowColumns(ALL)
              .withSkippingSteps(predicates.steps())
              .withFilledBatches(random.nextBoolean())
              .withThreads(helpers, 1 + random.nextInt(3))
              .withBatchSize(1 + random.nextInt(random.nextBoolean() ? 30 : 1000));
      List<String> expected =
          content.rows().stream()
              .filter(row -> chosen.contains(row.id()))
              .filter(
                  row ->
                      filter == null || Boolean.TRUE.equals(RandomPredicates.evaluate(filter, row)))
              .skip(offset)
              .limit(limit)
              .map(row -> row(row.id(), file, deleted))
              .toList();
      try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
        assertThat(rows(reader)).as("%s", options).isEqualTo(expected);
      }
    }
    helpers.shutdownNow();
  }

  @Test
  void are_the_same_for_a_schema_of_the_callers() throws IOException {
    Path file = file("rows.parquet", 5);
    ReaderSchema schema =
        ReaderSchema.of(
            new Schema(
                List.of(
                    Field.nullable("absent", INT64),
                    Field.nullable("id", INT64),
                    Field.nullable("part", INT64))));
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withFilter(Operand.column("id").isAtLeast(150L))
            .withRows(RowPositions.ofRanges(100, 210))
            .withoutRows(RowPositions.of(199))
            .withRowColumns(ALL);
    ParquetFooter footer = FooterReader.defaults().read(file);
    try (ByteSource source = ByteSources.path(file);
        ParquetArrowReader reader =
            ParquetArrowReader.open(source, footer, schema, options, allocator)) {
      assertThat(names(reader))
          .containsExactly(
              "absent", "id", "part", "_pos", "_file", "_group", "_deleted", "nothing", "_row_id");
      List<String> expected =
          IntStream.range(150, 210)
              .mapToObj(
                  id ->
                      "[null, %d, p, %d, %s, %d, %s, null, %d]"
                          .formatted(id, id, file, id / ROW_GROUP, id == 199, id + 1_000))
              .toList();
      assertThat(rows(reader)).isEqualTo(expected);
    }
  }

  @Test
  void are_those_of_each_file_of_a_set_and_of_its_scans() throws IOException {
    Path first = file("first.parquet", 6);
    Path second = file("second.parquet", 7);
    ParquetFileSet set = ParquetFileSet.open(List.of(first, second));
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withFilter(Operand.column("id").isAtLeast(30L))
            .withRowColumns(ALL)
            .withBatchSize(77);
    List<String> expected = new ArrayList<>();
    for (Path file : List.of(first, second)) {
      for (int id = 30; id < FilterFile.ROWS; id++) {
        expected.add(row(id, file, null));
      }
    }
    ReaderSchema target = ReaderSchema.of(new Schema(List.of(Field.nullable("id", INT64))));
    for (ParquetFileSet files : List.of(set, set.withSchema(target))) {
      try (FileSetReader reader = files.read(options, allocator);
          ParquetScan scan =
              files.scan(
                  ParquetScanOptions.defaults().withRead(options).withThreads(2).withOrdered(true),
                  Runnable::run,
                  allocator);
          ArrowReader scanned = scan.reader()) {
        assertThat(rows(reader)).isEqualTo(expected);
        assertThat(rows(scanned)).isEqualTo(expected);
      }
    }
  }

  @Test
  void one_of_a_columns_name_stands_in_its_place_and_the_files_is_not_read() throws IOException {
    Path file = file("rows.parquet", 8);
    ParquetReadOptions plain = ParquetReadOptions.defaults().withRows(RowPositions.of(7));
    ParquetReadOptions options =
        plain.withRowColumns(
            List.of(
                RowColumn.position("more"),
                RowColumn.constant(Field.notNullable("g", INT64), 5),
                RowColumn.constant(Field.nullable("id", ArrowType.Utf8.INSTANCE), "x")));
    List<String> names = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, plain, allocator)) {
      names.addAll(names(reader));
    }
    names.add("more");
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator);
        FileSetReader ofSet = ParquetFileSet.open(List.of(file)).read(options, allocator)) {
      for (ArrowReader each : List.of(reader, ofSet)) {
        assertThat(names(each)).isEqualTo(names);
        VectorSchemaRoot root = each.getVectorSchemaRoot();
        assertThat(each.loadNextBatch()).isTrue();
        assertThat(root.getVector("id").getObject(0)).hasToString("x");
        assertThat(root.getVector("g").getObject(0)).isEqualTo(5L);
        assertThat(root.getVector("more").getObject(0)).isEqualTo(7L);
      }
      assertThat(reader.statistics().columnChunksRead())
          .as("half of the columns are in the group")
          .isEqualTo(FilterColumn.values().length + 1);
    }
  }

  @Test
  void no_column_of_the_file_need_be_read() throws IOException {
    Path file = file("rows.parquet", 9);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of())
            .withoutRows(RowPositions.ofRanges(1, FilterFile.ROWS - 1))
            .withRowColumns(List.of(RowColumn.position("p")));
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(rows(reader)).containsExactly("[0]", "[" + (FilterFile.ROWS - 1) + "]");
      assertThat(reader.bytesRead()).isZero();
    }
  }

  @Test
  void lineage_is_what_the_file_has_or_follows_from_the_position() throws IOException {
    Path file = directory.resolve("lineage.parquet");
    try (BigIntVector ids = new BigIntVector("_row_id", allocator);
        BigIntVector other = new BigIntVector("other", allocator)) {
      for (int row = 0; row < 100; row++) {
        other.setSafe(row, row);
        if (row % 3 == 0) {
          ids.setSafe(row, -row);
        }
      }
      ids.setValueCount(100);
      other.setValueCount(100);
      VectorSchemaRoot batch = VectorSchemaRoot.of(ids, other);
      ParquetWriteOptions write = ParquetWriteOptions.defaults().withRowGroupRows(30);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, batch.getSchema(), write, allocator)) {
        writer.write(batch);
        writer.finish();
      }
    }
    List<Long> expected =
        LongStream.range(0, 100)
            .filter(row -> row % 10 > 6)
            .mapToObj(row -> row % 3 == 0 ? -row : 500 + row)
            .toList();
    RowPositions some =
        RowPositions.of(LongStream.range(0, 100).filter(row -> row % 10 > 6).toArray());
    ParquetReadOptions options = ParquetReadOptions.defaults().withRows(some);
    ReaderSchema renamed =
        ReaderSchema.of(
            new Schema(List.of(Field.nullable("other", INT64), Field.nullable("_row_id", INT64))));
    for (String name : List.of("_row_id", "id")) {
      for (List<String> columns : List.of(List.of("other"), List.of("other", "_row_id"))) {
        ParquetReadOptions own =
            options
                .withColumns(columns)
                .withRowColumns(List.of(RowColumn.lineage(name, "_row_id", 500)));
        ParquetFileSet set = ParquetFileSet.open(List.of(file));
        try (ParquetArrowReader reader = ParquetArrowReader.open(file, own, allocator);
            FileSetReader ofSet = set.read(own, allocator);
            FileSetReader evolved = set.withSchema(renamed).read(own, allocator)) {
          assertThat(longs(reader, name)).isEqualTo(expected);
          assertThat(longs(ofSet, name)).isEqualTo(expected);
          assertThat(longs(evolved, name)).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void coalesce_is_what_the_file_has_or_a_constant() throws IOException {
    Path file = directory.resolve("coalesce.parquet");
    try (BigIntVector numbers = new BigIntVector("seq", allocator);
        VarCharVector texts = new VarCharVector("text", allocator)) {
      for (int row = 0; row < 100; row++) {
        // The first row group has all, the second some, the last none.
        if (row < 30 || (row < 60 && row % 3 == 0)) {
          numbers.setSafe(row, row);
          texts.setSafe(row, new Text("t" + row));
        }
      }
      numbers.setValueCount(100);
      texts.setValueCount(100);
      VectorSchemaRoot batch = VectorSchemaRoot.of(numbers, texts);
      ParquetWriteOptions write = ParquetWriteOptions.defaults().withRowGroupRows(30);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, batch.getSchema(), write, allocator)) {
        writer.write(batch);
        writer.finish();
      }
    }
    Field text = Field.nullable("text", ArrowType.Utf8.INSTANCE);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("seq"))
            .withFilledBatches(false)
            .withRowColumns(
                List.of(
                    RowColumn.coalesce(Field.notNullable("seq", INT64), "seq", 7L),
                    RowColumn.coalesce(text, "text", "none"),
                    RowColumn.coalesce(Field.notNullable("other", INT64), "absent", 8L)));
    List<String> expected =
        IntStream.range(0, 100)
            .mapToObj(
                row ->
                    row < 30 || (row < 60 && row % 3 == 0)
                        ? "[%d, t%d, 8]".formatted(row, row)
                        : "[7, none, 8]")
            .toList();
    ParquetFileSet set = ParquetFileSet.open(List.of(file));
    ReaderSchema same = ReaderSchema.of(new Schema(List.of(Field.nullable("seq", INT64), text)));
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator);
        FileSetReader ofSet = set.read(options, allocator);
        FileSetReader evolved = set.withSchema(same).read(options, allocator)) {
      assertThat(rows(reader)).isEqualTo(expected);
      assertThat(rows(ofSet)).isEqualTo(expected);
      assertThat(rows(evolved)).isEqualTo(expected);
    }
    try (FailedAllocations failures = new FailedAllocations()) {
      failures.failEach(
          "coalesced columns",
          memory -> {
            try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, memory)) {
              assertThat(rows(reader)).hasSize(100);
            }
          });
    }
    ParquetReadOptions wrong =
        options.withRowColumns(List.of(RowColumn.coalesce(text, "seq", "none")));
    assertThatThrownBy(() -> ParquetArrowReader.open(file, wrong, allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("column seq: found COALESCE of type Int(64, true)");
  }

  @Test
  void come_before_variant_paths() throws IOException {
    Path file = directory.resolve("variants.parquet");
    List<String> texts =
        IntStream.range(0, 500).mapToObj(row -> "{\"n\":%d}".formatted(row)).toList();
    JsonFile.write(file, texts, "struct<n: bigint>", allocator);
    VariantProjection path = VariantProjection.of("v", VariantPath.parse("$.n"), "n", INT64);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withVariantPaths(List.of(path))
            .withFilter(path.isAtLeast(450L))
            .withRowColumns(List.of(RowColumn.position("p")));
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(names(reader)).containsExactly("id", "p", "n");
      assertThat(rows(reader))
          .isEqualTo(
              IntStream.range(450, 500)
                  .mapToObj(row -> "[%1$d, %1$d, %1$d]".formatted(row))
                  .toList());
    }
  }

  @Test
  void refuses_what_cannot_be() throws IOException {
    Path file = file("rows.parquet", 4);
    ParquetReadOptions options = ParquetReadOptions.defaults();
    assertThatThrownBy(
            () -> options.withRowColumns(List.of(RowColumn.file("a"), RowColumn.position("a"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RowColumn.constant(Field.notNullable("a", INT64), null))
        .isInstanceOf(IllegalArgumentException.class);
    Field number = Field.notNullable("a", INT64);
    for (RowColumn.Kind kind : RowColumn.Kind.values()) {
      boolean hasValue = kind == RowColumn.Kind.CONSTANT || kind == RowColumn.Kind.COALESCE;
      assertThatThrownBy(() -> new RowColumn(kind, number, hasValue ? null : "text", "column"))
          .as(kind.toString())
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (RowColumn wrong :
        List.of(
            RowColumn.constant(Field.notNullable("a", INT64), "text"),
            RowColumn.lineage("a", "l", 0))) {
      ParquetReadOptions own = options.withRowColumns(List.of(wrong));
      assertThatThrownBy(() -> ParquetArrowReader.open(file, own, allocator))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageStartingWith(file.toString());
    }
  }

  @Test
  void hold_nothing_where_an_allocation_fails() throws IOException {
    Path file = file("rows.parquet", 3);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withFilter(Operand.column("id").isAtLeast(350L))
            .withRows(RowPositions.ofRanges(5, 9, 390, 410))
            .withRowColumns(ALL);
    try (FailedAllocations failures = new FailedAllocations()) {
      int allocations = failures.failEach("row columns", memory -> read(file, options, memory));
      assertThat(allocations).isGreaterThan(10);
    }
  }

  private static void read(Path file, ParquetReadOptions options, BufferAllocator memory)
      throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, memory)) {
      assertThat(rows(reader)).hasSize(20);
    }
  }

  private static List<String> names(ArrowReader reader) throws IOException {
    return reader.getVectorSchemaRoot().getSchema().getFields().stream()
        .map(Field::getName)
        .toList();
  }

  private static List<Long> longs(ArrowReader reader, String name) throws IOException {
    List<Long> values = new ArrayList<>();
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    while (reader.loadNextBatch()) {
      BigIntVector vector = (BigIntVector) root.getVector(name);
      for (int row = 0; row < root.getRowCount(); row++) {
        values.add(vector.get(row));
      }
    }
    return values;
  }

  private static List<String> rows(ArrowReader reader) throws IOException {
    List<String> rows = new ArrayList<>();
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    while (reader.loadNextBatch()) {
      for (int row = 0; row < root.getRowCount(); row++) {
        int index = row;
        rows.add(
            root.getFieldVectors().stream()
                .map(vector -> String.valueOf(vector.getObject(index)))
                .collect(Collectors.joining(", ", "[", "]")));
      }
    }
    return rows;
  }
}
