// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchLevelsTest {
  @Test
  void levels_of_a_range_are_counted_as_one_by_one() {
    Random random = new Random(5);
    int[] levels = random.ints(1000, 0, 7).toArray();
    for (int round = 0; round < 200; round++) {
      int from = random.nextInt(levels.length);
      int to = from + random.nextInt(levels.length - from + 1);
      for (int least = 0; least < 9; least++) {
        int limit = least;
        assertThat(BatchLevels.atLeast(least, levels, from, to))
            .isEqualTo(Arrays.stream(levels, from, to).filter(level -> level >= limit).count());
      }
      assertThat(BatchLevels.zeros(levels, from, to))
          .isEqualTo(Arrays.stream(levels, from, to).filter(level -> level == 0).count());
    }
  }
}
