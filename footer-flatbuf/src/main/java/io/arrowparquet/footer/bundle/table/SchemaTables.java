// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.bundle.arrow.BlockWriter;
import io.arrowparquet.footer.bundle.schema.SchemaDef;
import java.util.ArrayList;
import java.util.List;

/** What a segment being written knows of a schema: its row groups and where their chunks are. */
final class SchemaTables {
  final int number;
  final SchemaDef definition;
  final SchemaLeaves leaves;
  final BlockWriter rowGroups = new BlockWriter(RowGroupRest.SHAPE);
  final List<BlockWriter.Block> rowGroupBlocks = new ArrayList<>();

  /** In the order of rows; the last one is in memory. */
  final List<ChunkRun> runs = new ArrayList<>();

  MemoryRun current = new MemoryRun();
  long files;
  int rows;

  SchemaTables(int number, SchemaDef definition) {
    this.number = number;
    this.definition = definition;
    this.leaves = SchemaLeaves.of(definition.schema());
  }

  /** Columns that share a block: one, unless there are few row groups. */
  int columnsPerBlock() {
    if (rows >= BundleFormat.LEAST_ROWS || rows == 0) {
      return 1;
    }
    return Math.max(1, Math.min(leaves.count(), BundleFormat.LEAST_ROWS / rows));
  }

  long chunkBytes() {
    return runs.stream().mapToLong(ChunkRun::bytes).sum();
  }
}
