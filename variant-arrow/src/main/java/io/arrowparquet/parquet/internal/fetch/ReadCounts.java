// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a reader has read and left unread so far, counted where it happens. Threads may share one.
 */
public final class ReadCounts {
  /** The methods of {@code ReadStatistics} of these names say what is counted. */
  public enum Count {
    ROW_GROUPS_READ,
    ROW_GROUPS_SKIPPED,
    ROW_GROUPS_SKIPPED_BY_BLOOM_FILTERS,
    ROW_GROUPS_SKIPPED_BY_DICTIONARIES,
    COLUMN_CHUNKS_READ,
    COLUMN_CHUNKS_PROVEN_NULL,
    PAGES_READ,
    PAGES_SKIPPED,
    PAGES_PASSED,
    ROWS_DECODED,
    ROWS_REFUSED_EARLY,
    ROWS_RETURNED,
    BYTES_READ,
    FRESH_BYTES,
    INDEX_BYTES_READ,
    PROBE_BYTES_READ,
    REQUESTS,
    FOOTER_BYTES_READ,
    FOOTER_REQUESTS,
    REPEATED_REQUESTS
  }

  private final Map<Count, AtomicLong> counts = new EnumMap<>(Count.class);

  public ReadCounts() {
    for (Count count : Count.values()) {
      counts.put(count, new AtomicLong());
    }
  }

  public void add(Count count, long more) {
    counts.get(count).addAndGet(more);
  }

  /** Counts memory that was taken anew. */
  public void addFresh(long bytes) {
    add(Count.FRESH_BYTES, bytes);
  }

  public long get(Count count) {
    return counts.get(count).get();
  }
}
