// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Encoded sections that were cut or changed. */
final class DamagedSections {
  private static final int FLIPS = 400;

  private DamagedSections() {}

  /** Decodes a whole section, which is its argument from the first byte to the last. */
  interface Decoding {
    void decode(byte[] section);
  }

  /**
   * Decodes the section cut after every byte, and with random changes: each either decodes or is a
   * corrupt page, whatever is after the section.
   */
  static void decodeOrRefuse(byte[] section, long seed, Decoding decoding) {
    for (int length = 0; length < section.length; length++) {
      isRefused(Arrays.copyOf(section, length), decoding);
    }
    Random random = new Random(seed);
    for (int n = 0; n < FLIPS && section.length > 0; n++) {
      byte[] changed = section.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        // Most headers are at the beginning.
        int bound = random.nextBoolean() ? changed.length : Math.min(12, changed.length);
        changed[random.nextInt(bound)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      }
      isRefused(changed, decoding);
    }
  }

  /**
   * Whether the section is a corrupt page; any other exception fails the test, and so does an
   * outcome that depends on what is after the section.
   */
  static boolean isRefused(byte[] section, Decoding decoding) {
    List<String> refusals = new ArrayList<>();
    for (int behind : new int[] {0, -1}) {
      PageMemory.withBytesBehind(behind, () -> refusals.add(refusal(section, decoding)));
    }
    assertThat(refusals.get(0)).as(HexFormat.of().formatHex(section)).isEqualTo(refusals.get(1));
    return refusals.get(0) != null;
  }

  private static String refusal(byte[] section, Decoding decoding) {
    try {
      decoding.decode(section);
      return null;
    } catch (CorruptPageException e) {
      return e.getMessage();
    } catch (RuntimeException e) {
      return fail(HexFormat.of().formatHex(section), e);
    }
  }
}
