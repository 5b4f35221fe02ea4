// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.airlift.compress.Compressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.storage.internal.ArrayNumbers;
import io.arrowparquet.storage.internal.OptionalLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Compresses pages with one codec, from heap array to heap array, with Zstandard by a native
 * library where it loads. One thread at a time; owns the library's memory.
 */
public final class PageCompressor implements AutoCloseable {
  private static final OptionalLibrary BROTLI =
      new OptionalLibrary(
          "com.aayushatharva.brotli4j:brotli4j", "com.aayushatharva.brotli4j.encoder.Encoder");

  private static final int BEST_ZSTD = 22;
  private static final int BEST_BROTLI = 11;
  private static final int FASTEST_ZSTD = -(1 << 17);

  private final ParquetCodec codec;

  /** Null for UNCOMPRESSED. */
  private final Compression compression;

  private byte[] output = {};

  private PageCompressor(ParquetCodec codec, Compression compression) {
    this.codec = codec;
    this.compression = compression;
  }

  /**
   * For a codec.
   *
   * @param level of GZIP, 1 to 9, of BROTLI, 0 to 11, or of ZSTD, up to 22; null for the usual one,
   *     as that of ZSTD in pure Java always is
   * @throws IllegalArgumentException if the codec is not written, or has no such level
   * @throws io.arrowparquet.storage.MissingDependencyException if it is BROTLI and brotli4j is
   *     missing
   */
  public static PageCompressor of(ParquetCodec codec, Integer level) {
    requireLevel(codec, level);
    return new PageCompressor(
        codec,
        switch (codec) {
          case UNCOMPRESSED -> null;
          case SNAPPY -> new SnappyEncoder();
          case GZIP -> new Gzip(level == null ? Deflater.DEFAULT_COMPRESSION : level);
          case ZSTD -> {
            Compression found = nativeZstd(level).createIfPresent();
            yield found == null ? new JavaCompression(new ZstdCompressor()) : found;
          }
          case LZ4_RAW -> new JavaCompression(new Lz4Compressor());
          case LZ4 -> new HadoopLz4(new Lz4Compressor());
          case BROTLI -> {
            BROTLI.require("Writing Brotli pages", PageCompressor.class.getClassLoader());
            yield new Brotli(level);
          }
          case LZO ->
              throw new IllegalArgumentException(
                  "codec LZO is not written: choose UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW, LZ4"
                      + " or BROTLI");
        });
  }

  private static void requireLevel(ParquetCodec codec, Integer level) {
    if (level == null) {
      return;
    }
    int least =
        switch (codec) {
          case ZSTD -> FASTEST_ZSTD;
          case BROTLI -> 0;
          default -> 1;
        };
    int most =
        switch (codec) {
          case GZIP -> Deflater.BEST_COMPRESSION;
          case BROTLI -> BEST_BROTLI;
          case ZSTD -> BEST_ZSTD;
          default -> 0;
        };
    if (most == 0) {
      throw new IllegalArgumentException("level " + level + ": codec " + codec + " has no levels");
    }
    if (level < least || level > most) {
      throw new IllegalArgumentException(
          "level " + level + " of codec " + codec + ": " + least + " to " + most);
    }
  }

  private static NativeCodec<Compression> nativeZstd(Integer level) {
    return new NativeCodec<>("zstd-jni", () -> probed(new NativeZstd(level)));
  }

  /** Compresses a byte, to find out whether the library loads. */
  private static Compression probed(Compression compression) throws IOException {
    compression.compress(new byte[1], 0, 1, new byte[compression.mostBytes(1)]);
    return compression;
  }

  public ParquetCodec codec() {
    return codec;
  }

  /** Whether pages stay as they are: there is nothing to {@link #compress}. */
  public boolean isIdentity() {
    return compression == null;
  }

  /** Compresses to the start of {@link #output}; how many bytes. */
  public int compress(byte[] input, int from, int length) {
    int most = compression.mostBytes(length);
    if (most > output.length) {
      output = new byte[Math.max(most, output.length + (output.length >> 1))];
    }
    try {
      return compression.compress(input, from, length, output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was compressed last. */
  public byte[] output() {
    return output;
  }

  @Override
  public void close() {
    if (compression != null) {
      compression.close();
    }
  }

  /** One codec of one library. */
  interface Compression extends AutoCloseable {
    /** How many bytes this many can become. */
    int mostBytes(int length);

    int compress(byte[] input, int from, int length, byte[] to) throws IOException;

    @Override
    default void close() {}
  }

  private record JavaCompression(Compressor library) implements Compression {
    @Override
    public int mostBytes(int length) {
      return library.maxCompressedLength(length);
    }

    @Override
    public int compress(byte[] input, int from, int length, byte[] to) {
      return library.compress(input, from, length, to, 0, to.length);
    }
  }

  /** One frame of one block, as {@link HadoopLz4Decompressor} says. */
  private record HadoopLz4(Compressor library) implements Compression {
    private static final int HEADER_BYTES = 2 * Integer.BYTES;

    @Override
    public int mostBytes(int length) {
      return HEADER_BYTES + library.maxCompressedLength(length);
    }

    @Override
    public int compress(byte[] input, int from, int length, byte[] to) {
      int room = to.length - HEADER_BYTES;
      int written = library.compress(input, from, length, to, HEADER_BYTES, room);
      ArrayNumbers.INT.set(to, 0, Integer.reverseBytes(length));
      ArrayNumbers.INT.set(to, Integer.BYTES, Integer.reverseBytes(written));
      return HEADER_BYTES + written;
    }
  }

  /** One member with the shortest header (RFC 1952). */
  private static final class Gzip implements Compression {
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, -1};
    private static final int TRAILER_BYTES = 2 * Integer.BYTES;

    /** What zlib's deflateBound adds to a length, and what stands around the data, rounded up. */
    private static final int FEW_BYTES = 64;

    private final Deflater deflater;
    private final CRC32 crc = new CRC32();

    Gzip(int level) {
      deflater = new Deflater(level, true);
    }

    @Override
    public int mostBytes(int length) {
      return Math.addExact(length, (length >> 12) + (length >> 14) + (length >> 25) + FEW_BYTES);
    }

    @Override
    public int compress(byte[] input, int from, int length, byte[] to) {
      System.arraycopy(HEADER, 0, to, 0, HEADER.length);
      deflater.reset();
      deflater.setInput(input, from, length);
      deflater.finish();
      int at = HEADER.length;
      while (!deflater.finished()) {
        int written = deflater.deflate(to, at, to.length - at - TRAILER_BYTES);
        if (written == 0) {
          throw new IllegalStateException(length + " bytes become more than " + to.length);
        }
        at += written;
      }
      crc.reset();
      crc.update(input, from, length);
      ArrayNumbers.INT.set(to, at, (int) crc.getValue());
      ArrayNumbers.INT.set(to, at + Integer.BYTES, length);
      return at + TRAILER_BYTES;
    }

    @Override
    public void close() {
      deflater.end();
    }
  }

  private static final class Brotli implements Compression {
    /** The library's own is the best one, which is slow. */
    private static final int USUAL_LEVEL = 5;

    private final Encoder.Parameters parameters;

    Brotli(Integer level) {
      Brotli4jLoader.ensureAvailability();
      parameters = new Encoder.Parameters().setQuality(level == null ? USUAL_LEVEL : level);
    }

    @Override
    public int mostBytes(int length) {
      // A header for each block that is stored, of 16 KiB at least.
      return Math.addExact(length, (length >> 12) + 64);
    }

    @Override
    public int compress(byte[] input, int from, int length, byte[] to) throws IOException {
      byte[] compressed = Encoder.compress(input, from, length, parameters);
      System.arraycopy(compressed, 0, to, 0, compressed.length);
      return compressed.length;
    }
  }

  /** Owns one of the library's contexts. */
  private static final class NativeZstd implements Compression {
    private final ZstdCompressCtx context = new ZstdCompressCtx();

    NativeZstd(Integer level) {
      if (level != null) {
        context.setLevel(level);
      }
    }

    @Override
    public int mostBytes(int length) {
      return Math.toIntExact(Zstd.compressBound(length));
    }

    @Override
    public int compress(byte[] input, int from, int length, byte[] to) {
      return context.compressByteArray(to, 0, to.length, input, from, length);
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
