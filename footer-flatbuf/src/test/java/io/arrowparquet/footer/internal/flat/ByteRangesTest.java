// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteRangesTest {
  private static final int SIZE = 3 * BlockChecksums.BLOCK + 1;

  @ParameterizedTest
  @CsvSource({
    "0, 1, {0}",
    "4095, 4097, '{0, 1}'",
    "-5, 1, {0}",
    "12288, 99999999999, {3}",
    "-99999999999, 99999999999, '{0, 1, 2, 3}'",
    "-99999999999, -5, {}",
    "-5, 0, {}",
    "5, 5, {}",
    "9000, 5, {}",
    "12289, 12290, {}",
    "99999999999, 99999999999999, {}",
  })
  void bytes_are_in_blocks_and_those_outside_are_left_out(long from, long to, String blocks) {
    ByteRanges ranges = new ByteRanges(SIZE);

    ranges.add(from, to);

    assertThat(ranges.blocks()).hasToString(blocks);
  }
}
