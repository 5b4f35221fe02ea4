// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ValueSetTest {
  private static final long[] VALUES = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -8766, -1, 0, 1, 9130, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  @Test
  void intervals_have_their_bounds_and_what_is_between_at_the_ends_of_the_range_too() {
    for (long low : VALUES) {
      for (long high : VALUES) {
        for (long value : VALUES) {
          if (low <= high) {
            assertThat(ValueSet.truth(value, low, high))
                .as("%d in [%d, %d]", value, low, high)
                .isEqualTo(ValueSet.truth(value >= low && value <= high));
          }
        }
      }
    }
  }
}
