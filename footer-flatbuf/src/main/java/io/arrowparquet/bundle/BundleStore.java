// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/**
 * Where a bundle is kept: one published object, and older segments beside it. {@link
 * LocalBundleStore} keeps it in a folder. A store of objects does with conditional requests what
 * that one does with links and renames: the version is the object's ETag.
 *
 * <p>Threads may share a store.
 */
public interface BundleStore {

  /** What error messages call the bundle. */
  String name();

  /**
   * The object that is published now.
   *
   * @param source its bytes; the caller closes it
   * @param version what no object that is published before or later has: an ETag, for example
   */
  record Published(ByteSource source, String version) {}

  /** Writes a whole object. */
  @FunctionalInterface
  interface Content {
    /** Writes everything, from the beginning. */
    void writeTo(WritableByteChannel out) throws IOException;
  }

  /**
   * The object that is published now; null if there is none.
   *
   * @throws IOException if it cannot be opened
   */
  Published current() throws IOException;

  /**
   * Opens a segment that was kept.
   *
   * @return the caller's, to be closed
   * @throws IOException if it cannot be opened
   */
  ByteSource openSegment(String segment) throws IOException;

  /**
   * Makes the published object readable as a segment too: by a link, or a copy inside the store.
   * Something of this name that was left behind is replaced.
   *
   * @param version what is published
   * @throws BundleConflictException if another version is published
   */
  void keep(String version, String segment) throws IOException;

  /**
   * Writes an object and publishes it in place of the current one: as a whole or, whatever fails,
   * not at all.
   *
   * @param expected version of the object to be replaced; null if there must be none
   * @throws BundleConflictException if another version is published meanwhile; nothing has changed
   *     then
   * @throws IOException if writing fails; nothing has changed then
   */
  void publish(String expected, Content content) throws IOException;

  /** Deletes a segment that no published object names; nothing if it is not there. */
  void deleteSegment(String segment) throws IOException;
}
