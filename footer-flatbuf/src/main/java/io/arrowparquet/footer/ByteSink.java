// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file or object that is being written, from its first byte to its last. It is published whole by
 * {@link #commit}; closed before that, it is given up.
 *
 * <p>Where the storage allows it, nobody sees anything of it before it is published, and nothing is
 * left of it when it is given up. A class that cannot do so says it.
 *
 * <p>Threads: one at a time.
 */
public interface ByteSink extends Closeable {

  /** The name that error messages give this sink, without credentials. */
  String name();

  /**
   * Appends the buffer's remaining bytes, all of them. The buffer is the caller's again afterwards.
   *
   * @throws IOException if writing fails; the sink can only be closed then
   */
  void write(ByteBuffer bytes) throws IOException;

  /**
   * Publishes what was written; afterwards only to be closed.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is something already that is not to
   *     be replaced
   * @throws ChangedSourceException if what is to be replaced is not what it was
   * @throws IOException if publishing fails
   */
  void commit() throws IOException;

  /** Gives up what was not published, and releases everything. Closing twice does nothing. */
  @Override
  void close() throws IOException;
}
