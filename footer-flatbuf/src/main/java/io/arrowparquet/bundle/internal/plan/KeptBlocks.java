// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.SegmentSchema;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reads blocks when they are needed, and keeps the last one of each schema. For one thread. */
final class KeptBlocks implements RowGroupBlock.Blocks {
  private final SegmentReader segment;

  /** By the number of the schema. */
  private final Map<Integer, RowGroupBlock> blocks = new HashMap<>();

  private long bytes;

  KeptBlocks(SegmentReader segment) {
    this.segment = segment;
  }

  @Override
  public RowGroupBlock get(SegmentSchema schema, int[] columns, int number) throws IOException {
    RowGroupBlock found = blocks.get(schema.number());
    if (found == null || found.number() != number) {
      found =
          new RowGroupBlock(
              number,
              segment.rowGroups(schema, number),
              segment.chunks(schema, columns, number, true));
      keep(schema.number(), found);
    }
    return found;
  }

  private void keep(int schema, RowGroupBlock block) {
    RowGroupBlock before = blocks.remove(schema);
    bytes -= before == null ? 0 : before.bytes();
    if (bytes + block.bytes() > RowGroupBlock.mostBytes()) {
      blocks.clear();
      bytes = 0;
    }
    if (block.bytes() <= RowGroupBlock.mostBytes()) {
      blocks.put(schema, block);
      bytes += block.bytes();
    }
  }
}
