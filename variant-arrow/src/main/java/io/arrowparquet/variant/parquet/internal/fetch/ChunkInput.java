// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.fetch;

import io.arrowparquet.variant.CorruptPageException;
import java.io.IOException;

/**
 * Bytes of one column chunk, read forward: an offset asked for is not before the one asked for
 * last. One thread at a time; closing twice does no harm.
 */
public interface ChunkInput extends AutoCloseable {
  /**
   * Copies bytes at an offset of the file.
   *
   * @throws CorruptPageException if they are not among the bytes of the chunk
   * @throws IOException if they were not read yet, and that fails
   */
  void copy(long offset, byte[] target, int at, int length) throws IOException;

  /**
   * Address of bytes at an offset of the file, valid until bytes behind them are asked for.
   *
   * @throws CorruptPageException if they are not among the bytes of the chunk
   * @throws IOException if they were not read yet, and that fails
   */
  long address(long offset, int length) throws IOException;

  /**
   * Whether so many bytes can be read in memory from an offset on, whatever they are; {@link
   * #address} was asked for that offset last.
   */
  boolean hasRoom(long offset, long length);

  /** Whether addresses are valid until this is closed. */
  boolean isWhole();

  @Override
  void close();
}
