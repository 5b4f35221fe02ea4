// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockScansTest {
  @ParameterizedTest
  @ValueSource(ints = {1, -1})
  void a_walk_has_more_and_more_blocks_checked_ahead(int direction) {
    BlockScans scans = new BlockScans();
    int block = 100_000;
    int most = 1;
    int touched = 0;
    for (int left = 10_000; left > 0; touched++) {
      int count = scans.blocksFrom(block);
      assertThat(Math.abs(count)).isBetween(1, Math.min(2 * most, 256));
      if (Math.abs(count) > 1) {
        assertThat(Integer.signum(count)).isEqualTo(direction);
      }
      most = Math.max(most, Math.abs(count));
      block += direction * Math.abs(count);
      left -= Math.abs(count);
    }
    assertThat(touched).isLessThan(100);
  }

  @Test
  void a_walk_may_begin_at_the_first_block() {
    BlockScans scans = new BlockScans();
    int touched = 0;
    for (int block = 0; block < 10_000; touched++) {
      int count = scans.blocksFrom(block);
      assertThat(count).isPositive();
      block += count;
    }
    assertThat(touched).isLessThan(100);
  }

  @Test
  void several_walks_may_take_turns() {
    BlockScans scans = new BlockScans();
    int down = 200_000;
    int up = 100_000;
    int singles = 0;
    for (int i = 0; i < 300; i++) {
      int count = scans.blocksFrom(i % 10 == 0 ? up : down);
      singles += count == 1 ? 1 : 0;
      if (i % 10 == 0) {
        up += Math.abs(count);
      } else {
        down -= Math.abs(count) == 1 ? 3 : Math.abs(count);
      }
    }
    assertThat(singles).isLessThan(70);
  }

  @Test
  void columns_here_and_there_are_no_walk() {
    BlockScans scans = new BlockScans();
    Random random = new Random(3);
    for (int column = 0; column < 1_000; column++) {
      int tile = random.nextInt(1_000_000);
      for (int block = 0; block < 10; block++) {
        assertThat(scans.blocksFrom(tile + block)).isEqualTo(1);
      }
    }
  }
}
