// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.column.ColumnDecoders.NullColumnDecoder;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Reads one column, a batch of rows at a time, from page to page and chunk to chunk: {@link
 * FlatRows} and {@link NestedRows} find the entries of rows, here their slots are appended. Levels
 * are kept where vectors above need them. Owns the memory of the batch until {@link #finish}; close
 * it in any case.
 */
abstract sealed class LeafReader implements VectorAssembler permits FlatRows, NestedRows {
  /** Most entries of a repeated column that room is made for before there is one. */
  private static final int MOST_GUESSED = 1 << 20;

  final int maxDefinition;
  final PageCursor cursor;
  final LevelSections sections;

  /** Of the batch, if they are kept. */
  final BatchLevels kept;

  final Scratch scratch;
  boolean keepsLevels;

  private final int maxRepetition;
  private final int slotLevel;
  private final ColumnDecoder decoder;
  private final Validity validity;

  private double entriesPerRow;
  private int rows;

  LeafReader(
      ArrowSchemaNode leaf, ColumnDecoder decoder, Scratch scratch, BufferAllocator allocator) {
    this.maxRepetition = leaf.repetitionLevel();
    this.maxDefinition = leaf.definitionLevel();
    this.kept = new BatchLevels(maxRepetition);
    this.slotLevel = leaf.slotLevel();
    this.decoder = decoder;
    this.scratch = scratch;
    this.validity = new Validity(allocator, leaf.field().isNullable());
    this.sections = new LevelSections(maxRepetition, maxDefinition);
    this.cursor = new PageCursor(sections, decoder);
  }

  /** Owns the decoder. */
  static LeafReader of(
      ArrowSchemaNode leaf, ColumnDecoder decoder, Scratch scratch, BufferAllocator allocator) {
    return leaf.repetitionLevel() > 0
        ? new NestedRows(leaf, decoder, scratch, allocator)
        : new FlatRows(leaf, decoder, scratch, allocator);
  }

  final void keepLevels() {
    keepsLevels = true;
  }

  void startChunk(ColumnChunkPages newChunk, long rowsOfGroup) {
    entriesPerRow = (double) newChunk.numValues() / Math.max(1, rowsOfGroup);
    cursor.startChunk(newChunk);
    keepsLevels = false;
  }

  final void startBatch(int newRows) {
    double entries = isNested() ? newRows * entriesPerRow : newRows;
    int expected = (int) Math.min(Math.max(MOST_GUESSED, newRows), entries);
    kept.clear(expected);
    rows = newRows;
    validity.clear();
    if (!isAbsent()) {
      decoder.startBatch(expected);
    }
  }

  /**
   * Appends rows, none of them before those read already; fewer in the column chunk is an error.
   */
  abstract void read(RowRanges ranges) throws IOException;

  /** Entries taken from the page, but of no row that was read or passed over. */
  abstract int entriesAhead();

  /**
   * Appends entries, all of one definition level if {@code equal} is not negative. A {@link
   * TimestampRangeException} has the number of the entry, from 0 on.
   */
  final void append(byte[] definitions, int from, int count, int equal) throws IOException {
    long[] bits = scratch.present();
    if (equal == maxDefinition) {
      appendSlots(bits, count, count);
      return;
    }
    int slots = PresentBits.of(definitions, from, count, slotLevel, maxDefinition, bits);
    try {
      appendSlots(bits, slots, PresentBits.count(bits, slots));
    } catch (TimestampRangeException e) {
      throw e.at(entryOfValue(definitions, e.index(), from) - from);
    }
  }

  /**
   * Appends slots, all of which are entries; any bits if all have a value. A {@link
   * TimestampRangeException} has the number of the value, from 0 on.
   */
  final void appendSlots(long[] bits, int slots, int present) throws IOException {
    validity.append(bits, slots, present);
    if (present > 0) {
      cursor.startValues();
    }
    decoder.append(bits, slots, present);
  }

  /**
   * Appends {@code count} entries, each a slot, of a window of {@code total} values; {@code
   * positions} are those of the entries' values.
   */
  final void select(byte[] definitions, int from, int count, int[] positions, int total)
      throws IOException {
    long[] bits = scratch.present();
    PresentBits.of(definitions, from, count, 0, maxDefinition, bits);
    try {
      selectSlots(bits, count, PresentBits.count(bits, count), positions, total);
    } catch (TimestampRangeException e) {
      throw e.at(entryOfValue(definitions, e.index(), from) - from);
    }
  }

  final void selectPresent(int count, int[] positions, int total) throws IOException {
    selectSlots(scratch.present(), count, count, positions, total);
  }

  private void selectSlots(long[] bits, int slots, int present, int[] positions, int total)
      throws IOException {
    validity.append(bits, slots, present);
    if (total > 0) {
      cursor.startValues();
    }
    if (present > 0) {
      decoder.select(positions, total, bits, slots, present);
      return;
    }
    if (total > 0) {
      decoder.skip(total);
    }
    decoder.append(bits, slots, 0);
  }

  private int entryOfValue(byte[] definitions, long value, int from) {
    int entry = from - 1;
    for (long left = value; left >= 0; left--) {
      do {
        entry++;
      } while (Byte.toUnsignedInt(definitions[entry]) != maxDefinition);
    }
    return entry;
  }

  /** Passes over entries of the page, whose levels were not decoded, and over their values. */
  final void skip(int count) throws IOException {
    cursor.open(true);
    int equal = maxDefinition == 0 ? 0 : sections.takeEqualDefinition(count);
    int present = equal == maxDefinition ? count : 0;
    if (equal < 0) {
      byte[] levels = scratch.levels();
      sections.readDefinition(levels, 0, count);
      present = PresentBits.atLeast(maxDefinition, levels, 0, count);
    }
    if (present > 0) {
      cursor.startValues();
      decoder.skip(present);
    }
  }

  @Override
  public final LeafReader levels() {
    return this;
  }

  @Override
  public final void addLeaves(List<LeafReader> leaves) {
    leaves.add(this);
  }

  @Override
  public final void requestLevels() {}

  @Override
  public final boolean isAbsent() {
    return cursor.chunk().pages() == null;
  }

  /**
   * Proves that the column chunk holds no rows beyond those read, if those are all rows of the row
   * group: the last ones may have been passed over.
   */
  final void requireEnd(long rowsOfGroup) {
    if (cursor.nextRow() < rowsOfGroup) {
      return;
    }
    long left = cursor.entriesLeft() + entriesAhead();
    if (left != 0) {
      throw placed(
          new CorruptPageException(
              "values of the column chunk", left + " after the last row of its row group", "none"));
    }
  }

  /** What {@link #read} has thrown, with the place, but for the row of a time. */
  final RuntimeException placed(RuntimeException e) {
    return cursor.placed(e);
  }

  final int rows() {
    return rows;
  }

  final boolean isNested() {
    return maxRepetition > 0;
  }

  @Override
  public final int finish(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    int slots = validity.count();
    boolean isNull = decoder instanceof NullColumnDecoder;
    nodes.add(new ArrowFieldNode(slots, isNull ? slots : validity.nulls()));
    if (!isNull) {
      buffers.add(validity.take());
    }
    decoder.finish(buffers);
    return slots;
  }

  @Override
  public final void finishAbsent(int slots, List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    decoder.finishAbsent(cursor.chunk().absence(), slots, nodes, buffers);
  }

  @Override
  public final void close() {
    decoder.close();
    validity.close();
  }
}
