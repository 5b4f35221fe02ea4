// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BatchWriter;
import io.arrowparquet.bundle.internal.BlockWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a schema's summaries while a segment is written: they are tables of row groups and
 * chunks like those that they sum up, without places. For one thread.
 */
final class SummaryTables {
  private final BatchWriter batches;
  private final BlockWriter facts = new BlockWriter(ChunkFacts.SHAPE);
  private final SchemaLeaves leaves;
  private final int rows;
  private final int columnsPerBlock;
  private final List<BlockWriter.Block> rowGroups = new ArrayList<>();
  private final List<BlockWriter.Block> chunks = new ArrayList<>();
  private int columns;

  /**
   * Tables without chunks.
   *
   * @param summaries at least one
   */
  SummaryTables(BlockSummaries summaries, SchemaLeaves leaves, BatchWriter batches) {
    this.batches = batches;
    this.leaves = leaves;
    this.rows = summaries.rows();
    this.columnsPerBlock = BundleFormat.columnsPerBlock(rows, leaves.count());
    BlockWriter groups = new BlockWriter(RowGroupRest.SHAPE);
    summaries.writeRowGroups(groups, () -> endRow(groups, rowGroups));
    finish(groups, rowGroups);
  }

  private void endRow(BlockWriter of, List<BlockWriter.Block> to) {
    if (of.rows() == BundleFormat.ROWS_PER_BLOCK) {
      finish(of, to);
    }
  }

  private void finish(BlockWriter of, List<BlockWriter.Block> to) {
    if (of.rows() > 0) {
      to.add(of.finish(batches));
    }
  }

  /** Adds the next column's summaries, of all blocks. */
  void add(List<ChunkSummary> ofColumn) {
    for (ChunkSummary summary : ofColumn) {
      summary.writeTo(facts);
      if (columnsPerBlock == 1) {
        endRow(facts, chunks);
      }
    }
    columns++;
    if (columns % columnsPerBlock == 0 || columns == leaves.count()) {
      finish(facts, chunks);
    }
  }

  int rows() {
    return rows;
  }

  int columnsPerBlock() {
    return columnsPerBlock;
  }

  List<BlockWriter.Block> rowGroups() {
    return rowGroups;
  }

  /** The blocks of facts, column by column. */
  List<BlockWriter.Block> chunks() {
    return chunks;
  }
}
