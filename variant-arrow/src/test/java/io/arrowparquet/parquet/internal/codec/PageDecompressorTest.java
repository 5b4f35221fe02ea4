// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.lz4.Lz4Compressor;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.util.MemoryUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

class PageDecompressorTest {
  private static final int GUARD = 64;

  @ParameterizedTest
  @CsvSource({
    "UNCOMPRESSED, true, none",
    "SNAPPY, true, arrowparquet",
    "ZSTD, true, zstd-jni",
    "ZSTD, false, aircompressor",
    "LZ4_RAW, true, arrowparquet",
    "GZIP, false, java.util.zip",
  })
  void fills_the_page_with_the_library_that_it_names(
      ParquetCodec codec, boolean natives, String library) throws IOException {
    byte[] page = page(3000);
    try (PageDecompressor decompressor = PageDecompressor.of(codec, natives)) {
      assertThat(decompressor.library()).isEqualTo(library);
      byte[] compressed = compress(codec, page);
      assertThat(decompress(decompressor, compressed, page.length)).isEqualTo(page);
      for (int length : new int[] {page.length - 1, page.length + 1, 1}) {
        assertThatThrownBy(() -> decompress(decompressor, compressed, length))
            .as("%d bytes", length)
            .isInstanceOf(CorruptPageException.class)
            .hasMessageStartingWith(codec + " data of a page");
      }
    }
  }

  /** Matches at all short distances, of any length; few literals and many. */
  @ParameterizedTest
  @EnumSource(names = {"SNAPPY", "LZ4_RAW", "LZ4"})
  void repeated_bytes_come_out_whatever_their_distance(ParquetCodec codec) throws IOException {
    try (PageDecompressor decompressor = PageDecompressor.of(codec, true)) {
      for (int distance = 1; distance < 24; distance++) {
        byte[] page = page(6000);
        for (int start = 0; start + 600 < page.length; start += 600 + 40 * distance) {
          for (int i = start + distance; i < start + 4 + 23 * distance; i++) {
            page[i] = page[i - distance];
          }
        }
        assertThat(decompress(decompressor, compress(codec, page), page.length)).isEqualTo(page);
      }
    }
  }

  /** Whatever comes out, it is as long as the page, or the page is corrupt. */
  @ParameterizedTest
  @CsvSource({
    "SNAPPY, true",
    "ZSTD, true",
    "ZSTD, false",
    "LZ4_RAW, true",
    "LZ4, true",
    "GZIP, true",
    "GZIP, false",
    "BROTLI, true",
  })
  void damaged_streams_write_nothing_outside_of_the_page(ParquetCodec codec, boolean natives)
      throws IOException {
    byte[] page = page(700);
    byte[] compressed = compress(codec, page);
    try (PageDecompressor decompressor = PageDecompressor.of(codec, natives)) {
      for (int length = 0; length < compressed.length; length++) {
        decompressOrRefuse(decompressor, Arrays.copyOf(compressed, length), page.length);
      }
      for (int at = 0; at < compressed.length; at++) {
        for (int bit = at % 2; bit < Byte.SIZE; bit += 3) {
          byte[] damaged = compressed.clone();
          damaged[at] ^= (byte) (1 << bit);
          decompressOrRefuse(decompressor, damaged, page.length);
        }
      }
      // Damage before has no effect on what comes after it.
      if (codec != ParquetCodec.LZ4 && codec != ParquetCodec.BROTLI) {
        assertThat(decompress(decompressor, compressed, page.length)).isEqualTo(page);
      }
    }
  }

  /** Each stream has a match at a distance of 0: bytes that nothing has written. */
  @ParameterizedTest
  @CsvSource({
    "LZ4_RAW, false, 14, 14610000506262626262",
    "LZ4_RAW, false, 57, 1f61000020506262626262",
    "LZ4, false, 14, 14610000506262626262",
    "LZ4, false, 14, 0000000e0000000a14610000506262626262",
    "LZ4, false, 14, 04224d184040000a0000001461000050626262626200000000",
    "SNAPPY, true, 14, 0e00611100106262626262",
    "SNAPPY, true, 14, 0e00611e0000106262626262",
    "SNAPPY, true, 14, 0e00611f00000000106262626262",
    "ZSTD, false, 4, 28b52ffd2004080000613d000000015400010003",
    "ZSTD, true, 4, 28b52ffd2004080000613d000000015400010003",
  })
  void a_match_at_distance_0_gives_nothing_that_was_in_memory(
      ParquetCodec codec, boolean natives, int length, String stream) {
    try (PageDecompressor decompressor = PageDecompressor.of(codec, natives)) {
      decompressOrRefuse(decompressor, HexFormat.of().parseHex(stream), length);
    }
  }

  /**
   * On 17 there is no interface to call it through. On newer JDKs all tests of GZIP here are of
   * libdeflate if the JVM has {@code --enable-native-access=ALL-UNNAMED}.
   */
  @Test
  void gzip_is_for_libdeflate_only_where_native_access_is_enabled() throws Exception {
    boolean mayCall =
        Runtime.version().feature() >= 22
            && (boolean)
                Module.class
                    .getMethod("isNativeAccessEnabled")
                    .invoke(PageDecompressor.class.getModule());
    byte[] page = page(300_000);
    try (PageDecompressor decompressor = PageDecompressor.of(ParquetCodec.GZIP, true)) {
      assertThat(decompressor.library()).isIn("java.util.zip", mayCall ? "libdeflate" : "none");
      assertThat(decompress(decompressor, compress(ParquetCodec.GZIP, page), page.length))
          .isEqualTo(page);
    }
  }

  @Test
  void gzip_of_several_members_with_all_parts_of_a_header_is_read() throws IOException {
    byte[] page = page(500);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    members.write(compress(ParquetCodec.GZIP, Arrays.copyOf(page, 200)));
    members.write(new byte[] {0x1f, (byte) 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3});
    members.write(new byte[] {2, 0, 'x', 'y', 'n', 'a', 'm', 'e', 0, 'c', 0, 1, 2});
    byte[] rest = Arrays.copyOfRange(page, 200, 500);
    try (OutputStream raw = new DeflaterOutputStream(members, new Deflater(5, true))) {
      raw.write(rest);
    }
    CRC32 crc = new CRC32();
    crc.update(rest);
    ByteBuffer trailer = ByteBuffer.allocate(8).putInt(Integer.reverseBytes((int) crc.getValue()));
    members.write(trailer.putInt(Integer.reverseBytes(300)).array());
    members.write(new byte[30]);

    try (PageDecompressor decompressor = PageDecompressor.of(ParquetCodec.GZIP, true)) {
      assertThat(decompress(decompressor, members.toByteArray(), 500)).isEqualTo(page);
    }
  }

  @Test
  void gzip_with_a_wrong_checksum_is_corrupt() throws IOException {
    byte[] compressed = compress(ParquetCodec.GZIP, page(500));
    compressed[compressed.length - 8] ^= 1;

    try (PageDecompressor decompressor = PageDecompressor.of(ParquetCodec.GZIP, true)) {
      assertThatThrownBy(() -> decompress(decompressor, compressed, 500))
          .isInstanceOf(CorruptPageException.class)
          .hasMessageContaining("another checksum than the member's");
    }
  }

  /** The outcome is the same whatever was in memory before. */
  private static void decompressOrRefuse(
      PageDecompressor decompressor, byte[] compressed, int length) {
    assertThat(outcome(decompressor, compressed, length, (byte) 0x55))
        .isEqualTo(outcome(decompressor, compressed, length, (byte) 0xaa));
  }

  private static Object outcome(
      PageDecompressor decompressor, byte[] compressed, int length, byte before) {
    try {
      return decompress(decompressor, compressed, length, before);
    } catch (CorruptPageException e) {
      assertThat(e).hasMessageContaining("data of a page");
      return e.getMessage();
    }
  }

  private static byte[] decompress(PageDecompressor decompressor, byte[] compressed, int length) {
    return decompress(decompressor, compressed, length, (byte) 0);
  }

  private static byte[] decompress(
      PageDecompressor decompressor, byte[] compressed, int length, byte before) {
    ByteBuffer input = ByteBuffer.allocateDirect(compressed.length + GUARD);
    input.put(compressed);
    ByteBuffer output = ByteBuffer.allocateDirect(GUARD + length + GUARD);
    for (int i = 0; i < length; i++) {
      output.put(GUARD + i, before);
    }
    try {
      decompressor.decompress(
          MemoryUtil.getByteBufferAddress(input),
          compressed.length,
          MemoryUtil.getByteBufferAddress(output) + GUARD,
          length);
    } finally {
      for (int i = 0; i < GUARD; i++) {
        assertThat(output.get(i)).as("before the page").isZero();
        assertThat(output.get(GUARD + length + i)).as("after the page").isZero();
      }
      input.clear();
    }
    byte[] page = new byte[length];
    output.get(GUARD, page);
    return page;
  }

  /** Texts, repetitions and noise. */
  private static byte[] page(int length) {
    Random random = new Random(length);
    byte[] page = new byte[length];
    for (int i = 0; i < length; i++) {
      page[i] = (byte) (i % 100 < 70 ? "lorem ipsum".charAt(i % 11) : random.nextInt());
    }
    return page;
  }

  private static byte[] compress(ParquetCodec codec, byte[] page) throws IOException {
    return switch (codec) {
      case SNAPPY -> Snappy.compress(page);
      case ZSTD -> Zstd.compress(page);
      case GZIP -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
          gzip.write(page);
        }
        yield out.toByteArray();
      }
      case LZ4, LZ4_RAW -> {
        Lz4Compressor lz4 = new Lz4Compressor();
        byte[] out = new byte[lz4.maxCompressedLength(page.length)];
        yield Arrays.copyOf(out, lz4.compress(page, 0, page.length, out, 0, out.length));
      }
      // There is no encoder here: bytes of no meaning.
      case BROTLI -> Arrays.copyOf(page, 60);
      default -> page;
    };
  }
}
