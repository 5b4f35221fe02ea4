// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/** GZIP through the JDK: one member or several, one after another. */
final class GzipDecompressor {
  private static final int BUFFER = 16 * 1024;

  private GzipDecompressor() {}

  /** As {@link Decompressor#decompress}. */
  static int decompress(
      byte[] input, int inputOffset, int inputLength, byte[] output, int at, int outputLength)
      throws IOException {
    try (GZIPInputStream in =
        new GZIPInputStream(
            new ByteArrayInputStream(input, inputOffset, inputLength),
            Math.min(BUFFER, Math.max(1, inputLength)))) {
      int written = in.readNBytes(output, at, outputLength);
      if (written == outputLength && in.read() >= 0) {
        throw new IOException("more than " + outputLength + " bytes");
      }
      return written;
    }
  }
}
