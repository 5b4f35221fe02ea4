// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import static io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor.check;
import static io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor.pass;

import io.arrowparquet.parquet.internal.codec.PageDecompressor.BufferDecompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.util.MemoryUtil;

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
  private final Lz4Decoder blocks = new Lz4Decoder();

  @Override
  public int decompress(ByteBuffer input, ByteBuffer output) throws IOException {
    if (isFramed(input.duplicate(), output.remaining())) {
      return decompressFrames(input, output);
    }
    int start = output.position();
    if (Lz4Frames.isFramed(input)) {
      Lz4Frames.decompress(input, output, blocks);
    } else {
      readBlock(input, output, start, blocks);
    }
    return output.position() - start;
  }

  /** {@code oldest}: where in the output the bytes begin that matches may refer to. */
  private static void readBlock(ByteBuffer in, ByteBuffer out, int oldest, Lz4Decoder blocks)
      throws IOException {
    long input = MemoryUtil.getByteBufferAddress(in) + in.position();
    long output = MemoryUtil.getByteBufferAddress(out);
    long end =
        blocks.decompress(
            input, in.remaining(), output + oldest, output + out.position(), output + out.limit());
    out.position((int) (end - output));
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
        check(block >= 0 && block <= in.remaining(), "block of " + block + " bytes");
        readBlock(in.slice(in.position(), block), output, output.position(), blocks);
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
   * Blocks may refer to the blocks before them. Checksums are passed over: what a page has in its
   * header is enough.
   */
  private static final class Lz4Frames {
    private static final int MAGIC = 0x184D2204;
    private static final int LEAST_FRAME = 11;
    private static final int VERSION = 0x40;
    private static final int VERSION_MASK = 0xC0;
    private static final int BLOCK_CHECKSUM = 0x10;
    private static final int CONTENT_SIZE = 0x08;
    private static final int CONTENT_CHECKSUM = 0x04;
    private static final int DICTIONARY = 0x01;

    private Lz4Frames() {}

    /** Whether the input begins as a frame does, which no bare block can. */
    static boolean isFramed(ByteBuffer input) {
      return input.remaining() >= LEAST_FRAME
          && input.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(input.position()) == MAGIC;
    }

    static void decompress(ByteBuffer input, ByteBuffer output, Lz4Decoder blocks)
        throws IOException {
      ByteBuffer in = input.order(ByteOrder.LITTLE_ENDIAN);
      while (in.hasRemaining()) {
        readFrame(in, output, blocks);
      }
    }

    private static void readFrame(ByteBuffer in, ByteBuffer out, Lz4Decoder blocks)
        throws IOException {
      check(in.getInt() == MAGIC, "no magic number of a frame");
      int flags = in.get();
      check((flags & VERSION_MASK) == VERSION, "frame of another version");
      check((flags & DICTIONARY) == 0, "frame that needs a dictionary");
      pass(in, 1 + ((flags & CONTENT_SIZE) == 0 ? 0 : Long.BYTES) + 1);
      int start = out.position();
      for (int size = in.getInt(); size != 0; size = in.getInt()) {
        int length = size & Integer.MAX_VALUE;
        check(length <= in.remaining(), "block of " + length + " bytes");
        ByteBuffer block = in.slice(in.position(), length);
        if (size < 0) {
          out.put(block);
        } else {
          readBlock(block, out, start, blocks);
        }
        pass(in, length + ((flags & BLOCK_CHECKSUM) == 0 ? 0 : Integer.BYTES));
      }
      pass(in, (flags & CONTENT_CHECKSUM) == 0 ? 0 : Integer.BYTES);
    }
  }
}
