// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.footer.CorruptFooterException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
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
    Set<BundlePlace> texts = new HashSet<>();
    for (int number = 0; number < segment.fileCount(); number++) {
      FileRow file = segment.file(number);
      verify(segment, file.head(), texts);
      if (file.keyValues() != null) {
        for (BundlePlace entry : file.keyValues()) {
          verify(segment, entry, texts);
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

  /** Unpacks a text, once for all files that share it. */
  private static void verify(SegmentReader segment, BundlePlace text, Set<BundlePlace> verified)
      throws IOException {
    if (verified.add(text)) {
      segment.unpacked(text);
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
