// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How many rows and bytes batches have.
 *
 * @see io.arrowparquet.parquet.internal.rowgroup.BatchFiller
 * @see ParquetArrowReader
 */
class BatchBoundsTest {
  private static final int ROWS = 20_000;
  private static final int ROWS_OF_GROUP = 3000;
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required int64 i;
            required binary word (STRING);
            optional group l (LIST) { repeated group list { required double element; } }
          }
          """);

  @TempDir private static Path folder;
  private static Path file;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @BeforeAll
  static void writeFile() throws IOException {
    file = folder.resolve("rows.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withRowGroupRowCountLimit(ROWS_OF_GROUP)
            .withSizeStatisticsEnabled(false)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        Group group = new SimpleGroup(SCHEMA);
        group.add("i", (long) row);
        group.add("word", "x".repeat(1000) + row % 5);
        group.addGroup("l").addGroup("list").add("element", row / 2.0);
        writer.write(group);
      }
    }
  }

  /** Rows of each batch. */
  private List<Integer> read(UnaryOperator<ParquetReadOptions> options) throws IOException {
    List<Integer> rows = new ArrayList<>();
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, options.apply(ParquetReadOptions.defaults()), allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        rows.add(root.getRowCount());
      }
    }
    return rows;
  }

  private static int sum(List<Integer> rows) {
    return rows.stream().mapToInt(Integer::intValue).sum();
  }

  @Test
  void batches_are_filled_across_row_groups() throws IOException {
    List<Integer> rows = read(all -> all.withColumns(List.of("i")));
    assertThat(rows).containsExactly(3 * ROWS_OF_GROUP, 3 * ROWS_OF_GROUP, 2000);
  }

  @Test
  void batches_are_of_one_row_group_where_they_are_not_to_be_filled() throws IOException {
    List<Integer> rows =
        read(all -> all.withColumns(List.of("i")).withFilledBatches(false).withBatchSize(2000));
    assertThat(rows).startsWith(2000, 1000, 2000, 1000).hasSize(13);
  }

  @Test
  void rows_that_a_filter_leaves_come_in_few_batches() throws IOException {
    List<Integer> rows =
        read(
            all ->
                all.withFilter(Operand.column("word").isEqualTo("x".repeat(1000) + 3))
                    .withBatchSize(1000));
    assertThat(sum(rows)).isEqualTo(ROWS / 5);
    assertThat(rows.subList(0, rows.size() - 1)).allMatch(count -> count >= 500 && count <= 1000);
  }

  /** As parquet-mr before 1.12 writes: only the encodings show that there is a dictionary. */
  @Test
  void bytes_of_the_first_batch_are_bounded_though_the_dictionary_has_no_offset()
      throws IOException {
    Path old = folder.resolve("old.parquet");
    Files.write(
        old,
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer ->
                footer
                    .getRow_groups()
                    .forEach(
                        group -> group.getColumns().forEach(BatchBoundsTest::hideDictionary))));

    assertThat(firstBatchBytes(old, 400_000)).isBetween(30_000L, 440_000L);
  }

  private static void hideDictionary(ColumnChunk chunk) {
    ColumnMetaData metaData = chunk.getMeta_data();
    if (metaData.isSetDictionary_page_offset()) {
      metaData.setData_page_offset(metaData.getDictionary_page_offset());
      metaData.unsetDictionary_page_offset();
    }
  }

  @Test
  void long_texts_of_an_old_writer_are_read_in_small_batches() throws IOException {
    Path old = OtherWritersFiles.find("long_text_old_parquet_mr.parquet");

    assertThat(firstBatchBytes(old, ParquetReadOptions.defaults().batchBytes()))
        .isBetween(10L << 20, 36L << 20);
  }

  private long firstBatchBytes(Path path, long batchBytes) throws IOException {
    ParquetReadOptions options = ParquetReadOptions.defaults().withBatchBytes(batchBytes);
    try (ParquetArrowReader reader = ParquetArrowReader.open(path, options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      return reader.getVectorSchemaRoot().getFieldVectors().stream()
          .mapToLong(FieldVector::getBufferSize)
          .sum();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 10_000, 300_000, 4_000_000})
  void bytes_of_a_batch_are_bounded_though_the_footer_does_not_have_them(long bytes)
      throws IOException {
    ParquetReadOptions options = ParquetReadOptions.defaults().withBatchBytes(bytes);
    int rows = 0;
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (rows < 3 * ROWS_OF_GROUP && reader.loadNextBatch()) {
        int count = root.getRowCount();
        long size = root.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
        assertThat(size)
            .as("%d rows from row %d", count, rows)
            .isLessThanOrEqualTo(Math.max(rows == 0 ? 1_100_000 : 0, bytes + bytes / 10 + 2000));
        rows += count;
      }
    }
    assertThat(rows).isGreaterThanOrEqualTo(3 * ROWS_OF_GROUP);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 999, 3000, 100_000})
  void rows_are_the_same_filled_or_not(int batchSize) throws IOException {
    for (boolean filled : new boolean[] {false, true}) {
      ParquetReadOptions options =
          ParquetReadOptions.defaults()
              .withColumns(List.of("i", "l"))
              .withFilter(Operand.column("i").isLessThan(9000L))
              .withBatchSize(batchSize)
              .withFilledBatches(filled);
      int row = 0;
      try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        while (reader.loadNextBatch()) {
          assertThat(root.getRowCount()).isBetween(1, batchSize);
          for (int i = 0; i < root.getRowCount(); i++, row++) {
            assertThat(root.getVector("i").getObject(i)).isEqualTo((long) row);
            assertThat(root.getVector("l").getObject(i)).isEqualTo(List.of(row / 2.0));
          }
        }
        assertThat(reader.statistics().rowsReturned()).isEqualTo(row);
      }
      assertThat(row).isEqualTo(9000);
    }
  }
}
