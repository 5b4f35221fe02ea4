// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.footer.io.PathByteSource;
import io.arrowparquet.variant.ChangedFileException;
import io.arrowparquet.variant.parquet.internal.plan.RowFooters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One file of a set, as it was when its footer was read.
 *
 * <p>A footer says where the pages of its own file are, so it is used for no other: length and time
 * of change are compared each time the file is opened. The time is taken before the footer is read,
 * so that a change in between shows; a change within the resolution of the file system's clock that
 * leaves the length as it was does not.
 *
 * @param modified time of the last change
 * @param rowGroups those that are read of it
 */
record SetFile(Path path, ParquetFooter footer, FileTime modified, List<Integer> rowGroups) {

  /** Reads a file's footer. */
  static SetFile read(FooterReader reader, Path path) throws IOException {
    FileTime modified = Files.getLastModifiedTime(path);
    try (PathByteSource bytes = PathByteSource.open(path)) {
      return of(path, RowFooters.forRows(reader.read(bytes), bytes), modified);
    }
  }

  /** A file of which all row groups are read. */
  static SetFile of(Path path, ParquetFooter footer, FileTime modified) {
    int count = footer.footer().rowGroupCount();
    return new SetFile(path, footer, modified, IntStream.range(0, count).boxed().toList());
  }

  /**
   * Opens the file to read its pages; the caller closes it.
   *
   * @throws ChangedFileException if it is not the file that the footer was read from
   */
  PathByteSource open() throws IOException {
    PathByteSource bytes = PathByteSource.open(path);
    try {
      requireUnchanged(bytes);
      return bytes;
    } catch (Throwable e) {
      try (bytes) {
        throw e;
      }
    }
  }

  private void requireUnchanged(PathByteSource bytes) throws IOException {
    if (bytes.length() != footer.fileLength()) {
      throw new ChangedFileException(
          footer.source(), "length", bytes.length() + " bytes", footer.fileLength() + " bytes");
    }
    FileTime now = Files.getLastModifiedTime(path);
    if (!now.equals(modified)) {
      throw new ChangedFileException(
          footer.source(), "time of the last change", now.toString(), modified.toString());
    }
  }
}
