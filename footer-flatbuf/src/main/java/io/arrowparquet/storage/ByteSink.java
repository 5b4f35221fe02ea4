// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file or object that is being written, from its first byte to its last. It is published whole by
 * {@link #commit}; closed before that, it is given up.
 *
 * <p>Where the storage allows it, readers find nothing of it before it is published, and nothing is
 * left of it when it is given up. The documentation of a class says so where it cannot do that.
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
   * Appends the first bytes of a source.
   *
   * @param source stays the caller's
   * @param length how many bytes
   * @throws java.io.EOFException if the source has less
   * @throws IOException if reading or writing fails; the sink can only be closed then
   */
  default void writeFrom(ByteSource source, long length) throws IOException {
    writeFrom(source, 0, length);
  }

  /**
   * As {@link #writeFrom(ByteSource, long)}, of the bytes from an offset on; up to 8 MiB at a time.
   */
  default void writeFrom(ByteSource source, long offset, long length) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(8 << 20, length));
    for (long at = 0; at < length; at += piece.limit()) {
      piece.clear().limit((int) Math.min(piece.capacity(), length - at));
      source.readFully(offset + at, piece);
      write(piece.flip());
    }
  }

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
