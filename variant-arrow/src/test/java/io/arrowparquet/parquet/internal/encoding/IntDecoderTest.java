// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.internal.encoding.IntDecoder.BitPackedDecoder;
import io.arrowparquet.parquet.internal.encoding.IntDecoder.PlainBooleans;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;
import org.junit.jupiter.api.Test;

class IntDecoderTest {

  @Property(tries = 300)
  void bit_packed_levels_are_decoded_as_parquet_java_packs_them(
      @ForAll @IntRange(min = 1, max = 32) int width,
      @ForAll @IntRange(min = 1, max = 70) int count,
      @ForAll @IntRange(min = 1, max = 20) int step,
      @ForAll long seed) {
    int[] values =
        new Random(seed).ints((count + 7) / 8 * 8L).map(v -> v >>> (32 - width)).toArray();
    byte[] packed = pack(width, values);
    int length = (int) BitPackedDecoder.byteLength(count, width);
    byte[] section = new byte[3 + length];
    System.arraycopy(packed, 0, section, 3, length);

    BitPackedDecoder decoder =
        new BitPackedDecoder(PageMemory.start(section) + 3, PageMemory.end(), width);
    int[] decoded = new int[count];
    for (int at = 0; at < count; at += step) {
      decoder.read(decoded, at, Math.min(step, count - at));
    }

    assertThat(decoded).isEqualTo(Arrays.copyOf(values, count));
  }

  private static byte[] pack(int width, int[] values) {
    BytePacker packer = Packer.BIG_ENDIAN.newBytePacker(width);
    byte[] packed = new byte[values.length / 8 * width];
    for (int group = 0; group < values.length / 8; group++) {
      packer.pack8Values(values, 8 * group, packed, group * width);
    }
    return packed;
  }

  /** Bytes after the section belong to other sections. */
  @Test
  void a_value_that_is_cut_by_the_end_of_the_section_is_refused() {
    BitPackedDecoder decoder =
        new BitPackedDecoder(PageMemory.start(new byte[100]), PageMemory.end() - 96, 5);
    decoder.read(new int[6], 0, 6);

    assertThatThrownBy(() -> decoder.read(new int[1], 0, 1))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageStartingWith("bit-packed levels: found the end of the section");
  }

  @Property(tries = 200)
  void booleans_are_read_from_the_least_significant_one(
      @ForAll @IntRange(min = 1, max = 60) int length,
      @ForAll @IntRange(max = 9) int start,
      @ForAll @IntRange(min = 1, max = 50) int step,
      @ForAll long seed) {
    byte[] bytes = new byte[start + length];
    new Random(seed).nextBytes(bytes);
    BitSet bits = BitSet.valueOf(Arrays.copyOfRange(bytes, start, bytes.length));
    PlainBooleans booleans =
        new PlainBooleans().wrap(PageMemory.start(bytes) + start, PageMemory.end());
    int count = length * Byte.SIZE;
    int[] read = new int[count];

    for (int at = 0; at < count; at += step) {
      booleans.read(read, at, Math.min(step, count - at));
    }

    for (int i = 0; i < count; i++) {
      assertThat(read[i]).as("bit %d", i).isEqualTo(bits.get(i) ? 1 : 0);
    }
  }

  @Test
  void damaged_booleans_decode_or_are_refused() {
    DamagedSections.decodeOrRefuse(
        new byte[20],
        1,
        section ->
            new PlainBooleans()
                .wrap(PageMemory.start(section), PageMemory.end())
                .read(new int[160], 0, 160));
  }
}
