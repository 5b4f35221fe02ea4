// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.PhysicalType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which facts of which writers are used. */
class WriterQuirksTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "parquet-mr version 1.18.1 (build abc), true, true, true, true, true",
        "parquet-mr version 1.10.0, true, true, true, true, true",
        "parquet-mr version 1.9.1, true, true, true, false, false",
        "parquet-mr, true, true, true, false, false",
        "parquet-cpp version 1.3.9, false, true, true, false, true",
        "parquet-cpp version 1.4.0, false, true, true, true, true",
        "parquet-cpp-arrow version 25.0.1, false, true, true, true, true",
        "parquet-rs version 4.4.0, false, true, true, false, true",
        "parquet-rs version 5.0.0, false, true, true, true, true",
        "DuckDB version v1.5.6 (build 069cc9f9b5), false, true, false, true, true",
        "Polars, false, false, false, false, false",
        "hyparquet, false, true, true, true, false",
        "Apache Polars version 1.0.0, false, true, true, true, true",
        "some writer version 1.0, false, true, true, true, true",
        "'', false, true, true, true, true",
        "none, false, true, true, true, true",
      })
  void null_counts_and_bounds_are_used_by_writer(
      String createdBy,
      boolean countsEveryNull,
      boolean flatCounts,
      boolean repeatedCounts,
      boolean floats,
      boolean byteArrays) {
    WriterQuirks writer = WriterQuirks.of(createdBy);

    assertThat(writer.countsEveryNull()).isEqualTo(countsEveryNull);
    assertThat(writer.trustsNullCountOfChunk(false, false)).isEqualTo(flatCounts);
    assertThat(writer.trustsNullCountOfChunk(true, false)).isEqualTo(repeatedCounts);
    assertThat(writer.trustsNullCountsOfPages(true, true, false)).isEqualTo(repeatedCounts);
    assertThat(writer.trustsNullCountsOfPages(false, false, false)).isTrue();
    assertThat(writer.trustsFloatsOfChunks()).isEqualTo(floats);
    assertThat(writer.trustsByteArraysOfChunks(PhysicalType.BYTE_ARRAY, false))
        .isEqualTo(byteArrays);
  }

  @ParameterizedTest
  @CsvSource({
    "parquet-cpp version 1.5.1-SNAPSHOT, false, false",
    "parquet-cpp-arrow version 4.0.1, false, false",
    "parquet-cpp-arrow version 6.0.0, true, false",
    "parquet-cpp-arrow version 10.0.1, true, false",
    "parquet-cpp-arrow version 11.0.0, true, true",
    "'GDAL 3.1.0, using parquet-cpp-arrow version 4.0.1', false, false",
    "parquet-rs version 4.0.0, true, true",
  })
  void facts_of_dictionary_arrays_are_used_by_writer(
      String createdBy, boolean nulls, boolean bounds) {
    WriterQuirks writer = WriterQuirks.of(createdBy);

    assertThat(writer.trustsNullCountOfChunk(false, true)).isEqualTo(nulls);
    assertThat(writer.trustsNullCountsOfPages(false, false, true)).isEqualTo(nulls);
    assertThat(writer.trustsByteArraysOfChunks(PhysicalType.BYTE_ARRAY, true)).isEqualTo(bounds);
    assertThat(writer.trustsByteArraysOfPages(true)).isEqualTo(bounds);
  }

  /** Applications that write with segmentio's parquet-go give their own names. */
  @ParameterizedTest
  @CsvSource({
    "github.com/segmentio/parquet-go version 0.0.0(build b7e9d4a8d0d2), false, false",
    "github.com/grafana/phlare/ version (build ), false, false",
    "my program version 7.1.0(build abc), false, false",
    "github.com/parquet-go/parquet-go version 0.20.1(build ), false, false",
    "github.com/parquet-go/parquet-go version 0.21.0(build ), false, true",
    "github.com/parquet-go/parquet-go version 0.28.0(build ), true, true",
    "my program version 7.1.0 (build abc), true, true",
  })
  void bounds_of_chunks_are_used_by_release_of_parquet_go(
      String createdBy, boolean floats, boolean byteArrays) {
    WriterQuirks writer = WriterQuirks.of(createdBy);

    assertThat(writer.trustsFloatsOfChunks()).isEqualTo(floats);
    assertThat(writer.trustsFloatsOfPages()).isTrue();
    assertThat(writer.trustsByteArraysOfChunks(PhysicalType.BYTE_ARRAY, false))
        .isEqualTo(byteArrays);
    assertThat(writer.trustsByteArraysOfPages(false)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Parquet.Net version 3.7.3 (build a), true, false",
    "Parquet.Net version 4.11.9 (build a), true, true",
    "Parquet.Net version 4.12.0 (build a), false, true",
    "Parquet.Net version 6.1.0 (build a), false, true",
    "Parquet.Net version %Version% (build a), false, false",
  })
  void bounds_of_timestamps_and_texts_are_used_by_release_of_parquet_net(
      String createdBy, boolean timestamps, boolean byteArrays) {
    WriterQuirks writer = WriterQuirks.of(createdBy);

    assertThat(writer.trustsTimestamps()).isEqualTo(timestamps);
    assertThat(writer.trustsByteArraysOfChunks(PhysicalType.BYTE_ARRAY, false))
        .isEqualTo(byteArrays);
    assertThat(writer.ordersTextsByUtf16()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "parquet-mr version 1.18.1, true, true, true",
    "parquet-cpp version 1.5.1-SNAPSHOT, true, false, false",
    "parquet-cpp-arrow version 3.0.0, true, false, false",
    "parquet-cpp-arrow version 4.0.0, true, true, true",
    "parquet-rs version 13.0.0, true, false, false",
    "parquet-rs version 56.0.0, true, true, false",
    "ClickHouse v25.3.1, true, false, false",
    "Polars, true, false, false",
    "hyparquet, false, false, false",
    "github.com/parquet-go/parquet-go version 0.32.0(build ), true, false, false",
  })
  void bounds_of_decimals_are_used_by_writer_and_type(
      String createdBy, boolean integers, boolean fixed, boolean variable) {
    WriterQuirks writer = WriterQuirks.of(createdBy);

    assertThat(writer.trustsDecimals(PhysicalType.INT32)).isEqualTo(integers);
    assertThat(writer.trustsDecimals(PhysicalType.INT64)).isEqualTo(integers);
    assertThat(writer.trustsDecimals(PhysicalType.FIXED_LEN_BYTE_ARRAY)).isEqualTo(fixed);
    assertThat(writer.trustsDecimals(PhysicalType.BYTE_ARRAY)).isEqualTo(variable);
  }

  @ParameterizedTest
  @CsvSource({
    "parquet-go version 18.6.9, true, false, false",
    "parquet-go version 18.7.0, true, true, true",
    "Polars, true, false, true",
    "Arrow2 - Native Rust implementation of Arrow, false, true, true",
    "Arrow2 version 1.0.0, false, true, true",
  })
  void bounds_of_chunks_and_of_byte_arrays_are_used_by_writer(
      String createdBy, boolean chunks, boolean byteArrays, boolean fixed) {
    WriterQuirks writer = WriterQuirks.of(createdBy);

    assertThat(writer.trustsBoundsOfChunks()).isEqualTo(chunks);
    assertThat(writer.trustsByteArraysOfChunks(PhysicalType.BYTE_ARRAY, false))
        .isEqualTo(byteArrays);
    assertThat(writer.trustsByteArraysOfChunks(PhysicalType.FIXED_LEN_BYTE_ARRAY, false))
        .isEqualTo(fixed);
  }

  @Test
  void histograms_of_one_level_are_not_used_of_arrow() {
    WriterQuirks arrow = WriterQuirks.of("parquet-cpp-arrow version 25.0.1");

    assertThat(arrow.trustsHistograms(1)).isFalse();
    assertThat(arrow.trustsHistograms(2)).isTrue();
    assertThat(WriterQuirks.of("parquet-rs version 56.0.0").trustsHistograms(1)).isTrue();
  }
}
