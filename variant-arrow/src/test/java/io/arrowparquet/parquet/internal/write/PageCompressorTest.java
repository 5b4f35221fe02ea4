// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.internal.page.PageDecompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.parquet.bytes.BytesInput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PageCompressorTest {
  @ParameterizedTest
  @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void pages_are_decompressed_to_what_they_were(ParquetCodec codec) throws IOException {
    PageCompressor compressor = PageCompressor.of(codec);
    Random random = new Random(1);
    for (int length : new int[] {0, 1, 100_000, 17, 3_000}) {
      byte[] page = new byte[length];
      for (int i = 0; i < length; i++) {
        page[i] = (byte) (i % 50 < 40 ? i / 50 : random.nextInt());
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      compressor.compress(BytesInput.from(page)).writeAllTo(out);
      byte[] compressed = out.toByteArray();
      for (boolean natives : new boolean[] {false, true}) {
        assertThat(decompress(codec, natives, compressed, length)).isEqualTo(page);
      }
      assertThat(compressor.getCodecName().name()).isEqualTo(codec.name());
    }
  }

  private static byte[] decompress(
      ParquetCodec codec, boolean natives, byte[] compressed, int length) {
    ByteBuffer input = ByteBuffer.allocateDirect(compressed.length).put(compressed);
    ByteBuffer output = ByteBuffer.allocateDirect(length);
    try (PageDecompressor decompressor = PageDecompressor.of(codec, natives)) {
      decompressor.decompress(
          MemoryUtil.getByteBufferAddress(input),
          compressed.length,
          MemoryUtil.getByteBufferAddress(output),
          length);
    }
    byte[] result = new byte[length];
    output.get(0, result);
    // The memory is in use up to here.
    input.clear();
    return result;
  }

  @ParameterizedTest
  @EnumSource(names = {"LZO", "BROTLI", "LZ4"})
  void codecs_that_are_only_read_are_refused(ParquetCodec codec) {
    assertThatThrownBy(() -> PageCompressor.of(codec))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("codec " + codec + " is not written");
  }
}
