// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Zstandard through zstd-jni's native library. Owns one of its contexts. */
final class NativeZstd implements Decompressor {
  /** A frame whose one block, stored as it is, is one byte, {@code a}. */
  private static final byte[] PROBE = {
    0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0x20, 0x01, 0x09, 0x00, 0x00, 'a'
  };

  private final ZstdDecompressCtx context = new ZstdDecompressCtx();

  private NativeZstd() {}

  /**
   * A decompressor that has decompressed something.
   *
   * @throws LinkageError if there is no such library, or it does not load here
   */
  static Decompressor create() throws IOException {
    NativeZstd zstd = new NativeZstd();
    boolean works = false;
    try {
      NativeCodec.probe(zstd, PROBE);
      works = true;
      return zstd;
    } finally {
      if (!works) {
        zstd.close();
      }
    }
  }

  @Override
  public int decompress(ByteBuffer input, ByteBuffer output) {
    return context.decompressDirectByteBuffer(
        output, output.position(), output.remaining(), input, input.position(), input.remaining());
  }

  @Override
  public void close() {
    context.close();
  }
}
