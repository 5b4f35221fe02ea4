// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of both libraries. */
class ZstdEncoderTest {
  @Test
  void the_native_library_is_used_where_it_is_there() {
    try (ZstdEncoder zstd = ZstdEncoder.create()) {
      assertThat(zstd).isInstanceOf(ZstdEncoder.Native.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void one_encoder_makes_many_frames(boolean isNative) {
    Random random = new Random(3);
    try (ZstdEncoder zstd =
        isNative ? ZstdEncoder.Native.create() : new ZstdEncoder.Aircompressor()) {
      for (int length : new int[] {1, 48, 1000, 70_000, 17, 300_000}) {
        byte[] bytes = new byte[length + 10];
        for (int i = 0; i < length; i++) {
          bytes[i] = (byte) random.nextInt(1 + length % 100);
        }
        byte[] frame = new byte[zstd.maxLength(length)];

        int size = zstd.compress(bytes, length, frame);

        byte[] back = new byte[length];
        int found = new ZstdDecompressor().decompress(frame, 0, size, back, 0, length);
        assertThat(found).isEqualTo(length);
        assertThat(back).isEqualTo(Arrays.copyOf(bytes, length));
      }
    }
  }
}
