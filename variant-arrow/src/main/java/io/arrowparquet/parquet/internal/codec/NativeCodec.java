// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.arrowparquet.parquet.internal.codec.PageDecompressor.BufferDecompressor;
import io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Callable;

/**
 * A native library, used where it is on the class path and loads. Threads may share one.
 *
 * @param <T> what it is used by: a decompressor or a compressor
 */
final class NativeCodec<T> {
  // Lambdas: a reference to a method would load its class before it is called.
  static final NativeCodec<Decompressor> ZSTD =
      new NativeCodec<>("zstd-jni", () -> probed(new NativeZstd(), NativeZstd.PROBE));

  private final String library;
  private final Callable<T> creation;

  private volatile boolean failed;

  /** {@code creation}: one that has worked on something; throws if there is none. */
  NativeCodec(String library, Callable<T> creation) {
    this.library = library;
    this.creation = creation;
  }

  String library() {
    return library;
  }

  T createIfPresent() {
    if (failed) {
      return null;
    }
    try {
      return creation.call();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Exception | Error e) {
      // Loading fails with LinkageErrors and with errors of the libraries' own.
      failed = true;
      return null;
    }
  }

  /** The decompressor if it decompresses a stream of one byte, {@code a}; else it is closed. */
  static Decompressor probed(BufferDecompressor decompressor, byte[] stream) throws IOException {
    ByteBuffer input = ByteBuffer.allocateDirect(stream.length).put(stream).flip();
    ByteBuffer output = ByteBuffer.allocateDirect(1);
    boolean works = false;
    try {
      int written = decompressor.decompress(input, output);
      if (written != 1 || output.get(0) != 'a') {
        throw new IOException(written + " bytes of " + Arrays.toString(stream));
      }
      works = true;
      return decompressor;
    } finally {
      if (!works) {
        decompressor.close();
      }
    }
  }

  /** Zstandard through zstd-jni's native library. Owns one of its contexts. */
  private static final class NativeZstd implements BufferDecompressor {
    /** A frame whose one block, stored as it is, is one byte, {@code a}. */
    private static final byte[] PROBE = {
      0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0x20, 0x01, 0x09, 0x00, 0x00, 'a'
    };

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();

    @Override
    public int decompress(ByteBuffer input, ByteBuffer output) {
      return context.decompressDirectByteBuffer(
          output,
          output.position(),
          output.remaining(),
          input,
          input.position(),
          input.remaining());
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
