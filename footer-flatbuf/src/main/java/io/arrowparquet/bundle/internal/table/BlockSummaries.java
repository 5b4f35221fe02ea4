// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BatchWriter;
import io.arrowparquet.bundle.internal.BlockWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the row groups of each block of a schema's tables are put together into a few: one for each
 * head that files in the block have, as the head says what bounds and counts mean. Complete before
 * other threads use it.
 */
final class BlockSummaries {
  /** A block whose files have more heads gets one row that says nothing. */
  private static final int MAX_HEADS = 16;

  private final List<Rows> blocks = new ArrayList<>();
  private int rows;

  /** By row the number of its summary in the block; a mixed summary is of several heads. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Rows(int[] summaries, long[] numRows, List<BundlePlace> heads, boolean isMixed) {}

  void addBlock(BlockWriter rowGroups) {
    int[] summaries = new int[rowGroups.rows()];
    long[] numRows = new long[summaries.length];
    Map<BundlePlace, Integer> heads = new LinkedHashMap<>();
    for (int row = 0; row < summaries.length; row++) {
      BundlePlace head =
          new BundlePlace(
              rowGroups.number(RowGroupRest.HEAD_OFFSET).get(row),
              Math.toIntExact(rowGroups.number(RowGroupRest.HEAD_LENGTH).get(row)),
              (int) (long) rowGroups.number(RowGroupRest.HEAD_CRC).get(row));
      summaries[row] = heads.computeIfAbsent(head, added -> heads.size());
      numRows[row] = rowGroups.number(RowGroupRest.NUM_ROWS).get(row);
    }
    boolean isMixed = heads.size() > MAX_HEADS;
    BundlePlace first = heads.keySet().iterator().next();
    List<BundlePlace> kept = isMixed ? List.of(first) : List.copyOf(heads.keySet());
    blocks.add(new Rows(isMixed ? new int[summaries.length] : summaries, numRows, kept, isMixed));
    rows += kept.size();
  }

  /** Summaries of a column: none where there is but one block, which is read at once. */
  int rows() {
    return blocks.size() > 1 ? rows : 0;
  }

  List<ChunkSummary> summarize(int block, BlockWriter facts, SchemaLeaves.LeafLevels levels) {
    Rows of = blocks.get(block);
    List<ChunkSummary> summaries = new ArrayList<>();
    for (int i = 0; i < of.heads.size(); i++) {
      summaries.add(new ChunkSummary(levels));
    }
    for (int row = 0; row < of.summaries.length; row++) {
      summaries.get(of.summaries[row]).add(facts, row, of.numRows[row]);
    }
    if (of.isMixed) {
      summaries.get(0).forget();
    }
    return summaries;
  }

  /** The rows of the summaries as a table of row groups, each with the number of its block. */
  void writeRowGroups(BlockWriter to, Runnable afterRow) {
    for (int block = 0; block < blocks.size(); block++) {
      Rows of = blocks.get(block);
      long[] numRows = new long[of.heads.size()];
      for (int row = 0; row < of.summaries.length; row++) {
        int summary = of.summaries[row];
        numRows[summary] = sumOfRows(numRows[summary], of.numRows[row]);
      }
      for (int i = 0; i < numRows.length; i++) {
        RowGroupRest.add(to, block, i, of.heads.get(i), RowGroupRest.Group.ofRows(numRows[i]));
        afterRow.run();
      }
    }
  }

  /** Negative numbers of rows count as none; a sum that is too large is the largest. */
  private static long sumOfRows(long total, long more) {
    return more <= 0 ? total : total > Long.MAX_VALUE - more ? Long.MAX_VALUE : total + more;
  }

  /**
   * The tables of a schema's summaries while a segment is written: they are tables of row groups
   * and chunks like those that they sum up, without places. For one thread.
   */
  static final class Tables {
    private final BatchWriter batches;
    private final BlockWriter facts = new BlockWriter(ChunkFacts.SHAPE);
    private final SchemaLeaves leaves;
    final int rows;
    final int columnsPerBlock;
    final List<BlockWriter.Block> rowGroups = new ArrayList<>();
    final List<BlockWriter.Block> chunks = new ArrayList<>();
    private int columns;

    Tables(BlockSummaries summaries, SchemaLeaves leaves, BatchWriter batches) {
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
        int fields = of == facts ? ChunkFacts.SHAPE.size() : RowGroupRest.FACTS;
        to.add(of.finish(batches, fields).get(0));
      }
    }

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
  }
}
