// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.table.ChunkRows;
import io.arrowparquet.bundle.internal.table.SegmentSchema;
import java.io.IOException;
import java.util.List;

/**
 * A block of row groups and the chunks of some of their columns, decoded.
 *
 * @param number of the block in the tables of its schema
 * @param chunks by column
 */
record RowGroupBlock(int number, BlockRows groups, List<ChunkRows> chunks) {
  /** What a chunk takes in memory, about. */
  private static final long CHUNK_BYTES = 64;

  /** Blocks that are kept decoded take no more than this part of the heap. */
  private static final int HEAP_PART = 4;

  /** Bytes of the blocks that may be kept. */
  static long mostBytes() {
    return Runtime.getRuntime().maxMemory() / HEAP_PART;
  }

  /** Bytes that a block of so many row groups takes, about. */
  static long bytes(int rowGroups, int columns) {
    return CHUNK_BYTES * rowGroups * (columns + 1L);
  }

  /** As {@link #bytes(int, int)}, of this one. */
  long bytes() {
    return bytes(groups.rows(), chunks.size());
  }

  /** Where blocks come from. */
  interface Blocks {
    /**
     * A block.
     *
     * @param columns numbers of the leaves whose chunks are wanted, the same in each call for a
     *     schema
     */
    RowGroupBlock get(SegmentSchema schema, int[] columns, int number) throws IOException;
  }
}
