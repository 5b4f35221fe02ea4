// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.CorruptFooterException;
import java.io.IOException;
import java.util.stream.IntStream;

/** Reads all of a segment, so that damage anywhere shows. Stateless. */
public final class SegmentVerifier {
  /** Columns whose blocks are in memory at once. */
  private static final int COLUMNS = 64;

  private SegmentVerifier() {}

  /**
   * Reads every part.
   *
   * @throws CorruptFooterException naming the first part that is damaged
   */
  public static void verify(SegmentReader segment) throws IOException {
    for (int number = 0; number < segment.fileCount(); number++) {
      FileRow file = segment.file(number);
      segment.unpacked(file.head());
      if (file.keyValues() != null) {
        for (BundlePlace entry : file.keyValues()) {
          segment.unpacked(entry);
        }
      }
    }
    for (int number = 0; number < segment.schemaCount(); number++) {
      SegmentSchema schema = segment.schema(number);
      verify(segment, schema, true);
      if (schema.summaries() != null) {
        verify(segment, schema.summaries(), false);
      }
    }
  }

  private static void verify(SegmentReader segment, SegmentSchema schema, boolean withPlaces)
      throws IOException {
    for (int block = 0; block < schema.tables().rowGroups().size(); block++) {
      segment.rowGroups(schema, block);
      for (int from = 0; from < schema.leaves().count(); from += COLUMNS) {
        int to = Math.min(from + COLUMNS, schema.leaves().count());
        segment.chunks(schema, IntStream.range(from, to).toArray(), block, withPlaces);
      }
    }
  }
}
