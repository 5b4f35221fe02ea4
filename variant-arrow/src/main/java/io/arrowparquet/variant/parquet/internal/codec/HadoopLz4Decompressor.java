// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.codec;

import io.airlift.compress.lz4.Lz4Decompressor;
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
  private final Lz4Decompressor lz4 = new Lz4Decompressor();
  private final Lz4Frames frames = new Lz4Frames();

  @Override
  public int decompress(
      byte[] input, int inputOffset, int inputLength, byte[] output, int at, int outputLength) {
    if (isFramed(input, inputOffset, inputLength, outputLength)) {
      return decompressFrames(input, inputOffset, inputLength, output, at, outputLength);
    }
    return Lz4Frames.isFramed(input, inputOffset, inputLength)
        ? frames.decompress(input, inputOffset, inputLength, output, at, outputLength)
        : lz4.decompress(input, inputOffset, inputLength, output, at, outputLength);
  }

  /** Whether the frames' lengths add up to the input, and their declared output to the page. */
  private static boolean isFramed(byte[] input, int offset, int length, int outputLength) {
    ByteBuffer in = ByteBuffer.wrap(input, offset, length);
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

  private int decompressFrames(
      byte[] input, int inputOffset, int inputLength, byte[] output, int at, int outputLength) {
    ByteBuffer in = ByteBuffer.wrap(input, inputOffset, inputLength);
    int to = at;
    int end = at + outputLength;
    while (in.remaining() >= 2 * Integer.BYTES) {
      long frameEnd = to + Integer.toUnsignedLong(in.getInt());
      while (to < frameEnd && in.remaining() >= Integer.BYTES) {
        int block = in.getInt();
        if (block < 0 || block > in.remaining()) {
          throw new IllegalArgumentException("block of " + block + " bytes in a Hadoop frame");
        }
        to += lz4.decompress(input, in.position(), block, output, to, end - to);
        in.position(in.position() + block);
      }
    }
    return to - at;
  }
}
