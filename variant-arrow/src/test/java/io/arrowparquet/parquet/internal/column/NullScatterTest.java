// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NullScatterTest {
  private static final int MAX_LEVEL = 2;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 12, 16})
  void values_go_to_their_slots_and_nulls_become_zero(int width) {
    Random random = new Random(width);
    for (int slots = 0; slots < 40; slots++) {
      int[] levels = random.ints(slots, 0, MAX_LEVEL + 1).toArray();
      byte[] dense = new byte[slots * width];
      random.nextBytes(dense);
      byte[] expected = new byte[slots * width];
      int present = 0;
      for (int slot = 0; slot < slots; slot++) {
        if (levels[slot] == MAX_LEVEL) {
          System.arraycopy(dense, present++ * width, expected, slot * width, width);
        }
      }
      byte[] scattered = new byte[slots * width];
      try (RootAllocator allocator = new RootAllocator();
          ArrowBuf buffer = allocator.buffer(1 + slots * width)) {
        buffer.setBytes(0, dense);
        NullScatter.scatter(buffer.memoryAddress(), width, levels, slots, present, MAX_LEVEL);
        buffer.getBytes(0, scattered);
      }
      assertThat(scattered).isEqualTo(expected);
    }
  }
}
