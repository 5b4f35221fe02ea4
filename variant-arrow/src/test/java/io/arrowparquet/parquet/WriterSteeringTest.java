// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.SortColumn;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a writer tells and is told while it writes, and what it says that it wrote.
 *
 * @see ParquetArrowWriter
 * @see WrittenFile
 * @see io.arrowparquet.parquet.internal.write.OrderCheck
 */
class WriterSteeringTest {
  private static final ParquetWriteOptions PLAIN = ParquetWriteOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("a.parquet");
  }

  private VectorSchemaRoot numbers(Integer... numbers) {
    IntVector vector = new IntVector("n", allocator);
    for (int row = 0; row < numbers.length; row++) {
      if (numbers[row] != null) {
        vector.setSafe(row, numbers[row]);
      }
    }
    vector.setValueCount(numbers.length);
    return VectorSchemaRoot.of(vector);
  }

  private FlatFooter footer() throws IOException {
    return FooterReader.defaults().read(file).footer();
  }

  private WrittenFile write(ParquetWriteOptions options, VectorSchemaRoot... batches)
      throws IOException {
    Files.deleteIfExists(file);
    try (ParquetArrowWriter writer =
        ParquetArrowWriter.open(file, batches[0].getSchema(), options, allocator)) {
      for (VectorSchemaRoot batch : batches) {
        writer.write(batch);
      }
      return writer.finish();
    } finally {
      for (VectorSchemaRoot batch : batches) {
        batch.close();
      }
    }
  }

  @Test
  void row_groups_end_where_they_are_told_to() throws IOException {
    try (VectorSchemaRoot batch = numbers(1, 2, 3);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, batch.getSchema(), PLAIN, allocator)) {
      writer.endRowGroup();
      writer.write(batch);
      writer.endRowGroup();
      writer.endRowGroup();
      writer.write(batch);
      writer.write(batch);
      WrittenFile written = writer.finish();
      FlatFooter footer = footer();
      assertThat(footer.rowGroupCount()).isEqualTo(2);
      assertThat(footer.rowGroup(1).numRows()).isEqualTo(6);
      assertThat(written.splitOffsets()).containsExactly(4L, footer.chunk(1, 0).startOffset());
    }
  }

  @Test
  void bytes_so_far_grow_to_about_the_length_of_the_file() throws IOException {
    Schema schema = RandomVectors.schema("x: binary");
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, 5_000, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, schema, PLAIN.withDictionary(false), allocator)) {
      writer.write(batch);
      long held = writer.bytesHeld();
      assertThat(held).isPositive();
      assertThat(writer.bytesSoFar()).isBetween(held, held + 100);
      writer.endRowGroup();
      assertThat(writer.bytesHeld()).isZero();
      assertThat(writer.bytesSoFar()).isGreaterThan(10_000);
      long before = writer.bytesSoFar();
      assertThat(writer.finish().length()).isBetween(before, before + 2_000);
    }
  }

  @Test
  void bytes_held_have_the_dictionary_after_its_first_page() throws IOException {
    Integer[] different = new Integer[4_000];
    Arrays.setAll(different, row -> row);
    try (VectorSchemaRoot first = numbers(different);
        VectorSchemaRoot again = numbers(different);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, first.getSchema(), PLAIN.withPageRows(12_000), allocator)) {
      for (int i = 0; i < 3; i++) {
        writer.write(first);
      }
      writer.write(again);
      assertThat(writer.bytesHeld()).isGreaterThan((long) different.length * Integer.BYTES);
      long before = writer.bytesSoFar();
      assertThat(writer.finish().length()).isBetween(before - 16_000, before + 2_000);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FooterLayout.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void finish_says_what_was_written(FooterLayout layout) throws IOException {
    WrittenFile written = write(PLAIN.withFooter(layout), numbers(3, null, 1));
    assertThat(written.location()).isEqualTo(file.toString());
    assertThat(written.length()).isEqualTo(Files.size(file));
    assertThat(written.rows()).isEqualTo(3);
    assertThat(written.partition()).isEmpty();
    FileMetrics.ColumnMetrics column = written.metrics().column("n");
    assertThat(column.totals().nulls()).isEqualTo(1);
    assertThat(column.lower().value()).isEqualTo(1L);
    assertThat(column.upper().value()).isEqualTo(3L);
    assertThat(column.upper().isExact()).isNotEqualTo(false);
  }

  @Test
  void key_values_are_taken_until_the_end() throws IOException {
    Schema schema = RandomVectors.schema("n: int");
    ParquetWriteOptions options = PLAIN.withKeyValue("a", "old").withKeyValue("b", "kept");
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, 3, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, allocator)) {
      writer.putKeyValue("a", "early");
      writer.write(batch);
      writer.putKeyValue("a", "new");
      writer.putKeyValue("rows", "3");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.putKeyValue(ArrowSchema.ARROW_SCHEMA, "x"));
      writer.finish();
    }
    assertThat(ArrowSchema.metadata(footer()))
        .containsEntry("a", "new")
        .containsEntry("b", "kept")
        .containsEntry("rows", "3");
  }

  @Test
  void footer_says_how_rows_are_sorted() throws IOException {
    ParquetWriteOptions options =
        PLAIN
            .withRowGroupRows(2)
            .withSortedBy(List.of(SortColumn.descending("n"), SortColumn.ascending("s")), false);
    Schema schema = RandomVectors.schema("s: string, n: int");
    write(options, new RandomVectors(1).root(schema, 4, allocator));
    FlatFooter footer = footer();
    for (int rowGroup = 0; rowGroup < 2; rowGroup++) {
      assertThat(footer.rowGroup(rowGroup).sortingColumnCount()).isEqualTo(2);
      assertThat(footer.rowGroup(rowGroup).sortingColumn(0)).isEqualTo(1);
      assertThat(footer.rowGroup(rowGroup).sortsDescending(0)).isTrue();
      assertThat(footer.rowGroup(rowGroup).sortsNullsFirst(0)).isFalse();
      assertThat(footer.rowGroup(rowGroup).sortsNullsFirst(1)).isTrue();
    }
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1 2 2 3, , false, true, true",
    "1 3 2, , false, true, false",
    "3 2 2, 2 1, true, false, true",
    "3 2 2, 3, true, false, false",
    "null null 1, 1 2, false, true, true",
    "1 null, , false, true, false",
    "1 null, null, false, false, true",
    "1 null, 2, false, false, false",
    "null, null 7, true, true, true",
  })
  void rows_out_of_order_are_refused(
      String first, String second, boolean descending, boolean nullsFirst, boolean isSorted) {
    SortColumn column = new SortColumn("n", descending, nullsFirst);
    ParquetWriteOptions options = PLAIN.withSortedBy(List.of(column), true);
    VectorSchemaRoot[] batches =
        second == null
            ? new VectorSchemaRoot[] {numbers(parsed(first))}
            : new VectorSchemaRoot[] {numbers(parsed(first)), numbers(parsed(second))};
    if (isSorted) {
      assertThat(written(options, batches).rows()).isPositive();
    } else {
      assertThatThrownBy(() -> write(options, batches))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("row ")
          .hasMessageContaining("n");
      assertThat(folder).isEmptyDirectory();
    }
  }

  private WrittenFile written(ParquetWriteOptions options, VectorSchemaRoot... batches) {
    try {
      return write(options, batches);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Integer[] parsed(String numbers) {
    return Arrays.stream(numbers.split(" ", -1))
        .map(text -> text.equals("null") ? null : Integer.valueOf(text))
        .toArray(Integer[]::new);
  }

  @Test
  void the_row_out_of_order_is_named() {
    ParquetWriteOptions options = PLAIN.withSortedBy(List.of(SortColumn.ascending("n")), true);
    assertThatThrownBy(() -> write(options, numbers(1, 2, 5, 4)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            "column n, row 3: found a value out of order, expected rows sorted by n ascending with"
                + " nulls first");
    assertThatThrownBy(() -> write(options, numbers(1, 2), numbers(0)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("column n, row 0: ");
  }

  @Test
  void order_is_by_later_columns_where_earlier_ones_are_equal() throws IOException {
    StructVector struct = StructVector.empty("s", allocator);
    Field text = RandomVectors.field("t", "string");
    struct.initializeChildrenFromFields(List.of(text));
    VarCharVector texts = (VarCharVector) struct.getChild("t");
    Float8Vector doubles = new Float8Vector("d", allocator);
    String[] of = {null, "a", "a", "é"};
    double[] numbers = {5, -0.0, 0.0, Double.NaN};
    for (int row = 0; row < of.length; row++) {
      if (of[row] != null) {
        struct.setIndexDefined(row);
        texts.setSafe(row, of[row].getBytes(StandardCharsets.UTF_8));
      }
      doubles.setSafe(row, numbers[row]);
    }
    struct.setValueCount(of.length);
    doubles.setValueCount(of.length);
    List<SortColumn> order = List.of(SortColumn.ascending("s.t"), SortColumn.descending("d"));
    VectorSchemaRoot batch = new VectorSchemaRoot(List.<FieldVector>of(struct, doubles));
    assertThat(write(PLAIN.withSortedBy(order, true), batch).rows()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"list.list.element, list<int>", "x, int"})
  void columns_that_rows_are_not_sorted_by_are_refused(String path, String type) {
    Schema schema = RandomVectors.schema("list: " + type);
    ParquetWriteOptions options = PLAIN.withSortedBy(List.of(SortColumn.ascending(path)), true);
    assertThatThrownBy(() -> write(options, new RandomVectors(1).root(schema, 3, allocator)))
        .isInstanceOfAny(InvalidRequestException.class, UnsupportedColumnException.class)
        .hasMessageContaining(path);
  }
}
