// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.OpenFiles;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.ScanTask;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scans of several files while any one allocation fails: nothing is held.
 *
 * @see ParquetScan
 * @see ParquetFileSet
 */
// try: Arrow's close() may declare any exception. deprecation: tasks are, but Arrow has no others.
@SuppressWarnings({"try", "deprecation"})
class FailedAllocationsOfScansTest {
  private static final int ROWS = 8;
  private static final List<String> TYPES =
      List.of(
          "struct<id: bigint, i: int, f: double, d: decimal(9, 2), l: list<tinyint>, v: variant>",
          "struct<id: bigint, i: bigint, f: double, d: decimal(12, 2), l: list<int>, v: variant>",
          "struct<id: bigint, v: variant, only: struct<a: string>>");

  @TempDir private Path folder;
  private final FailedAllocations failures = new FailedAllocations();

  @BeforeEach
  void writeFiles() throws IOException {
    for (int file = 0; file < TYPES.size(); file++) {
      ParquetWriteOptions options = ParquetWriteOptions.defaults().withRowGroupRows(ROWS / 2);
      if (file > 0) {
        options =
            options.withShredding("v", ArrowTypeText.parse("v", "struct<n: int>"), ShredMode.EXACT);
      }
      JsonTable.write(
          file(file),
          TYPES.get(file),
          options,
          failures.allocator(),
          IntStream.range(0, ROWS)
              .mapToObj(FailedAllocationsOfScansTest::json)
              .toArray(String[]::new));
    }
  }

  private static String json(int row) {
    return """
        {"id":%d,"i":%d,"f":1.5e0,"d":2.25,"l":[1,2],"v":{"n":%d,"s":"x"},"only":{"a":"b"}}"""
        .formatted(row, row, row);
  }

  private Path file(int number) {
    return folder.resolve(number + ".parquet");
  }

  @AfterEach
  void nothing_is_left() {
    for (int file = 0; file < TYPES.size(); file++) {
      OpenFiles.requireClosed(file(file));
    }
    failures.close();
  }

  @Test
  void a_file_set_survives_every_failed_allocation() throws IOException {
    ParquetFileSet files = ParquetFileSet.open(List.of(folder));
    ParquetReadOptions options = ParquetReadOptions.defaults().withBatchSize(3);
    failures.failEach(
        "file set",
        memory -> assertThat(read(files.read(options, memory))).isEqualTo(TYPES.size() * ROWS));
  }

  @Test
  void a_file_set_with_a_schema_survives_every_failed_allocation() throws IOException {
    ReaderSchema schema =
        ReaderSchema.of(
                JsonTable.schema(
                    "struct<name: string, l: large_list<smallint>, i: bigint, big: large_string,"
                        + " f: double, d: decimal(40, 2), id: int, ok: boolean,"
                        + " v: struct<n: int>, only: struct<b: int, a: large_string>>"))
            .withRules(EvolutionRules.defaults().withNarrowing(true))
            .withDefault("name", "default")
            .withDefault("big", "default")
            .withDefault("ok", true)
            .withDefault("only.b", 5);
    List<Path> some = List.of(file(0), file(2));
    ParquetFileSet files = ParquetFileSet.open(some).withSchema(schema);
    failures.failEach(
        "schema",
        memory ->
            assertThat(read(files.read(ParquetReadOptions.defaults(), memory)))
                .isEqualTo(some.size() * ROWS));
  }

  @Test
  void a_file_set_with_paths_survives_every_failed_allocation() throws IOException {
    ParquetFileSet files = ParquetFileSet.open(List.of(folder));
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withVariantPaths(
                List.of(VariantProjection.ofVariant("v", VariantPath.parse("$.s"), "s")));
    failures.failEach(
        "paths",
        memory -> assertThat(read(files.read(options, memory))).isEqualTo(TYPES.size() * ROWS));
  }

  @Test
  void a_scan_survives_every_failed_allocation() throws IOException {
    ParquetFileSet files = ParquetFileSet.open(List.of(file(0), file(1)));
    io.arrowparquet.parquet.options.ParquetScanOptions options =
        io.arrowparquet.parquet.options.ParquetScanOptions.defaults()
            .withRead(
                ParquetReadOptions.defaults().withColumns(List.of("id", "i")).withBatchSize(3))
            .withThreads(2);
    failures.failEach(
        "scan",
        memory -> {
          try (ParquetScan scan = files.scan(options, Runnable::run, memory)) {
            assertThat(read(scan.reader())).isEqualTo(2 * ROWS);
          }
        });
  }

  @Test
  void tasks_of_a_dataset_survive_every_failed_allocation() {
    failures.failEach("tasks", memory -> assertThat(scan(memory)).isEqualTo(2 * ROWS));
  }

  private int scan(BufferAllocator memory) throws Exception {
    int rows = 0;
    List<Path> files = List.of(file(0), file(1));
    try (DatasetFactory factory = ParquetDatasetFactory.open(files, memory);
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(new ScanOptions(new String[] {"id", "v.n"}, 3))) {
      for (ScanTask task : scanner.scan()) {
        try (task) {
          rows += read(task.execute());
        }
      }
    }
    return rows;
  }

  private static int read(ArrowReader opened) throws IOException {
    int rows = 0;
    // Closed twice, which does no harm.
    try (ArrowReader reader = opened) {
      try (opened) {
        while (reader.loadNextBatch()) {
          rows += reader.getVectorSchemaRoot().getRowCount();
        }
      }
    }
    return rows;
  }
}
