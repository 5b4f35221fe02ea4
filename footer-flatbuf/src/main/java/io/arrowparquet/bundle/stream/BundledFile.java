// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one version of a Parquet file whose footer is in a bundle. Immutable.
 *
 * @param path with {@code /} between names, relative to the bundle's folder, after {@code ./} if it
 *     would read as a URI; or absolute, or a URI
 * @param length of the file in bytes
 * @param modified when it was written last, as precise as the store says it; null if not known
 * @param etag version that the storage gives, an ETag or Last-Modified, as {@link
 *     io.arrowparquet.storage.ByteSource#version}; null if there is none
 * @param footerLength bytes of the footer, as the file's end gives it: of the Thrift footer with
 *     extensions (magic PAR1), or of the FlatBuffer (PAR3)
 * @param footerCrc32 CRC-32 of those bytes
 */
public record BundledFile(
    String path,
    long length,
    @Nullable Instant modified,
    @Nullable String etag,
    int footerLength,
    int footerCrc32) {
  /**
   * Checks the components.
   *
   * @throws IllegalArgumentException if the path is empty or a length negative
   */
  public BundledFile {
    Objects.requireNonNull(path, "path");
    if (path.isEmpty()) {
      throw new IllegalArgumentException("the path is empty");
    }
    if (length < 0 || footerLength < 0) {
      throw new IllegalArgumentException(
          "a file of " + length + " bytes with a footer of " + footerLength);
    }
  }

  /**
   * Whether a file that a store describes is this version: the lengths are equal, and so are the
   * versions if both have one, else the times. Without either in common it is not known, and false.
   *
   * @param foundModified null if not known
   * @param foundEtag null if there is none
   */
  public boolean isSameVersion(
      long foundLength, @Nullable Instant foundModified, @Nullable String foundEtag) {
    if (foundLength != length) {
      return false;
    }
    if (etag != null && foundEtag != null) {
      return etag.equals(foundEtag);
    }
    return modified != null && modified.equals(foundModified);
  }
}
