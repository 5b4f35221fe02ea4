// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.codec;

import java.io.IOException;
import java.nio.ByteBuffer;

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

  /** Frees what is not on the heap. */
  @Override
  default void close() {}
}
