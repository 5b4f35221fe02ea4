// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.ByteCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads entries of a schema's index, which are found by their number.
 *
 * <pre>
 *   index | entry of the facts of block 0 | entry of its places | ... 256 entries | CRC-32: u32 | ... |
 * </pre>
 */
final class IndexReader {
  private static final int PAGE_BYTES =
      BundleFormat.ENTRIES_PER_PAGE * 2 * BlockPlace.ENTRY_BYTES + BundleFormat.CRC_BYTES;

  private final SegmentReader segment;
  private final SegmentRoot.Schema tables;

  IndexReader(SegmentReader segment, SegmentRoot.Schema tables) {
    this.segment = segment;
    this.tables = tables;
  }

  /**
   * Reads where blocks are.
   *
   * @param blocks by number; the place of the facts and that of the places are put in
   */
  void read(Map<Integer, BlockPlace[]> blocks) throws IOException {
    TreeMap<Integer, BundlePlace> pages = new TreeMap<>();
    for (int block : blocks.keySet()) {
      int page = block / BundleFormat.ENTRIES_PER_PAGE;
      pages.computeIfAbsent(page, this::place);
    }
    List<BundlePlace> places = new ArrayList<>(pages.values());
    List<Slice> slices = segment.bytes().readRanges(places);
    Map<Integer, Slice> byPage = new TreeMap<>();
    for (int page : pages.keySet()) {
      int i = byPage.size();
      Slice slice = slices.get(i);
      int checked = slice.length() - BundleFormat.CRC_BYTES;
      int crc = cursor(slice, checked, BundleFormat.CRC_BYTES, places.get(i)).readInt("CRC-32");
      segment.bytes().requireCrc(slice, checked, crc, places.get(i).offset());
      byPage.put(page, slice);
    }
    for (Map.Entry<Integer, BlockPlace[]> entry : blocks.entrySet()) {
      int page = entry.getKey() / BundleFormat.ENTRIES_PER_PAGE;
      int at = entry.getKey() % BundleFormat.ENTRIES_PER_PAGE * 2 * BlockPlace.ENTRY_BYTES;
      ByteCursor in = cursor(byPage.get(page), at, 2 * BlockPlace.ENTRY_BYTES, pages.get(page));
      entry.getValue()[0] = BlockPlace.readEntry(in);
      entry.getValue()[1] = BlockPlace.readEntry(in);
    }
  }

  private static ByteCursor cursor(Slice slice, int at, int length, BundlePlace place) {
    int start = slice.start() + at;
    return new ByteCursor(slice.array(), start, start + length, place.offset() + at);
  }

  /** Of a page; its checksum is at its end. */
  private BundlePlace place(int page) {
    long blocks = (long) tables.columnGroups() * Math.max(1, tables.rowGroups().size());
    long before = (long) page * BundleFormat.ENTRIES_PER_PAGE;
    long entries = Math.min(BundleFormat.ENTRIES_PER_PAGE, blocks - before);
    int length = (int) entries * 2 * BlockPlace.ENTRY_BYTES + BundleFormat.CRC_BYTES;
    return new BundlePlace(tables.indexOffset() + (long) page * PAGE_BYTES, length, 0);
  }
}
