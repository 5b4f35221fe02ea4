// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.airlift.compress.lz4.Lz4Decompressor;
import io.arrowparquet.parquet.internal.page.PageDecompressor.AircompressorCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

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
final class HadoopLz4Decompressor implements Decompressor {
  private final Decompressor blocks = new AircompressorCodec(new Lz4Decompressor());
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

  /** Whether the frames' lengths add up to the input, and their declared output to the page. */
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

  /** Whether a new frame, rather than another block of this one, may begin here. */
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
}
