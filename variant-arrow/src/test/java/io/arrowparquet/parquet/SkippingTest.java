// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.FileMetaData;
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

/**
 * What filters leave unread, by the reader's own count.
 *
 * @see io.arrowparquet.parquet.internal.prune.RowGroupFilter
 * @see io.arrowparquet.parquet.internal.prune.ScanPlanner
 */
class SkippingTest {
  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @Test
  void reads_only_the_pages_that_a_filter_leaves() throws IOException {
    Path file = directory.resolve("filter.parquet");
    new FilterFile(1).write(file, WriterVersion.PARQUET_1_0, false);
    RowFilter few = Operand.column("id").isIn(List.of(17L, 290L, 291L));

    ReadStatistics skipping = read(file, ParquetReadOptions.defaults().withFilter(few));
    ReadStatistics reading =
        read(file, ParquetReadOptions.defaults().withFilter(few).withSkipping(false));

    assertThat(skipping.rowsReturned()).isEqualTo(3);
    assertThat(reading.rowsReturned()).isEqualTo(3);
    assertThat(skipping.rowGroupsRead()).isEqualTo(2);
    assertThat(skipping.rowGroupsSkipped()).isEqualTo(1);
    assertThat(skipping.pagesSkipped()).isPositive();
    assertThat(skipping.pagesRead()).isLessThan(reading.pagesRead() / 3);
    assertThat(skipping.rowsDecoded()).isLessThan(100);
    assertThat(skipping.indexBytesRead()).isPositive();
    assertThat(reading.rowsDecoded()).isEqualTo(FilterFile.ROWS);
    assertThat(reading.pagesSkipped()).isZero();
    assertThat(reading.indexBytesRead()).isZero();
  }

  /** Such a footer does not say where page indexes are. */
  @Test
  void reads_the_same_pages_by_a_footer_of_arrow_cpp() throws IOException {
    Path file = directory.resolve("filter.parquet");
    new FilterFile(1).write(file, WriterVersion.PARQUET_1_0, false);
    RowFilter few = Operand.column("id").isIn(List.of(17L, 290L, 291L));
    ReadStatistics expected = read(file, ParquetReadOptions.defaults().withFilter(few));
    FooterAttacher.defaults().withLayout(FooterLayout.ARROW_CPP).attachInPlace(file);
    ReadStatistics found = read(file, ParquetReadOptions.defaults().withFilter(few));

    assertThat(found.rowsReturned()).isEqualTo(3);
    assertThat(found.pagesRead()).isEqualTo(expected.pagesRead());
    assertThat(found.pagesSkipped()).isEqualTo(expected.pagesSkipped());
    assertThat(found.indexBytesRead()).isEqualTo(expected.indexBytesRead());
  }

  @Test
  void reads_nothing_where_no_row_can_be() throws IOException {
    Path file = directory.resolve("filter.parquet");
    new FilterFile(2).write(file, WriterVersion.PARQUET_2_0, true);
    for (RowFilter none :
        List.of(
            Operand.column("id").isLessThan(0L),
            Operand.column("id").isNull(),
            Operand.column("u64").isNotNull().not(),
            Operand.column("id").isAtLeast(0L).not())) {
      ReadStatistics statistics = read(file, ParquetReadOptions.defaults().withFilter(none));
      assertThat(statistics.rowGroupsSkipped()).as("%s", none).isEqualTo(3);
      assertThat(statistics.bytesRead()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "alltypes_tiny_pages_plain.parquet, id, 100",
    "alltypes_tiny_pages_plain.parquet, bigint_col, 10",
    "data_index_bloom_encoding_stats.parquet, String, Hello",
  })
  void corpus_files_with_page_indexes_give_the_same_rows(String name, String column, String literal)
      throws IOException {
    Path file = OtherWritersFiles.corpus("data/" + name);
    Object value = literal.matches("[0-9]+") ? (Object) Long.valueOf(literal) : literal;
    for (RowFilter predicate :
        List.of(
            Operand.column(column).isEqualTo(value),
            Operand.column(column).isLessThan(value),
            Operand.column(column).isLessThan(value).not(),
            Operand.column(column).isNull())) {
      ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(predicate);
      assertThat(text(file, options))
          .as("%s", predicate)
          .isEqualTo(text(file, options.withSkipping(false)));
    }
  }

  /** Whoever wrote it: a histogram counts the levels at which the group is null. */
  @Test
  void histograms_prove_that_groups_are_not_null() throws IOException {
    Path file = directory.resolve("groups.parquet");
    writeGroups(file);
    rewrite(file, footer -> footer.setCreated_by("some writer version 1.0"));
    ParquetReadOptions nullGroups =
        ParquetReadOptions.defaults().withFilter(Operand.column("g").isNull());
    ParquetReadOptions nullLists =
        ParquetReadOptions.defaults().withFilter(Operand.column("l").isNull());

    assertThat(read(file, nullGroups).rowGroupsSkipped()).isEqualTo(1);
    assertThat(read(file, nullLists).rowGroupsSkipped()).isZero();
    assertThat(read(file, nullLists).rowsReturned()).isEqualTo(50);

    rewrite(
        file,
        footer ->
            footer
                .getRow_groups()
                .forEach(
                    group ->
                        group
                            .getColumns()
                            .forEach(chunk -> chunk.getMeta_data().unsetSize_statistics())));
    assertThat(read(file, nullGroups).rowGroupsSkipped()).isZero();
    assertThat(read(file, nullLists).rowsReturned()).isEqualTo(50);
  }

  /** 100 rows: a group whose field is null in every third, a list that is null in every other. */
  private static void writeGroups(Path file) throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            """
            message m {
              optional group g { optional int32 x; }
              optional group l (LIST) { repeated group list { optional int32 element; } }
            }
            """);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(schema).build()) {
      for (int row = 0; row < 100; row++) {
        Group group = new SimpleGroup(schema);
        Group inner = group.addGroup("g");
        if (row % 3 > 0) {
          inner.add("x", row);
        }
        if (row % 2 > 0) {
          group.addGroup("l").addGroup("list").add("element", row);
        }
        writer.write(group);
      }
    }
  }

  private static void rewrite(Path file, Consumer<FileMetaData> change) throws IOException {
    Files.write(file, FooterRewrite.rewrite(Files.readAllBytes(file), change));
  }

  @Test
  void encrypted_columns_are_refused_as_such() {
    Path file = OtherWritersFiles.corpus("data/encrypt_columns_plaintext_footer.parquet.encrypted");

    assertThatThrownBy(() -> read(file, ParquetReadOptions.defaults()))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("an encrypted column");
    assertThatThrownBy(
            () ->
                read(
                    file,
                    ParquetReadOptions.defaults()
                        .withFilter(Operand.column("double_field").isNull())))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("an encrypted column");
  }

  @Test
  void columns_that_cannot_be_filtered_on_are_refused() throws IOException {
    Path file = directory.resolve("filter.parquet");
    new FilterFile(3).write(file, WriterVersion.PARQUET_1_0, true);

    refused(
        file,
        Operand.column("nothing").isNull(),
        InvalidRequestException.class,
        "column nothing: found no such column");
    refused(
        file,
        Operand.column("l.list.element").isEqualTo(1),
        InvalidRequestException.class,
        "found a repeated column");
    refused(
        file,
        Operand.column("g").isEqualTo(1),
        UnsupportedColumnException.class,
        "found a comparison of values of type Struct");
    assertThatThrownBy(
            () ->
                read(
                    file,
                    ParquetReadOptions.defaults().withFilter(Operand.column("id").isEqualTo("x"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(
            "column id: literal x of class java.lang.String for values of type Int(64");
  }

  private void refused(
      Path file, RowFilter predicate, Class<? extends Exception> type, String message) {
    assertThatThrownBy(() -> read(file, ParquetReadOptions.defaults().withFilter(predicate)))
        .isInstanceOf(type)
        .hasMessageContaining(message);
  }

  private ReadStatistics read(Path file, ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      long rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      assertThat(reader.statistics().rowsReturned()).isEqualTo(rows);
      return reader.statistics();
    }
  }

  private String text(Path file, ParquetReadOptions options) throws IOException {
    StringBuilder text = new StringBuilder();
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          text.append(root.getVector(0).getObject(row)).append('\n');
        }
      }
    }
    return text.toString();
  }
}
