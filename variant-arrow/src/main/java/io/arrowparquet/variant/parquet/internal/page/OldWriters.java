// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.page;

import org.apache.parquet.CorruptDeltaByteArrays;
import org.apache.parquet.SemanticVersion;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.VersionParseException;
import org.apache.parquet.column.Encoding;

/** What old releases of parquet-java did otherwise than the format says, told by created_by. */
public final class OldWriters {
  private static final String PARQUET_JAVA = "parquet-mr";

  /** Counts the headers of dictionary pages (PARQUET-816). */
  private static final SemanticVersion COUNTS_HEADERS = new SemanticVersion(1, 2, 9);

  /** What the Thrift header of a dictionary page takes at most. */
  private static final long DICTIONARY_HEADER = 100;

  private OldWriters() {}

  /** Bytes that a column chunk may be longer than its total_compressed_size says. */
  public static long uncounted(String createdBy) {
    if (createdBy == null || !createdBy.startsWith(PARQUET_JAVA)) {
      return 0;
    }
    try {
      VersionParser.ParsedVersion writer = VersionParser.parse(createdBy);
      boolean old =
          PARQUET_JAVA.equals(writer.application)
              && writer.hasSemanticVersion()
              && writer.getSemanticVersion().compareTo(COUNTS_HEADERS) < 0;
      return old ? DICTIONARY_HEADER : 0;
    } catch (VersionParseException e) {
      return 0;
    }
  }

  /**
   * Whether the first DELTA_BYTE_ARRAY value of a page may share a prefix with the last one of the
   * page before (PARQUET-246).
   */
  public static boolean continuesDeltas(String createdBy) {
    return createdBy != null
        && createdBy.startsWith(PARQUET_JAVA)
        && CorruptDeltaByteArrays.requiresSequentialReads(createdBy, Encoding.DELTA_BYTE_ARRAY);
  }
}
