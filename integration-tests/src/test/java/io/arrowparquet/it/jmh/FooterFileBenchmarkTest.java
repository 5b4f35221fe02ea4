// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

/** The benchmark's own checks, on few columns. */
class FooterFileBenchmarkTest {
  @Test
  void all_readers_find_all_columns() {
    FooterFileBenchmark benchmark = new FooterFileBenchmark();
    benchmark.columns = 100;

    assertThatCode(
            () -> {
              benchmark.writeFiles();
              benchmark.deleteFiles();
            })
        .doesNotThrowAnyException();
  }
}
