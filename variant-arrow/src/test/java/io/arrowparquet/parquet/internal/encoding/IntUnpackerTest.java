// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.PageMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
      byte[] bytes = random(start + GROUPS * width, width + start);
      int[] expected = new int[VALUES + 2];
      for (int group = 0; group < GROUPS && width > 0; group++) {
        packer.unpack8Values(
            ByteBuffer.wrap(bytes), start + group * width, expected, 1 + 8 * group);
      }
      int[] unpacked = new int[VALUES + 2];
      Arrays.fill(unpacked, 1, VALUES + 1, 77);

      IntUnpacker.unpack(PageMemory.start(bytes) + start, width, unpacked, 1, GROUPS);

      assertThat(unpacked).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("longs")
  void longs_are_those_that_parquet_java_unpacks(int width) {
    BytePackerForLong packer = Packer.LITTLE_ENDIAN.newBytePackerForLong(width);
    for (int start = 0; start < 9; start++) {
      byte[] bytes = random(start + GROUPS * width, width + start);
      long[] expected = new long[VALUES + 2];
      for (int group = 0; group < GROUPS && width > 0; group++) {
        packer.unpack8Values(
            ByteBuffer.wrap(bytes), start + group * width, expected, 1 + 8 * group);
      }
      long[] unpacked = new long[VALUES + 2];
      Arrays.fill(unpacked, 1, VALUES + 1, 77);

      LongUnpacker.unpack(PageMemory.start(bytes) + start, width, unpacked, 1, GROUPS);

      assertThat(unpacked).isEqualTo(expected);
    }
  }

  /** Words reach beyond the last group, values do not. */
  @ParameterizedTest
  @MethodSource("longs")
  void values_do_not_depend_on_the_bytes_behind(int width) {
    byte[] bytes = random(3 * width, width);
    List<List<Long>> unpacked = new ArrayList<>();
    for (int behind : new int[] {0, -1, 0x5a}) {
      PageMemory.withBytesBehind(
          behind,
          () -> {
            long[] longs = new long[24];
            LongUnpacker.unpack(PageMemory.start(bytes), width, longs, 0, 3);
            unpacked.add(Arrays.stream(longs).boxed().toList());
            if (width <= Integer.SIZE) {
              int[] ints = new int[24];
              IntUnpacker.unpack(PageMemory.start(bytes), width, ints, 0, 3);
              assertThat(Arrays.stream(ints).mapToLong(Integer::toUnsignedLong).boxed())
                  .containsExactly(Arrays.stream(longs).boxed().toArray(Long[]::new));
            }
          });
    }

    assertThat(unpacked).containsOnly(unpacked.get(0));
  }

  private static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
