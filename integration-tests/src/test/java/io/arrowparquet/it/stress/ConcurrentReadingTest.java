// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.stress.ScanJob.Fault;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@link ConcurrentReading}. */
class ConcurrentReadingTest {
  private static final int SECONDS = 8;

  @TempDir Path folder;

  @Test
  void rows_are_those_of_a_quiet_run_or_the_fault_is_named_and_nothing_is_held() throws Exception {
    long seed = System.nanoTime();

    assertThat(ConcurrentReading.run(folder, SECONDS, seed, EnumSet.allOf(Fault.class)))
        .as("seed %d", seed)
        .isEmpty();
  }
}
