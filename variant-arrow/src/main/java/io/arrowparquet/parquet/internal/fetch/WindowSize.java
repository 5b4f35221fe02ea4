// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.storage.ReadHints;

/**
 * How much of a large column chunk is in memory at a time.
 *
 * @param bytes of a piece, which is read at once
 * @param pieces how many are in memory or under way, unless a page needs more
 */
public record WindowSize(int bytes, int pieces) {
  /**
   * Bytes behind a piece, which decoders may read beyond its last page: enough for a page to be
   * used where it is. Counted in a piece's size, since allocators round up to powers of two.
   */
  static final int SPARE = 128;

  /** A piece of a local file: larger ones are no faster, as they leave the processor's caches. */
  private static final int MOST_LOCAL = 512 << 10;

  private static final int LEAST_LOCAL = 32 << 10;

  /** A piece of a remote file: many chunks' pieces are under way together. */
  private static final int MOST_REMOTE = 4 << 20;

  /** Two of these have a page of the usual 20 000 rows, which so is not waited for. */
  private static final int LEAST_REMOTE = 128 << 10;

  private static final int MOST_PIECES = 16;

  /**
   * For a row group.
   *
   * @param memory bytes that pieces of all chunks may take, as far as they can be that small
   * @param chunks that are read, at least one
   */
  public static WindowSize of(ReadHints hints, long memory, int chunks) {
    long share = memory / chunks;
    if (hints.isLocal()) {
      return new WindowSize(bytes(share, LEAST_LOCAL, MOST_LOCAL, hints), 1);
    }
    int bytes = bytes(share / 2, LEAST_REMOTE, MOST_REMOTE, hints);
    return new WindowSize(bytes, (int) Math.max(2, Math.min(MOST_PIECES, share / bytes)));
  }

  /**
   * Bytes of the largest chunk that has no window: one of the least pieces, which would all be
   * under way at once, takes less memory as a whole.
   */
  long mostWhole() {
    return bytes <= LEAST_REMOTE ? (long) bytes * pieces : bytes;
  }

  private static int bytes(long share, int least, int most, ReadHints hints) {
    long allocated = Math.max(least, Math.min(most, Long.highestOneBit(share)));
    return (int) Math.min(allocated - SPARE, hints.largestRequest());
  }
}
