// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.column.ColumnDecoders.NullColumnDecoder;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Reads one column, a batch of rows at a time, from page to page of one column chunk after another.
 *
 * <p>{@link LeafRows} finds the entries of rows, a window at a time; {@link SlotAppender} passes
 * their slots to the {@link ColumnDecoder}. The levels of a batch are kept where vectors above need
 * them. What is wrong in the bytes comes out with its place: {@link CorruptPageException}, or
 * {@code CorruptFooterException} for a page header. Owns the memory of the batch until {@link
 * #finish}; close it in any case.
 */
final class LeafReader implements VectorAssembler {
  /** Most entries decoded at a time. */
  static final int WINDOW = 4096;

  /** Most entries of a repeated column that room is made for before there is one. */
  private static final int MOST_GUESSED = 1 << 20;

  private final int maxRepetition;
  private final ColumnDecoder decoder;
  private final Validity validity;
  private final BatchLevels levels = new BatchLevels();
  private final PageCursor cursor;
  private final LeafRows leafRows;

  /** Of the column chunk, as the footer says. */
  private double entriesPerRow;

  /** Rows of the batch. */
  private int rows;

  /**
   * A reader of a leaf.
   *
   * @param decoder owned by this reader
   * @param scratch shared with other columns
   */
  LeafReader(
      ArrowSchemaNode leaf, ColumnDecoder decoder, Scratch scratch, BufferAllocator allocator) {
    this.maxRepetition = leaf.repetitionLevel();
    this.decoder = decoder;
    this.validity = new Validity(allocator, leaf.field().isNullable());
    int maxDefinition = leaf.definitionLevel();
    LevelSections sections = new LevelSections(maxRepetition, maxDefinition);
    this.cursor = new PageCursor(sections, decoder);
    SlotAppender appender = new SlotAppender(leaf, cursor, sections, decoder, validity, scratch);
    this.leafRows =
        isNested()
            ? new NestedRows(maxDefinition, cursor, sections, appender, levels, scratch)
            : new FlatRows(maxDefinition, cursor, sections, appender, levels, scratch);
  }

  /** Keeps the levels of every batch from now on. */
  void keepLevels() {
    leafRows.keepLevels();
  }

  /**
   * Goes on with another column chunk; {@link #keepLevels} is to be asked for again.
   *
   * @param rowsOfGroup rows of its row group, as the footer says
   */
  void startChunk(ColumnChunkPages newChunk, long rowsOfGroup) {
    entriesPerRow = (double) newChunk.numValues() / Math.max(1, rowsOfGroup);
    cursor.startChunk(newChunk);
    leafRows.startChunk();
  }

  /** Starts a batch in which so many rows are likely. */
  void startBatch(int expectedRows) {
    double entries = isNested() ? expectedRows * entriesPerRow : expectedRows;
    int expected = (int) Math.min(Math.max(MOST_GUESSED, expectedRows), entries);
    levels.clear(expected);
    rows = 0;
    validity.clear();
    if (!isAbsent()) {
      decoder.startBatch(expected);
    }
  }

  /**
   * Adds rows of the row group to the batch; fewer in the column chunk is an error.
   *
   * @param ranges of rows, none of them before those that were read already
   * @throws IOException if reading pages fails
   */
  void readRows(RowRanges ranges) throws IOException {
    rows += (int) ranges.rows();
    if (isAbsent()) {
      return;
    }
    try {
      leafRows.read(ranges);
    } catch (RuntimeException e) {
      throw cursor.placed(e);
    }
  }

  @Override
  public LeafReader levels() {
    return this;
  }

  @Override
  public void addLeaves(List<LeafReader> leaves) {
    leaves.add(this);
  }

  @Override
  public void requestLevels() {}

  /** Whether the column chunk is not read, being known. */
  @Override
  public boolean isAbsent() {
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
    long left = cursor.entriesLeft() + leafRows.entriesAhead();
    if (left != 0) {
      throw cursor.placed(
          new CorruptPageException(
              "values of the column chunk", left + " after the last row of its row group", "none"));
    }
  }

  /** Definition levels of the batch's entries, if this reader keeps them; at least so many. */
  int[] definition() {
    return levels.definition();
  }

  /** Repetition levels of the batch's entries; empty if the column is not repeated. */
  int[] repetition() {
    return levels.repetition();
  }

  /** Entries of the batch, if this reader keeps levels. */
  int entries() {
    return levels.entries();
  }

  /** Rows of the batch. */
  int rows() {
    return rows;
  }

  /** Repeated elements around a value. */
  int maxRepetition() {
    return maxRepetition;
  }

  /** Whether the column is repeated. */
  boolean isNested() {
    return maxRepetition > 0;
  }

  @Override
  public int finish(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
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
  public void finishAbsent(int slots, List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    decoder.finishAbsent(cursor.chunk().absence(), slots, nodes, buffers);
  }

  @Override
  public void close() {
    decoder.close();
    validity.close();
  }
}
