// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockShape;
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
 * @param schema number of its schema; negative where the head is the whole footer
 * @param firstRow row of the schema's tables at which its row groups begin
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

  /** Places of the head and of the entries. */
  public List<BundlePlace> texts() {
    List<BundlePlace> texts = new ArrayList<>(List.of(head));
    texts.addAll(metadata().keyValues);
    return texts;
  }

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

  static FileRow of(BlockRows page, int row, int first, SegmentRoot root, long offset) {
    String path = text(page, Fields.PATH, row);
    long length = page.number(Fields.LENGTH, row);
    if (path == null || path.isEmpty() || length < 0) {
      throw corrupt(first + row, offset, "path " + path + ", " + length + " bytes", "a file", null);
    }
    BundledFile file =
        new BundledFile(
            new BundledFile.Version(
                path, length, modified(page, row, first, offset), text(page, Fields.ETAG, row)),
            page.count(Fields.FOOTER_LENGTH, row),
            (int) page.number(Fields.FOOTER_CRC, row));
    boolean hasSchema = !page.isNull(Fields.SCHEMA, row);
    FileRow found =
        new FileRow(
            first + row,
            file,
            page.number(Fields.ROWS, row),
            page.count(Fields.ROW_GROUPS, row),
            hasSchema ? page.count(Fields.SCHEMA, row) : -1,
            page.count(Fields.FIRST_ROW, row),
            BundlePlace.of(page, Fields.HEAD_OFFSET, row),
            places(page.bytes(Fields.KEY_VALUES, row), offset));
    found.requireRows(root, offset);
    return found;
  }

  @SuppressWarnings("JavaInstantGetSecondsGetNano") // both are written, each in its column
  void addTo(BlockWriter files) {
    files.bytes(Fields.PATH).add(BundleFormat.utf8(file.path()));
    files.number(Fields.LENGTH).add(file.length());
    Instant modified = file.version().modified();
    String etag = file.version().etag();
    files
        .number(Fields.MODIFIED_SECONDS)
        .add(modified == null ? null : (Long) modified.getEpochSecond());
    files.number(Fields.MODIFIED_NANOS).add(modified == null ? null : (Integer) modified.getNano());
    files.bytes(Fields.ETAG).add(etag == null ? null : BundleFormat.utf8(etag));
    files.number(Fields.FOOTER_LENGTH).add(file.footerLength());
    files.number(Fields.FOOTER_CRC).add(file.footerCrc32());
    files.number(Fields.ROWS).add(rows);
    files.number(Fields.ROW_GROUPS).add(rowGroups);
    files.number(Fields.SCHEMA).add(schema < 0 ? null : (Integer) schema);
    files.number(Fields.FIRST_ROW).add(firstRow);
    head.addTo(files, Fields.HEAD_OFFSET);
    files.bytes(Fields.KEY_VALUES).add(keyValues == null ? null : places(keyValues));
  }

  private static byte[] places(List<BundlePlace> places) {
    BundleBytes out = new BundleBytes(16 * places.size());
    places.forEach(place -> place.writeTo(out));
    return out.toByteArray();
  }

  private void requireRows(SegmentRoot root, long offset) {
    int schemas = root.schemas().size();
    if (schema >= schemas) {
      throw corrupt(number, offset, "schema " + schema, "one of " + schemas, null);
    }
    long most =
        schema < 0
            ? Zstd.mostOf(head.length())
            : (long) root.schemas().get(schema).tables().rows() - firstRow;
    if (rowGroups > most) {
      throw corrupt(
          number, offset, rowGroups + " row groups from " + firstRow, "at most " + most, null);
    }
  }

  private static Instant modified(BlockRows page, int row, int first, long offset) {
    Long seconds = page.optionalNumber(Fields.MODIFIED_SECONDS, row);
    if (seconds == null) {
      return null;
    }
    long nanos = page.number(Fields.MODIFIED_NANOS, row, 0);
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

  static final class Fields {
    static final BlockShape SHAPE = new BlockShape();
    static final int PATH = SHAPE.text("path");
    static final int LENGTH = SHAPE.number("length");

    /** Since 1970-01-01T00:00:00Z, with the nanoseconds of the second; null where not known. */
    static final int MODIFIED_SECONDS = SHAPE.number("modified_seconds");

    static final int MODIFIED_NANOS = SHAPE.number("modified_nanos");
    static final int ETAG = SHAPE.text("etag");
    static final int FOOTER_LENGTH = SHAPE.number("footer_length");
    static final int FOOTER_CRC = SHAPE.number("footer_crc");
    static final int ROWS = SHAPE.number("rows");
    static final int ROW_GROUPS = SHAPE.number("row_groups");

    /** Number of the schema; null where the head is the whole footer. */
    static final int SCHEMA = SHAPE.number("schema");

    static final int FIRST_ROW = SHAPE.steps("first_row");

    /** BundlePlace of the head: the Thrift struct FileMetaData, less what is elsewhere. */
    static final int HEAD_OFFSET = SHAPE.number("head_offset");

    static final int HEAD_LENGTH = SHAPE.number("head_length");
    static final int HEAD_CRC = SHAPE.number("head_crc");

    /** Places of the entries of key_value_metadata; null where the list is absent. */
    static final int KEY_VALUES = SHAPE.bytes("key_values");

    private Fields() {}
  }
}
