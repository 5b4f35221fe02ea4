// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.internal.encoding.HybridDecoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;

class HybridEncoderTest {
  private final HybridEncoder encoder = new HybridEncoder();

  @Property(tries = 600)
  void all_widths_and_runs_come_back(
      @ForAll @IntRange(max = 32) int width,
      @ForAll @IntRange(max = 3000) int count,
      @ForAll @IntRange(min = 1, max = 60) int longestRun,
      @ForAll long seed)
      throws IOException {
    int[] values = values(width, count, longestRun, seed);
    byte[] section = encode(values, width);

    int[] read = new int[count];
    HybridDecoder decoder =
        new HybridDecoder().wrap(PageMemory.start(section), PageMemory.end(), width);
    decoder.read(read, 0, count);
    assertThat(read).isEqualTo(values);

    ByteArrayInputStream bytes = new ByteArrayInputStream(section);
    RunLengthBitPackingHybridDecoder peer = new RunLengthBitPackingHybridDecoder(width, bytes);
    for (int value : values) {
      assertThat(peer.readInt()).isEqualTo(value);
    }
    assertThat(bytes.available()).isZero();
    assertThat(section.length).isLessThanOrEqualTo(count / 8 * width + width + count / 400 + 3);
  }

  private static int[] values(int width, int count, int longestRun, long seed) {
    Random random = new Random(seed);
    int[] values = new int[count];
    for (int i = 0; i < count; ) {
      int end = Math.min(count, i + 1 + random.nextInt(longestRun));
      int value = width == 0 ? 0 : random.nextInt() >>> (Integer.SIZE - width);
      Arrays.fill(values, i, end, value);
      i = end;
    }
    return values;
  }

  @Test
  void long_runs_and_groups_of_eight_are_as_the_layout_says() {
    int[] values = new int[8 + 40];
    for (int i = 0; i < 8; i++) {
      values[i] = i;
    }
    Arrays.fill(values, 8, 48, 5);

    assertThat(encode(values, 3)).isEqualTo(HexFormat.of().parseHex("0388c6fa5005"));
  }

  @Test
  void one_value_is_one_run() {
    ByteOutput out = new ByteOutput();
    HybridEncoder.repeat(300, 1000, 9, out);
    HybridEncoder.repeat(1, 0, 1, out);

    assertThat(Arrays.copyOf(out.array(), out.length()))
        .isEqualTo(HexFormat.of().parseHex("d00f2c01"));
  }

  private byte[] encode(int[] values, int width) {
    ByteOutput out = new ByteOutput();
    int[] shifted = new int[values.length + 1];
    System.arraycopy(values, 0, shifted, 1, values.length);
    encoder.encode(shifted, 1, values.length, width, out);
    return Arrays.copyOf(out.array(), out.length());
  }
}
