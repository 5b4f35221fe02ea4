// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.variant.CorruptPageException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Reads one column, a batch of rows at a time, from page to page of one column chunk after another.
 *
 * <p>Levels are decoded by the window; runs of slots go to the {@link ColumnDecoder}. The levels of
 * a batch are kept where vectors above need them. What is wrong in the bytes comes out with its
 * place: {@link CorruptPageException}, or {@code CorruptFooterException} for a page header. Owns
 * the memory of the batch until {@link #finish}; close it in any case.
 */
final class LeafReader implements AutoCloseable {
  /** Most entries decoded at a time. */
  static final int WINDOW = 4096;

  private static final int[] NONE = new int[0];

  private static final int MAX_ENTRIES = Integer.MAX_VALUE - WINDOW - 16;

  private final int maxDefinition;
  private final int slotLevel;
  private final int maxRepetition;
  private final boolean nested;
  private boolean keepsLevels;
  private final ColumnDecoder decoder;
  private final Validity validity;
  private final LevelSections sections;
  private final Scratch scratch;

  private final PageCursor cursor;

  /** Rows of the batch. */
  private int rows;

  /** Definition levels of the batch, if they are kept. */
  private int[] definition = NONE;

  private int[] repetition = NONE;
  private int entries;

  /** Repetition levels decoded, but of the next batch perhaps. */
  private int[] ahead = NONE;

  private int aheadStart;
  private int aheadEnd;

  /**
   * A reader of a leaf.
   *
   * @param decoder owned by this reader
   * @param scratch shared with other columns
   */
  LeafReader(
      ArrowSchemaNode leaf, ColumnDecoder decoder, Scratch scratch, BufferAllocator allocator) {
    this.maxDefinition = leaf.definitionLevel();
    this.slotLevel = leaf.slotLevel();
    this.maxRepetition = leaf.repetitionLevel();
    this.nested = maxRepetition > 0;
    this.decoder = decoder;
    this.scratch = scratch;
    this.validity = new Validity(allocator, leaf.field().isNullable());
    this.sections = new LevelSections(leaf.repetitionLevel(), maxDefinition);
    this.cursor = new PageCursor(sections, decoder);
    this.keepsLevels = nested;
  }

  /** Keeps the levels of every batch from now on, as readers of repeated columns do anyway. */
  void keepLevels() {
    keepsLevels = true;
  }

  /** Goes on with another column chunk; {@link #keepLevels} is to be asked for again. */
  void startChunk(ColumnChunkPages newChunk) {
    keepsLevels = nested;
    cursor.startChunk(newChunk);
    aheadStart = 0;
    aheadEnd = 0;
  }

  /** Starts a batch in which so many rows are likely. */
  void startBatch(int expectedRows) {
    entries = 0;
    rows = 0;
    validity.clear();
    if (!isAbsent()) {
      decoder.startBatch(expectedRows);
    }
  }

  /**
   * Adds rows of the row group to the batch; fewer in the column chunk is an error.
   *
   * @param from the first row, not before those that were read already
   * @throws IOException if reading pages fails
   */
  void readRows(long from, int count) throws IOException {
    rows += count;
    if (isAbsent()) {
      return;
    }
    try {
      if (nested) {
        skipNested(from);
        readNested(from + count);
      } else {
        skipFlat(from);
        readFlat(from + count);
      }
    } catch (RuntimeException e) {
      throw cursor.placed(e);
    }
  }

  /** Whether the column chunk is not read, being known. */
  boolean isAbsent() {
    return cursor.chunk().pages() == null;
  }

  /**
   * Proves that the column chunk holds no rows beyond those read, if those are all rows of the row
   * group: the last ones may have been passed over.
   */
  void requireEnd(long rows) {
    if (cursor.nextRow() < rows) {
      return;
    }
    long left = cursor.entriesLeft() + (aheadEnd - aheadStart);
    if (left != 0) {
      throw cursor.placed(
          new CorruptPageException(
              "values of the column chunk", left + " after the last row of its row group", "none"));
    }
  }

  private void readFlat(long to) throws IOException {
    while (cursor.nextRow() < to) {
      int count = (int) Math.min(Math.min(to - cursor.nextRow(), cursor.pageForRow(to)), WINDOW);
      cursor.open();
      if (maxDefinition == 0) {
        append(null, scratch.levels(), count, count, 0, count);
      } else {
        readFlatEntries(count);
      }
      cursor.take(count);
      cursor.passRows(count);
    }
  }

  private void readFlatEntries(int count) throws IOException {
    int equal = keepsLevels ? -1 : sections.takeEqualDefinition(count);
    if (equal == maxDefinition) {
      append(null, scratch.levels(), count, count, 0, count);
      return;
    }
    int at = keepsLevels ? entries : 0;
    int[] levels = levels(at + count);
    if (equal < 0) {
      sections.readDefinition(levels, at, count);
    } else {
      Arrays.fill(levels, 0, count, equal);
    }
    entries = at + count;
    appendEntries(levels, at, count);
  }

  private void skipFlat(long to) throws IOException {
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
        skipEntries(count);
      }
      cursor.take(count);
      cursor.passRows(count);
    }
    cursor.requireRow(to);
  }

  private void readNested(long to) throws IOException {
    long row = cursor.nextRow();
    boolean complete = row == to;
    while (!complete && (aheadStart < aheadEnd || fillAhead())) {
      long rowsLeft = to - row;
      int begun = 0;
      int end = aheadStart;
      if (rowsLeft >= aheadEnd - aheadStart) {
        // All entries are of rows that are asked for.
        end = aheadEnd;
        begun = LevelCounts.zeros(ahead, aheadStart, aheadEnd);
      }
      while (end < aheadEnd && !complete) {
        begun += ahead[end] == 0 ? 1 : 0;
        complete = begun > rowsLeft;
        end += complete ? 0 : 1;
      }
      begun -= complete ? 1 : 0;
      if (begun > 0) {
        cursor.requireRow(row);
        cursor.passRows(begun);
        row += begun;
      }
      takeEntries(end - aheadStart);
    }
    if (row < to) {
      throw cursor.tooFewRows(to);
    }
  }

  private void skipNested(long to) throws IOException {
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
        skipEntries(taken);
        aheadStart += taken;
      }
    }
    cursor.requireRow(to);
  }

  /** Passes over entries of the page, their values included. */
  private void skipEntries(int count) throws IOException {
    cursor.open();
    int equal = maxDefinition == 0 ? 0 : sections.takeEqualDefinition(count);
    int present = equal == maxDefinition ? count : 0;
    if (equal < 0) {
      int at = keepsLevels ? entries : 0;
      int[] levels = levels(at + count);
      sections.readDefinition(levels, at, count);
      present = LevelCounts.atLeast(maxDefinition, levels, at, at + count);
    }
    if (present > 0) {
      cursor.startValues();
      decoder.skip(present);
    }
  }

  private boolean fillAhead() throws IOException {
    boolean pageStarts = cursor.pageLeft() == 0;
    if (pageStarts && !cursor.nextPage()) {
      return false;
    }
    if (ahead.length == 0) {
      ahead = new int[WINDOW];
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

  private void takeEntries(int count) throws IOException {
    if (count == 0) {
      return;
    }
    if (entries > MAX_ENTRIES - count) {
      throw new CorruptPageException(
          "entries of a batch", entries + " and " + count, "at most " + MAX_ENTRIES);
    }
    ensureDefinition(entries + count);
    if (repetition.length < definition.length) {
      repetition = Arrays.copyOf(repetition, definition.length);
    }
    System.arraycopy(ahead, aheadStart, repetition, entries, count);
    aheadStart += count;
    if (maxDefinition > 0) {
      sections.readDefinition(definition, entries, count);
    }
    appendEntries(definition, entries, count);
    entries += count;
  }

  /** Where definition levels go: from index 0 on, unless they are kept behind those before. */
  private int[] levels(int length) {
    if (!keepsLevels) {
      return scratch.levels();
    }
    ensureDefinition(length);
    return definition;
  }

  private void ensureDefinition(int length) {
    if (length > definition.length) {
      long larger = Math.max(Math.max(length, WINDOW), 2L * definition.length);
      definition = Arrays.copyOf(definition, (int) Math.min(MAX_ENTRIES, larger));
    }
  }

  /** Appends the slots of entries whose definition levels are there. */
  private void appendEntries(int[] definitions, int from, int count) throws IOException {
    int[] levels = definitions;
    int start = from;
    int slots = count;
    if (slotLevel > 0) {
      int[] slotLevels = scratch.slots();
      slots = 0;
      for (int i = from; i < from + count; i++) {
        slotLevels[slots] = definitions[i];
        slots += (slotLevel - 1 - definitions[i]) >>> (Integer.SIZE - 1);
      }
      levels = slotLevels;
      start = 0;
    }
    int present = LevelCounts.atLeast(maxDefinition, levels, start, start + slots);
    if (start > 0 && present < slots) {
      // Decoders count from index 0; only slots with nulls among them need their levels.
      System.arraycopy(levels, start, scratch.slots(), 0, slots);
      levels = scratch.slots();
    }
    append(definitions, levels, slots, present, from, count);
  }

  /**
   * Appends slots, which are those of {@code count} entries.
   *
   * @param definitions levels of the entries; null if all have a value
   */
  private void append(int[] definitions, int[] levels, int slots, int present, int from, int count)
      throws IOException {
    validity.append(levels, 0, slots, present, maxDefinition);
    if (present > 0) {
      cursor.startValues();
    }
    try {
      decoder.append(levels, slots, present, maxDefinition);
    } catch (TimestampRangeException e) {
      throw e.at(rowOfValue(definitions, e.index(), from, from + count));
    }
  }

  /** Row of the row group of a value among those of some entries, all with values if null. */
  private long rowOfValue(int[] definitions, long value, int from, int to) {
    int entry = from - 1;
    for (long left = value; left >= 0; left--) {
      do {
        entry++;
      } while (definitions != null && definitions[entry] != maxDefinition);
    }
    if (!nested) {
      return cursor.nextRow() + entry - from;
    }
    // The rows of nested entries have been passed already.
    long row = cursor.nextRow() - 1;
    for (int i = entry + 1; i < to; i++) {
      row -= repetition[i] == 0 ? 1 : 0;
    }
    return row;
  }

  /** Definition levels of the batch's entries, if this reader keeps them; at least so many. */
  int[] definition() {
    return definition;
  }

  /** Repetition levels of the batch's entries; empty if the column is not repeated. */
  int[] repetition() {
    return repetition;
  }

  /** Entries of the batch, if this reader keeps levels. */
  int entries() {
    return entries;
  }

  /** Rows of the batch. */
  int rows() {
    return rows;
  }

  /** Slots of the batch. */
  int slots() {
    return validity.count();
  }

  /** Repeated elements around a value. */
  int maxRepetition() {
    return maxRepetition;
  }

  /** Whether the column is repeated. */
  boolean isNested() {
    return nested;
  }

  /** Adds the batch's vector to the lists, whose owner owns the buffers from then on. */
  void finish(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    boolean isNull = decoder instanceof NullColumnDecoder;
    nodes.add(new ArrowFieldNode(validity.count(), isNull ? validity.count() : validity.nulls()));
    if (!isNull) {
      buffers.add(validity.take());
    }
    decoder.finish(buffers);
  }

  /** As {@link #finish}, of a chunk that was not read. */
  void finishAbsent(int slots, List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    decoder.finishAbsent(cursor.chunk().absence(), slots, nodes, buffers);
  }

  @Override
  public void close() {
    decoder.close();
    validity.close();
  }
}
