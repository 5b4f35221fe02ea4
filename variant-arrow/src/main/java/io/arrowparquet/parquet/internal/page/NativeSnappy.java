// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.util.MemoryUtil;
import org.xerial.snappy.Snappy;

/** Snappy through snappy-java's native library. */
final class NativeSnappy implements Decompressor {
  /** A stream of one byte, {@code a}. */
  private static final byte[] PROBE = {1, 0, 'a'};

  private NativeSnappy() {}

  /**
   * A decompressor that has decompressed something.
   *
   * @throws LinkageError if there is no such library, or it does not load here
   */
  static Decompressor create() throws IOException {
    NativeSnappy snappy = new NativeSnappy();
    NativeCodec.probe(snappy, PROBE);
    return snappy;
  }

  @Override
  public int decompress(ByteBuffer input, ByteBuffer output) throws IOException {
    long from = MemoryUtil.getByteBufferAddress(input) + input.position();
    long to = MemoryUtil.getByteBufferAddress(output) + output.position();
    return decompress(from, input.remaining(), to, output.remaining());
  }

  /** Without buffers: the library takes addresses. */
  @Override
  public int decompress(long input, int inputLength, long output, int outputLength)
      throws IOException {
    // The library writes as many bytes as the stream says it has.
    long length = Snappy.uncompressedLength(input, inputLength);
    if (length != outputLength) {
      throw new IOException("a stream of " + length + " bytes");
    }
    return (int) Snappy.rawUncompress(input, inputLength, output);
  }
}
