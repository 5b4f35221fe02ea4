// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.RandomVectors;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.VectorTypes;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Intervals of each unit of Arrow, written as INTERVAL.
 *
 * @see ParquetArrowWriter
 */
class WrittenIntervalsTest {
  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void name_the_file() {
    file = folder.resolve("intervals.parquet");
  }

  /** A null after each row of the first, so that values are gathered one by one. */
  private VectorSchemaRoot intervals() {
    IntervalYearVector months = new IntervalYearVector("months", allocator);
    IntervalDayVector days = new IntervalDayVector("days", allocator);
    IntervalMonthDayNanoVector all = new IntervalMonthDayNanoVector("all", allocator);
    for (int row = 0; row < 3; row++) {
      months.setSafe(2 * row, 10 * row);
      days.setSafe(row, row, 1_000 * row);
      days.setSafe(row + 3, Integer.MAX_VALUE, Integer.MAX_VALUE);
      all.setSafe(row, row, 2, 3_000_000L * row);
      all.setSafe(row + 3, Integer.MAX_VALUE, Integer.MAX_VALUE, 0xFFFF_FFFFL * 1_000_000);
    }
    VectorSchemaRoot root = VectorSchemaRoot.of(months, days, all);
    root.setRowCount(6);
    return root;
  }

  private void write() throws IOException {
    try (VectorSchemaRoot root = intervals()) {
      write(root);
    }
  }

  private void write(VectorSchemaRoot root) throws IOException {
    try (ParquetArrowWriter writer =
        ParquetArrowWriter.open(
            file, root.getSchema(), ParquetWriteOptions.defaults(), allocator)) {
      writer.write(root);
      writer.finish();
    }
  }

  @Test
  void our_reader_finds_months_days_and_nanoseconds() throws IOException {
    write();
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withTypes(VectorTypes.defaults().withIntervals(true));
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(RandomVectors.rows(root.getVector("months")))
          .containsExactly("P0D PT0S", null, "P10M PT0S", null, "P20M PT0S", null);
      assertThat(RandomVectors.rows(root.getVector("days")))
          .startsWith("P0D PT0S", "P1D PT1S", "P2D PT2S")
          .endsWith("P2147483647D PT596H31M23.647S");
      assertThat(RandomVectors.rows(root.getVector("all")))
          .startsWith("P2D PT0S", "P1M2D PT0.003S", "P2M2D PT0.006S")
          .endsWith("P2147483647M2147483647D PT1193H2M47.295S");
    }
  }

  @Test
  void arrow_and_duckdb_find_the_same() throws Exception {
    write();
    assertThat(new ArrowDatasetRows().rows(file))
        .contains(
            "0a0000000000000000000000|0000000002000000d0070000|020000000200000006000000|",
            "null|00000000ffffff7fffffff7f|ffffff7fffffff7fffffffff|");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT count(*) FROM '%s' WHERE months = INTERVAL '10 months'
                  AND days = INTERVAL '2 days 2 seconds'
                  AND "all" = INTERVAL '2 months 2 days 6 milliseconds'"""
                    .formatted(file))) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0, 0, P-1M",
    "0, -1, 0, P-1D",
    "0, 0, -1000000, PT-0.001S",
    "0, 0, 1000001, PT0.001000001S",
    "0, 0, 4294967296000000, PT1193H2M47.296S"
  })
  void what_parquet_cannot_hold_is_refused_with_its_row(
      int months, int days, long nanos, String found) throws IOException {
    try (IntervalMonthDayNanoVector vector = new IntervalMonthDayNanoVector("i", allocator)) {
      vector.setSafe(0, 1, 1, 1_000_000);
      vector.setSafe(1, months, days, nanos);
      vector.setValueCount(2);
      try (VectorSchemaRoot root = VectorSchemaRoot.of(vector)) {
        assertThatThrownBy(() -> write(root))
            .isInstanceOf(ConversionException.class)
            .hasMessageContainingAll("row 1, i", found, "whole milliseconds");
      }
      assertThat(file).doesNotExist();
    }
  }
}
