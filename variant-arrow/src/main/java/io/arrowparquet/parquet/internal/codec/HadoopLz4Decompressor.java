// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import io.airlift.compress.lz4.Lz4Decompressor;
import io.arrowparquet.parquet.internal.codec.PageDecompressor.AircompressorCodec;
import io.arrowparquet.parquet.internal.codec.PageDecompressor.BufferDecompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The deprecated codec LZ4: LZ4 blocks in Hadoop's frames, or, as other writers understood it, one
 * bare LZ4 block or {@link Lz4Frames}.
 *
 * <pre>
 *   frame := decompressed length, 4 bytes big-endian | block+  (until that many bytes came out)
 *   block := compressed length, 4 bytes big-endian | LZ4 block
 * </pre>
 *
 * The file does not say which, so the frames are tried first: their lengths must add up, which a
 * bare block's first bytes do not do by chance.
 */
final class HadoopLz4Decompressor implements BufferDecompressor {
  private final BufferDecompressor blocks = new AircompressorCodec(new Lz4Decompressor());
  private final Lz4Frames frames = new Lz4Frames();

  @Override
  public int decompress(ByteBuffer input, ByteBuffer output) throws IOException {
    if (isFramed(input.duplicate(), output.remaining())) {
      return decompressFrames(input, output);
    }
    return Lz4Frames.isFramed(input)
        ? frames.decompress(input, output)
        : blocks.decompress(input, output);
  }

  private static boolean isFramed(ByteBuffer in, int outputLength) {
    long declared = 0;
    long inFrame = 0;
    while (in.hasRemaining()) {
      if (inFrame == 0) {
        if (in.remaining() < 2 * Integer.BYTES) {
          return false;
        }
        inFrame = Integer.toUnsignedLong(in.getInt());
        declared += inFrame;
      }
      if (in.remaining() < Integer.BYTES) {
        return false;
      }
      int block = in.getInt();
      if (block < 0 || block > in.remaining()) {
        return false;
      }
      // The end of a frame of several blocks is not recorded; the end of the input is one.
      boolean last = block == in.remaining() || inFrame <= block;
      in.position(in.position() + block);
      inFrame = last || looksLikeFrame(in, outputLength - declared) ? 0 : inFrame;
    }
    return declared == outputLength;
  }

  private static boolean looksLikeFrame(ByteBuffer in, long mostOutput) {
    if (in.remaining() < 2 * Integer.BYTES) {
      return true;
    }
    long output = Integer.toUnsignedLong(in.getInt(in.position()));
    long block = Integer.toUnsignedLong(in.getInt(in.position() + Integer.BYTES));
    return output <= mostOutput && block <= in.remaining() - 2L * Integer.BYTES;
  }

  private int decompressFrames(ByteBuffer in, ByteBuffer output) throws IOException {
    int start = output.position();
    while (in.remaining() >= 2 * Integer.BYTES) {
      long frameEnd = output.position() + Integer.toUnsignedLong(in.getInt());
      while (output.position() < frameEnd && in.remaining() >= Integer.BYTES) {
        int block = in.getInt();
        if (block < 0 || block > in.remaining()) {
          throw new IllegalArgumentException("block of " + block + " bytes in a Hadoop frame");
        }
        blocks.decompress(in.slice(in.position(), block), output);
        in.position(in.position() + block);
      }
    }
    return output.position() - start;
  }

  /**
   * LZ4's own frame format, which old writers in Rust put where Hadoop's frames are due.
   *
   * <pre>
   *   frame := magic | flags | sizes | [content size, 8] | [dictionary, 4] | header checksum
   *            | block+ | 0 (4 bytes) | [checksum, 4]
   *   block := length, 4 bytes little-endian, the highest bit set if it is not compressed
   *            | bytes | [checksum, 4]
   * </pre>
   *
   * Blocks may refer to the blocks before them, so that they are decoded here. Checksums are passed
   * over: what a page has in its header is enough.
   */
  private static final class Lz4Frames implements BufferDecompressor {
    private static final int MAGIC = 0x184D2204;
    private static final int LEAST_FRAME = 11;
    private static final int VERSION = 0x40;
    private static final int VERSION_MASK = 0xC0;
    private static final int BLOCK_CHECKSUM = 0x10;
    private static final int CONTENT_SIZE = 0x08;
    private static final int CONTENT_CHECKSUM = 0x04;
    private static final int DICTIONARY = 0x01;
    private static final int LONG_LENGTH = 15;
    private static final int LEAST_MATCH = 4;

    /** Whether the input begins as a frame does, which no bare block can. */
    static boolean isFramed(ByteBuffer input) {
      return input.remaining() >= LEAST_FRAME
          && input.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(input.position()) == MAGIC;
    }

    @Override
    public int decompress(ByteBuffer input, ByteBuffer output) {
      ByteBuffer in = input.order(ByteOrder.LITTLE_ENDIAN);
      int start = output.position();
      while (in.hasRemaining()) {
        readFrame(in, output);
      }
      return output.position() - start;
    }

    private static void readFrame(ByteBuffer in, ByteBuffer out) {
      require(in.getInt() == MAGIC, "no magic number of a frame");
      int flags = in.get();
      require((flags & VERSION_MASK) == VERSION, "frame of another version");
      require((flags & DICTIONARY) == 0, "frame that needs a dictionary");
      skip(in, 1 + ((flags & CONTENT_SIZE) == 0 ? 0 : Long.BYTES) + 1);
      int start = out.position();
      for (int size = in.getInt(); size != 0; size = in.getInt()) {
        int length = size & Integer.MAX_VALUE;
        require(length <= in.remaining(), "block of " + length + " bytes");
        ByteBuffer block = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        if (size < 0) {
          out.put(block);
        } else {
          readBlock(block, out, start);
        }
        skip(in, length + ((flags & BLOCK_CHECKSUM) == 0 ? 0 : Integer.BYTES));
      }
      skip(in, (flags & CONTENT_CHECKSUM) == 0 ? 0 : Integer.BYTES);
    }

    private static void readBlock(ByteBuffer in, ByteBuffer out, int start) {
      while (in.hasRemaining()) {
        int token = in.get() & 0xff;
        int literals = length(token >>> 4, in);
        require(literals <= in.remaining(), literals + " literals");
        out.put(in.slice(in.position(), literals));
        skip(in, literals);
        if (!in.hasRemaining()) {
          return; // the last sequence has no match
        }
        int distance = Short.toUnsignedInt(in.getShort());
        int matched = length(token & 0x0f, in) + LEAST_MATCH;
        int from = out.position() - distance;
        require(distance > 0 && from >= start, "match at a distance of " + distance);
        require(matched <= out.remaining(), "match of " + matched + " bytes");
        for (int i = 0; i < matched; i++) {
          out.put(out.get(from + i));
        }
      }
    }

    private static int length(int nibble, ByteBuffer in) {
      int length = nibble;
      for (int next = nibble == LONG_LENGTH ? 255 : 0; next == 255; length += next) {
        next = in.get() & 0xff;
      }
      require(length >= 0, "length of more than 31 bits");
      return length;
    }

    private static void skip(ByteBuffer in, int bytes) {
      in.position(in.position() + bytes);
    }

    private static void require(boolean condition, String otherwise) {
      if (!condition) {
        throw new IllegalArgumentException(otherwise);
      }
    }
  }
}
