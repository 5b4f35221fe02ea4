// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.parquet.internal.page.PageDecompressor.Decompressor;
import io.arrowparquet.storage.internal.OptionalLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.brotli.dec.BrotliInputStream;

/** Brotli through Google's decoder, loaded only when a file asks for it. */
final class BrotliDecompressor implements Decompressor {
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
    try (BrotliInputStream in = new BrotliInputStream(new BufferStream(input))) {
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

  private static final class BufferStream extends InputStream {
    private final ByteBuffer bytes;

    BufferStream(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return bytes.hasRemaining() ? bytes.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int at, int length) {
      int count = Math.min(length, bytes.remaining());
      bytes.get(target, at, count);
      return count == 0 && length > 0 ? -1 : count;
    }
  }
}
