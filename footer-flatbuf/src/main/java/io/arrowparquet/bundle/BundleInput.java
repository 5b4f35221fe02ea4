// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file whose footer goes into a bundle.
 *
 * <p>Immutable.
 *
 * @param path with {@code /} between names, relative to the bundle's folder; or absolute, or a URI
 * @param length of the file in bytes; {@link SourceEntry#UNKNOWN} to take it from the source when
 *     that is read
 * @param modified when it was written last; null if not known
 * @param etag version that the storage gives, as {@link BundledFile#etag}; null if it is not known,
 *     and taken from the source then if the time is not known either
 * @param opener opens the file
 */
public record BundleInput(
    String path, long length, @Nullable Instant modified, @Nullable String etag, Opener opener) {

  /** Opens a file. */
  @FunctionalInterface
  public interface Opener {
    /** The file; the caller closes it. */
    ByteSource open() throws IOException;
  }

  boolean isKnown() {
    return length != SourceEntry.UNKNOWN && (modified != null || etag != null);
  }

  /**
   * The same with length, and with ETag where neither that nor a time is known.
   *
   * @throws IOException if the file must be opened for it, and cannot be
   */
  BundleInput known() throws IOException {
    if (isKnown()) {
      return this;
    }
    try (ByteSource source = opener.open()) {
      return new BundleInput(path, source.length(), modified, source.version(), opener);
    }
  }

  /**
   * A local file.
   *
   * @param folder of the bundle; null if the bundle is elsewhere. The path in the bundle is that of
   *     {@link BundleFolder#name(Path)}
   * @throws IOException if the file is not there
   */
  public static BundleInput of(@Nullable Path folder, Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return new BundleInput(
        BundleFolder.name(folder, file),
        now.size(),
        now.lastModifiedTime().toInstant(),
        null,
        () -> PathByteSource.open(file));
  }
}
