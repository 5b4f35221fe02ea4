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
 * <p>First {@link #startBatch}, then pages and appends, then {@link #finish}, which gives the
 * memory away; a page may go on in the next batch. Close it in any case.
 */
interface ColumnDecoder extends AutoCloseable {

  default void startChunk() {}

  void startBatch(int expectedSlots);

  /** {@code dictionary} of the column chunk; null if it has none. */
  void startPage(Page page, long valuesStart, Page dictionary);

  /**
   * Appends slots, at most {@link Scratch#WINDOW}, of which {@code present} have a value: those of
   * {@code bits}, {@link PresentBits}; any array if all have one.
   */
  void append(long[] bits, int slots, int present);

  /**
   * As {@link #append}, with the values at {@code present} ascending positions, at least one, of
   * the next {@code total}; passes over the others.
   */
  void select(int[] positions, int total, long[] bits, int slots, int present);

  /** At most {@link Scratch#WINDOW} values. */
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
