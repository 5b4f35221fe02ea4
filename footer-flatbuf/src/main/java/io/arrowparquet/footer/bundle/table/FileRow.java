// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bundle.arrow.BlockRows;
import io.arrowparquet.footer.bundle.entry.BundledFile;
import io.arrowparquet.footer.bundle.internal.ByteCursor;
import io.arrowparquet.footer.metadata.BinaryValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of a segment's directory. Immutable.
 *
 * @param number in the directory
 * @param file what identifies it
 * @param rows of the file
 * @param rowGroups how many it has
 * @param schema number of its schema; negative where the head is the whole footer
 * @param firstRow row of the schema's tables at which its row groups begin
 * @param head place of its head
 * @param keyValues places of the entries; null if the list is absent
 */
public record FileRow(
    int number,
    BundledFile file,
    long rows,
    int rowGroups,
    int schema,
    int firstRow,
    BundlePlace head,
    List<BundlePlace> keyValues) {

  /**
   * Equal for two files of a segment if all but their rows and row groups is: equal bytes are at
   * one place, and a file without a schema has its whole footer there.
   */
  public Object metadata() {
    return List.of(schema, head, keyValues == null ? List.of() : keyValues);
  }

  /** Row {@code row} of a page whose first file has number {@code first}. */
  static FileRow of(BlockRows page, int row, int first, long offset) {
    try {
      Long seconds = page.optionalNumber(FileFields.MODIFIED_SECONDS, row);
      Instant modified =
          seconds == null
              ? null
              : Instant.ofEpochSecond(seconds, page.number(FileFields.MODIFIED_NANOS, row, 0));
      BundledFile file =
          new BundledFile(
              text(page, FileFields.PATH, row),
              page.number(FileFields.LENGTH, row),
              modified,
              text(page, FileFields.ETAG, row),
              Math.toIntExact(page.number(FileFields.FOOTER_LENGTH, row)),
              (int) page.number(FileFields.FOOTER_CRC, row));
      BundlePlace head =
          new BundlePlace(
              page.number(FileFields.HEAD_OFFSET, row),
              Math.toIntExact(page.number(FileFields.HEAD_LENGTH, row)),
              (int) page.number(FileFields.HEAD_CRC, row));
      return new FileRow(
          first + row,
          file,
          page.number(FileFields.ROWS, row),
          Math.toIntExact(page.number(FileFields.ROW_GROUPS, row)),
          Math.toIntExact(page.number(FileFields.SCHEMA, row, -1)),
          Math.toIntExact(page.number(FileFields.FIRST_ROW, row)),
          head,
          places(page.bytes(FileFields.KEY_VALUES, row), offset));
    } catch (IllegalArgumentException
        | NullPointerException
        | ArithmeticException
        | DateTimeException e) {
      throw new CorruptFooterException(
          "entry " + (first + row) + " of the directory",
          offset,
          String.valueOf(e.getMessage()),
          "a file",
          e);
    }
  }

  private static String text(BlockRows page, int field, int row) {
    BinaryValue bytes = page.bytes(field, row);
    return bytes == null ? null : bytes.toUtf8();
  }

  private static List<BundlePlace> places(BinaryValue bytes, long offset) {
    if (bytes == null) {
      return null;
    }
    ByteCursor in = new ByteCursor(bytes.toByteArray(), 0, bytes.length(), offset);
    List<BundlePlace> places = new ArrayList<>();
    while (in.remaining() > 0) {
      places.add(BundlePlace.read(in));
    }
    return List.copyOf(places);
  }
}
