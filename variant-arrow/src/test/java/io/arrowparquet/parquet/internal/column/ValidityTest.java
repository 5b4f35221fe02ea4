// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.internal.column.Validity.BitmapBuilder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

class ValidityTest {
  @Test
  void runs_of_any_length_and_levels_follow_one_another_bit_by_bit() {
    Random random = new Random(7);
    try (BufferAllocator allocator = new RootAllocator();
        BitmapBuilder builder = new BitmapBuilder(allocator)) {
      for (int batch = 0; batch < 200; batch++) {
        builder.clear();
        BitSet expected = new BitSet();
        int count = 0;
        for (int run = random.nextInt(8); run >= 0; run--) {
          int length = random.nextInt(300);
          if (random.nextInt(3) == 0) {
            boolean set = random.nextBoolean();
            builder.fill(set, length);
            expected.set(count, count + length, set);
          } else {
            int threshold = random.nextInt(4);
            int[] levels = random.ints(length, 0, 4).toArray();
            if (random.nextBoolean()) {
              builder.append(
                  Arrays.stream(levels).map(level -> level >= threshold ? 1 : 0).toArray(), length);
            } else {
              long[] bits = new long[length / Long.SIZE + 1];
              PresentBits.of(PresentBitsTest.bytes(levels), 0, length, 0, threshold, bits);
              builder.append(bits, length);
            }
            for (int i = 0; i < length; i++) {
              expected.set(count + i, levels[i] >= threshold);
            }
          }
          count += length;
        }
        assertBits(builder, expected, count);
      }
    }
  }

  private static void assertBits(BitmapBuilder builder, BitSet expected, int count) {
    try (ArrowBuf bits = builder.take()) {
      for (int i = 0; i < count; i++) {
        assertThat((bits.getByte(i >> 3) >> (i & 7) & 1) != 0)
            .as("bit %d of %d", i, count)
            .isEqualTo(expected.get(i));
      }
    }
  }
}
