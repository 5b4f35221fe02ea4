// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.model.ParquetCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.memory.util.MemoryUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PageCompressorTest {
  @ParameterizedTest
  @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW", "LZ4", "BROTLI"})
  void pages_come_back(ParquetCodec codec) {
    try (PageCompressor compressor = PageCompressor.of(codec, null)) {
      assertThat(compressor.codec()).isEqualTo(codec);
      assertThat(compressor.isIdentity()).isFalse();
      for (int length : new int[] {0, 1, 2, 100, 70_000, 1, 3_000_000, 0}) {
        requireSame(compressor, random(length, 256));
        requireSame(compressor, random(length, 3));
        requireSame(compressor, new byte[length]);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"GZIP, 1", "GZIP, 9", "BROTLI, 0", "BROTLI, 11", "ZSTD, -5", "ZSTD, 1", "ZSTD, 22"})
  void pages_of_a_level_come_back(ParquetCodec codec, int level) {
    try (PageCompressor compressor = PageCompressor.of(codec, level)) {
      requireSame(compressor, random(100_000, 7));
    }
  }

  @ParameterizedTest
  @CsvSource({"GZIP, 1, 9", "BROTLI, 1, 9", "ZSTD, -5, 19"})
  void a_higher_level_compresses_more(ParquetCodec codec, int low, int high) {
    byte[] page = random(200_000, 4);
    Arrays.fill(page, 50_000, 80_000, (byte) 'x');
    System.arraycopy(page, 0, page, 100_000, 50_000);
    try (PageCompressor fast = PageCompressor.of(codec, low);
        PageCompressor small = PageCompressor.of(codec, high)) {
      assertThat(small.compress(page, 0, page.length))
          .isLessThan(fast.compress(page, 0, page.length));
    }
  }

  private static byte[] random(int length, int values) {
    Random random = new Random(length);
    byte[] page = new byte[length];
    for (int i = 0; i < length; i++) {
      page[i] = (byte) random.nextInt(values);
    }
    return page;
  }

  private static void requireSame(PageCompressor compressor, byte[] page) {
    byte[] input = new byte[page.length + 8];
    System.arraycopy(page, 0, input, 3, page.length);
    int length = compressor.compress(input, 3, page.length);
    for (boolean natives : new boolean[] {true, false}) {
      try (PageDecompressor decompressor = PageDecompressor.of(compressor.codec(), natives)) {
        ByteBuffer compressed = ByteBuffer.allocateDirect(length);
        compressed.put(0, compressor.output(), 0, length);
        ByteBuffer output = ByteBuffer.allocateDirect(page.length);
        decompressor.decompress(
            MemoryUtil.getByteBufferAddress(compressed),
            length,
            MemoryUtil.getByteBufferAddress(output),
            page.length);
        byte[] read = new byte[page.length];
        output.get(read);
        assertThat(read).isEqualTo(page);
      }
    }
  }

  @Test
  void a_page_without_bytes_becomes_a_stream_of_none() throws IOException {
    try (PageCompressor compressor = PageCompressor.of(ParquetCodec.GZIP, null)) {
      int length = compressor.compress(new byte[0], 0, 0);
      byte[] stream = Arrays.copyOf(compressor.output(), length);
      assertThat(new GZIPInputStream(new ByteArrayInputStream(stream)).readAllBytes()).isEmpty();
    }
    for (ParquetCodec codec :
        new ParquetCodec[] {
          ParquetCodec.SNAPPY, ParquetCodec.ZSTD, ParquetCodec.LZ4, ParquetCodec.LZ4_RAW
        }) {
      try (PageCompressor compressor = PageCompressor.of(codec, null)) {
        assertThat(compressor.compress(new byte[0], 0, 0)).isPositive();
      }
    }
  }

  @Test
  void uncompressed_pages_stay_as_they_are() {
    try (PageCompressor compressor = PageCompressor.of(ParquetCodec.UNCOMPRESSED, null)) {
      assertThat(compressor.isIdentity()).isTrue();
    }
  }

  @Test
  void codecs_and_levels_that_are_not_written_are_refused() {
    assertThatThrownBy(() -> PageCompressor.of(ParquetCodec.LZO, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "codec LZO is not written: choose UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW, LZ4 or"
                + " BROTLI");
    assertThatThrownBy(() -> PageCompressor.of(ParquetCodec.SNAPPY, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("level 3: codec SNAPPY has no levels");
    assertThatThrownBy(() -> PageCompressor.of(ParquetCodec.GZIP, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("level 10 of codec GZIP: 1 to 9");
    assertThatThrownBy(() -> PageCompressor.of(ParquetCodec.ZSTD, 23))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
