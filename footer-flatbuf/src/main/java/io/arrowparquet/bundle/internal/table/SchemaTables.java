// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.bundle.internal.table.BundlePlace.BlockPlace;
import io.arrowparquet.bundle.internal.table.SegmentRoot.Tables;
import io.arrowparquet.bundle.stream.SchemaDef;
import java.util.ArrayList;
import java.util.List;

/** What a segment being written knows of a schema: its row groups and where their chunks are. */
final class SchemaTables {
  final int number;
  final SchemaDef definition;
  final SchemaLeaves leaves;
  final BlockWriter rowGroups = new BlockWriter(RowGroupRest.SHAPE);

  /** Of each block of row groups its facts, and what else they have. */
  final List<List<BlockWriter.Block>> rowGroupBlocks = new ArrayList<>();

  final BlockSummaries summaries = new BlockSummaries();

  /** In the order of rows; the last one is in memory. */
  final List<ChunkRun> runs = new ArrayList<>();

  ChunkRun.InMemory current = new ChunkRun.InMemory();
  long files;
  int rows;

  // What is known when the tables are written.

  BundlePlace definitionPlace;
  List<BlockPlace> rowGroupPlaces;
  List<BlockPlace> restPlaces;
  int indexStart;

  /** Null where there are no summaries. */
  BlockSummaries.Tables summaryTables;

  List<BlockPlace> summaryPlaces;
  int summaryIndexStart;

  SchemaTables(int number, SchemaDef definition) {
    this.number = number;
    this.definition = definition;
    this.leaves = SchemaLeaves.of(definition.schema());
  }

  int columnsPerBlock() {
    return BundleFormat.columnsPerBlock(rows, leaves.count());
  }

  SegmentRoot.Schema root(long indexOffset) {
    Tables tables =
        new Tables(
            rows,
            leaves.count(),
            columnsPerBlock(),
            indexOffset + indexStart,
            rowGroupPlaces,
            restPlaces);
    Tables summary =
        summaryTables == null
            ? null
            : new Tables(
                summaryTables.rows,
                leaves.count(),
                summaryTables.columnsPerBlock,
                indexOffset + summaryIndexStart,
                summaryPlaces,
                List.of());
    return new SegmentRoot.Schema(definitionPlace, files, tables, summary);
  }

  long chunkBytes() {
    return runs.stream().mapToLong(ChunkRun::bytes).sum();
  }
}
