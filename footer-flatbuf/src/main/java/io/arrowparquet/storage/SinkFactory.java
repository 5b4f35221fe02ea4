// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Writes files and objects by URI, the counterpart of {@link SourceFactory}.
 *
 * <p>Threads: may be shared.
 */
public interface SinkFactory {
  /**
   * A new file or object: {@link ByteSink#commit} throws {@link
   * java.nio.file.FileAlreadyExistsException} if there is one by then. The caller closes the sink.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one already; a store over a
   *     network may say so at the commit only
   * @throws IOException if it cannot be written, as with HTTP
   * @throws IllegalArgumentException if this factory knows no such URI
   * @throws MissingDependencyException if the URI needs a library that is not there
   */
  ByteSink create(URI uri) throws IOException;

  /**
   * Replaces what is there: {@link ByteSink#commit} throws {@link ChangedSourceException} if it is
   * another version by then. The caller closes the sink.
   *
   * @param version as {@link ByteSource#version}; null to replace any version, or none
   * @throws IOException if it cannot be written, as with HTTP
   * @throws IllegalArgumentException if this factory knows no such URI, or the storage has no
   *     versions and one was given
   * @throws MissingDependencyException if the URI needs a library that is not there
   */
  ByteSink replace(URI uri, @Nullable String version) throws IOException;

  /**
   * Copies a version of an object inside the storage, over what is at {@code to}.
   *
   * @throws ChangedSourceException if {@code from} has another version
   * @throws java.nio.file.NoSuchFileException if there is nothing at {@code from}
   * @throws IOException if copying fails; {@code to} is as it was then, or a whole copy
   * @throws UnsupportedOperationException if the storage cannot copy, and in this implementation
   */
  default void copy(URI from, String version, URI to) throws IOException {
    throw new UnsupportedOperationException(SourceEntry.name(from) + ": cannot be copied");
  }

  /**
   * Deletes an object; nothing if it is not there.
   *
   * @throws IOException if deleting fails
   * @throws UnsupportedOperationException if the storage cannot delete, and in this implementation
   */
  default void delete(URI uri) throws IOException {
    throw new UnsupportedOperationException(SourceEntry.name(uri) + ": cannot be deleted");
  }
}
