// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file whose footer is in a bundle. Immutable.
 *
 * @param version which file, and as it was when its footer was read
 * @param footerLength bytes of the footer, as the file's end gives it: of the Thrift footer with
 *     extensions (magic PAR1), or of the FlatBuffer (PAR3)
 * @param footerCrc32 CRC-32 of those bytes
 */
public record BundledFile(Version version, int footerLength, int footerCrc32) {
  /**
   * Identifies one version of a file. Immutable.
   *
   * @param path with {@code /} between names, relative to the bundle's folder, after {@code ./} if
   *     it would read as a URI; or absolute, or a URI
   * @param length of the file in bytes; {@link io.arrowparquet.storage.SourceEntry#UNKNOWN} of one
   *     that was not looked at yet
   * @param modified when it was written last, as precise as the store says it; null if not known
   * @param etag version that the storage gives, an ETag or Last-Modified, as {@link
   *     io.arrowparquet.storage.ByteSource#version}; null if there is none
   */
  public record Version(
      String path, long length, @Nullable Instant modified, @Nullable String etag) {
    /** A file of which no time and no version is known. */
    public static Version of(String path, long length) {
      return new Version(path, length, null, null);
    }

    /**
     * Whether a file that a store describes is this version: the lengths are equal, and so are the
     * ETags if both have one, else the times. Without either in common it is not known, and false.
     */
    public boolean isSame(Version found) {
      if (found.length != length) {
        return false;
      }
      if (etag != null && found.etag != null) {
        return etag.equals(found.etag);
      }
      return modified != null && modified.equals(found.modified);
    }
  }

  /**
   * Checks the components.
   *
   * @throws IllegalArgumentException if the path is empty or a length negative
   */
  public BundledFile {
    Objects.requireNonNull(version.path(), "path");
    if (version.path().isEmpty()) {
      throw new IllegalArgumentException("the path is empty");
    }
    if (version.length() < 0 || footerLength < 0) {
      throw new IllegalArgumentException(
          "a file of " + version.length() + " bytes with a footer of " + footerLength);
    }
  }

  /** As {@link Version#path}. */
  public String path() {
    return version.path();
  }

  /** As {@link Version#length}. */
  public long length() {
    return version.length();
  }
}
