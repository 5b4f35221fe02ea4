// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.chunk.ChunkRows;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** A run whose chunks are in another segment. Threads may share it. */
final class SegmentRun implements ChunkRun {
  /** A chunk's Thrift struct has about as many. */
  private static final long BYTES_PER_CHUNK = 128;

  private final SegmentReader segment;
  private final SegmentSchema schema;
  private final BitSet rows;

  /**
   * A run of some rows.
   *
   * @param rows of the schema's tables; not to be changed
   */
  SegmentRun(SegmentReader segment, SegmentSchema schema, BitSet rows) {
    this.segment = segment;
    this.schema = schema;
    this.rows = rows;
  }

  @Override
  public int rows() {
    return rows.cardinality();
  }

  @Override
  public long bytes() {
    return BYTES_PER_CHUNK * rows() * schema.leaves().count();
  }

  @Override
  public Columns read(int from, int to) throws IOException {
    int[] columns = IntStream.range(from, to).toArray();
    List<List<ChunkRows>> blocks = new ArrayList<>();
    for (int block = 0; block < schema.tables().rowGroups().size(); block++) {
      blocks.add(segment.chunks(schema, columns, block, true));
    }
    CompactWriter out = new CompactWriter(1 << 12);
    int[] starts = new int[columns.length + 1];
    for (int i = 0; i < columns.length; i++) {
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        blocks.get(row / segment.root().rowsPerBlock()).get(i).write(out, row);
      }
      starts[i + 1] = out.size();
    }
    return new Columns(out.toByteArray(), starts);
  }
}
