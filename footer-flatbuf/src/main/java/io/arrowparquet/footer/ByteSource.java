// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A file, object or buffer of known length that can be read at any position.
 *
 * <p>Implementations must allow {@link #readFully} from several threads at once: a source has no
 * position of its own. A read that fails, also because its thread was interrupted, must not fail
 * the reads of other threads, nor later ones.
 */
public interface ByteSource extends Closeable {

  /** The name that error messages give this source, a path or URI for example. */
  String name();

  /** Length in bytes. */
  long length() throws IOException;

  /**
   * Fills {@code target} from its position to its limit with the bytes at {@code position}.
   *
   * @throws java.io.EOFException if the source ends before the buffer is full
   * @throws IOException if reading fails
   */
  void readFully(long position, ByteBuffer target) throws IOException;

  /**
   * Bytes of a source and where they go.
   *
   * @param position of the first byte
   * @param target filled from its position to its limit
   */
  record Part(long position, ByteBuffer target) {}

  /**
   * Fills several targets, of which none depends on another. A source whose reads take long may
   * override this to have them at once; otherwise they are read one after another.
   *
   * @throws java.io.EOFException if the source ends before a buffer is full
   * @throws IOException if reading fails; what the targets hold then is not defined
   */
  default void readFully(List<Part> parts) throws IOException {
    for (Part part : parts) {
      readFully(part.position(), part.target());
    }
  }

  /** Releases what the source holds open; reading afterwards fails. Closing twice does nothing. */
  @Override
  void close() throws IOException;
}
