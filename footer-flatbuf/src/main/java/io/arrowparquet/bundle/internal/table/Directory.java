// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.arrow.BatchWriter;
import io.arrowparquet.bundle.internal.arrow.BlockWriter;
import io.arrowparquet.bundle.schema.BundledFile;
import java.util.ArrayList;
import java.util.List;

/** The directory of a segment being written: pages of files in the order of paths. */
final class Directory {
  private final BlockWriter files = new BlockWriter(FileFields.SHAPE);
  private final List<BlockWriter.Block> pages = new ArrayList<>();
  private final List<String> firstPaths = new ArrayList<>();
  private final BatchWriter batches;
  private String lastPath;
  private long count;

  Directory(BatchWriter batches) {
    this.batches = batches;
  }

  long count() {
    return count;
  }

  /**
   * Adds a file.
   *
   * @param rows of the file
   * @param rowGroups how many it has
   * @param schema number of its schema; null if the head is the whole footer
   * @param firstRow of its row groups
   * @param keyValues null if the list is absent
   */
  @SuppressWarnings("JavaInstantGetSecondsGetNano") // both are written, each in its column
  void add(
      BundledFile file,
      long rows,
      int rowGroups,
      Integer schema,
      long firstRow,
      BundlePlace head,
      List<BundlePlace> keyValues) {
    if (lastPath != null && BundleFormat.comparePaths(lastPath, file.path()) >= 0) {
      throw new IllegalArgumentException(
          "files must come in the order of their paths, each once: " + file.path());
    }
    lastPath = file.path();
    if (files.rows() == 0) {
      firstPaths.add(file.path());
    }
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
    files.number(FileFields.SCHEMA).add(schema);
    files.number(FileFields.FIRST_ROW).add(firstRow);
    files.number(FileFields.HEAD_OFFSET).add(head.offset());
    files.number(FileFields.HEAD_LENGTH).add(head.length());
    files.number(FileFields.HEAD_CRC).add(head.crc());
    files.bytes(FileFields.KEY_VALUES).add(keyValues == null ? null : places(keyValues));
    count++;
    if (files.rows() == BundleFormat.FILES_PER_PAGE) {
      pages.add(files.finish(batches));
    }
  }

  private static byte[] places(List<BundlePlace> places) {
    BundleBytes out = new BundleBytes(16 * places.size());
    places.forEach(place -> place.writeTo(out));
    return out.toByteArray();
  }

  /** The pages; no file is added afterwards. */
  List<BlockWriter.Block> finish() {
    if (files.rows() > 0) {
      pages.add(files.finish(batches));
    }
    return pages;
  }

  /** The first path of each page. */
  List<String> firstPaths() {
    return firstPaths;
  }
}
