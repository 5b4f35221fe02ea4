// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.statistics.WriterQuirks.WriterVersion;
import org.apache.parquet.CorruptDeltaByteArrays;
import org.apache.parquet.SemanticVersion;
import org.apache.parquet.VersionParser;
import org.apache.parquet.column.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The text {@code created_by}, from which the writer and its version are taken.
 *
 * @see WriterQuirks
 */
class WriterVersionTest {

  @ParameterizedTest
  @CsvSource({
    "parquet-mr version 1.2.8 (build 0),parquet-mr,1,2,8,false",
    "parquet-mr version 1.8.0-SNAPSHOT (build abc),parquet-mr,1,8,0,true",
    "parquet-mr version 1.5.0-cdh5.7.1,parquet-mr,1,5,0,true",
    "parquet-mr version 1.8.0rc1,parquet-mr,1,8,0,true",
    "parquet-mr version 1.8.0+build.7,parquet-mr,1,8,0,false",
    "parquet-cpp-arrow version 21.0.0,parquet-cpp-arrow,21,0,0,false",
    "DuckDB version v1.2.3 (build 1),DuckDB,,,,",
    "impala version 2.3.0-cdh5.5.0 (build 0c891d79),impala,2,3,0,true",
    "a b version c version 1.0.0,a b,,,,",
    "one version,one,,,,",
    "parquet-rs version 1.2,parquet-rs,,,,",
    "parquet-rs version 1.2.99999999999,parquet-rs,,,,",
  })
  void names_application_and_version(
      String createdBy,
      String application,
      Integer major,
      Integer minor,
      Integer patch,
      Boolean suffixed) {
    WriterVersion expected =
        major == null
            ? new WriterVersion(application, false, 0, 0, 0, false)
            : new WriterVersion(application, true, major, minor, patch, suffixed);

    assertThat(WriterVersion.parse(createdBy)).isEqualTo(expected);
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"parquet-mr", "Polars", "parquet-mr version 1.0.0 (made at home)"})
  void other_texts_name_no_writer(String createdBy) {
    assertThat(WriterVersion.parse(createdBy)).isNull();
  }

  @Test
  void a_text_of_any_length_is_looked_at_briefly() {
    assertThat(WriterVersion.parse("x version ".repeat(100_000))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.0.0",
        "1.2.8",
        "1.2.8-SNAPSHOT",
        "1.2.9",
        "1.2.9-rc1",
        "1.2.9rc1",
        "1.2.9+x",
        "1.7.99",
        "1.8.0",
        "1.8.0-SNAPSHOT",
        "1.8.0+x",
        "1.8.0-a+x",
        "1.10.0",
        "0.9.9",
        "2.0.0",
        "",
        "1.8"
      })
  void old_writers_are_those_that_parquet_java_knows(String version) throws Exception {
    String createdBy = "parquet-mr version " + version + " (build 0)";

    assertThat(WriterQuirks.continuesDeltas(createdBy))
        .isEqualTo(
            CorruptDeltaByteArrays.requiresSequentialReads(createdBy, Encoding.DELTA_BYTE_ARRAY));
    VersionParser.ParsedVersion parsed = VersionParser.parse(createdBy);
    boolean before =
        parsed.hasSemanticVersion()
            && parsed.getSemanticVersion().compareTo(new SemanticVersion(1, 2, 9)) < 0;
    assertThat(WriterQuirks.uncounted(createdBy)).isEqualTo(before ? 100 : 0);
  }

  @Test
  void writers_of_other_names_are_not_old() {
    assertThat(WriterQuirks.continuesDeltas("parquet-mr-like version 1.0.0")).isFalse();
    assertThat(WriterQuirks.uncounted("parquet-mr-like version 1.0.0")).isZero();
    assertThat(WriterQuirks.continuesDeltas("parquet-mr")).isTrue();
    assertThat(WriterQuirks.continuesDeltas(null)).isFalse();
  }
}
