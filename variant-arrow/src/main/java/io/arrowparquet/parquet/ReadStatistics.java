// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What a reader has read and left unread so far. A snapshot; threads may share one. */
public final class ReadStatistics {
  /** Of a reader that has read nothing. */
  public static final ReadStatistics NOTHING = new ReadStatistics(count -> 0, Map.of());

  private final Map<Count, Long> counts = new EnumMap<>(Count.class);
  private final Map<ParquetCodec, String> codecs;

  ReadStatistics(ToLongFunction<Count> counts, Map<ParquetCodec, String> codecs) {
    for (Count count : Count.values()) {
      this.counts.put(count, counts.applyAsLong(count));
    }
    this.codecs = Map.copyOf(codecs);
  }

  /** Of a reader that has read footers alone. */
  public static ReadStatistics ofFooters(long bytes, long requests, long repeated) {
    return new ReadStatistics(
        count ->
            switch (count) {
              case FOOTER_BYTES_READ -> bytes;
              case FOOTER_REQUESTS -> requests;
              case REPEATED_REQUESTS -> repeated;
              default -> 0;
            },
        Map.of());
  }

  /** The sums of these and others, as of several readers. */
  public ReadStatistics plus(ReadStatistics other) {
    Map<ParquetCodec, String> all = new EnumMap<>(ParquetCodec.class);
    all.putAll(codecs);
    all.putAll(other.codecs);
    return new ReadStatistics(count -> get(count) + other.get(count), all);
  }

  private long get(Count count) {
    return counts.get(count);
  }

  /** Row groups of which pages were read. */
  public long rowGroupsRead() {
    return get(Count.ROW_GROUPS_READ);
  }

  /**
   * Row groups that were proved to hold no row asked for; all that the next two do not count by
   * statistics or page indexes.
   */
  public long rowGroupsSkipped() {
    return get(Count.ROW_GROUPS_SKIPPED);
  }

  /** Those of them that only Bloom filters left out. */
  public long rowGroupsSkippedByBloomFilters() {
    return get(Count.ROW_GROUPS_SKIPPED_BY_BLOOM_FILTERS);
  }

  /** Those of them that only dictionaries left out. */
  public long rowGroupsSkippedByDictionaries() {
    return get(Count.ROW_GROUPS_SKIPPED_BY_DICTIONARIES);
  }

  /** Column chunks of which pages were read. */
  public long columnChunksRead() {
    return get(Count.COLUMN_CHUNKS_READ);
  }

  /**
   * Column chunks left unread because statistics prove that they hold nulls only, and what would
   * have been read only because of them.
   */
  public long columnChunksProvenNull() {
    return get(Count.COLUMN_CHUNKS_PROVEN_NULL);
  }

  /** Data pages decoded. */
  public long pagesRead() {
    return get(Count.PAGES_READ);
  }

  /**
   * Data pages without a row that was asked for, of row groups that were read and whose page
   * indexes were used.
   */
  public long pagesSkipped() {
    return get(Count.PAGES_SKIPPED);
  }

  /**
   * Data pages passed over without decompressing them: the filter left no row of them, by what its
   * columns decoded before had in them.
   */
  public long pagesPassed() {
    return get(Count.PAGES_PASSED);
  }

  /** Rows put into vectors before the filter looked at them. */
  public long rowsDecoded() {
    return get(Count.ROWS_DECODED);
  }

  /**
   * Rows of {@link #rowsDecoded} of which only the filter's columns were decoded, and the others
   * passed over.
   */
  public long rowsRefusedEarly() {
    return get(Count.ROWS_REFUSED_EARLY);
  }

  /** Rows in the batches. */
  public long rowsReturned() {
    return get(Count.ROWS_RETURNED);
  }

  /** Bytes of pages asked for from the file, gaps between them included. */
  public long bytesRead() {
    return get(Count.BYTES_READ);
  }

  /**
   * Bytes of memory that were taken anew for fetched bytes and decompressed pages. The rest was in
   * memory that was freed before. Of pages and vectors, blocks of 64 KiB to 32 MiB stay with the
   * process when they are freed: 64 MiB in all for each processor, at most 256 MiB.
   */
  public long freshBytes() {
    return get(Count.FRESH_BYTES);
  }

  /** Bytes of page indexes read from the file, gaps included. */
  public long indexBytesRead() {
    return get(Count.INDEX_BYTES_READ);
  }

  /** Bytes of Bloom filters, and of dictionaries, read to decide what to skip, gaps included. */
  public long probeBytesRead() {
    return get(Count.PROBE_BYTES_READ);
  }

  /**
   * Requests made to the source for pages, page indexes, Bloom filters and dictionaries; reads of a
   * local file too.
   */
  public long requests() {
    return get(Count.REQUESTS);
  }

  /**
   * Bytes of footers asked for from files elsewhere, so far as the reader reads them itself; of a
   * set see {@code ParquetFileSet.statistics}. Local ones are not counted.
   */
  public long footerBytesRead() {
    return get(Count.FOOTER_BYTES_READ);
  }

  /** Requests made for those; not in {@link #requests}. */
  public long footerRequests() {
    return get(Count.FOOTER_REQUESTS);
  }

  /**
   * Requests of both kinds that were sent again, because one had failed, and are in neither number;
   * as far as the source counts them.
   */
  public long repeatedRequests() {
    return get(Count.REPEATED_REQUESTS);
  }

  /**
   * The library that decompressed, for each codec of the pages read: {@code arrowparquet}, {@code
   * zstd-jni}, {@code aircompressor} and others; cannot be changed.
   */
  public Map<ParquetCodec, String> codecs() {
    return codecs;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReadStatistics that
        && counts.equals(that.counts)
        && codecs.equals(that.codecs);
  }

  @Override
  public int hashCode() {
    return 31 * counts.hashCode() + codecs.hashCode();
  }

  @Override
  public String toString() {
    return "ReadStatistics" + counts + codecs;
  }
}
