// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.parquet.internal.fetch.ChunkBytes;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.prune.ChunkProbes;
import io.arrowparquet.parquet.internal.prune.ScanPlanner.RowGroupPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * What is read of one column chunk.
 *
 * @param parts of the file, ascending
 * @param firstRows for each the row its data page begins with, or -1
 * @param pagesSkipped data pages that are not among them
 * @param whole whether that is all of the chunk
 * @param start the first part, which was fetched before; null if none was. The owner of this closes
 *     it
 */
record WantedChunk(
    List<ChunkRange> parts,
    List<Long> firstRows,
    int pagesSkipped,
    boolean whole,
    ChunkBytes start) {

  /**
   * What a plan asks for.
   *
   * @param leaf number of the column in the plan
   * @param column its number in the file
   * @param chunk all of it
   * @param probes made the plan; the dictionary that they have read is taken
   */
  static WantedChunk of(
      RowGroupPlan plan, int leaf, int column, ChunkRange chunk, ChunkProbes probes) {
    List<PageLocation> locations = plan.pages().get(leaf);
    if (locations == null) {
      return whole(chunk, probes.takeDictionary(plan.rowGroup(), column, chunk));
    }
    List<ChunkRange> parts = new ArrayList<>();
    List<Long> firstRows = new ArrayList<>();
    int skipped = 0;
    long dictionary = locations.get(0).offset() - chunk.offset();
    ChunkBytes start = null;
    if (dictionary > 0) {
      ChunkRange before = new ChunkRange(chunk.offset(), dictionary);
      start = probes.takeDictionary(plan.rowGroup(), column, before);
      parts.add(start == null ? before : start.range());
      firstRows.add(-1L);
    }
    for (int i = 0; i < locations.size(); i++) {
      PageLocation page = locations.get(i);
      long end = i + 1 < locations.size() ? locations.get(i + 1).firstRowIndex() : plan.rows();
      if (plan.ranges().meets(page.firstRowIndex(), end)) {
        parts.add(new ChunkRange(page.offset(), page.compressedPageSize()));
        firstRows.add(page.firstRowIndex());
      } else {
        skipped++;
      }
    }
    return new WantedChunk(parts, firstRows, skipped, false, start);
  }

  private static WantedChunk whole(ChunkRange chunk, ChunkBytes start) {
    if (start == null) {
      return new WantedChunk(List.of(chunk), List.of(-1L), 0, true, null);
    }
    long end = start.range().end();
    ChunkRange rest = new ChunkRange(end, chunk.end() - end);
    return new WantedChunk(List.of(start.range(), rest), List.of(-1L, -1L), 0, true, start);
  }

  List<ChunkRange> missing() {
    return start == null ? parts : parts.subList(1, parts.size());
  }

  long[] rows() {
    return firstRows.stream().mapToLong(Long::longValue).toArray();
  }
}
