// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.column.ColumnChunkPages.Absence;
import io.arrowparquet.parquet.internal.page.Page;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Decodes a column's values into the buffers of one vector, all but its validity.
 *
 * <p>Order of calls: {@link #startBatch}, then pages and appends, then {@link #finish}; a page may
 * go on in the next batch. Owns its memory until {@link #finish} gives it away; close it in any
 * case.
 */
interface ColumnDecoder extends AutoCloseable {

  default void startChunk() {}

  void startBatch(int expectedSlots);

  /**
   * Decodes from this page on.
   *
   * @param dictionary of the column chunk; null if it has none
   */
  void startPage(Page page, long valuesStart, Page dictionary);

  /**
   * Appends slots.
   *
   * @param levels a definition level per slot, from index 0; any array if all are present
   * @param slots how many, at most {@link Scratch#WINDOW}
   * @param present how many of them have a value: those of level {@code maxLevel}
   */
  void append(int[] levels, int slots, int present, int maxLevel);

  /**
   * Appends slots with some of the next values, and passes over the others.
   *
   * @param positions of these values, ascending, counted from the next value on
   * @param levels a definition level per slot, from index 0; any array if all are present
   * @param present how many of them have a value, at least one: so many positions there are
   */
  void select(int[] positions, int total, int[] levels, int slots, int present, int maxLevel);

  /**
   * Passes over values of the page.
   *
   * @param count how many, at most {@link Scratch#WINDOW}
   */
  void skip(int count);

  /** Adds the buffers to the list, whose owner owns them from then on. */
  void finish(List<ArrowBuf> buffers);

  default void finishAbsent(
      Absence absence, int slots, List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    throw new IllegalStateException("only columns of binaries are left unread");
  }

  @Override
  void close();
}
