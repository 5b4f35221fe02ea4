// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdCompressor;
import io.arrowparquet.footer.CorruptFooterException;
import org.junit.jupiter.api.Test;

/** Packed bytes become as many as their number and the caller allow. */
class ZstdTest {
  private static int unpack(byte[] bytes, long most) {
    byte[] packed = Zstd.pack(bytes);
    return Zstd.prefixed(packed, 0, packed.length, most, 7).length();
  }

  @Test
  void few_bytes_do_not_become_very_many() {
    byte[] bytes = new byte[64 << 20];
    ZstdCompressor zstd = new ZstdCompressor();
    byte[] frame = new byte[zstd.maxCompressedLength(bytes.length)];
    int size = zstd.compress(bytes, 0, bytes.length, frame, 0, frame.length);
    BundleBytes crafted = new BundleBytes(size + Long.BYTES);
    crafted.writeLong(bytes.length);
    crafted.write(frame, 0, size);
    assertThatThrownBy(
            () -> Zstd.prefixed(crafted.array(), 0, crafted.size(), Integer.MAX_VALUE, 7))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("compressed bytes at offset 7: found 67108864 bytes decompressed");
  }

  @Test
  void what_was_packed_is_unpacked_however_regular_it_is() {
    for (int length : new int[] {0, 1, 1_000_000, 1_100_000, 64 << 20}) {
      assertThat(unpack(new byte[length], Integer.MAX_VALUE)).isEqualTo(length);
    }
  }

  @Test
  void the_caller_says_how_many_they_become_at_most() {
    assertThat(unpack(new byte[1000], 1000)).isEqualTo(1000);
    assertThatThrownBy(() -> unpack(new byte[1000], 999))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("at most 999");
  }
}
