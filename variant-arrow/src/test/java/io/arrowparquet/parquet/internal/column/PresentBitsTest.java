// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PresentBitsTest {
  private final Random random = new Random(5);

  @Test
  void levels_of_a_byte_are_compared_with_each_other_one() {
    byte[] levels = new byte[256 + Long.BYTES];
    IntStream.range(0, 256).forEach(level -> levels[255 - level] = (byte) level);
    for (int least = 0; least <= 256; least++) {
      assertThat(PresentBits.atLeast(least, levels, 0, 256)).isEqualTo(256 - least);
      for (int from = 0; from < 256; from += 7) {
        int count = Math.min(Long.SIZE - from % 64, 256 - from);
        long bits = PresentBits.word(levels, from, count, least);
        for (int i = 0; i < Long.SIZE; i++) {
          assertThat(bits >>> i & 1).isEqualTo(i < count && 255 - from - i >= least ? 1 : 0);
        }
      }
    }
  }

  @Test
  void levels_of_a_range_are_counted_as_one_by_one() {
    int[] levels = random.ints(1000, 0, 7).toArray();
    byte[] bytes = bytes(levels);
    for (int round = 0; round < 200; round++) {
      int from = random.nextInt(levels.length);
      int to = from + random.nextInt(levels.length - from + 1);
      for (int least = 0; least < 9; least++) {
        int limit = least;
        assertThat(PresentBits.atLeast(least, bytes, from, to))
            .isEqualTo(Arrays.stream(levels, from, to).filter(level -> level >= limit).count());
      }
    }
  }

  /** Slots are from none to all of the entries, and values from none to all of the slots. */
  @Test
  void bits_are_those_of_slots_alone() {
    for (int round = 0; round < 2000; round++) {
      int count = random.nextInt(300);
      int most = 1 + random.nextInt(12);
      int[] levels =
          random.ints(count, 0, most + 1).map(level -> Math.min(most, level * 2)).toArray();
      int slotLevel = random.nextInt(most + 1);
      int maxLevel = slotLevel + random.nextInt(most + 1 - slotLevel);
      long[] bits = new long[count / Long.SIZE + 1];
      Arrays.fill(bits, -1);

      int slots = PresentBits.of(bytes(levels), 0, count, slotLevel, maxLevel, bits);

      int[] ofSlots = Arrays.stream(levels).filter(level -> level >= slotLevel).toArray();
      assertThat(slots).isEqualTo(ofSlots.length);
      BitSet expected = new BitSet();
      IntStream.range(0, slots).forEach(i -> expected.set(i, ofSlots[i] >= maxLevel));
      int words = (slots + Long.SIZE - 1) / Long.SIZE;
      assertThat(BitSet.valueOf(Arrays.copyOf(bits, words))).isEqualTo(expected);
      assertThat(PresentBits.count(bits, slots)).isEqualTo(expected.cardinality());
    }
  }

  static byte[] bytes(int[] levels) {
    byte[] bytes = new byte[levels.length + Long.BYTES];
    IntStream.range(0, levels.length).forEach(i -> bytes[i] = (byte) levels[i]);
    return bytes;
  }
}
