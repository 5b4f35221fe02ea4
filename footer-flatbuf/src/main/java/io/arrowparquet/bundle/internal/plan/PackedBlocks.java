// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.internal.table.ChunkFetch;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.SegmentSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Blocks that were read and are kept as they were, compressed; each is decoded when it is needed,
 * and stays so while there is room. Complete before other threads use it.
 */
final class PackedBlocks implements RowGroupBlock.Blocks {
  private final SegmentReader segment;
  private final Map<Key, Packed> packed = new LinkedHashMap<>();

  private final RecentlyUsed<Key, RowGroupBlock> decoded =
      new RecentlyUsed<>(RowGroupBlock.mostBytes(), (key, block) -> block.bytes());

  PackedBlocks(SegmentReader segment) {
    this.segment = segment;
  }

  private record Key(int schema, int number) {}

  /** Its chunks are null where they do not fit. */
  private record Packed(BlockRows groups, ChunkFetch places, List<Slice> chunks) {}

  /**
   * Reads blocks of a schema: all row groups, and chunks as long as they fit.
   *
   * @param most bytes that may be read of chunks
   * @return bytes that were read
   */
  long load(SegmentSchema schema, int[] columns, int[] numbers, long most) throws IOException {
    ChunkFetch places = new ChunkFetch(segment, schema, columns, numbers, true);
    List<BlockRows> groups = segment.rowGroups(schema, numbers);
    long bytes = 0;
    List<Integer> fitting = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      packed.put(new Key(schema.number(), numbers[i]), new Packed(groups.get(i), places, null));
      long more = places.bytes(numbers[i]);
      long unpacked = RowGroupBlock.bytes(groups.get(i).rows(), columns.length);
      if (more <= most - bytes && unpacked <= RowGroupBlock.mostBytes()) {
        fitting.add(i);
        bytes += more;
      }
    }
    int[] wanted = fitting.stream().mapToInt(i -> numbers[i]).toArray();
    List<Slice> chunks = places.fetch(wanted);
    if (columns.length < schema.leaves().count()) {
      // Neighbours were read with them, which need not be kept.
      chunks = chunks.stream().map(Slice::copy).toList();
    }
    int perBlock = chunks.size() / Math.max(1, wanted.length);
    for (int i = 0; i < wanted.length; i++) {
      packed.put(
          new Key(schema.number(), wanted[i]),
          new Packed(
              groups.get(fitting.get(i)),
              places,
              chunks.subList(i * perBlock, (i + 1) * perBlock)));
    }
    return bytes;
  }

  /** Whether the chunks of a block are here. */
  boolean has(int schema, int number) {
    return packed.get(new Key(schema, number)).chunks != null;
  }

  /** The row groups of a block. */
  BlockRows groups(int schema, int number) {
    return packed.get(new Key(schema, number)).groups;
  }

  @Override
  public RowGroupBlock get(SegmentSchema schema, int[] columns, int number) throws IOException {
    Key key = new Key(schema.number(), number);
    Packed block = packed.get(key);
    // Held while the block is decoded: others that need it wait for it, instead of decoding it too.
    synchronized (block) {
      return decoded.get(
          key,
          () -> new RowGroupBlock(number, block.groups, block.places.decode(number, block.chunks)));
    }
  }
}
