// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a bundle is kept: one published object, and older segments beside it. A folder does with
 * links and renames what a store of objects does with conditional requests, where the version is
 * the object's ETag.
 *
 * <p>Threads may share a store.
 */
public interface BundleStore {
  /**
   * A bundle in a folder, where there may be none yet: a file, which is renamed into place when it
   * is whole and on the disk, and older segments as links beside it. Writers in several processes
   * take turns. A symbolic link is followed now: segments are beside the file that it leads to, and
   * writers by all names of that file take turns.
   *
   * @throws IOException if a link cannot be followed
   */
  static BundleStore of(Path bundle) throws IOException {
    return new LocalBundleStore(bundle);
  }

  /**
   * A bundle in a store of objects, S3 for example, where there may be none yet. It is published by
   * one request, on the condition that the ETag is still the one that was read, or that there is no
   * object: of two writers one succeeds, and the other gets a {@link BundleConflictException} and
   * can repeat its work. A bundle that was opened reads one version: once another is published,
   * what was not read yet is a {@link io.arrowparquet.storage.ChangedSourceException}. Where the
   * store cannot write, as with HTTP, the bundle can be read all the same.
   *
   * @param bundle a symbolic link that a {@code file:} URI names is followed now
   * @param sources opens the URI, and those of segments beside it, with its query as {@link
   *     BundleFolder#of(URI, SourceFactory)} says
   * @param sinks writes, copies and deletes them
   */
  static BundleStore of(URI bundle, SourceFactory sources, SinkFactory sinks) {
    return new ObjectBundleStore(bundle, sources, sinks);
  }

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
  @Nullable Published current() throws IOException;

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
  void publish(@Nullable String expected, Content content) throws IOException;

  /**
   * Writes a new segment beside the bundle, which no bundle names yet: as a whole or, whatever
   * fails, not at all.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one of this name
   * @throws IOException if writing fails
   */
  void writeSegment(String segment, Content content) throws IOException;

  /** Deletes a segment that no published object names; nothing if it is not there. */
  void deleteSegment(String segment) throws IOException;
}
