// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.ScanTask;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.scanner.csv.CsvFragmentScanOptions;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// try: Arrow's close() may declare any exception, interruption included. deprecation: tasks are,
// but
// they are the way that Arrow has to scan on many threads.
@SuppressWarnings({"try", "deprecation"})
class ParquetDatasetFactoryTest {
  private static final int ROWS = 30;

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @BeforeEach
  void writeTwoFilesOfThreeRowGroups() throws IOException {
    for (int file = 0; file < 2; file++) {
      int first = file * ROWS;
      ParquetWriteOptions options =
          ParquetWriteOptions.defaults()
              .withRowGroupRows(10)
              .withShredding("v", ArrowTypeText.parse("v", "struct<n: tinyint>"), ShredMode.EXACT);
      JsonTable.write(
          folder.resolve(file + ".parquet"),
          "struct<id: bigint, v: variant>",
          options,
          allocator,
          IntStream.range(first, first + ROWS)
              .mapToObj(id -> "{\"id\":" + id + ",\"v\":{\"n\":" + id + ",\"s\":\"x\"}}")
              .toArray(String[]::new));
    }
  }

  private DatasetFactory factory() throws IOException {
    return ParquetDatasetFactory.open(List.of(folder), allocator);
  }

  private static List<String> ids(int from, int to) {
    return IntStream.range(from, to).mapToObj(id -> "{\"id\":" + id + "}").toList();
  }

  private static ScanOptions columns(int batchSize, String... columns) {
    return new ScanOptions(columns, batchSize);
  }

  private List<String> scan(DatasetFactory factory, ScanOptions options) throws Exception {
    try (Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(options);
        ArrowReader reader = scanner.scanBatches()) {
      assertThat(reader.getVectorSchemaRoot().getSchema()).isEqualTo(scanner.schema());
      return JsonTable.read(reader, allocator);
    }
  }

  @Test
  void scan_reads_all_files_in_batches_of_the_size_asked_for() throws Exception {
    try (DatasetFactory factory = factory();
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(columns(4, "id"));
        ArrowReader reader = scanner.scanBatches()) {
      List<Integer> sizes = new ArrayList<>();
      while (reader.loadNextBatch()) {
        sizes.add(reader.getVectorSchemaRoot().getRowCount());
      }
      assertThat(sizes).startsWith(4, 4, 2, 4, 4, 2).hasSize(18);
      assertThat(reader.bytesRead()).isPositive();
    }
  }

  @Test
  void columns_may_be_paths_of_variants_with_and_without_a_type() throws Exception {
    try (DatasetFactory factory = factory()) {
      assertThat(scan(factory, columns(100, "v.n as bigint", "id", "v['s']", "v.t AS string")))
          .hasSize(2 * ROWS)
          .startsWith(
              "{\"id\":0,\"v.n\":0,\"v['s']\":\"x\",\"v.t\":null}",
              "{\"id\":1,\"v.n\":1,\"v['s']\":\"x\",\"v.t\":null}");
    }
  }

  @Test
  void scan_of_no_columns_counts_rows() throws Exception {
    try (DatasetFactory factory = factory()) {
      ScanOptions none = new ScanOptions(7, Optional.of(new String[0]));
      assertThat(scan(factory, none)).hasSize(2 * ROWS).containsOnly("{}");
    }
  }

  @Test
  void each_row_group_is_a_task_that_any_thread_may_run() throws Exception {
    try (DatasetFactory factory = factory();
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(columns(100, "id"))) {
      List<Callable<List<String>>> calls = new ArrayList<>();
      for (ScanTask task : scanner.scan()) {
        calls.add(
            () -> {
              try (task;
                  ArrowReader reader = task.execute()) {
                return JsonTable.read(reader, allocator);
              }
            });
      }
      assertThat(calls).hasSize(6);
      ExecutorService threads = Executors.newFixedThreadPool(4);
      try {
        List<String> rows = new ArrayList<>();
        for (Future<List<String>> result : threads.invokeAll(calls)) {
          assertThat(result.get()).hasSize(10);
          rows.addAll(result.get());
        }
        assertThat(rows).isEqualTo(ids(0, 2 * ROWS));
      } finally {
        threads.shutdown();
      }
    }
  }

  @Test
  void filter_of_the_factory_holds_for_every_scan() throws Exception {
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withFilter(Operand.column("id").isAtLeast(2L * ROWS - 3));
    try (DatasetFactory factory =
        ParquetDatasetFactory.of(ParquetFileSet.open(List.of(folder)), options, allocator)) {
      assertThat(scan(factory, columns(100, "id"))).isEqualTo(ids(2 * ROWS - 3, 2 * ROWS));
    }
  }

  @Test
  void schema_of_the_caller_is_what_batches_have() throws Exception {
    Schema schema = new Schema(List.of(ArrowTypeText.parse("v", "struct<n: bigint>")));
    try (DatasetFactory factory = factory();
        Dataset dataset = factory.finish(schema);
        Scanner scanner = dataset.newScan(new ScanOptions(100));
        ArrowReader reader = scanner.scanBatches()) {
      assertThat(scanner.schema()).isEqualTo(schema);
      assertThat(JsonTable.read(reader, allocator)).contains("{\"v\":{\"n\":59}}");
    }
  }

  @Test
  void closing_half_way_leaks_nothing() throws Exception {
    try (DatasetFactory factory = factory();
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(new ScanOptions(3))) {
      for (ScanTask task : scanner.scan()) {
        try (ArrowReader reader = task.execute()) {
          assertThat(reader.loadNextBatch()).isTrue();
        }
      }
      try (ArrowReader untouched = scanner.scanBatches()) {
        assertThat(untouched.bytesRead()).isZero();
      }
    }
  }

  @Test
  void options_of_a_format_are_refused_by_name() throws Exception {
    ScanOptions options =
        new ScanOptions.Builder(10)
            .columns(Optional.empty())
            .fragmentScanOptions(new CsvFragmentScanOptions(null, Map.of(), Map.of()))
            .build();
    try (DatasetFactory factory = ParquetDatasetFactory.open(List.of(folder), allocator);
        Dataset dataset = factory.finish()) {
      assertThatThrownBy(() -> dataset.newScan(options))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("CsvFragmentScanOptions");
    }
  }

  @Test
  void substrait_and_batches_of_no_rows_are_refused() throws Exception {
    ScanOptions substrait =
        new ScanOptions.Builder(10)
            .columns(Optional.empty())
            .substraitFilter(ByteBuffer.allocateDirect(1))
            .build();
    try (DatasetFactory factory = factory();
        Dataset dataset = factory.finish()) {
      assertThatThrownBy(() -> dataset.newScan(substrait))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> dataset.newScan(new ScanOptions(0)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void inspect_gives_the_schema_of_batches() throws Exception {
    try (DatasetFactory factory = factory();
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(new ScanOptions(10))) {
      assertThat(factory.inspect()).isEqualTo(scanner.schema());
      assertThat(factory.inspect().getFields()).hasSize(2);
    }
  }
}
