// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Filters that no statistics help: {@code key} is an even number anywhere, but for the rows wanted,
 * which have an odd one in the middle of the range.
 *
 * @see io.arrowparquet.parquet.internal.rowgroup.BatchProjection
 */
class LateMaterialisationTest {
  private static final int ROWS = 20_000;
  private static final int WANTED = 501;
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("key", new ArrowType.Int(32, true)),
              Field.notNullable("plain", new ArrowType.Int(64, true)),
              Field.nullable("sparse", new ArrowType.Int(64, true)),
              Field.nullable("real", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              Field.nullable("bool", ArrowType.Bool.INSTANCE),
              Field.nullable("text", ArrowType.Utf8.INSTANCE),
              Field.nullable("word", ArrowType.Utf8.INSTANCE),
              new Field(
                  "list",
                  FieldType.nullable(ArrowType.List.INSTANCE),
                  List.of(Field.nullable("element", new ArrowType.Int(32, true))))));

  /** Which rows are wanted. */
  enum Rows {
    NONE(row -> false),
    ONE(row -> row == 12_345),
    LAST(row -> row == ROWS - 1),
    CLUSTER(row -> row > 7_000 && row < 7_400),
    SPREAD(row -> row * 31 % 97 == 0),
    MANY(row -> row * 31 % 7 < 2),
    ALL_BUT_ONE(row -> row != 9_999),
    SUDDENLY_ALL(row -> row > 5_500),
    SUDDENLY_MANY(row -> row > 5_500 && row * 31 % 7 < 3),
    ALL(row -> true);

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture nothing
    private final IntPredicate wanted;

    Rows(IntPredicate wanted) {
      this.wanted = wanted;
    }
  }

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @ParameterizedTest
  @EnumSource(Rows.class)
  void rows_are_those_of_a_scan_that_decodes_everything_first(Rows rows) throws IOException {
    for (boolean version2 : new boolean[] {false, true}) {
      Path file = directory.resolve("file-" + version2);
      write(file, rows.wanted, version2, !version2);
      for (int batchSize : new int[] {777, 16_384}) {
        ParquetReadOptions options = options().withBatchSize(batchSize);

        assertThat(VectorEntries.read(file, options, allocator))
            .isEqualTo(VectorEntries.read(file, options.withSkipping(false), allocator));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"CLUSTER, true, true", "SPREAD, true, false", "MANY, false, false"})
  void columns_that_the_filter_needs_not_are_decoded_for_few_runs_of_rows_only(
      Rows rows, boolean refusesEarly, boolean passesPages) throws IOException {
    Path file = directory.resolve("file");
    write(file, rows.wanted, false, false);
    long wanted = IntStream.range(0, ROWS).filter(rows.wanted).count();

    ReadStatistics late = statistics(file, options());
    ReadStatistics whole = statistics(file, options().withSkipping(false));

    assertThat(late.rowsReturned()).isEqualTo(wanted);
    assertThat(late.rowsDecoded()).isEqualTo(ROWS);
    assertThat(late.rowsRefusedEarly()).isEqualTo(refusesEarly ? ROWS - wanted : 0);
    assertThat(late.pagesPassed() > 0).isEqualTo(passesPages);
    assertThat(late.pagesRead() + late.pagesPassed()).isLessThanOrEqualTo(whole.pagesRead());
    assertThat(whole.rowsRefusedEarly()).isZero();
    assertThat(whole.pagesPassed()).isZero();
  }

  /** The filter's columns are decoded of more rows than a batch has, once it leaves few. */
  @ParameterizedTest
  @EnumSource(
      value = Rows.class,
      names = {"SUDDENLY_ALL", "SUDDENLY_MANY", "SPREAD"})
  void batches_have_no_more_rows_than_asked_for_where_the_filter_leaves_more(Rows rows)
      throws IOException {
    Path file = directory.resolve("file");
    write(file, rows.wanted, false, true);
    int batchSize = 500;
    ParquetReadOptions options = options().withBatchSize(batchSize).withFilledBatches(false);
    int batches = 0;
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isBetween(1, batchSize);
        batches++;
      }
      ReadStatistics statistics = reader.statistics();
      assertThat(statistics.rowsDecoded()).isEqualTo(ROWS);
      assertThat(statistics.rowsReturned())
          .isEqualTo(IntStream.range(0, ROWS).filter(rows.wanted).count());
    }
    if (rows == Rows.SPREAD) {
      assertThat(batches).as("windows").isLessThan(ROWS / batchSize / 4);
    }
  }

  /** The rest of a window is freed with the reader. */
  @Test
  void a_reader_can_be_closed_between_batches_of_a_window() throws IOException {
    Path file = directory.resolve("file");
    write(file, Rows.SUDDENLY_ALL.wanted, false, true);
    ParquetReadOptions options = options().withBatchSize(500).withFilledBatches(false);
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      reader.loadNextBatch();
      reader.loadNextBatch();
      assertThat(reader.statistics().rowsReturned()).isPositive();
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  private static ParquetReadOptions options() {
    RowFilter filter = Operand.column("key").isEqualTo(WANTED);
    return ParquetReadOptions.defaults().withFilter(filter);
  }

  private ReadStatistics statistics(Path file, ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
      return reader.statistics();
    }
  }

  private void write(Path file, IntPredicate wanted, boolean version2, boolean dictionary)
      throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.SNAPPY)
            .withDataPageV2(version2)
            .withDictionary(dictionary)
            .withPageRows(1000)
            .withRowGroupRows(ROWS * 3 / 5);
    Random random = new Random(9);
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, SCHEMA, options, allocator)) {
      for (int row = 0; row < ROWS; row++) {
        fill(root, row, wanted.test(row), random);
      }
      root.setRowCount(ROWS);
      writer.write(root);
      writer.finish();
    }
  }

  private static void fill(VectorSchemaRoot root, int row, boolean wanted, Random random) {
    int key = 2 * random.nextInt(WANTED);
    ((IntVector) root.getVector("key")).setSafe(row, wanted ? WANTED : key);
    ((BigIntVector) root.getVector("plain")).setSafe(row, row);
    // Long stretches with values only and with nulls only, and mixed ones.
    boolean present = row / 3000 % 3 == 0 || (row / 3000 % 3 == 1 && random.nextInt(3) > 0);
    if (present) {
      ((BigIntVector) root.getVector("sparse")).setSafe(row, random.nextLong());
      ((Float8Vector) root.getVector("real")).setSafe(row, random.nextDouble());
      ((VarCharVector) root.getVector("word")).setSafe(row, new Text("w" + random.nextInt(40)));
    }
    ((BitVector) root.getVector("bool")).setSafe(row, random.nextInt(2));
    String text = "x".repeat(random.nextInt(70)) + row;
    ((VarCharVector) root.getVector("text")).setSafe(row, new Text(text));
    ListVector list = (ListVector) root.getVector("list");
    if (random.nextInt(5) > 0) {
      int start = list.startNewValue(row);
      int count = random.nextInt(4);
      for (int i = 0; i < count; i++) {
        ((IntVector) list.getDataVector()).setSafe(start + i, random.nextInt());
      }
      list.endValue(row, count);
    }
  }
}
