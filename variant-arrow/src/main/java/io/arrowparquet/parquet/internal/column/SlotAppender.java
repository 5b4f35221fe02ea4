// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import java.io.IOException;

/** Appends the slots of a leaf's entries to its vector: validity, and values of the page. */
final class SlotAppender {
  private final int maxDefinition;
  private final int slotLevel;
  private final PageCursor cursor;
  private final LevelSections sections;
  private final ColumnDecoder decoder;
  private final Validity validity;
  private final Scratch scratch;

  SlotAppender(
      ArrowSchemaNode leaf,
      PageCursor cursor,
      LevelSections sections,
      ColumnDecoder decoder,
      Validity validity,
      Scratch scratch) {
    this.maxDefinition = leaf.definitionLevel();
    this.slotLevel = leaf.slotLevel();
    this.cursor = cursor;
    this.sections = sections;
    this.decoder = decoder;
    this.validity = validity;
    this.scratch = scratch;
  }

  /**
   * Appends entries with the definition levels that are given.
   *
   * @throws TimestampRangeException with the number of the entry, from 0 on
   */
  void append(int[] definitions, int from, int count) throws IOException {
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
    try {
      appendSlots(levels, slots, present);
    } catch (TimestampRangeException e) {
      throw e.at(entryOfValue(definitions, e.index(), from) - from);
    }
  }

  /**
   * Appends slots, all of which are entries.
   *
   * @param levels a definition level per slot, from index 0; any array if all have a value
   * @throws TimestampRangeException with the number of the value, from 0 on
   */
  void appendSlots(int[] levels, int slots, int present) throws IOException {
    validity.append(levels, 0, slots, present, maxDefinition);
    if (present > 0) {
      cursor.startValues();
    }
    decoder.append(levels, slots, present, maxDefinition);
  }

  /**
   * Appends some of a window's entries, and passes over the values of the others.
   *
   * @param definitions levels of the entries to append
   * @param from index of the first level
   * @param count how many entries are appended; each is a slot
   * @param positions of their values among those of the window; as many as there are
   * @param total values of the window
   * @throws TimestampRangeException as {@link #append}
   */
  void select(int[] definitions, int from, int count, int[] positions, int total)
      throws IOException {
    int[] levels = definitions;
    int present = LevelCounts.atLeast(maxDefinition, definitions, from, from + count);
    if (from > 0 && present < count) {
      System.arraycopy(definitions, from, scratch.slots(), 0, count);
      levels = scratch.slots();
    }
    try {
      selectSlots(levels, count, present, positions, total);
    } catch (TimestampRangeException e) {
      throw e.at(entryOfValue(definitions, e.index(), from) - from);
    }
  }

  /** As {@link #select}, of entries that all have a value. */
  void selectPresent(int count, int[] positions, int total) throws IOException {
    selectSlots(scratch.levels(), count, count, positions, total);
  }

  private void selectSlots(int[] levels, int slots, int present, int[] positions, int total)
      throws IOException {
    validity.append(levels, 0, slots, present, maxDefinition);
    if (total > 0) {
      cursor.startValues();
    }
    if (present > 0) {
      decoder.select(positions, total, levels, slots, present, maxDefinition);
      return;
    }
    if (total > 0) {
      decoder.skip(total);
    }
    decoder.append(levels, slots, 0, maxDefinition);
  }

  private int entryOfValue(int[] definitions, long value, int from) {
    int entry = from - 1;
    for (long left = value; left >= 0; left--) {
      do {
        entry++;
      } while (definitions[entry] != maxDefinition);
    }
    return entry;
  }

  /** Passes over entries of the page, whose levels were not decoded, and over their values. */
  void skip(int count) throws IOException {
    cursor.open();
    int equal = maxDefinition == 0 ? 0 : sections.takeEqualDefinition(count);
    int present = equal == maxDefinition ? count : 0;
    if (equal < 0) {
      int[] levels = scratch.levels();
      sections.readDefinition(levels, 0, count);
      present = LevelCounts.atLeast(maxDefinition, levels, 0, count);
    }
    if (present > 0) {
      cursor.startValues();
      decoder.skip(present);
    }
  }
}
