// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
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

  @Test
  void equal_levels_are_those_of_all_entries_whatever_comes_after() {
    Random random = new Random(6);
    BatchLevels levels = new BatchLevels();
    for (int round = 0; round < 200; round++) {
      levels.clear(random.nextInt(50));
      List<Integer> expected = new ArrayList<>();
      int different = random.nextInt(8);
      for (int window = 0; window < 6; window++) {
        int level = window < different ? 3 : random.nextInt(4);
        int count = 1 + random.nextInt(40);
        if (level == 3) {
          levels.ensureEqual(level, count);
        } else {
          levels.ensure(count);
          Arrays.fill(levels.definition(), levels.entries(), levels.entries() + count, level);
        }
        levels.advance(count);
        expected.addAll(Collections.nCopies(count, level));
        if (levels.equalDefinition() >= 0) {
          assertThat(expected).containsOnly(levels.equalDefinition());
        }
      }
      assertThat(levels.equalDefinition() == 3).isEqualTo(Set.copyOf(expected).equals(Set.of(3)));
      assertThat(Arrays.stream(levels.definition(), 0, levels.entries()).boxed().toList())
          .isEqualTo(expected);
    }
  }
}
