// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.footer.internal.thrift.ChunkFields;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.storage.internal.PendingReads;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Makes the blocks of a schema's chunks on several threads, and gives them in the order of columns.
 * A few are made ahead, so that memory does not grow with the number of columns. For one thread.
 */
final class ChunkBlocks implements AutoCloseable {
  private static final long TASK_BYTES = 2 << 20;

  private final SchemaTables tables;
  private final ExecutorService workers;
  private final int ahead;
  private final int columnsPerBlock;
  private final int columnsPerTask;
  private final Deque<Future<List<Group>>> tasks = new ArrayDeque<>();
  private int nextColumn;

  /** Blocks of a group of columns; no summaries where there is one block. */
  record Group(
      List<BlockWriter.Block> facts, List<BlockWriter.Block> places, List<ChunkSummary> summaries) {
    Group() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  ChunkBlocks(SchemaTables tables, ExecutorService workers, int jobs) {
    this.tables = tables;
    this.workers = workers;
    this.ahead = 2 * jobs;
    this.columnsPerBlock = tables.columnsPerBlock();
    long perColumn = tables.chunkBytes() / Math.max(1, tables.leaves.count()) + 1;
    long groups = Math.max(1, TASK_BYTES / (perColumn * columnsPerBlock));
    this.columnsPerTask = (int) Math.min(groups * columnsPerBlock, Integer.MAX_VALUE / 2);
    this.nextColumn = tables.rows == 0 ? tables.leaves.count() : 0;
  }

  /** The blocks of the next columns; null if there are no more. */
  List<Group> next() throws IOException {
    while (nextColumn < tables.leaves.count() && tasks.size() < ahead) {
      int from = nextColumn;
      int to = Math.min(from + columnsPerTask, tables.leaves.count());
      nextColumn = to;
      tasks.add(workers.submit(() -> make(from, to)));
    }
    return tasks.isEmpty() ? null : PendingReads.await(tasks.remove(), "blocks of chunks");
  }

  private List<Group> make(int from, int to) throws IOException {
    byte[][] paths = new byte[to - from][];
    for (int column = from; column < to; column++) {
      paths[column - from] = tables.leaves.path(column);
    }
    List<Run> runs = new ArrayList<>();
    for (ChunkRun run : tables.runs) {
      runs.add(Run.of(run, from, to, paths));
    }
    List<Group> groups = new ArrayList<>();
    try (ChunkTransposer transposer = new ChunkTransposer()) {
      for (int column = from; column < to; column += columnsPerBlock) {
        int end = Math.min(column + columnsPerBlock, to);
        groups.add(group(transposer, runs, paths, from, column, end));
      }
    }
    return groups;
  }

  private record Run(ChunkRun.Columns columns, int rows, CompactReader in, ChunkFields fields) {
    static Run of(ChunkRun run, int from, int to, byte[][] paths) throws IOException {
      ChunkRun.Columns columns = run.read(from, to);
      int[] starts = columns.starts();
      CompactReader in = new CompactReader(columns.bytes(), starts[0], starts[starts.length - 1]);
      return new Run(columns, run.rows(), in, new ChunkFields(in, ChunkFields.Paths.of(in, paths)));
    }
  }

  private Group group(
      ChunkTransposer transposer, List<Run> runs, byte[][] paths, int base, int from, int to) {
    Group group = new Group();
    boolean isOneColumn = columnsPerBlock == 1;
    for (int column = from; column < to; column++) {
      int leaf = column - base;
      for (Run run : runs) {
        run.in().position(run.columns().starts()[leaf]);
        for (int row = 0; row < run.rows(); row++) {
          transposer.add(run.in(), run.fields(), leaf, paths[leaf]);
          if (isOneColumn && transposer.rows() == BundleFormat.ROWS_PER_BLOCK) {
            finish(transposer, group, from, to);
          }
        }
      }
    }
    if (transposer.rows() > 0) {
      finish(transposer, group, from, to);
    }
    return group;
  }

  private void finish(ChunkTransposer transposer, Group group, int from, int to) {
    PhysicalType type = tables.leaves.type(from);
    for (int column = from + 1; column < to; column++) {
      type = tables.leaves.type(column) == type ? type : null;
    }
    if (tables.summaries.rows() > 0) {
      int block = group.facts().size();
      SchemaLeaves.LeafLevels levels = tables.leaves.levels(from);
      group.summaries().addAll(tables.summaries.summarize(block, transposer.facts(), levels));
    }
    transposer.physicalType(type);
    group.facts().add(transposer.finishFacts());
    group.places().add(transposer.finishPlaces());
  }

  @Override
  public void close() {
    tasks.forEach(task -> task.cancel(true));
  }
}
