// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle;

import io.arrowparquet.footer.ByteSource;
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
 * @param length of the file in bytes
 * @param modified when it was written last; null if not known
 * @param etag version tag of an object store; null if there is none
 * @param opener opens the file, at most once
 */
public record BundleInput(String path, long length, Instant modified, String etag, Opener opener) {

  /** Opens a file. */
  @FunctionalInterface
  public interface Opener {
    /** The file; the caller closes it. */
    ByteSource open() throws IOException;
  }

  /**
   * A local file.
   *
   * @param folder of the bundle: the path in the bundle is relative to it where the file is below
   *     it, else absolute
   * @throws IOException if the file is not there
   */
  public static BundleInput of(Path folder, Path file) throws IOException {
    Path base = folder.toAbsolutePath().normalize();
    Path absolute = file.toAbsolutePath().normalize();
    Path named = absolute.startsWith(base) ? base.relativize(absolute) : absolute;
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
