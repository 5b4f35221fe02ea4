// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import java.io.IOException;
import java.util.Arrays;

/** Rows of a column that is not repeated: each has one entry. */
final class FlatRows implements LeafRows {
  private static final int WINDOW = LeafReader.WINDOW;

  private final int maxDefinition;
  private final PageCursor cursor;
  private final LevelSections sections;
  private final SlotAppender appender;
  private final BatchLevels kept;
  private final Scratch scratch;
  private boolean keepsLevels;

  FlatRows(
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

  @Override
  public void startChunk() {
    keepsLevels = false;
  }

  @Override
  public void keepLevels() {
    keepsLevels = true;
  }

  @Override
  public int entriesAhead() {
    return 0;
  }

  @Override
  public void read(long from, long to) throws IOException {
    skip(from);
    while (cursor.nextRow() < to) {
      int count = (int) Math.min(Math.min(to - cursor.nextRow(), cursor.pageForRow(to)), WINDOW);
      cursor.open();
      try {
        if (maxDefinition == 0) {
          appender.appendPresent(count);
        } else {
          append(count);
        }
      } catch (TimestampRangeException e) {
        throw e.at(cursor.nextRow() + e.index());
      }
      cursor.take(count);
      cursor.passRows(count);
    }
  }

  private void append(int count) throws IOException {
    int equal = keepsLevels ? -1 : sections.takeEqualDefinition(count);
    if (equal == maxDefinition) {
      appender.appendPresent(count);
      return;
    }
    int at = keepsLevels ? kept.entries() : 0;
    int[] levels = levels(count);
    if (equal < 0) {
      sections.readDefinition(levels, at, count);
    } else {
      Arrays.fill(levels, 0, count, equal);
    }
    if (keepsLevels) {
      kept.advance(count);
    }
    appender.append(levels, at, count);
  }

  /** Where definition levels go: from index 0 on, unless they are kept behind those before. */
  private int[] levels(int count) {
    if (!keepsLevels) {
      return scratch.levels();
    }
    kept.ensure(count);
    return kept.definition();
  }

  private void skip(long to) throws IOException {
    while (cursor.nextRow() < to) {
      if (cursor.pageLeft() == 0 && !cursor.nextPage()) {
        throw cursor.tooFewRows(to);
      }
      // Negative if the page begins behind the row that is asked for.
      long rowsToPass = Math.max(0, to - cursor.nextRow());
      int count = cursor.pageLeft();
      if (rowsToPass < count) {
        // A page that is passed as a whole need not be decoded.
        count = (int) Math.min(rowsToPass, WINDOW);
        appender.skip(count);
      }
      cursor.take(count);
      cursor.passRows(count);
    }
    cursor.requireRow(to);
  }
}
