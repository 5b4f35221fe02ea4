// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.codec;

import io.arrowparquet.footer.OptionalLibrary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.brotli.dec.BrotliInputStream;

/** Brotli through Google's decoder, loaded only when a file asks for it. */
final class BrotliDecompressor implements Decompressor {
  private static final OptionalLibrary LIBRARY =
      new OptionalLibrary("org.brotli:dec", "org.brotli.dec.BrotliInputStream");

  private static final int CHUNK = 64 * 1024;

  private BrotliDecompressor() {}

  /**
   * A decompressor.
   *
   * @throws io.arrowparquet.footer.MissingDependencyException if the library is missing
   */
  static BrotliDecompressor create() {
    LIBRARY.require("Brotli pages", BrotliDecompressor.class.getClassLoader());
    return new BrotliDecompressor();
  }

  /** Whether the input has {@code length} bytes in it: found out without memory for them. */
  static boolean holds(byte[] input, int offset, int inputLength, long length) {
    try (BrotliInputStream in =
        new BrotliInputStream(new ByteArrayInputStream(input, offset, inputLength))) {
      byte[] chunk = new byte[CHUNK];
      long found = 0;
      for (int read = in.read(chunk, 0, CHUNK); read >= 0; read = in.read(chunk, 0, CHUNK)) {
        found += read;
      }
      return found == length;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  @Override
  public int decompress(
      byte[] input, int inputOffset, int inputLength, byte[] output, int at, int outputLength)
      throws IOException {
    try (BrotliInputStream in =
        new BrotliInputStream(new ByteArrayInputStream(input, inputOffset, inputLength))) {
      int written = in.readNBytes(output, at, outputLength);
      if (written == outputLength && in.read() >= 0) {
        throw new IOException("more than " + outputLength + " bytes");
      }
      return written;
    }
  }
}
