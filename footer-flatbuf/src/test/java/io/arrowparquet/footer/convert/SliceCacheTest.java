// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Equal bytes are found again wherever they stand, and nothing else is. */
class SliceCacheTest {
  /** As the hash has it; the test makes words that it cannot tell apart. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Entries that one look-up may compare. */
  private static final int MOST_PROBES = 64;

  @Test
  void equal_pairs_are_found_and_others_are_not() {
    Random random = new Random(11);
    byte[] source = new byte[20_000];
    for (int i = 0; i < source.length; i++) {
      source[i] = (byte) ('a' + random.nextInt(2));
    }
    SliceCache cache = new SliceCache(source);
    Map<List<ByteBuffer>, Integer> expected = new HashMap<>();
    for (int value = 1; value <= 10_000; value++) {
      int aLength = random.nextInt(20);
      int aStart = random.nextInt(source.length - aLength + 1);
      int bLength = random.nextInt(4);
      // Every other one stands at the very end of the source.
      int bStart = value % 2 == 0 ? source.length - bLength : random.nextInt(source.length - 4);
      List<ByteBuffer> pair =
          List.of(
              ByteBuffer.wrap(source, aStart, aLength).slice(),
              ByteBuffer.wrap(source, bStart, bLength).slice());

      assertThat(cache.get(aStart, aLength, bStart, bLength))
          .isEqualTo(expected.getOrDefault(pair, 0));

      if (expected.putIfAbsent(pair, value) == null) {
        cache.put(aStart, aLength, bStart, bLength, value);
      }
    }
  }

  @Test
  void of_bytes_made_to_have_one_hash_few_are_compared() {
    int count = 200_000;
    int length = 2 * Long.BYTES;
    ByteBuffer source = ByteBuffer.allocate(count * length).order(ByteOrder.LITTLE_ENDIAN);
    for (long first = 0; first < count; first++) {
      long product = (length ^ first) * MULTIPLIER;
      source.putLong(first).putLong(product ^ (product >>> Integer.SIZE));
    }
    SliceCache cache = new SliceCache(source.array());
    for (int i = 0; i < count; i++) {
      assertThat(cache.get(i * length, length, 0, 0)).isZero();
      cache.put(i * length, length, 0, 0, i + 1);
    }

    int found = 0;
    for (int i = 0; i < count; i++) {
      found += cache.get(i * length, length, 0, 0) == 0 ? 0 : 1;
    }
    // As many as there are remembered are compared each time.
    assertThat(found).isBetween(1, MOST_PROBES);
    assertThat(cache.get(0, length, 0, 0)).isEqualTo(1);
  }
}
