// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import io.arrowparquet.parquet.internal.encoding.FixedValues;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.RowRanges;
import java.io.IOException;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;

/** Rows of a column that is not repeated: each has one entry. */
final class FlatRows extends LeafReader {
  private static final int WINDOW = Scratch.WINDOW;
  private static final int SELECTED = FixedValues.WINDOW;

  FlatRows(
      ArrowSchemaNode leaf, ColumnDecoder decoder, Scratch scratch, BufferAllocator allocator) {
    super(leaf, decoder, scratch, allocator);
  }

  @Override
  int entriesAhead() {
    return 0;
  }

  @Override
  void read(RowRanges ranges) throws IOException {
    long to = ranges.end(ranges.count() - 1);
    if (ranges.count() == 1) {
      skipTo(ranges.start(0));
      while (cursor.nextRow() < to) {
        readWindow((int) Math.min(Math.min(to - cursor.nextRow(), cursor.pageForRow(to)), WINDOW));
      }
      return;
    }
    for (int range = 0; range < ranges.count(); ) {
      long next = Math.max(cursor.nextRow(), ranges.start(range));
      if (next - cursor.nextRow() >= Math.min(cursor.pageLeft(), SELECTED)) {
        skipTo(next);
      }
      int window = (int) Math.min(Math.min(to - cursor.nextRow(), cursor.pageForRow(to)), SELECTED);
      range = select(ranges, range, window);
    }
  }

  private void readWindow(int count) throws IOException {
    cursor.open();
    int equal = maxDefinition == 0 ? 0 : sections.takeEqualDefinition(count);
    try {
      if (equal == maxDefinition) {
        if (keepsLevels) {
          kept.ensureEqual(equal, count);
          kept.advance(count);
        }
        appendSlots(scratch.present(), count, count);
      } else if (equal < 0 && !keepsLevels && sections.arePresentBits()) {
        appendPresent(count);
      } else {
        appendWindow(equal, count);
      }
    } catch (TimestampRangeException e) {
      throw e.at(cursor.nextRow() + e.index());
    }
    cursor.takeRows(count);
  }

  private void appendPresent(int count) throws IOException {
    long[] bits = scratch.present();
    int present = sections.readPresentBits(bits, count);
    try {
      appendSlots(bits, count, present);
    } catch (TimestampRangeException e) {
      throw e.at(PresentBits.slot(bits, e.index()));
    }
  }

  /** {@code equal}: the definition level of all entries; negative if they may differ. */
  private void appendWindow(int equal, int count) throws IOException {
    int at = keepsLevels ? kept.entries() : 0;
    byte[] levels = levelsFor(count, scratch.levels());
    if (equal < 0) {
      sections.readDefinition(levels, at, count);
    } else {
      Arrays.fill(levels, at, at + count, (byte) equal);
    }
    if (keepsLevels) {
      kept.advance(count);
    }
    append(levels, at, count, equal);
  }

  /** From the first range that has rows in the window to the first after it, which is returned. */
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
      selectWindow(positions, count, window);
    } catch (TimestampRangeException e) {
      throw e.at(row(ranges, from, first, e.index()));
    }
    cursor.takeRows(window);
    return range;
  }

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

  private void selectWindow(int[] positions, int count, int window) throws IOException {
    int equal = maxDefinition == 0 ? 0 : sections.takeEqualDefinition(window);
    if (equal == maxDefinition && !keepsLevels) {
      selectPresent(count, positions, window);
      return;
    }
    int at = keepsLevels ? kept.entries() : 0;
    int values = equal == maxDefinition ? window : 0;
    byte[] levels;
    if (equal >= 0) {
      levels = levelsFor(count, scratch.slots());
      Arrays.fill(levels, at, at + count, (byte) equal);
    } else {
      byte[] all = scratch.levels();
      sections.readDefinition(all, 0, window);
      levels = levelsFor(count, scratch.slots());
      for (int i = 0; i < count; i++) {
        levels[at + i] = all[positions[i]];
      }
      values = toValuePositions(all, window, positions, count);
    }
    if (keepsLevels) {
      kept.advance(count);
    }
    select(levels, at, count, positions, values);
  }

  /** Replaces positions among entries by those of their values, leaving out entries without one. */
  private int toValuePositions(byte[] levels, int window, int[] positions, int count) {
    int values = 0;
    int entry = 0;
    int found = 0;
    for (int i = 0; i < count; i++) {
      int position = positions[i];
      values += PresentBits.atLeast(maxDefinition, levels, entry, position);
      entry = position;
      positions[found] = values;
      found += Byte.toUnsignedInt(levels[position]) == maxDefinition ? 1 : 0;
    }
    return values + PresentBits.atLeast(maxDefinition, levels, entry, window);
  }

  /** Where definition levels go: after those before if they are kept, else from index 0 on. */
  private byte[] levelsFor(int count, byte[] ofWindow) {
    if (!keepsLevels) {
      return ofWindow;
    }
    kept.ensure(count);
    return kept.definition();
  }

  private void skipTo(long to) throws IOException {
    while (cursor.nextRow() < to) {
      if (cursor.pageLeft() == 0 && !cursor.nextPage()) {
        throw cursor.tooFewRows(to);
      }
      // Negative if the page begins after the row that is asked for.
      long rowsToPass = Math.max(0, to - cursor.nextRow());
      int count = cursor.pageLeft();
      if (rowsToPass < count) {
        // A page that is passed as a whole need not be decoded.
        count = (int) Math.min(rowsToPass, WINDOW);
        skip(count);
      }
      cursor.takeRows(count);
    }
    cursor.requireRow(to);
  }
}
