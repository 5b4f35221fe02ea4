// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.internal.table.BundlePlace;
import io.arrowparquet.bundle.internal.table.ChunkFetch;
import io.arrowparquet.bundle.internal.table.ChunkRows;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What footers of a segment are made of: blocks of row groups with chunks, and texts (heads and
 * key-values), both of which many files share. They are read when they are needed; or beforehand,
 * and then kept as the segment has them, compressed, and so are indexes of chunks. Threads may
 * share it once it is loaded.
 */
final class FooterParts {
  /** What a chunk takes in memory, about. */
  private static final long CHUNK_BYTES = 64;

  /** Blocks that are kept decoded take no more than this part of the heap. */
  private static final long MOST_DECODED = Runtime.getRuntime().maxMemory() / 4;

  private static final long MOST_UNPACKED =
      Math.min(16 << 20, Runtime.getRuntime().maxMemory() / 16);
  private static final int BYTES_OF_ENTRY = 128;

  private final SegmentReader segment;
  private final Map<Key, Packed> packedBlocks = new HashMap<>();

  /** Texts and indexes. */
  private final Map<BundlePlace, Slice> packed = new HashMap<>();

  private final RecentlyUsed<Key, Block> blocks =
      new RecentlyUsed<>(
          MOST_DECODED, (key, block) -> bytes(block.groups.rows(), block.chunks.size()));
  private final RecentlyUsed<BundlePlace, byte[]> texts =
      new RecentlyUsed<>(MOST_UNPACKED, (place, text) -> BYTES_OF_ENTRY + text.length);

  FooterParts(SegmentReader segment) {
    this.segment = segment;
  }

  private record Key(int schema, int number) {}

  /** A block of row groups and the chunks of some of their columns, decoded. */
  record Block(int number, BlockRows groups, List<ChunkRows> chunks) {}

  /** Its chunks are null where they do not fit. */
  private record Packed(BlockRows groups, ChunkFetch places, List<Slice> chunks) {}

  private static long bytes(int rowGroups, int columns) {
    return CHUNK_BYTES * rowGroups * (columns + 1L);
  }

  /** Reads all row groups of blocks, and chunks as long as they fit; returns bytes of chunks. */
  long loadBlocks(SegmentSchema schema, int[] columns, int[] numbers, long most)
      throws IOException {
    ChunkFetch places = new ChunkFetch(segment, schema, columns, numbers, true);
    List<BlockRows> groups = segment.wholeRowGroups(schema, numbers);
    long bytes = 0;
    List<Integer> fitting = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      put(schema, numbers[i], new Packed(groups.get(i), places, null));
      long more = places.bytes(numbers[i]);
      if (more <= most - bytes && bytes(groups.get(i).rows(), columns.length) <= MOST_DECODED) {
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
      List<Slice> ofBlock = chunks.subList(i * perBlock, (i + 1) * perBlock);
      put(schema, wanted[i], new Packed(groups.get(fitting.get(i)), places, ofBlock));
    }
    return bytes;
  }

  private void put(SegmentSchema schema, int number, Packed block) {
    packedBlocks.put(new Key(schema.number(), number), block);
  }

  /**
   * Reads texts, or indexes, as far as they fit; returns their bytes.
   *
   * @param groups places that are of use together only; those after one that does not fit are not
   *     read
   */
  long load(List<List<BundlePlace>> groups, long most) throws IOException {
    Set<BundlePlace> wanted = new LinkedHashSet<>();
    long bytes = 0;
    for (List<BundlePlace> group : groups) {
      List<BundlePlace> more = new ArrayList<>(group);
      more.removeAll(wanted);
      long added = more.stream().mapToLong(place -> Math.max(0, place.length())).sum();
      if (bytes + added > most) {
        break;
      }
      bytes += added;
      wanted.addAll(more);
    }
    List<BundlePlace> places = List.copyOf(wanted);
    List<Slice> slices = segment.read(places);
    for (int i = 0; i < places.size(); i++) {
      packed.put(places.get(i), slices.get(i).copy());
    }
    return bytes;
  }

  /** What was read of a place beforehand; null for nothing. */
  Slice packed(BundlePlace place) {
    return packed.get(place);
  }

  boolean hasTexts(FileRow file) {
    return packed.keySet().containsAll(file.texts());
  }

  boolean hasChunks(int schema, int block) {
    return packedBlocks.get(new Key(schema, block)).chunks != null;
  }

  BlockRows groups(int schema, int block) {
    return packedBlocks.get(new Key(schema, block)).groups;
  }

  /** The bytes of a place; not to be changed. */
  byte[] text(BundlePlace place) throws IOException {
    return texts.get(
        place,
        () -> {
          Slice text = packed(place);
          return text == null ? segment.unpacked(place) : segment.unpacked(place, text);
        });
  }

  /** A block, decoded; the columns are the same in each call for a schema. */
  Block block(SegmentSchema schema, int[] columns, int number) throws IOException {
    Key key = new Key(schema.number(), number);
    Packed packed = packedBlocks.get(key);
    if (packed == null) {
      boolean isKept = bytes(segment.rowsOf(schema, number), columns.length) <= MOST_DECODED;
      return isKept
          ? blocks.get(key, () -> read(schema, columns, number))
          : read(schema, columns, number);
    }
    // Held while the block is decoded: others that need it wait for it, instead of decoding it too.
    synchronized (packed) {
      return blocks.get(
          key, () -> new Block(number, packed.groups, packed.places.decode(number, packed.chunks)));
    }
  }

  private Block read(SegmentSchema schema, int[] columns, int number) throws IOException {
    return new Block(
        number,
        segment.wholeRowGroups(schema, number),
        segment.chunks(schema, columns, number, true));
  }
}
