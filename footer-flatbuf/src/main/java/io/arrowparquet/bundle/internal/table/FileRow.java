// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.BinaryValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
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
  public Metadata metadata() {
    return new Metadata(schema, head, keyValues == null ? List.of() : keyValues);
  }

  /** As {@link #metadata}; ordered, so that hash tables stay fast whatever the hashes are. */
  public record Metadata(int schema, BundlePlace head, List<BundlePlace> keyValues)
      implements Comparable<Metadata> {
    @Override
    public int compareTo(Metadata other) {
      int order = Integer.compare(schema, other.schema);
      order = order != 0 ? order : head.compareTo(other.head);
      return order != 0
          ? order
          : Arrays.compare(
              keyValues.toArray(new BundlePlace[0]), other.keyValues.toArray(new BundlePlace[0]));
    }
  }

  /** Row {@code row} of a page whose first file has number {@code first}. */
  static FileRow of(BlockRows page, int row, int first, SegmentRoot root, long offset) {
    String path = text(page, FileFields.PATH, row);
    long length = page.number(FileFields.LENGTH, row);
    if (path == null || path.isEmpty() || length < 0) {
      throw corrupt(first + row, offset, "path " + path + ", " + length + " bytes", "a file", null);
    }
    BundledFile file =
        new BundledFile(
            path,
            length,
            modified(page, row, first, offset),
            text(page, FileFields.ETAG, row),
            page.count(FileFields.FOOTER_LENGTH, row),
            (int) page.number(FileFields.FOOTER_CRC, row));
    boolean hasSchema = !page.isNull(FileFields.SCHEMA, row);
    FileRow found =
        new FileRow(
            first + row,
            file,
            page.number(FileFields.ROWS, row),
            page.count(FileFields.ROW_GROUPS, row),
            hasSchema ? page.count(FileFields.SCHEMA, row) : -1,
            page.count(FileFields.FIRST_ROW, row),
            BundlePlace.of(page, FileFields.HEAD_OFFSET, row),
            places(page.bytes(FileFields.KEY_VALUES, row), offset));
    found.requireRows(root, offset);
    return found;
  }

  /** Adds the file to a page. */
  @SuppressWarnings("JavaInstantGetSecondsGetNano") // both are written, each in its column
  void addTo(BlockWriter files) {
    files.bytes(FileFields.PATH).add(BundleFormat.utf8(file.path()));
    files.number(FileFields.LENGTH).add(file.length());
    boolean hasTime = file.modified() != null;
    files
        .number(FileFields.MODIFIED_SECONDS)
        .add(hasTime ? (Long) file.modified().getEpochSecond() : null);
    files
        .number(FileFields.MODIFIED_NANOS)
        .add(hasTime ? (Integer) file.modified().getNano() : null);
    files.bytes(FileFields.ETAG).add(file.etag() == null ? null : BundleFormat.utf8(file.etag()));
    files.number(FileFields.FOOTER_LENGTH).add(file.footerLength());
    files.number(FileFields.FOOTER_CRC).add(file.footerCrc32());
    files.number(FileFields.ROWS).add(rows);
    files.number(FileFields.ROW_GROUPS).add(rowGroups);
    files.number(FileFields.SCHEMA).add(schema < 0 ? null : (Integer) schema);
    files.number(FileFields.FIRST_ROW).add(firstRow);
    head.addTo(files, FileFields.HEAD_OFFSET);
    files.bytes(FileFields.KEY_VALUES).add(keyValues == null ? null : places(keyValues));
  }

  private static byte[] places(List<BundlePlace> places) {
    BundleBytes out = new BundleBytes(16 * places.size());
    places.forEach(place -> place.writeTo(out));
    return out.toByteArray();
  }

  /** Compares the row groups with the tables of the schema, or with the bytes of the head. */
  private void requireRows(SegmentRoot root, long offset) {
    int schemas = root.schemas().size();
    if (schema >= schemas) {
      throw corrupt(number, offset, "schema " + schema, "one of " + schemas, null);
    }
    long most =
        schema < 0 ? Zstd.mostOf(head.length()) : root.schemas().get(schema).rows() - firstRow;
    if (rowGroups > most) {
      throw corrupt(
          number, offset, rowGroups + " row groups from " + firstRow, "at most " + most, null);
    }
  }

  private static Instant modified(BlockRows page, int row, int first, long offset) {
    Long seconds = page.optionalNumber(FileFields.MODIFIED_SECONDS, row);
    if (seconds == null) {
      return null;
    }
    long nanos = page.number(FileFields.MODIFIED_NANOS, row, 0);
    try {
      return Instant.ofEpochSecond(seconds, nanos);
    } catch (DateTimeException | ArithmeticException e) {
      String found = seconds + " seconds and " + nanos + " nanoseconds";
      throw corrupt(first + row, offset, found, "a time", e);
    }
  }

  private static CorruptFooterException corrupt(
      int number, long offset, String found, String expected, Exception cause) {
    return new CorruptFooterException(
        "entry " + number + " of the directory", offset, found, expected, cause);
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
