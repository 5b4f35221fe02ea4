// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.statistics.WriterQuirks;
import io.arrowparquet.footer.model.PhysicalType;
import org.junit.jupiter.api.Test;

class BatchFileTest {
  @Test
  void files_name_program_and_version_as_other_writers_do() {
    assertThat(BatchFile.CREATED_BY).matches("arrowparquet version \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
  }

  @Test
  void readers_trust_all_that_the_writer_says() {
    WriterQuirks writer = WriterQuirks.of(BatchFile.CREATED_BY);

    assertThat(writer.countsEveryNull()).isTrue();
    assertThat(writer.trustsNullCountOfChunk(true, true)).isTrue();
    assertThat(writer.trustsNullCountsOfPages(true, true, true)).isTrue();
    assertThat(writer.trustsHistograms(1)).isTrue();
    assertThat(writer.trustsBoundsOfChunks()).isTrue();
    assertThat(writer.trustsFloatsOfChunks()).isTrue();
    assertThat(writer.trustsTimestamps()).isTrue();
    assertThat(writer.trustsDecimals(PhysicalType.FIXED_LEN_BYTE_ARRAY)).isTrue();
    assertThat(writer.trustsByteArraysOfChunks(PhysicalType.BYTE_ARRAY, true)).isTrue();
  }
}
