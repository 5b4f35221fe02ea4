// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

/**
 * What a reader has read and left unread so far. A snapshot; threads may share one.
 *
 * @param rowGroupsRead row groups of which pages were read
 * @param rowGroupsSkipped row groups that statistics or page indexes proved to hold no row asked
 *     for
 * @param columnChunksRead column chunks of which pages were read
 * @param columnChunksProvenNull column chunks left unread because statistics prove that they hold
 *     nulls only, and what would have been read only because of them
 * @param pagesRead data pages decoded
 * @param pagesSkipped data pages without a row that was asked for, of row groups that were read and
 *     whose page indexes were used
 * @param rowsDecoded rows put into vectors before the filter looked at them
 * @param rowsReturned rows in the batches
 * @param bytesRead bytes of pages read from the file, gaps between them included
 * @param indexBytesRead bytes of page indexes read from the file, gaps included
 */
public record ReadStatistics(
    long rowGroupsRead,
    long rowGroupsSkipped,
    long columnChunksRead,
    long columnChunksProvenNull,
    long pagesRead,
    long pagesSkipped,
    long rowsDecoded,
    long rowsReturned,
    long bytesRead,
    long indexBytesRead) {

  /** Of a reader that has read nothing. */
  public static final ReadStatistics NOTHING = new ReadStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** The sums of these and others, as of several readers. */
  public ReadStatistics plus(ReadStatistics other) {
    return new ReadStatistics(
        rowGroupsRead + other.rowGroupsRead,
        rowGroupsSkipped + other.rowGroupsSkipped,
        columnChunksRead + other.columnChunksRead,
        columnChunksProvenNull + other.columnChunksProvenNull,
        pagesRead + other.pagesRead,
        pagesSkipped + other.pagesSkipped,
        rowsDecoded + other.rowsDecoded,
        rowsReturned + other.rowsReturned,
        bytesRead + other.bytesRead,
        indexBytesRead + other.indexBytesRead);
  }
}
