// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import io.arrowparquet.parquet.internal.encoding.FixedValues;
import io.arrowparquet.parquet.internal.page.RowRanges;
import java.io.IOException;
import java.util.Arrays;

/** Rows of a column that is not repeated: each has one entry. */
final class FlatRows extends LeafRows {
  private static final int WINDOW = LeafReader.WINDOW;

  /** Entries of which some are selected at a time. */
  private static final int SELECTED = FixedValues.WINDOW;

  FlatRows(
      int maxDefinition,
      PageCursor cursor,
      LevelSections sections,
      SlotAppender appender,
      BatchLevels kept,
      Scratch scratch) {
    super(maxDefinition, cursor, sections, appender, kept, scratch);
  }

  @Override
  int entriesAhead() {
    return 0;
  }

  @Override
  void read(RowRanges ranges) throws IOException {
    long to = ranges.end(ranges.count() - 1);
    if (ranges.count() == 1) {
      skip(ranges.start(0));
      while (cursor.nextRow() < to) {
        readWindow((int) Math.min(Math.min(to - cursor.nextRow(), cursor.pageForRow(to)), WINDOW));
      }
      return;
    }
    for (int range = 0; range < ranges.count(); ) {
      long next = Math.max(cursor.nextRow(), ranges.start(range));
      if (next - cursor.nextRow() >= Math.min(cursor.pageLeft(), SELECTED)) {
        skip(next);
      }
      int window = (int) Math.min(Math.min(to - cursor.nextRow(), cursor.pageForRow(to)), SELECTED);
      range = select(ranges, range, window);
    }
  }

  private void readWindow(int count) throws IOException {
    cursor.open();
    try {
      append(count);
    } catch (TimestampRangeException e) {
      throw e.at(cursor.nextRow() + e.index());
    }
    cursor.take(count);
    cursor.passRows(count);
  }

  /**
   * Reads the rows of a window that are in ranges.
   *
   * @param from the first range that has rows in the window, or behind it
   * @return the first range that has rows behind the window
   */
  private int select(RowRanges ranges, int from, int window) throws IOException {
    int[] positions = scratch.positions();
    long first = cursor.nextRow();
    long end = first + window;
    int range = from;
    int count = 0;
    while (range < ranges.count() && ranges.start(range) < end) {
      int position = (int) (Math.max(ranges.start(range), first) - first);
      int to = (int) (Math.min(ranges.end(range), end) - first);
      while (position < to) {
        positions[count++] = position++;
      }
      if (ranges.end(range) > end) {
        break;
      }
      range++;
    }
    if (count == window) {
      readWindow(window);
      return range;
    }
    cursor.open();
    try {
      select(positions, count, window);
    } catch (TimestampRangeException e) {
      throw e.at(row(ranges, from, first, e.index()));
    }
    cursor.take(window);
    cursor.passRows(window);
    return range;
  }

  /** A row by its number among those of ranges, from one range and from one row on. */
  private static long row(RowRanges ranges, int from, long first, long number) {
    int range = from;
    long row = Math.max(ranges.start(range), first);
    for (long left = number; left > 0; left--) {
      row++;
      if (row == ranges.end(range)) {
        range++;
        row = ranges.start(range);
      }
    }
    return row;
  }

  private void select(int[] positions, int count, int window) throws IOException {
    int equal = maxDefinition == 0 ? 0 : sections.takeEqualDefinition(window);
    if (equal == maxDefinition && !keepsLevels) {
      appender.selectPresent(count, positions, window);
      return;
    }
    int at = keepsLevels ? kept.entries() : 0;
    int values = equal == maxDefinition ? window : 0;
    int[] levels;
    if (equal >= 0) {
      levels = levels(count, scratch.slots());
      Arrays.fill(levels, at, at + count, equal);
    } else {
      int[] all = scratch.levels();
      sections.readDefinition(all, 0, window);
      levels = levels(count, scratch.slots());
      for (int i = 0; i < count; i++) {
        levels[at + i] = all[positions[i]];
      }
      values = toValuePositions(all, window, positions, count);
    }
    if (keepsLevels) {
      kept.advance(count);
    }
    appender.select(levels, at, count, positions, values);
  }

  /**
   * Replaces positions among entries by those of their values, leaving out entries without one.
   *
   * @return how many values the window has
   */
  private int toValuePositions(int[] levels, int window, int[] positions, int count) {
    int values = 0;
    int entry = 0;
    int found = 0;
    for (int i = 0; i < count; i++) {
      int position = positions[i];
      values += LevelCounts.atLeast(maxDefinition, levels, entry, position);
      entry = position;
      positions[found] = values;
      found += levels[position] == maxDefinition ? 1 : 0;
    }
    return values + LevelCounts.atLeast(maxDefinition, levels, entry, window);
  }

  private void append(int count) throws IOException {
    int equal = maxDefinition == 0 ? 0 : keepsLevels ? -1 : sections.takeEqualDefinition(count);
    if (equal == maxDefinition) {
      appender.appendSlots(scratch.levels(), count, count);
      return;
    }
    int at = keepsLevels ? kept.entries() : 0;
    int[] levels = levels(count, scratch.levels());
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

  /** Where definition levels go: behind those before if they are kept, else from index 0 on. */
  private int[] levels(int count, int[] ofWindow) {
    if (!keepsLevels) {
      return ofWindow;
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
