// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import static io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor.check;
import static io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor.pass;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.storage.internal.OptionalLibrary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.arrow.memory.util.MemoryUtil;
import org.brotli.dec.BrotliInputStream;

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
  private static final String OURS = "arrowparquet";

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
      case SNAPPY -> new PageDecompressor(codec, new SnappyDecoder(), OURS, 64);
      case GZIP -> gzip(natives ? Libdeflate.LIBRARY.createIfPresent() : null);
      // A length is extended by 255 per byte.
      case LZ4_RAW -> new PageDecompressor(codec, new Lz4Decoder(), OURS, 256);
      case LZ4 -> new PageDecompressor(codec, new HadoopLz4Decompressor(), OURS, 256);
      case ZSTD -> zstd(natives ? NativeCodec.ZSTD.createIfPresent() : null);
      // A meta-block of a few bytes yields 16 MiB.
      case BROTLI ->
          new PageDecompressor(
              codec, BrotliDecompressor.create(), "org.brotli:dec", UNPROVEN_BROTLI);
      default -> null;
    };
  }

  private static PageDecompressor zstd(Decompressor found) {
    boolean isFound = found != null;
    return new PageDecompressor(
        ParquetCodec.ZSTD,
        isFound ? found : new AircompressorCodec(new ZstdDecompressor()),
        isFound ? NativeCodec.ZSTD.library() : AIRCOMPRESSOR,
        // A run-length block of 4 bytes yields at most 128 KiB.
        32 * 1024);
  }

  private static PageDecompressor gzip(Libdeflate found) {
    String library = found == null ? "java.util.zip" : Libdeflate.LIBRARY.library();
    // Deflate's longest match, 258 bytes, takes at least 2 bits.
    return new PageDecompressor(ParquetCodec.GZIP, new GzipDecompressor(found), library, 1032);
  }

  private boolean isPlausible(long input, int inputLength, long outputLength) {
    if (codec == ParquetCodec.UNCOMPRESSED) {
      return inputLength == outputLength;
    }
    if (codec == ParquetCodec.BROTLI && outputLength > UNPROVEN_BROTLI) {
      return BrotliDecompressor.holds(MemoryUtil.directBuffer(input, inputLength), outputLength);
    }
    return outputLength <= (inputLength + 1L) * maxExpansion;
  }

  /** To be called before there is memory for the output. */
  public void requirePlausible(long input, int inputLength, int outputLength) {
    if (!isPlausible(input, inputLength, outputLength)) {
      throw new CorruptPageException(
          "uncompressed_page_size",
          Integer.toString(outputLength),
          "a size that " + inputLength + " compressed bytes can expand to");
    }
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
      throw corrupt(inputLength, outputLength, e);
    }
    if (written != outputLength) {
      throw new CorruptPageException(
          codec + " data of a page", written + " bytes", outputLength + " bytes decompressed");
    }
  }

  CorruptPageException corrupt(int inputLength, int outputLength, Exception e) {
    return new CorruptPageException(
        codec + " data of a page",
        String.valueOf(e.getMessage()),
        "a stream of " + inputLength + " bytes that decompresses to " + outputLength,
        e);
  }

  /** Pages of this codec, as far as they are wanted; to be closed before this. */
  public PageBytes pageBytes() {
    if (codec == ParquetCodec.SNAPPY) {
      return new PageBytes(this, new SnappyDecoder(), true);
    }
    boolean streams = library.equals(NativeCodec.ZSTD.library()) && ZstdStream.IS_BOUNDED;
    return new PageBytes(this, streams ? new ZstdStream() : null, false);
  }

  private static int copy(long input, int inputLength, long output, int outputLength)
      throws IOException {
    if (inputLength > outputLength) {
      throw new IOException("more bytes than there is room");
    }
    MemoryUtil.copyMemory(input, output, inputLength);
    return inputLength;
  }

  @Override
  public void close() {
    decompressor.close();
  }

  record AircompressorCodec(io.airlift.compress.Decompressor library)
      implements BufferDecompressor {

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
     * Decompresses all of the input, writing nothing outside of the output; how many bytes, which
     * the caller compares, who answers for both lengths. Throws anything if the input is corrupt or
     * has more bytes than there is room.
     */
    int decompress(long input, int inputLength, long output, int outputLength) throws IOException;

    @Override
    default void close() {}

    /** Refuses input that is corrupt. */
    static void check(boolean condition, String otherwise) throws IOException {
      if (!condition) {
        throw new IOException(otherwise);
      }
    }

    /** Moves past bytes that are not looked at. */
    static void pass(ByteBuffer input, int bytes) throws IOException {
      check(bytes <= input.remaining(), "a part of more bytes than are left");
      input.position(input.position() + bytes);
    }
  }

  /** Of direct buffers. */
  interface BufferDecompressor extends Decompressor {
    int decompress(ByteBuffer input, ByteBuffer output) throws IOException;

    @Override
    default int decompress(long input, int inputLength, long output, int outputLength)
        throws IOException {
      return decompress(
          MemoryUtil.directBuffer(input, inputLength),
          MemoryUtil.directBuffer(output, outputLength));
    }
  }

  /**
   * GZIP through libdeflate or the JDK's inflater: one member or several, one after another (RFC
   * 1952). What follows them and is not a member is passed over.
   *
   * <pre>
   *   member := 1f 8b 08 | flags | time, 4 | 2 bytes | [extra length, 2 | extra] | [name, 0]
   *             | [comment, 0] | [header's checksum, 2] | deflate | CRC-32, 4 | length, 4
   * </pre>
   */
  private static final class GzipDecompressor implements BufferDecompressor {
    private static final int MAGIC = 0x088b1f;
    private static final int LEAST_HEADER = 10;
    private static final int LEAST_MEMBER = 20;
    private static final int TRAILER = 2 * Integer.BYTES;
    private static final int HEADER_CHECKSUM = 0x02;
    private static final int EXTRA = 0x04;
    private static final int NAME = 0x08;
    private static final int COMMENT = 0x10;

    /** Null where there is none. */
    private final Libdeflate libdeflate;

    /** Null where there is libdeflate. */
    private final Inflater inflater;

    private final CRC32 crc = new CRC32();
    private final byte[] beyond = new byte[1];

    GzipDecompressor(Libdeflate libdeflate) {
      this.libdeflate = libdeflate;
      this.inflater = libdeflate == null ? new Inflater(true) : null;
    }

    @Override
    public int decompress(ByteBuffer given, ByteBuffer output) throws IOException {
      ByteBuffer input = given.order(ByteOrder.LITTLE_ENDIAN);
      int start = output.position();
      readMember(input, output);
      while (input.remaining() >= LEAST_MEMBER && isMember(input)) {
        readMember(input, output);
      }
      return output.position() - start;
    }

    private static boolean isMember(ByteBuffer input) {
      return (input.getInt(input.position()) & 0xffffff) == MAGIC;
    }

    private void readMember(ByteBuffer input, ByteBuffer output) throws IOException {
      check(input.remaining() >= LEAST_MEMBER && isMember(input), "no header of a member");
      passHeader(input);
      int start = output.position();
      if (libdeflate == null) {
        inflate(input, output);
      } else {
        libdeflate.inflate(input, output);
      }
      crc.reset();
      crc.update(output.duplicate().flip().position(start));
      check(input.remaining() >= TRAILER, "no checksum after a member");
      check(input.getInt() == (int) crc.getValue(), "another checksum than the member's");
      check(input.getInt() == output.position() - start, "another length than the member's");
    }

    private static void passHeader(ByteBuffer input) throws IOException {
      int flags = input.get(input.position() + 3);
      input.position(input.position() + LEAST_HEADER);
      if ((flags & EXTRA) != 0) {
        check(input.remaining() >= Short.BYTES, "no extra field");
        pass(input, Short.toUnsignedInt(input.getShort()));
      }
      for (int text = flags & (NAME | COMMENT); text != 0; text &= text - 1) {
        do {
          check(input.hasRemaining(), "a text without an end");
        } while (input.get() != 0);
      }
      pass(input, (flags & HEADER_CHECKSUM) != 0 ? Short.BYTES : 0);
    }

    private void inflate(ByteBuffer input, ByteBuffer output) throws IOException {
      inflater.reset();
      inflater.setInput(input);
      try {
        while (!inflater.finished()) {
          boolean full = !output.hasRemaining();
          int written = full ? inflater.inflate(beyond) : inflater.inflate(output);
          check(!full || written == 0, "more bytes than there is room");
          // Without progress there will be none: input is missing, or a dictionary.
          check(written > 0 || inflater.finished(), "a member without an end");
        }
      } catch (DataFormatException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void close() {
      if (libdeflate == null) {
        inflater.end();
      } else {
        libdeflate.close();
      }
    }
  }

  /** Brotli through Google's decoder, loaded only when a file asks for it. */
  private static final class BrotliDecompressor implements BufferDecompressor {
    private static final OptionalLibrary LIBRARY =
        new OptionalLibrary("org.brotli:dec", "org.brotli.dec.BrotliInputStream");

    private static final int CHUNK = 64 * 1024;

    private BrotliDecompressor() {}

    static BrotliDecompressor create() {
      LIBRARY.require("Brotli pages", BrotliDecompressor.class.getClassLoader());
      return new BrotliDecompressor();
    }

    /** Whether the input has {@code length} bytes in it: found out without memory for them. */
    static boolean holds(ByteBuffer input, long length) {
      try {
        return decode(input, null) == length;
      } catch (IOException | RuntimeException e) {
        return false;
      }
    }

    @Override
    public int decompress(ByteBuffer input, ByteBuffer output) throws IOException {
      return (int) decode(input, output);
    }

    /** Fills {@code output}, or only counts where that is null. */
    private static long decode(ByteBuffer input, ByteBuffer output) throws IOException {
      long found = 0;
      byte[] all = new byte[input.remaining()];
      input.get(all);
      try (BrotliInputStream in = new BrotliInputStream(new ByteArrayInputStream(all))) {
        byte[] chunk = new byte[CHUNK];
        for (int read = in.read(chunk, 0, CHUNK); read >= 0; read = in.read(chunk, 0, CHUNK)) {
          found += read;
          if (output != null && read > output.remaining()) {
            throw new IOException("more than " + (found - read + output.remaining()) + " bytes");
          }
          if (output != null) {
            output.put(chunk, 0, read);
          }
        }
      }
      return found;
    }
  }
}
