// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import io.arrowparquet.variant.parquet.options.Operand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistics that look right, and that their writer is known to get wrong. */
class WriterStatisticsTest {
  @TempDir private Path directory;
  private final RootAllocator allocator = new RootAllocator();

  @AfterEach
  void nothing_leaks() {
    allocator.close();
  }

  /** Polars multiplies a chunk's null count by the number of its pages. */
  @Test
  void null_counts_of_chunks_by_polars_are_ignored() throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
        file,
        chunk -> chunk.setStatistics(new Statistics().setNull_count(chunk.getNum_values())),
        "Polars");

    for (FilterColumn column : FilterColumn.values()) {
      FilterChecks.sameAsWithoutSkipping(
          allocator, file, Operand.column(column.field()).isNotNull());
      FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column(column.field()).isNull());
    }
  }

  /** Signed numbers in byte arrays, compared as unsigned bytes. */
  @ParameterizedTest
  @CsvSource({
    "Polars, decb decf",
    "ClickHouse v25.3.1, decb decf",
    "parquet-rs version 56.0.0, decb",
    "parquet-rs version 13.0.0, decb decf",
    "parquet-cpp version 1.5.1-SNAPSHOT, decb decf",
    "parquet-cpp-arrow version 3.0.0, decb decf",
    "hyparquet, dec9 decb decf",
  })
  void bounds_of_decimals_are_ignored_of_writers_that_compared_them_wrongly(
      String writer, String columns) throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (List.of(columns.split(" ", -1)).contains(path(chunk))) {
            byte[] wrong = new byte[path(chunk).equals("dec9") ? 4 : 9];
            chunk.getStatistics().setMin_value(wrong).setMax_value(wrong);
          }
        },
        writer);
    RewrittenStatistics.dropColumnIndexes(file);

    for (String column : columns.split(" ", -1)) {
      FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column(column).isLessThan(0));
      FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column(column).isGreaterThan(0));
    }
  }

  /** A NaN that came first hid the values of its page, and no bound is NaN. */
  @ParameterizedTest
  @ValueSource(strings = {"parquet-mr version 1.8.1 (build 4aba4d)", "parquet-cpp version 1.3.1"})
  void bounds_of_floats_are_ignored_of_writers_that_compared_nan(String writer) throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (path(chunk).equals("d") && chunk.getStatistics().isSetMin_value()) {
            chunk.getStatistics().setMax_value(chunk.getStatistics().getMin_value());
          }
        },
        writer);
    RewrittenStatistics.dropColumnIndexes(file);

    FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column("d").isGreaterThan(1.0));
  }

  /** Deprecated bounds of floats come from the time before there were rules for NaN. */
  @Test
  void deprecated_bounds_of_floats_are_ignored() throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (path(chunk).equals("d")) {
            chunk.setStatistics(new Statistics().setMin(new byte[8]).setMax(new byte[8]));
          }
        },
        null);
    RewrittenStatistics.dropColumnIndexes(file);

    FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column("d").isGreaterThan(1.0));
  }

  /** Arrow C++ counts levels up to 1 by their first 16384 only. */
  @Test
  void a_histogram_of_a_writer_that_gets_it_wrong_is_ignored() throws IOException {
    Path file = filterFile(1);
    RewrittenStatistics.change(
        file,
        chunk -> {
          if (path(chunk).equals("i8")) {
            chunk.setStatistics(new Statistics());
            chunk.setSize_statistics(
                new org.apache.parquet.format.SizeStatistics()
                    .setDefinition_level_histogram(List.of(chunk.getNum_values(), 0L)));
          }
        },
        "parquet-cpp-arrow version 25.0.1");
    RewrittenStatistics.dropColumnIndexes(file);

    FilterChecks.sameAsWithoutSkipping(allocator, file, Operand.column("i8").isNotNull());
  }

  private Path filterFile(long seed) throws IOException {
    Path file = directory.resolve("filter.parquet");
    new FilterFile(seed).write(file, WriterVersion.PARQUET_1_0, false);
    return file;
  }

  private static String path(ColumnMetaData chunk) {
    return String.join(".", chunk.getPath_in_schema());
  }
}
