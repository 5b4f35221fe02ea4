// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.ReadStatistics;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The benchmarks' own checks, on few rows: what they measure computes the right thing. Each throws
 * if it does not, or if it keeps memory.
 */
class VariantBenchmarksTest {
  private static final int ROWS = 300;

  @ParameterizedTest
  @EnumSource
  void decoders_of_pages_decode_as_those_of_parquet_java(DecoderCase encoding) throws Exception {
    DecoderBenchmark benchmark = new DecoderBenchmark();
    benchmark.encoding = encoding;
    benchmark.values = 5000;

    benchmark.encode();
    benchmark.free();
  }

  @ParameterizedTest
  @EnumSource
  void all_decoders_give_the_same_vectors_and_free_them(EventRows.Shape shape) throws Exception {
    VariantDecodeBenchmark benchmark = new VariantDecodeBenchmark();
    benchmark.shape = shape;
    benchmark.rows = ROWS;

    benchmark.makeRows();
    benchmark.freeRows();
  }

  @ParameterizedTest
  @EnumSource
  void all_shredders_keep_the_values_and_free_them(EventRows.Shape shape) throws Exception {
    ShredBenchmark benchmark = new ShredBenchmark();
    benchmark.shape = shape;
    benchmark.rows = ROWS;

    benchmark.makeRows();
    benchmark.freeRows();
  }

  @ParameterizedTest
  @EnumSource
  void all_parsers_and_writers_of_json_keep_the_values(EventRows.Shape shape) throws Exception {
    JsonBenchmark benchmark = new JsonBenchmark();
    benchmark.shape = shape;
    benchmark.rows = ROWS;

    benchmark.makeTexts();
    benchmark.freeColumns();
  }

  @ParameterizedTest
  @EnumSource
  void all_writers_of_files_write_them_and_free_the_rows(EventRows.Shape shape) throws Exception {
    WriteBenchmark benchmark = new WriteBenchmark();
    benchmark.shape = shape;
    benchmark.rows = ROWS;

    benchmark.makeRows();
    benchmark.writeUnshredded();
    benchmark.freeRows();
  }

  @ParameterizedTest
  @EnumSource
  void all_readers_of_shredded_files_give_their_rows_and_free_them(EventRows.Shape shape)
      throws Exception {
    VariantScanBenchmark benchmark = new VariantScanBenchmark();
    benchmark.shape = shape;
    benchmark.rows = ROWS;

    benchmark.writeFile();
    assertThat(benchmark.iceberg()).isEqualTo(ROWS);
    assertThat(benchmark.parquetJava()).isEqualTo(ROWS);
    assertThat(benchmark.bytesOfOnePath()).isLessThan(benchmark.bytesOfWholeColumn());
    benchmark.deleteFile();
  }

  @Test
  void one_path_reads_the_same_bytes_however_many_there_are() throws IOException {
    ShreddedPathBenchmark few = shreddedPaths(2);
    ShreddedPathBenchmark many = shreddedPaths(20);
    ReadStatistics path = many.onePathStatistics();

    assertThat(many.wholeColumn()).isEqualTo(ROWS);
    assertThat(path.columnChunksRead()).isEqualTo(1);
    assertThat(path.bytesRead()).isEqualTo(few.onePathStatistics().bytesRead());
    assertThat(path.bytesRead()).isLessThan(few.wholeColumnStatistics().bytesRead());
    assertThat(few.wholeColumnStatistics().bytesRead())
        .isLessThan(many.wholeColumnStatistics().bytesRead());
    few.deleteFile();
    many.deleteFile();
  }

  private static ShreddedPathBenchmark shreddedPaths(int paths) throws IOException {
    ShreddedPathBenchmark benchmark = new ShreddedPathBenchmark();
    benchmark.paths = paths;
    benchmark.rows = ROWS;
    benchmark.writeFile();
    return benchmark;
  }

  @ParameterizedTest
  @ValueSource(strings = {"int64", "double", "dictionary", "nullable", "text", "words", "list"})
  void all_readers_of_plain_columns_give_the_same_sums_and_free_them(String column)
      throws Exception {
    ScanBenchmark benchmark = new ScanBenchmark();
    benchmark.column = column;
    benchmark.rows = ROWS;

    benchmark.writeFile();
    assertThat(benchmark.vectorsAlone()).isEqualTo(ROWS);
    benchmark.deleteFile();
  }

  @Test
  void all_readers_of_wide_files_give_the_same_sums_and_free_them() throws Exception {
    WideScanBenchmark benchmark = new WideScanBenchmark();
    benchmark.columns = 50;

    benchmark.writeFile();
    benchmark.deleteFile();
  }
}
