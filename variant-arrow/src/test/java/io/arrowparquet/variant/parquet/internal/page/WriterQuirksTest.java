// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.metadata.Type;
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
        "Polars, false, false, false, true, true",
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
    assertThat(writer.trustsNullCountOfChunk(false)).isEqualTo(flatCounts);
    assertThat(writer.trustsNullCountOfChunk(true)).isEqualTo(repeatedCounts);
    assertThat(writer.trustsNullCountsOfPages(true, true)).isEqualTo(repeatedCounts);
    assertThat(writer.trustsNullCountsOfPages(false, false)).isTrue();
    assertThat(writer.trustsFloats()).isEqualTo(floats);
    assertThat(writer.trustsByteArrays()).isEqualTo(byteArrays);
  }

  @ParameterizedTest
  @CsvSource({
    "parquet-mr version 1.18.1, true, true, true",
    "parquet-mr version 1.8.0, true, false, false",
    "parquet-cpp version 1.5.1-SNAPSHOT, true, false, false",
    "parquet-cpp-arrow version 3.0.0, true, false, false",
    "parquet-cpp-arrow version 4.0.0, true, true, true",
    "parquet-rs version 13.0.0, true, false, false",
    "parquet-rs version 56.0.0, true, true, false",
    "ClickHouse v25.3.1, true, false, false",
    "Polars, true, false, false",
    "hyparquet, false, false, false",
  })
  void bounds_of_decimals_are_used_by_writer_and_type(
      String createdBy, boolean integers, boolean fixed, boolean variable) {
    WriterQuirks writer = WriterQuirks.of(createdBy);

    assertThat(writer.trustsDecimals(Type.INT32)).isEqualTo(integers);
    assertThat(writer.trustsDecimals(Type.INT64)).isEqualTo(integers);
    assertThat(writer.trustsDecimals(Type.FIXED_LEN_BYTE_ARRAY)).isEqualTo(fixed);
    assertThat(writer.trustsDecimals(Type.BYTE_ARRAY)).isEqualTo(variable);
  }

  @Test
  void histograms_of_one_level_are_not_used_of_arrow() {
    WriterQuirks arrow = WriterQuirks.of("parquet-cpp-arrow version 25.0.1");

    assertThat(arrow.trustsHistograms(1)).isFalse();
    assertThat(arrow.trustsHistograms(2)).isTrue();
    assertThat(WriterQuirks.of("parquet-rs version 56.0.0").trustsHistograms(1)).isTrue();
  }
}
