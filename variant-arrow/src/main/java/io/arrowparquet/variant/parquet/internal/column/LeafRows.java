// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import java.io.IOException;

/** Finds the entries of rows in a column's pages, and appends them to the batch. */
interface LeafRows {

  /** Goes on with another column chunk; {@link #keepLevels} is to be asked for again. */
  void startChunk();

  /** Keeps the levels of every batch from now on. */
  void keepLevels();

  /**
   * Passes over rows and appends those behind them.
   *
   * @param from the first row to append, not before those that were read already
   * @param to the first row not to append
   * @throws IOException if reading pages fails
   */
  void read(long from, long to) throws IOException;

  /** Entries taken from the page, but of no row that was read or passed over. */
  int entriesAhead();
}
