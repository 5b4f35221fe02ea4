// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

/** Bounds of the open page and of the pages of the chunk that have ended. One thread at a time. */
abstract class ColumnBounds {
  /** Starts a column chunk. */
  abstract void start();

  /** Ends the page: {@link #ofPage} is about it from now on. */
  abstract void endPage();

  abstract ValueBounds ofPage();

  abstract ValueBounds ofChunk();
}
