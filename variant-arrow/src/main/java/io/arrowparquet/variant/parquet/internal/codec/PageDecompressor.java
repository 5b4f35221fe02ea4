// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.codec;

import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.arrowparquet.footer.metadata.CompressionCodec;
import io.arrowparquet.variant.CorruptPageException;
import java.io.IOException;

/**
 * Decompresses the pages of column chunks with one codec. One thread at a time.
 *
 * <p>Every codec has a largest expansion: a page with a greater ratio is refused before memory is
 * taken for it.
 */
public final class PageDecompressor {
  /** Brotli has no useful bound: a page with a greater ratio is decompressed twice. */
  private static final int UNPROVEN_BROTLI = 16 * 1024 * 1024;

  private final CompressionCodec codec;
  private final Decompressor decompressor;
  private final long maxExpansion;

  private PageDecompressor(CompressionCodec codec, Decompressor decompressor, long maxExpansion) {
    this.codec = codec;
    this.decompressor = decompressor;
    this.maxExpansion = maxExpansion;
  }

  /**
   * For a codec; null if it is not supported (LZO, or a number unknown today).
   *
   * @throws io.arrowparquet.footer.MissingDependencyException if the codec's library is missing
   */
  public static PageDecompressor of(CompressionCodec codec) {
    if (codec == null) {
      return null;
    }
    return switch (codec) {
      case UNCOMPRESSED -> new PageDecompressor(codec, PageDecompressor::copy, 1);
      // A copy element of 3 bytes yields at most 64.
      case SNAPPY -> new PageDecompressor(codec, new SnappyDecompressor()::decompress, 64);
      // Deflate's longest match, 258 bytes, takes at least 2 bits.
      case GZIP -> new PageDecompressor(codec, GzipDecompressor::decompress, 1032);
      // A length is extended by 255 per byte.
      case LZ4_RAW -> new PageDecompressor(codec, new Lz4Decompressor()::decompress, 256);
      case LZ4 -> new PageDecompressor(codec, new HadoopLz4Decompressor(), 256);
      // A run-length block of 4 bytes yields at most 128 KiB.
      case ZSTD -> new PageDecompressor(codec, new ZstdDecompressor()::decompress, 32 * 1024);
      // A meta-block of a few bytes yields 16 MiB.
      case BROTLI -> new PageDecompressor(codec, BrotliDecompressor.create(), UNPROVEN_BROTLI);
      default -> null;
    };
  }

  /** Whether the input can decompress to that much. */
  public boolean isPlausible(byte[] input, int inputOffset, int inputLength, long outputLength) {
    if (codec == CompressionCodec.UNCOMPRESSED) {
      return inputLength == outputLength;
    }
    if (codec == CompressionCodec.BROTLI && outputLength > UNPROVEN_BROTLI) {
      return BrotliDecompressor.holds(input, inputOffset, inputLength, outputLength);
    }
    return outputLength <= (inputLength + 1L) * maxExpansion;
  }

  /** Whether the file has pages uncompressed. */
  public boolean isIdentity() {
    return codec == CompressionCodec.UNCOMPRESSED;
  }

  /** Fills {@code [at, at + outputLength)} of {@code output}, exactly. */
  public void decompress(
      byte[] input, int inputOffset, int inputLength, byte[] output, int at, int outputLength) {
    int written;
    try {
      written = decompressor.decompress(input, inputOffset, inputLength, output, at, outputLength);
    } catch (IOException | RuntimeException e) {
      throw new CorruptPageException(
          codec + " data of a page",
          String.valueOf(e.getMessage()),
          "a stream of " + inputLength + " bytes that decompresses to " + outputLength,
          e);
    }
    if (written != outputLength) {
      throw new CorruptPageException(
          codec + " data of a page", written + " bytes", outputLength + " bytes decompressed");
    }
  }

  private static int copy(
      byte[] input, int inputOffset, int inputLength, byte[] output, int at, int outputLength) {
    System.arraycopy(input, inputOffset, output, at, outputLength);
    return outputLength;
  }
}
