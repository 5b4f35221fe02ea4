// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.page.RowRanges;
import java.io.IOException;

/** Finds the entries of rows in a column's pages, and appends them to the batch. */
interface LeafRows {

  /** Goes on with another column chunk; {@link #keepLevels} is to be asked for again. */
  void startChunk();

  /** Keeps the levels of every batch from now on. */
  void keepLevels();

  /**
   * Appends rows, and passes over those before and between them.
   *
   * @param ranges none of them before the rows that were read already
   * @throws IOException if reading pages fails
   */
  void read(RowRanges ranges) throws IOException;

  /** Entries taken from the page, but of no row that was read or passed over. */
  int entriesAhead();
}
