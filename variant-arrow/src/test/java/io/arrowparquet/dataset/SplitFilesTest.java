// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.ScanSplits.ALL;
import static io.arrowparquet.dataset.ScanSplits.ID;
import static io.arrowparquet.dataset.ScanSplits.copy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.parquet.NaturalReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.NaturalReadOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several splits, read together. */
class SplitFilesTest {
  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private ScanSplits files;

  @BeforeEach
  void writeFiles() throws IOException {
    files = ScanSplits.write(folder, allocator);
  }

  @Test
  void scan_reads_each_split_by_its_own_filter() throws IOException {
    List<ParquetSplit> splits = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int file : new int[] {1, 0, 3}) {
      ParquetReadOptions options =
          ALL.withColumns(List.of("id", "s"))
              .withFilter(ID.isGreaterThan(60L + (long) ScanFiles.ROWS * file))
              .withRowGroups(List.of(1, 2));
      if (file > 0) {
        options = options.withRowGroups(null);
      }
      expected.addAll(files.expected(file, options));
      ParquetSplit split = files.split(file, options);
      splits.add(copy(file == 0 ? split : split.withFooter(files.footer(file))));
    }
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try (ParquetScan scan =
        ParquetScan.of(
            splits, ByteSources.defaults(), ParquetScanOptions.defaults(), pool, allocator)) {
      assertThat(ScanFiles.rows(scan, allocator)).isEqualTo(expected).isNotEmpty();
      ReadStatistics read = scan.statistics();
      assertThat(read.rowGroupsRead()).isPositive();
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void footer_comes_from_a_cache_where_the_split_has_none() throws IOException {
    FooterCounter counter = new FooterCounter();
    FooterCache footers = FooterCache.of(1 << 20);
    List<ParquetSplit> splits = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < 3; rowGroup++) {
      SourceEntry file =
          new SourceEntry(files.entry(0).uri(), Files.size(files.paths().get(0)), null);
      splits.add(ParquetSplit.of(file, ALL.withRowGroups(List.of(rowGroup))));
    }
    try (FileSetReader reader = splits.get(0).open(counter, footers, ALL, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(7);
    }
    assertThat(counter.tails).isEqualTo(1);
    try (ParquetScan scan =
        ParquetScan.of(
            splits, counter, footers, ParquetScanOptions.defaults(), Runnable::run, allocator)) {
      assertThat(ScanFiles.rows(scan, allocator)).hasSize(21);
    }
    assertThat(counter.tails).isEqualTo(1);
  }

  @Test
  void splits_and_scans_give_variants_in_one_schema() throws IOException {
    List<ParquetSplit> splits = new ArrayList<>();
    for (int file : new int[] {0, 2}) {
      splits.add(copy(files.split(file, ALL.withColumns(List.of("v")))));
    }
    NaturalReadOptions natural = NaturalReadOptions.defaults();
    NaturalReader.Opening ofSplit =
        () -> splits.get(0).open(ByteSources.defaults(), null, ALL.withBatchSize(9), allocator);
    NaturalReader.Opening ofScan = () -> files.scan(splits).reader();
    int opened = 0;
    for (NaturalReader.Opening opening : List.of(ofSplit, ofScan)) {
      opened++;
      int rows = 0;
      try (NaturalReader reader = NaturalReader.open(opening, natural, allocator)) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        assertThat(ArrowTypeText.of(root.getSchema().findField("v")))
            .isEqualTo("struct<n: tinyint, s: string>");
        while (reader.loadNextBatch()) {
          for (int row = 0; row < root.getRowCount(); row++, rows++) {
            int number = rows < ScanFiles.ROWS ? rows : rows + ScanFiles.ROWS;
            assertThat(root.getVector("v").getObject(row))
                .hasToString("{\"n\":" + number % 7 + ",\"s\":\"x\"}");
          }
        }
      }
      assertThat(rows).isEqualTo(opened * ScanFiles.ROWS);
    }
  }

  @Test
  void offset_and_limit_count_the_rows_of_a_split() throws IOException {
    ParquetReadOptions options = ALL.withColumns(List.of("id"));
    List<String> all = files.expected(0, options);
    ParquetSplit first = files.split(0, options.withOffset(5).withLimit(20));
    ParquetSplit second = files.split(0, options.withRowGroups(List.of(4, 6)).withLimit(9));
    List<String> expected = new ArrayList<>(all.subList(5, 25));
    expected.addAll(all.subList(28, 35));
    expected.addAll(all.subList(42, 44));

    assertThat(files.readAll(List.of(copy(first), copy(second)))).isEqualTo(expected);
  }

  @Test
  void columns_that_are_not_in_the_file_are_those_of_each_split_of_a_scan() throws IOException {
    ParquetReadOptions options =
        ALL.withColumns(List.of("s", "id"))
            .withRowColumns(
                List.of(
                    RowColumn.constant(Field.nullable("id", ArrowType.Utf8.INSTANCE), "x"),
                    RowColumn.position("position")));
    List<ParquetSplit> splits = new ArrayList<>();
    for (int rowGroup : new int[] {1, 2}) {
      splits.add(copy(files.split(0, options.withRowGroups(List.of(rowGroup)))));
    }
    assertThat(files.readAll(splits))
        .isEqualTo(files.expected(0, options.withRowGroups(List.of(1, 2))))
        .isNotEmpty();
  }

  @Test
  void splits_of_several_schemas_are_refused() throws IOException {
    List<ParquetSplit> splits = List.of(files.split(0, ALL), files.split(1, ALL));
    assertThatThrownBy(() -> files.readAll(splits))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("1.parquet");
    ReaderSchema one = ReaderSchema.of(JsonTable.schema("struct<id: bigint>"));
    ReaderSchema other = ReaderSchema.of(JsonTable.schema("struct<i: bigint>"));
    List<ParquetSplit> two =
        List.of(splits.get(0).withSchema(one), splits.get(1).withSchema(other));
    assertThatThrownBy(() -> files.scan(two)).isInstanceOf(InvalidRequestException.class);
  }
}
