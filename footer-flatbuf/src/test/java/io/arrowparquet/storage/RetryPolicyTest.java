// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {
  private final RetryPolicy policy = RetryPolicy.defaults();

  @ParameterizedTest
  @CsvSource({
    "1, false, 50, 100",
    "4, false, 400, 800",
    "40, false, 5000, 10000",
    "1, true, 400, 800",
    "4, true, 3200, 6400",
    "5, true, 5000, 10000"
  })
  void waits_are_random_and_grow_up_to_the_longest(
      int failed, boolean busy, long least, long most) {
    for (int i = 0; i < 1_000; i++) {
      assertThat(policy.delayMillis(failed, 0, busy)).isBetween(least, most);
    }
  }

  @Test
  void a_wait_that_the_server_asks_for_is_kept_up_to_the_longest() {
    assertThat(policy.delayMillis(1, 3_000, true)).isEqualTo(3_000);
    assertThat(policy.delayMillis(1, 60_000, true)).isEqualTo(10_000);
  }
}
