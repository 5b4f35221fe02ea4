// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.model.CompressionCodec;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a reader has read and left unread so far. A snapshot; threads may share one.
 *
 * @param rowGroupsRead row groups of which pages were read
 * @param rowGroupsSkipped row groups that were proved to hold no row asked for; all that the next
 *     two do not count by statistics or page indexes
 * @param rowGroupsSkippedByBloomFilters those of them that only Bloom filters left out
 * @param rowGroupsSkippedByDictionaries those of them that only dictionaries left out
 * @param columnChunksRead column chunks of which pages were read
 * @param columnChunksProvenNull column chunks left unread because statistics prove that they hold
 *     nulls only, and what would have been read only because of them
 * @param pagesRead data pages decoded
 * @param pagesSkipped data pages without a row that was asked for, of row groups that were read and
 *     whose page indexes were used
 * @param pagesPassed data pages passed over without decompressing them: the filter left no row of
 *     them, by what its columns decoded before had in them
 * @param rowsDecoded rows put into vectors before the filter looked at them
 * @param rowsRefusedEarly rows of {@code rowsDecoded} of which only the filter's columns were
 *     decoded, and the others passed over
 * @param rowsReturned rows in the batches
 * @param bytesRead bytes of pages asked for from the file, gaps between them included
 * @param indexBytesRead bytes of page indexes read from the file, gaps included
 * @param probeBytesRead bytes of Bloom filters, and of dictionaries, read to decide what to skip,
 *     gaps included
 * @param requests made to the source for pages, page indexes, Bloom filters and dictionaries; reads
 *     of a local file too
 * @param footerBytesRead bytes of footers asked for from files elsewhere, so far as the reader
 *     reads them itself; of a set see {@code ParquetFileSet.statistics}. Local ones are not counted
 * @param footerRequests made for those; not in {@code requests}
 * @param repeatedRequests requests of both kinds that were sent again, because one had failed, and
 *     are in neither number; as far as the source counts them
 * @param codecs the library that decompressed, for each codec of the pages read: {@code
 *     snappy-java}, {@code zstd-jni}, {@code aircompressor} and others; cannot be changed
 */
public record ReadStatistics(
    long rowGroupsRead,
    long rowGroupsSkipped,
    long rowGroupsSkippedByBloomFilters,
    long rowGroupsSkippedByDictionaries,
    long columnChunksRead,
    long columnChunksProvenNull,
    long pagesRead,
    long pagesSkipped,
    long pagesPassed,
    long rowsDecoded,
    long rowsRefusedEarly,
    long rowsReturned,
    long bytesRead,
    long indexBytesRead,
    long probeBytesRead,
    long requests,
    long footerBytesRead,
    long footerRequests,
    long repeatedRequests,
    Map<CompressionCodec, String> codecs) {

  /** Of a reader that has read nothing. */
  public static final ReadStatistics NOTHING =
      new ReadStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of());

  /** Of a reader that has read footers alone. */
  public static ReadStatistics ofFooters(long bytes, long requests, long repeated) {
    return new ReadStatistics(
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, bytes, requests, repeated, Map.of());
  }

  /** Copies the map. */
  public ReadStatistics {
    codecs = Map.copyOf(codecs);
  }

  /** The sums of these and others, as of several readers. */
  public ReadStatistics plus(ReadStatistics other) {
    Map<CompressionCodec, String> all = new EnumMap<>(CompressionCodec.class);
    all.putAll(codecs);
    all.putAll(other.codecs);
    return new ReadStatistics(
        rowGroupsRead + other.rowGroupsRead,
        rowGroupsSkipped + other.rowGroupsSkipped,
        rowGroupsSkippedByBloomFilters + other.rowGroupsSkippedByBloomFilters,
        rowGroupsSkippedByDictionaries + other.rowGroupsSkippedByDictionaries,
        columnChunksRead + other.columnChunksRead,
        columnChunksProvenNull + other.columnChunksProvenNull,
        pagesRead + other.pagesRead,
        pagesSkipped + other.pagesSkipped,
        pagesPassed + other.pagesPassed,
        rowsDecoded + other.rowsDecoded,
        rowsRefusedEarly + other.rowsRefusedEarly,
        rowsReturned + other.rowsReturned,
        bytesRead + other.bytesRead,
        indexBytesRead + other.indexBytesRead,
        probeBytesRead + other.probeBytesRead,
        requests + other.requests,
        footerBytesRead + other.footerBytesRead,
        footerRequests + other.footerRequests,
        repeatedRequests + other.repeatedRequests,
        all);
  }
}
