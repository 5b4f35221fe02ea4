// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.codec;

/** Undoes one compression codec. One thread at a time. */
interface Decompressor {

  /**
   * Decompresses all of the input.
   *
   * @param outputLength bytes the input must decompress to, all of them
   * @return the bytes written to {@code output}, which the caller compares
   * @throws RuntimeException if the input is corrupt or has more than {@code outputLength} bytes
   * @throws java.io.IOException likewise
   */
  int decompress(
      byte[] input, int inputOffset, int inputLength, byte[] output, int at, int outputLength)
      throws java.io.IOException;
}
