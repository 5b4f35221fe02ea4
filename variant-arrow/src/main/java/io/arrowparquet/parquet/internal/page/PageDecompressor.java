// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Decompresses pages with one codec, from memory to memory. One thread at a time. A page with a
 * greater ratio than the codec's largest is refused before memory is taken for it.
 *
 * <p>A page never has bytes that were in memory before it. aircompressor counts what it has moved
 * past as written, and up to 2.0.2 that included matches at a distance of 0 (CVE-2025-67721). Which
 * version runs is the application's choice, so its output is cleared first.
 */
public record PageDecompressor(
    ParquetCodec codec, Decompressor decompressor, String library, long maxExpansion)
    implements AutoCloseable {
  /** Brotli has no useful bound: a page with a greater ratio is decompressed twice. */
  private static final int UNPROVEN_BROTLI = 16 * 1024 * 1024;

  private static final String AIRCOMPRESSOR = "aircompressor";

  /**
   * Null for a codec that is not supported. {@code natives}: whether to use native libraries that
   * load.
   */
  public static PageDecompressor of(ParquetCodec codec, boolean natives) {
    if (codec == null) {
      return null;
    }
    return switch (codec) {
      case UNCOMPRESSED -> new PageDecompressor(codec, PageDecompressor::copy, "none", 1);
      // A copy element of 3 bytes yields at most 64.
      case SNAPPY -> fastest(codec, 64, natives ? NativeCodec.SNAPPY : null);
      // Deflate's longest match, 258 bytes, takes at least 2 bits.
      case GZIP -> new PageDecompressor(codec, new GzipDecompressor(), "java.util.zip", 1032);
      // A length is extended by 255 per byte.
      case LZ4_RAW -> fastest(codec, 256, null);
      case LZ4 -> new PageDecompressor(codec, new HadoopLz4Decompressor(), AIRCOMPRESSOR, 256);
      // A run-length block of 4 bytes yields at most 128 KiB.
      case ZSTD -> fastest(codec, 32 * 1024, natives ? NativeCodec.ZSTD : null);
      // A meta-block of a few bytes yields 16 MiB.
      case BROTLI ->
          new PageDecompressor(
              codec, BrotliDecompressor.create(), "org.brotli:dec", UNPROVEN_BROTLI);
      default -> null;
    };
  }

  private static PageDecompressor fastest(
      ParquetCodec codec, long maxExpansion, NativeCodec wanted) {
    Decompressor found = wanted == null ? null : wanted.createIfPresent();
    if (found != null) {
      return new PageDecompressor(codec, found, wanted.library(), maxExpansion);
    }
    io.airlift.compress.Decompressor java =
        switch (codec) {
          case SNAPPY -> new SnappyDecompressor();
          case ZSTD -> new ZstdDecompressor();
          default -> new Lz4Decompressor();
        };
    return new PageDecompressor(codec, new AircompressorCodec(java), AIRCOMPRESSOR, maxExpansion);
  }

  public boolean isPlausible(long input, int inputLength, long outputLength) {
    if (codec == ParquetCodec.UNCOMPRESSED) {
      return inputLength == outputLength;
    }
    if (codec == ParquetCodec.BROTLI && outputLength > UNPROVEN_BROTLI) {
      return BrotliDecompressor.holds(MemoryUtil.directBuffer(input, inputLength), outputLength);
    }
    return outputLength <= (inputLength + 1L) * maxExpansion;
  }

  public boolean isIdentity() {
    return codec == ParquetCodec.UNCOMPRESSED;
  }

  /**
   * Fills {@code outputLength} bytes, at least one, exactly. The caller answers for both lengths.
   */
  public void decompress(long input, int inputLength, long output, int outputLength) {
    if (library.equals(AIRCOMPRESSOR)) {
      MemoryUtil.setMemory(output, outputLength, (byte) 0);
    }
    int written;
    try {
      written = decompressor.decompress(input, inputLength, output, outputLength);
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

  private static int copy(ByteBuffer input, ByteBuffer output) {
    int length = input.remaining();
    output.put(input);
    return length;
  }

  @Override
  public void close() {
    decompressor.close();
  }

  record AircompressorCodec(io.airlift.compress.Decompressor library) implements Decompressor {

    /** Between the reason and an offset, which is an address in memory and not to be told. */
    private static final String OFFSET = ": offset=";

    @Override
    public int decompress(ByteBuffer input, ByteBuffer output) throws IOException {
      int start = output.position();
      try {
        library.decompress(input, output);
      } catch (MalformedInputException e) {
        throw new IOException(String.valueOf(e.getMessage()).split(OFFSET, 2)[0]);
      }
      return output.position() - start;
    }
  }

  /** Undoes one compression codec. One thread at a time. */
  interface Decompressor extends AutoCloseable {

    /**
     * Decompresses all of a direct buffer, writing nothing outside of the other; how many bytes,
     * which the caller compares. Throws anything if the input is corrupt or has more bytes than
     * there is room.
     */
    int decompress(ByteBuffer input, ByteBuffer output) throws IOException;

    /** Of memory at addresses, whose lengths the caller answers for. */
    default int decompress(long input, int inputLength, long output, int outputLength)
        throws IOException {
      return decompress(
          MemoryUtil.directBuffer(input, inputLength),
          MemoryUtil.directBuffer(output, outputLength));
    }

    @Override
    default void close() {}
  }
}
