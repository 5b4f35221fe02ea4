// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.BytePackerForLong;
import org.apache.parquet.column.values.bitpacking.Packer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both unpackers, of ints and of longs, at every width and every place in a word. */
class IntUnpackerTest {
  private static final int GROUPS = 5;
  private static final int VALUES = GROUPS * IntUnpacker.GROUP;

  static Stream<Integer> ints() {
    return IntStream.rangeClosed(0, Integer.SIZE).boxed();
  }

  static Stream<Integer> longs() {
    return IntStream.rangeClosed(0, Long.SIZE).boxed();
  }

  @ParameterizedTest
  @MethodSource("ints")
  void ints_are_those_that_parquet_java_unpacks(int width) {
    BytePacker packer = Packer.LITTLE_ENDIAN.newBytePacker(width);
    for (int start = 0; start < 9; start++) {
      byte[] bytes = random(start + GROUPS * width + IntUnpacker.SLACK, width + start);
      int[] expected = new int[VALUES + 2];
      for (int group = 0; group < GROUPS && width > 0; group++) {
        packer.unpack8Values(
            ByteBuffer.wrap(bytes), start + group * width, expected, 1 + 8 * group);
      }
      int[] unpacked = new int[VALUES + 2];
      Arrays.fill(unpacked, 1, VALUES + 1, 77);

      IntUnpacker.unpack(bytes, start, width, unpacked, 1, GROUPS);

      assertThat(unpacked).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("longs")
  void longs_are_those_that_parquet_java_unpacks(int width) {
    BytePackerForLong packer = Packer.LITTLE_ENDIAN.newBytePackerForLong(width);
    for (int start = 0; start < 9; start++) {
      byte[] bytes = random(start + GROUPS * width + IntUnpacker.SLACK, width + start);
      long[] expected = new long[VALUES + 2];
      for (int group = 0; group < GROUPS && width > 0; group++) {
        packer.unpack8Values(
            ByteBuffer.wrap(bytes), start + group * width, expected, 1 + 8 * group);
      }
      long[] unpacked = new long[VALUES + 2];
      Arrays.fill(unpacked, 1, VALUES + 1, 77);

      LongUnpacker.unpack(bytes, start, width, unpacked, 1, GROUPS);

      assertThat(unpacked).isEqualTo(expected);
    }
  }

  /** As many groups as the array has slack for: one more would read beyond it, or end outside. */
  @ParameterizedTest
  @MethodSource("longs")
  void readable_groups_lie_in_the_section_and_words_in_the_array(int width) {
    if (width == 0) {
      return;
    }
    for (int length = 0; length < 3 * width + 20; length++) {
      byte[] bytes = random(length, length);
      for (int end = 0; end <= length; end++) {
        int groups = IntUnpacker.readable(bytes, 0, end, width);

        assertThat(groups).isNotNegative();
        assertThat(groups * width).isLessThanOrEqualTo(end);
        LongUnpacker.unpack(bytes, 0, width, new long[groups * 8], 0, groups);
        if (width <= Integer.SIZE) {
          IntUnpacker.unpack(bytes, 0, width, new int[groups * 8], 0, groups);
        }
      }
    }
  }

  private static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
