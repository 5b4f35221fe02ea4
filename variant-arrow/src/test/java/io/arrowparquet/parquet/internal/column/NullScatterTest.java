// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
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
    for (int slots = 0;
        slots < 800;
        slots += (slots < 40 || (slots > 250 && slots < 260)) ? 1 : 7) {
      int[] levels = levels(random, slots);
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
        int last = (slots - present) * width;
        buffer.setBytes(last, dense, 0, (long) present * width);
        long[] bits = new long[slots / Long.SIZE + 1];
        PresentBits.of(PresentBitsTest.bytes(levels), 0, slots, 0, MAX_LEVEL, bits);
        assertThat(PresentBits.count(bits, slots)).isEqualTo(present);
        long address = buffer.memoryAddress();
        NullScatter.scatter(address + last, address, width, bits, slots, present);
        buffer.getBytes(0, scattered);
      }
      assertThat(scattered).isEqualTo(expected);
    }
  }

  /** Nulls at random, and none among the first of some, or nothing but nulls. */
  private static int[] levels(Random random, int slots) {
    int same = random.nextBoolean() ? 0 : slots / 2;
    int level = random.nextInt(MAX_LEVEL + 1);
    return IntStream.range(0, slots)
        .map(slot -> slot < same ? level : random.nextInt(MAX_LEVEL + 1))
        .toArray();
  }
}
