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
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file whose footer goes into a bundle.
 *
 * <p>Immutable.
 *
 * @param version which file; a length, or a version where no time is known either, that is not
 *     known is taken from the source when that is read
 * @param opener opens the file
 */
public record BundleInput(BundledFile.Version version, Opener opener) {

  /** Opens a file. */
  @FunctionalInterface
  public interface Opener {
    /** The file; the caller closes it. */
    ByteSource open() throws IOException;
  }

  /** As {@link BundledFile.Version#path}. */
  public String path() {
    return version.path();
  }

  boolean isKnown() {
    return version.length() != SourceEntry.UNKNOWN
        && (version.modified() != null || version.etag() != null);
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
      return new BundleInput(version(source.length(), source), opener);
    }
  }

  /** The version as far as it is known, completed by the open source. */
  BundledFile.Version version(long length, ByteSource source) {
    String etag = isKnown() ? version.etag() : source.version();
    return new BundledFile.Version(path(), length, version.modified(), etag);
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
        new BundledFile.Version(
            BundleFolder.name(folder, file), now.size(), now.lastModifiedTime().toInstant(), null),
        () -> PathByteSource.open(file));
  }
}
