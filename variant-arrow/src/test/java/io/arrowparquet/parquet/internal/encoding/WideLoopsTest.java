// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Beside loops of one value at a time, where the JVM was started with the Vector API. */
class WideLoopsTest {
  private static final int GROUP = 8;
  private static final int GROUPS = 40;
  private static final int VALUES = GROUP * GROUPS;

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  @AutoClose private final ArrowBuf input = allocator.buffer(VALUES * Long.BYTES + WideLoops.BYTES);

  @AutoClose private final ArrowBuf output = allocator.buffer(VALUES * Long.BYTES);
  private final Random random = new Random(1);
  private final long from = input.memoryAddress();
  private final long to = output.memoryAddress();
  private final long[] unpacked = new long[VALUES];

  @BeforeEach
  void fill() {
    assumeTrue(WideLoops.FOUND != null, "the Vector API, with vectors of 512 bits");
    for (int i = 0; i < input.capacity(); i++) {
      input.setByte(i, random.nextInt());
    }
  }

  @Test
  void sums_of_longs_are_those_of_one_at_a_time() {
    for (int width = 0; width <= Long.SIZE; width++) {
      LongUnpacker.unpack(from, width, unpacked, 0, GROUPS);
      long least = random.nextLong();
      long sum = random.nextLong();
      long last = WideLoops.FOUND.sums(from, width, least, sum, to, GROUPS);
      for (int i = 0; i < VALUES; i++) {
        sum += unpacked[i] + least;
        assertThat(output.getLong(8L * i)).as("%d bits, %d", width, i).isEqualTo(sum);
      }
      assertThat(last).isEqualTo(sum);
    }
  }

  @Test
  void sums_of_ints_are_those_of_one_at_a_time() {
    for (int width = 0; width <= Integer.SIZE; width++) {
      LongUnpacker.unpack(from, width, unpacked, 0, GROUPS);
      int least = random.nextInt();
      int sum = random.nextInt();
      int last = WideLoops.FOUND.sums(from, width, least, sum, to, GROUPS / 2);
      for (int i = 0; i < VALUES; i++) {
        sum += (int) unpacked[i] + least;
        assertThat(output.getInt(4L * i)).as("%d bits, %d", width, i).isEqualTo(sum);
      }
      assertThat(last).isEqualTo(sum);
    }
  }

  @Test
  void doubles_are_scaled_as_one_at_a_time() {
    for (int width = 0; width <= Long.SIZE; width++) {
      LongUnpacker.unpack(from, width, unpacked, 0, GROUPS);
      long least = random.nextLong() >> random.nextInt(Long.SIZE);
      WideLoops.FOUND.scaledDoubles(from, width, least, 1e3, 1e-5, to, GROUPS);
      for (int i = 0; i < VALUES; i++) {
        double value = (double) (unpacked[i] + least) * 1e3 * 1e-5;
        assertThat(output.getDouble(8L * i)).as("%d bits, %d", width, i).isEqualTo(value);
      }
    }
  }

  @Test
  void bytes_of_values_are_joined() {
    int distance = VALUES - 3;
    int groups = distance / GROUP;
    WideLoops.FOUND.joined(from, distance, to, groups);
    for (int i = 0; i < groups * GROUP; i++) {
      for (int stream = 0; stream < Long.BYTES; stream++) {
        assertThat(output.getByte(8L * i + stream))
            .as("byte %d of value %d", stream, i)
            .isEqualTo(input.getByte((long) stream * distance + i));
      }
    }
  }

  @Test
  void values_are_spread_over_slots() {
    for (int width : new int[] {Integer.BYTES, Long.BYTES}) {
      for (int round = 0; round < 1000; round++) {
        long bits = random.nextLong() & (random.nextLong() | -(round & 1L));
        long end = WideLoops.FOUND.spread(from, width, bits, to);
        int next = 0;
        for (int slot = 0; slot < Long.SIZE; slot++) {
          boolean isSet = (bits >>> slot & 1) == 1;
          assertThat(value(to, width, slot))
              .as("%x, slot %d", bits, slot)
              .isEqualTo(isSet ? value(from, width, next++) : 0);
        }
        assertThat(end - from).isEqualTo((long) width * next);
      }
    }
  }

  private static long value(long address, int width, int index) {
    long at = address + (long) width * index;
    return width == Integer.BYTES ? MemoryUtil.getInt(at) : MemoryUtil.getLong(at);
  }
}
