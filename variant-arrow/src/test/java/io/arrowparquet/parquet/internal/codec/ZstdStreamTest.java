// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.apache.arrow.memory.util.MemoryUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdStreamTest {
  private static final int LENGTH = 700_000;
  private static final byte[] PAGE = page();

  private final ByteBuffer output = ByteBuffer.allocateDirect(LENGTH);
  private final long start = MemoryUtil.getByteBufferAddress(output);

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 300_000, LENGTH})
  void pages_come_in_steps(int step) {
    try (PageDecompressor zstd = PageDecompressor.of(ParquetCodec.ZSTD, true);
        PageBytes bytes = zstd.pageBytes()) {
      for (int round = 0; round < 2; round++) {
        start(bytes, compressed(false));
        for (int to = step; to < step * 20; to += step) {
          int end = Math.min(to, LENGTH);
          assertThat(bytes.require(start, start + end)).isEqualTo(start + end);
          requireSame(end);
        }
        bytes.require(start, start + LENGTH);
        requireSame(LENGTH);
        output.clear().put(new byte[LENGTH]);
      }
    }
  }

  @Test
  void a_beginning_is_all_that_is_decompressed() {
    try (PageDecompressor zstd = PageDecompressor.of(ParquetCodec.ZSTD, true);
        PageBytes bytes = zstd.pageBytes()) {
      byte[] stream = compressed(true);
      Arrays.fill(stream, stream.length / 2, stream.length, (byte) 0);
      start(bytes, stream);
      bytes.require(start, start + LENGTH / 4);
      requireSame(LENGTH / 4);
      assertThat(output.get(LENGTH - 1)).isZero();
      assertThatThrownBy(() -> bytes.require(start, start + LENGTH))
          .isInstanceOf(CorruptPageException.class)
          .hasMessageStartingWith("ZSTD data of a page");
    }
  }

  /** The page is that of the codec in one go, or both refuse it. */
  @Test
  void mutated_streams_give_what_they_give_in_one_go() {
    Random random = new Random(5);
    byte[] stream = compressed(true);
    try (PageDecompressor zstd = PageDecompressor.of(ParquetCodec.ZSTD, true);
        PageBytes bytes = zstd.pageBytes()) {
      for (int round = 0; round < 150; round++) {
        byte[] damaged = stream.clone();
        int at = round % 2 == 0 ? random.nextInt(20) : random.nextInt(stream.length);
        damaged[at] = (byte) random.nextInt(256);
        damaged = Arrays.copyOf(damaged, damaged.length - round % 5);
        byte[] whole = new byte[LENGTH];
        boolean isWhole = isWhole(whole, damaged);
        try {
          start(bytes, damaged);
          bytes.require(start, start + LENGTH / 3);
          bytes.require(start, start + LENGTH);
          assertThat(isWhole).isTrue();
          byte[] read = new byte[LENGTH];
          output.get(0, read);
          assertThat(read).isEqualTo(whole);
        } catch (CorruptPageException e) {
          assertThat(isWhole).isFalse();
        }
      }
    }
  }

  private static boolean isWhole(byte[] output, byte[] stream) {
    try {
      return Zstd.decompress(output, stream) == LENGTH;
    } catch (ZstdException e) {
      return false;
    }
  }

  private void start(PageBytes bytes, byte[] stream) {
    ByteBuffer input = ByteBuffer.allocateDirect(stream.length).put(stream);
    inputs = input; // it is read until the page is done
    bytes.start(MemoryUtil.getByteBufferAddress(input), stream.length, start, LENGTH, true);
    assertThat(bytes.isInSteps()).isTrue();
  }

  private ByteBuffer inputs;

  private void requireSame(int length) {
    byte[] read = new byte[length];
    output.get(0, read);
    assertThat(read).isEqualTo(Arrays.copyOf(PAGE, length));
    assertThat(inputs).isNotNull();
  }

  private static byte[] compressed(boolean checksum) {
    try (ZstdCompressCtx context = new ZstdCompressCtx()) {
      return context.setChecksum(checksum).compress(PAGE);
    }
  }

  private static byte[] page() {
    Random random = new Random(1);
    byte[] page = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      page[i] = (byte) (i % 50 < 30 ? "lorem ipsum".charAt(i % 11) : random.nextInt(90));
    }
    return page;
  }
}
