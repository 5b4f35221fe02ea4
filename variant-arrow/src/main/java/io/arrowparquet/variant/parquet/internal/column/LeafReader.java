// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.variant.CorruptPageException;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.internal.page.DataPage;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Reads one column, a batch of rows at a time, from page to page of one column chunk after another.
 *
 * <p>Levels are decoded by the window; runs of slots go to the {@link ValueSink}. The levels of a
 * batch are kept where vectors above need them. What is wrong in the bytes comes out with its
 * place: {@link CorruptPageException}, or {@link CorruptFooterException} for a page header. Owns
 * the memory of the batch until {@link #finish}; close it in any case.
 */
final class LeafReader implements AutoCloseable {
  /** Most entries decoded at a time. */
  static final int WINDOW = 4096;

  private static final int MAX_ENTRIES = Integer.MAX_VALUE - WINDOW - 16;

  private final int maxDefinition;
  private final int slotLevel;
  private final boolean nested;
  private final boolean keepsLevels;
  private final ValueSink sink;
  private final Validity validity;
  private final LevelSections sections;

  private ColumnChunkPages chunk;
  private long chunkLeft;
  private int pageLeft;

  /** The page whose values were not asked for yet; null if they were. */
  private DataPage pageToStart;

  private int[] definition = new int[WINDOW];
  private int[] repetition = new int[0];
  private int entries;

  /** Repetition levels decoded, but of the next batch perhaps. */
  private final int[] ahead;

  private int aheadStart;
  private int aheadEnd;

  /** Levels of the window's slots, where entries and slots differ in number or place. */
  private final int[] slotLevels;

  /**
   * A reader of a leaf.
   *
   * @param keepsLevels whether {@link #definition} is asked for; it is if the column is repeated
   * @param sink owned by this reader
   */
  LeafReader(ArrowSchemaNode leaf, boolean keepsLevels, ValueSink sink, BufferAllocator allocator) {
    this.maxDefinition = leaf.definitionLevel();
    this.slotLevel = leaf.slotLevel();
    this.nested = leaf.repetitionLevel() > 0;
    this.keepsLevels = keepsLevels || nested;
    this.sink = sink;
    this.validity = new Validity(allocator, leaf.field().isNullable());
    this.sections = new LevelSections(leaf.repetitionLevel(), maxDefinition);
    this.ahead = new int[nested ? WINDOW : 0];
    this.slotLevels = new int[this.keepsLevels ? WINDOW : 0];
  }

  /** Goes on with another column chunk. */
  void startChunk(ColumnChunkPages newChunk) {
    chunk = newChunk;
    chunkLeft = newChunk.numValues();
    pageLeft = 0;
    aheadStart = 0;
    aheadEnd = 0;
    sink.startChunk();
  }

  /** Reads the next rows of the column chunk; fewer in it is an error. */
  void readRows(int rows) {
    entries = 0;
    validity.clear();
    try {
      sink.startBatch(rows);
      if (nested) {
        readNested(rows);
      } else {
        readFlat(rows);
      }
    } catch (RuntimeException e) {
      throw placed(e);
    }
  }

  /** Proves that the column chunk holds no rows beyond those read. */
  void requireEnd() {
    long left = chunkLeft + pageLeft + (aheadEnd - aheadStart);
    if (left != 0) {
      throw placed(
          new CorruptPageException(
              "values of the column chunk", left + " after the last row of its row group", "none"));
    }
  }

  private RuntimeException placed(RuntimeException e) {
    ColumnPlace place = chunk.place();
    if (e instanceof CorruptFooterException header) {
      return header.in(
          place.source() + ": column " + place.column() + ", row group " + place.rowGroup());
    }
    if (e instanceof UnsupportedColumnException unsupported) {
      return unsupported.in(place.source());
    }
    if (e instanceof OutOfMemoryException) {
      return e;
    }
    CorruptPageException corrupt =
        e instanceof CorruptPageException page
            ? page
            // Libraries' decoders speak in all sorts of exceptions about bytes they do not like.
            : new CorruptPageException(
                "values of a page", String.valueOf(e), "values in the encoding it declares", e);
    return corrupt.at(
        place.source(), place.column(), place.rowGroup(), chunk.pages().headerOffset());
  }

  private void readFlat(int rows) {
    int left = rows;
    while (left > 0) {
      if (pageLeft == 0 && !nextPage()) {
        throw tooFewRows(rows - left, rows);
      }
      int count = Math.min(Math.min(left, pageLeft), WINDOW);
      if (maxDefinition == 0) {
        append(definition, count, count);
      } else {
        int at = keepsLevels ? entries : 0;
        ensureDefinition(at + count);
        sections.readDefinition(definition, at, count);
        entries = at + count;
        appendEntries(at, count);
      }
      pageLeft -= count;
      left -= count;
    }
  }

  private void readNested(int rows) {
    int started = 0;
    while (true) {
      if (aheadStart == aheadEnd && !fillAhead()) {
        break;
      }
      int taken = 0;
      boolean complete = false;
      for (int i = aheadStart; i < aheadEnd; i++, taken++) {
        if (ahead[i] == 0 && ++started > rows) {
          complete = true;
          break;
        }
      }
      if (started == 0) {
        throw new CorruptPageException(
            "first repetition level of a row", Integer.toString(ahead[aheadStart]), "0");
      }
      takeEntries(taken);
      if (complete) {
        return;
      }
    }
    if (started < rows) {
      throw tooFewRows(started, rows);
    }
  }

  private boolean fillAhead() {
    if (pageLeft == 0 && !nextPage()) {
      return false;
    }
    aheadStart = 0;
    aheadEnd = Math.min(pageLeft, WINDOW);
    sections.readRepetition(ahead, 0, aheadEnd);
    pageLeft -= aheadEnd;
    return true;
  }

  private void takeEntries(int count) {
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
    appendEntries(entries, count);
    entries += count;
  }

  private void ensureDefinition(int length) {
    if (length > definition.length) {
      definition =
          Arrays.copyOf(
              definition, (int) Math.min(MAX_ENTRIES, Math.max(length, 2L * definition.length)));
    }
  }

  /** Appends the slots of entries whose definition levels are there. */
  private void appendEntries(int from, int count) {
    int[] levels = definition;
    int start = from;
    int slots = count;
    if (slotLevel > 0) {
      slots = 0;
      for (int i = from; i < from + count; i++) {
        slotLevels[slots] = definition[i];
        slots += definition[i] >= slotLevel ? 1 : 0;
      }
      levels = slotLevels;
      start = 0;
    }
    int present = 0;
    for (int i = start; i < start + slots; i++) {
      present += levels[i] == maxDefinition ? 1 : 0;
    }
    if (start > 0 && present < slots) {
      // Sinks count from index 0; only slots with nulls among them need their levels.
      System.arraycopy(levels, start, slotLevels, 0, slots);
      levels = slotLevels;
    }
    append(levels, slots, present);
  }

  private void append(int[] levels, int slots, int present) {
    validity.append(levels, 0, slots, present, maxDefinition);
    if (present > 0 && pageToStart != null) {
      // Not before a value is asked for: a page of nothing but nulls may have no values' section.
      sink.startPage(pageToStart, sections.valuesStart(), chunk.pages().dictionary());
      pageToStart = null;
    }
    sink.append(levels, slots, present, maxDefinition);
  }

  /** Moves to the next page that has values; false at the end of the column chunk. */
  private boolean nextPage() {
    while (chunkLeft > 0) {
      DataPage page = chunk.pages().next();
      if (page == null) {
        throw new CorruptPageException(
            "values of the column chunk",
            (chunk.numValues() - chunkLeft) + " in all its pages",
            chunk.numValues() + ", as the footer says");
      }
      if (page.numValues() > chunkLeft) {
        throw new CorruptPageException(
            "num_values",
            Integer.toString(page.numValues()),
            "at most " + chunkLeft + ", what the footer leaves for this page");
      }
      if (page.numValues() > 0) {
        chunkLeft -= page.numValues();
        pageLeft = page.numValues();
        sections.wrap(page);
        pageToStart = page;
        return true;
      }
    }
    return false;
  }

  private static CorruptPageException tooFewRows(int found, int expected) {
    return new CorruptPageException(
        "rows of the column chunk", found + " more", expected + ", as the footer says");
  }

  /** Definition levels of the batch's entries; more than there are entries. */
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

  /** Slots of the batch. */
  int slots() {
    return validity.count();
  }

  /** Whether the column is repeated. */
  boolean isNested() {
    return nested;
  }

  /** Adds the batch's vector to the lists, whose owner owns the buffers from then on. */
  void finish(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    boolean isNull = sink instanceof NullSink;
    nodes.add(new ArrowFieldNode(validity.count(), isNull ? validity.count() : validity.nulls()));
    if (!isNull) {
      buffers.add(validity.take());
    }
    sink.finish(buffers);
  }

  @Override
  public void close() {
    sink.close();
    validity.close();
  }
}
