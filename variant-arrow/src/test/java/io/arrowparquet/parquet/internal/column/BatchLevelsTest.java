// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchLevelsTest {
  @Test
  void equal_levels_are_those_of_all_entries_whatever_comes_after() {
    Random random = new Random(6);
    BatchLevels levels = new BatchLevels(0);
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
          Arrays.fill(
              levels.definition(), levels.entries(), levels.entries() + count, (byte) level);
        }
        levels.advance(count);
        expected.addAll(Collections.nCopies(count, level));
      }
      if (random.nextBoolean()) {
        assertThat(levels.definition()).hasSizeGreaterThan(levels.entries());
      }
      int from = random.nextInt(levels.entries());
      int count = 1 + random.nextInt(Math.min(Long.SIZE, levels.entries() - from));
      for (int least = 0; least < 6; least++) {
        long bits = levels.definedAtLeast(least, from, count);
        for (int i = 0; i < Long.SIZE; i++) {
          assertThat(bits >>> i & 1)
              .isEqualTo(i < count && expected.get(from + i) >= least ? 1 : 0);
        }
      }
    }
  }
}
