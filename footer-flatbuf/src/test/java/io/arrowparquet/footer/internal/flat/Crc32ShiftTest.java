// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Crc32ShiftTest {
  /** Bit by bit. */
  private static int product(int a, int b) {
    int product = 0;
    int factor = b;
    for (int bit = 31; bit >= 0; bit--) {
      if ((a >>> bit & 1) != 0) {
        product ^= factor;
      }
      factor = (factor & 1) == 0 ? factor >>> 1 : factor >>> 1 ^ 0xEDB88320;
    }
    return product;
  }

  @Test
  void products_are_those_that_are_computed_bit_by_bit() {
    int[] special = {0, 1, -1, 1 << 31, 0x11111111, 0x88888888, 0x77777777, 0xEDB88320};
    for (int a : special) {
      for (int b : special) {
        assertThat(Crc32Shift.multiply(a, b)).isEqualTo(product(a, b));
      }
    }
    Random random = new Random(17);
    for (int i = 0; i < 100_000; i++) {
      int a = random.nextInt();
      int b = random.nextInt();
      assertThat(Crc32Shift.multiply(a, b)).isEqualTo(product(a, b));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 511, 512, 513, 1_500})
  void a_checksum_is_shifted_over_blocks_of_zeros(int blocks) {
    byte[] bytes = {1, 2, 3, 4, 5};
    byte[] zeros = new byte[BlockChecksums.BLOCK];
    CRC32 crc = new CRC32();
    crc.update(bytes);
    int before = (int) crc.getValue();
    CRC32 ofZeros = new CRC32();
    for (int i = 0; i < blocks; i++) {
      crc.update(zeros);
      ofZeros.update(zeros);
    }
    assertThat(Crc32Shift.overBlocks(before, blocks) ^ (int) ofZeros.getValue())
        .isEqualTo((int) crc.getValue());
  }
}
