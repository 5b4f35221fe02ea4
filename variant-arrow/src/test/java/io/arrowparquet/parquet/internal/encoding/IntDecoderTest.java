// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.internal.encoding.IntDecoder.PlainBooleans;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class IntDecoderTest {

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
