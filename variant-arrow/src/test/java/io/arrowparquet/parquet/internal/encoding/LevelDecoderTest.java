// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.internal.encoding.LevelDecoder.BitPackedDecoder;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;
import org.junit.jupiter.api.Test;

class LevelDecoderTest {

  @Property(tries = 300)
  void bit_packed_levels_are_decoded_as_parquet_java_packs_them(
      @ForAll @IntRange(min = 1, max = 8) int width,
      @ForAll @IntRange(min = 1, max = 70) int count,
      @ForAll @IntRange(min = 1, max = 20) int step,
      @ForAll long seed) {
    int[] values =
        new Random(seed).ints((count + 7) / 8 * 8L).map(v -> v >>> (32 - width)).toArray();
    byte[] packed = pack(width, values);
    int length = (int) BitPackedDecoder.byteLength(count, width);
    byte[] section = new byte[3 + length];
    System.arraycopy(packed, 0, section, 3, length);

    assertLevels(
        new BitPackedDecoder(PageMemory.start(section) + 3, PageMemory.end(), width),
        Arrays.copyOf(values, count),
        step);
  }

  private static byte[] pack(int width, int[] values) {
    BytePacker packer = Packer.BIG_ENDIAN.newBytePacker(width);
    byte[] packed = new byte[values.length / 8 * width];
    for (int group = 0; group < values.length / 8; group++) {
      packer.pack8Values(values, 8 * group, packed, group * width);
    }
    return packed;
  }

  @Property(tries = 300)
  void runs_of_levels_are_decoded_as_parquet_java_encodes_them(
      @ForAll @IntRange(max = 8) int width,
      @ForAll @IntRange(min = 1, max = 400) int count,
      @ForAll @IntRange(min = 1, max = 90) int step,
      @ForAll @IntRange(min = 1, max = 30) int run,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    int[] levels = new int[count];
    for (int i = 0; i < count; i++) {
      boolean repeat = i > 0 && random.nextInt(run) > 0;
      levels[i] = repeat ? levels[i - 1] : random.nextInt(1 << width);
    }
    byte[] encoded = HybridDecoderTest.encode(width, levels);

    assertLevels(
        new HybridDecoder().wrap(PageMemory.start(encoded), PageMemory.end(), width), levels, step);
  }

  private static void assertLevels(LevelDecoder decoder, int[] levels, int step) {
    byte[] decoded = new byte[levels.length + Long.BYTES];
    for (int at = 0; at < levels.length; at += step) {
      decoder.readLevels(decoded, at, Math.min(step, levels.length - at));
    }
    for (int i = 0; i < levels.length; i++) {
      assertThat(Byte.toUnsignedInt(decoded[i])).as("level %d", i).isEqualTo(levels[i]);
    }
  }

  /** Bytes after the section belong to other sections. */
  @Test
  void a_level_that_is_cut_by_the_end_of_the_section_is_refused() {
    BitPackedDecoder decoder =
        new BitPackedDecoder(PageMemory.start(new byte[100]), PageMemory.end() - 96, 5);
    decoder.readLevels(new byte[6], 0, 6);

    assertThatThrownBy(() -> decoder.readLevels(new byte[1], 0, 1))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageStartingWith("bit-packed levels: found the end of the section");

    // Two groups, of which the first is there.
    HybridDecoder runs =
        new HybridDecoder()
            .wrap(PageMemory.start(new byte[] {5, -1, 0x55, 0x55}), PageMemory.end() - 1, 2);
    assertThatThrownBy(() -> runs.readLevels(new byte[24], 0, 16))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageStartingWith("bit-packed run: found the end of the section");
  }
}
