// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.bundle.internal.table.BundlePlace.BlockPlace;
import io.arrowparquet.bundle.internal.table.ChunkTable.PlaceFields;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the chunks of some columns are in some blocks of row groups: reading them, and decoding
 * what was read, are steps of their own. Immutable.
 */
public final class ChunkFetch {
  private final SegmentReader segment;
  private final SegmentSchema schema;
  private final int[] columns;
  private final boolean withPlaces;
  private final int blocksPerColumn;

  /** By the number of the pair in the schema's index: facts, and places. */
  private final TreeMap<Integer, BlockPlace[]> pairs = new TreeMap<>();

  public ChunkFetch(
      SegmentReader segment, SegmentSchema schema, int[] columns, int[] blocks, boolean withPlaces)
      throws IOException {
    this.segment = segment;
    this.schema = schema;
    this.columns = columns;
    this.withPlaces = withPlaces;
    this.blocksPerColumn = schema.tables().blocksPerColumn(segment.root().rowsPerBlock());
    for (int column : columns) {
      for (int block : blocks) {
        pairs.put(pair(column, block), new BlockPlace[2]);
      }
    }
    new IndexReader(segment, schema.tables()).read(pairs);
  }

  private int pair(int column, int block) {
    return column / schema.tables().columnsPerBlock() * blocksPerColumn + block;
  }

  private List<BlockPlace> places(int block) {
    List<BlockPlace> places = new ArrayList<>();
    int last = -1;
    for (int column : columns) {
      int pair = pair(column, block);
      if (pair != last) {
        places.add(pairs.get(pair)[0]);
        if (withPlaces) {
          places.add(pairs.get(pair)[1]);
        }
        last = pair;
      }
    }
    return places;
  }

  /** Bytes of a block's chunks in the segment; a damaged index may make it any number. */
  public long bytes(int block) {
    return places(block).stream().mapToLong(place -> Math.max(0, place.place().length())).sum();
  }

  public List<Slice> fetch(int[] blocks) throws IOException {
    List<BundlePlace> places = new ArrayList<>();
    for (int block : blocks) {
      places(block).forEach(place -> places.add(place.place()));
    }
    return segment.bytes().read(places);
  }

  public List<ChunkRows> decode(int block, List<Slice> fetched) throws IOException {
    int perBlock = schema.tables().columnsPerBlock();
    List<BlockPlace> places = places(block);
    byte[][] paths = schema.leaves().paths(columns);
    List<ChunkRows> chunks = new ArrayList<>();
    int next = 0;
    int last = -1;
    BlockRows facts = null;
    BlockRows others = null;
    for (int i = 0; i < columns.length; i++) {
      int group = columns[i] / perBlock;
      if (group != last) {
        int rows = rows(block, group);
        facts = segment.block(ChunkFacts.SHAPE, places.get(next), fetched.get(next++), rows, 0);
        if (withPlaces) {
          others = segment.block(PlaceFields.SHAPE, places.get(next), fetched.get(next++), rows, 0);
        }
        last = group;
      }
      int shift =
          columns[i] % perBlock * segment.rowsOf(schema, block)
              - block * segment.root().rowsPerBlock();
      chunks.add(new ChunkRows(paths[i], facts, others, shift));
    }
    return chunks;
  }

  private int rows(int block, int group) {
    int perBlock = schema.tables().columnsPerBlock();
    int inGroup = Math.min(perBlock, schema.tables().leaves() - group * perBlock);
    return segment.rowsOf(schema, block) * inGroup;
  }

  /**
   * Reads entries of a schema's index, which are found by their number.
   *
   * <pre>
   *   index | entry of the facts of block 0 | entry of its places | ... 256 entries | CRC-32: u32 | ... |
   * </pre>
   */
  record IndexReader(SegmentReader segment, SegmentRoot.Tables tables) {
    private static final int PAGE_BYTES =
        BundleFormat.ENTRIES_PER_PAGE * 2 * BlockPlace.ENTRY_BYTES + BundleFormat.CRC_BYTES;

    /** Puts in where blocks are, by number: the place of the facts and that of the places. */
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

    private BundlePlace place(int page) {
      long blocks = (long) tables.columnGroups() * Math.max(1, tables.rowGroups().size());
      long before = (long) page * BundleFormat.ENTRIES_PER_PAGE;
      long entries = Math.min(BundleFormat.ENTRIES_PER_PAGE, blocks - before);
      int length = (int) entries * 2 * BlockPlace.ENTRY_BYTES + BundleFormat.CRC_BYTES;
      return new BundlePlace(tables.indexOffset() + (long) page * PAGE_BYTES, length, 0);
    }
  }
}
