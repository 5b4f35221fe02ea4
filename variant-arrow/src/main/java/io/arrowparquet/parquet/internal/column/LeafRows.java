// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.page.RowRanges;
import java.io.IOException;

/** Finds the entries of rows in a column's pages, and appends them to the batch. */
abstract class LeafRows {
  final int maxDefinition;
  final PageCursor cursor;
  final LevelSections sections;
  final SlotAppender appender;
  final BatchLevels kept;
  final Scratch scratch;

  /** Whether the levels of every batch are kept. */
  boolean keepsLevels;

  LeafRows(
      int maxDefinition,
      PageCursor cursor,
      LevelSections sections,
      SlotAppender appender,
      BatchLevels kept,
      Scratch scratch) {
    this.maxDefinition = maxDefinition;
    this.cursor = cursor;
    this.sections = sections;
    this.appender = appender;
    this.kept = kept;
    this.scratch = scratch;
  }

  /** Goes on with another column chunk; {@link #keepLevels} is to be asked for again. */
  void startChunk() {
    keepsLevels = false;
  }

  /** Keeps the levels of every batch from now on. */
  final void keepLevels() {
    keepsLevels = true;
  }

  /**
   * Appends rows, and passes over those before and between them.
   *
   * @param ranges none of them before the rows that were read already
   * @throws IOException if reading pages fails
   */
  abstract void read(RowRanges ranges) throws IOException;

  /** Entries taken from the page, but of no row that was read or passed over. */
  abstract int entriesAhead();
}
