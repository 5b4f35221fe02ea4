// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.util.MemoryUtil;

/** Undoes one compression codec. One thread at a time. */
interface Decompressor extends AutoCloseable {

  /**
   * Decompresses all of the input.
   *
   * @param input direct, from its position to its limit
   * @param output direct; as much room as the input must fill. Nothing is written outside of it
   * @return the bytes written to {@code output}, which the caller compares
   * @throws RuntimeException if the input is corrupt or has more bytes than there is room
   * @throws IOException likewise
   */
  int decompress(ByteBuffer input, ByteBuffer output) throws IOException;

  /**
   * As {@link #decompress(ByteBuffer, ByteBuffer)}, of memory at addresses, whose lengths the
   * caller answers for.
   */
  default int decompress(long input, int inputLength, long output, int outputLength)
      throws IOException {
    return decompress(
        MemoryUtil.directBuffer(input, inputLength), MemoryUtil.directBuffer(output, outputLength));
  }

  /** Frees what is not on the heap. */
  @Override
  default void close() {}
}
