// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.RowRanges;
import java.io.IOException;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;

/** Rows of a repeated column: the entries from a repetition level of 0 to before the next. */
final class NestedRows extends LeafReader {
  private static final int WINDOW = Scratch.WINDOW;

  /** Repetition levels decoded, but of the next batch perhaps; null before the first. */
  private byte[] ahead;

  private int aheadStart;
  private int aheadEnd;

  NestedRows(
      ArrowSchemaNode leaf, ColumnDecoder decoder, Scratch scratch, BufferAllocator allocator) {
    super(leaf, decoder, scratch, allocator);
  }

  @Override
  void startChunk(ColumnChunkPages newChunk, long rowsOfGroup) {
    super.startChunk(newChunk, rowsOfGroup);
    aheadStart = 0;
    aheadEnd = 0;
  }

  @Override
  int entriesAhead() {
    return aheadEnd - aheadStart;
  }

  @Override
  void read(RowRanges ranges) throws IOException {
    for (int range = 0; range < ranges.count(); range++) {
      skipTo(ranges.start(range));
      readTo(ranges.end(range));
    }
  }

  private void readTo(long to) throws IOException {
    long row = cursor.nextRow();
    boolean complete = row == to;
    while (!complete && (aheadStart < aheadEnd || fillAhead())) {
      long rowsLeft = to - row;
      int begun = 0;
      int end = aheadStart;
      int step = (int) Math.min(rowsLeft, aheadEnd - end);
      while (step > 0) {
        // None of them begins a row that is not asked for.
        begun += rows(end, end + step);
        end += step;
        step = (int) Math.min(rowsLeft - begun, aheadEnd - end);
      }
      while (end < aheadEnd && !complete) {
        complete = ahead[end] == 0;
        end += complete ? 0 : 1;
      }
      if (begun > 0) {
        cursor.requireRow(row);
        cursor.passRows(begun);
        row += begun;
      }
      appendAhead(end - aheadStart);
    }
    if (row < to) {
      throw cursor.tooFewRows(to);
    }
  }

  private void appendAhead(int count) throws IOException {
    if (count == 0) {
      return;
    }
    int equal = maxDefinition == 0 ? 0 : sections.takeEqualDefinition(count);
    byte[] definition = scratch.levels();
    int at = 0;
    if (keepsLevels) {
      kept.putRepetition(ahead, aheadStart, count);
      at = kept.entries();
    }
    if (equal == maxDefinition) {
      // No level is looked at.
      if (keepsLevels) {
        kept.ensureEqual(equal, count);
      }
    } else {
      if (keepsLevels) {
        kept.ensure(count);
        definition = kept.definition();
      }
      if (equal < 0) {
        sections.readDefinition(definition, at, count);
      } else {
        Arrays.fill(definition, at, at + count, (byte) equal);
      }
    }
    try {
      append(definition, at, count, equal);
    } catch (TimestampRangeException e) {
      throw e.at(rowOf(aheadStart + (int) e.index(), aheadStart + count));
    }
    aheadStart += count;
    if (keepsLevels) {
      kept.advance(count);
    }
  }

  private long rowOf(int entry, int to) {
    return cursor.nextRow() - 1 - rows(entry + 1, to);
  }

  /** How many rows begin in a range of entries. */
  private int rows(int from, int to) {
    return to - from - PresentBits.atLeast(1, ahead, from, to);
  }

  private void skipTo(long to) throws IOException {
    boolean reached = cursor.nextRow() == to;
    while (!reached) {
      if (aheadStart == aheadEnd && !fillAhead()) {
        throw cursor.tooFewRows(to);
      }
      int taken = 0;
      for (int i = aheadStart; i < aheadEnd && !reached; i++) {
        reached = ahead[i] == 0 && cursor.nextRow() >= to;
        if (!reached) {
          cursor.passRows(ahead[i] == 0 ? 1 : 0);
          taken++;
        }
      }
      if (taken > 0) {
        skip(taken);
        aheadStart += taken;
      }
    }
    cursor.requireRow(to);
  }

  private boolean fillAhead() throws IOException {
    boolean pageStarts = cursor.pageLeft() == 0;
    if (pageStarts && !cursor.nextPage()) {
      return false;
    }
    if (ahead == null) {
      ahead = new byte[WINDOW + Long.BYTES];
    }
    cursor.open();
    aheadStart = 0;
    aheadEnd = Math.min(cursor.pageLeft(), WINDOW);
    sections.readRepetition(ahead, 0, aheadEnd);
    if (pageStarts) {
      cursor.requireRowStart(ahead[0]);
    }
    cursor.take(aheadEnd);
    return true;
  }
}
