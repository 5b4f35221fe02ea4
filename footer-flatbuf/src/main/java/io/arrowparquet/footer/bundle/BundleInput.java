// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.SourceEntry;
import io.arrowparquet.footer.io.PathByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * A Parquet file whose footer goes into a bundle.
 *
 * @param path with {@code /} between names, relative to the bundle's folder; or absolute, or a URI
 * @param length of the file in bytes; {@link SourceEntry#UNKNOWN} to take length and ETag from the
 *     source when it is read
 * @param modified when it was written last; null if not known
 * @param etag version tag of an object store; null if there is none
 * @param opener opens the file
 */
public record BundleInput(String path, long length, Instant modified, String etag, Opener opener) {

  /** Opens a file. */
  @FunctionalInterface
  public interface Opener {
    /** The file; the caller closes it. */
    ByteSource open() throws IOException;
  }

  /**
   * The same with its length.
   *
   * @throws IOException if the file must be opened for it, and cannot be
   */
  BundleInput known() throws IOException {
    if (length != SourceEntry.UNKNOWN) {
      return this;
    }
    try (ByteSource source = opener.open()) {
      return new BundleInput(path, source.length(), modified, source.version(), opener);
    }
  }

  /**
   * A local file.
   *
   * @param folder of the bundle: the path in the bundle is relative to it where the file is below
   *     it, else absolute; null if the bundle is elsewhere
   * @throws IOException if the file is not there
   */
  public static BundleInput of(Path folder, Path file) throws IOException {
    Path absolute = file.toAbsolutePath().normalize();
    Path base = folder == null ? null : folder.toAbsolutePath().normalize();
    Path named = base != null && absolute.startsWith(base) ? base.relativize(absolute) : absolute;
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    String separator = file.getFileSystem().getSeparator();
    return new BundleInput(
        named.toString().replace(separator, "/"),
        now.size(),
        now.lastModifiedTime().toInstant(),
        null,
        () -> PathByteSource.open(file));
  }
}
