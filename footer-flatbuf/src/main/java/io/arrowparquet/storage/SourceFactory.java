// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/**
 * Opens sources by URI. What a catalog or an engine knows of storage, its credentials and clients
 * among it, is in here.
 *
 * <p>Threads: may be shared.
 */
@FunctionalInterface
public interface SourceFactory {
  /**
   * Opens a source; the caller closes it.
   *
   * @param entry a length that is known spares a request; with a version, bytes of another one are
   *     a {@link ChangedSourceException}, where the storage has versions
   * @throws IOException if it is not there or cannot be opened; a source over a network may say so
   *     at the first read only
   * @throws IllegalArgumentException if this factory knows no such URI
   * @throws MissingDependencyException if the URI needs a library that is not there
   */
  ByteSource open(SourceEntry entry) throws IOException;

  /** As {@link #open(SourceEntry)}, of a source of which only the place is known. */
  default ByteSource open(URI uri) throws IOException {
    return open(SourceEntry.of(uri));
  }

  /**
   * The files below a folder, or a prefix that ends in a slash; all levels, sorted by URI.
   *
   * @throws IOException if listing fails
   * @throws UnsupportedOperationException if there is no way to list, as with HTTP, and in this
   *     implementation
   */
  default List<SourceEntry> list(URI folder) throws IOException {
    throw new UnsupportedOperationException(
        SourceEntry.name(folder) + ": cannot be listed; name the files");
  }
}
