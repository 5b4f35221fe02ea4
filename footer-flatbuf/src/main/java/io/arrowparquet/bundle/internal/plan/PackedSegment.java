// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.internal.table.BundlePlace;
import io.arrowparquet.bundle.internal.table.ChunkFetch;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.RowGroupRest;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.model.KeyValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the footers of some files of a segment are made of, read and still compressed: footers are
 * put together of it without the segment. Threads may share it.
 */
public final class PackedSegment {
  private final SegmentReader segment;
  private final PackedBlocks blocks;
  private final FooterTexts texts;
  private final FooterAssembler assembler;
  private final long bytes;

  private PackedSegment(
      SegmentReader segment,
      PackedBlocks blocks,
      FooterTexts texts,
      FooterAssembler assembler,
      long bytes) {
    this.segment = segment;
    this.blocks = blocks;
    this.texts = texts;
    this.assembler = assembler;
    this.bytes = bytes;
  }

  /**
   * Reads what some files need.
   *
   * @param paths as for {@link FooterAssembler}
   * @param most bytes that may be kept of blocks: files whose blocks do not fit are not here
   */
  public static PackedSegment load(
      SegmentReader segment, Collection<String> paths, List<FileRow> files, long most)
      throws IOException {
    PackedBlocks blocks = new PackedBlocks(segment);
    FooterTexts texts = new FooterTexts(segment);
    FooterAssembler assembler = new FooterAssembler(segment, paths, blocks, texts);
    long bytes = 0;
    for (Map.Entry<Integer, BitSet> wanted : blocks(segment, files).entrySet()) {
      SegmentSchema schema = segment.schema(wanted.getKey());
      int[] numbers = wanted.getValue().stream().toArray();
      bytes += blocks.load(schema, assembler.columns(schema.number()), numbers, most - bytes);
    }
    PackedSegment loaded = new PackedSegment(segment, blocks, texts, assembler, bytes);
    texts.load(files.stream().filter(loaded::hasBlocks).toList(), most - bytes);
    return loaded;
  }

  /** By schema, the blocks that have row groups of files. */
  private static Map<Integer, BitSet> blocks(SegmentReader segment, List<FileRow> files)
      throws IOException {
    Map<Integer, BitSet> blocks = new TreeMap<>();
    for (FileRow file : files) {
      if (file.schema() >= 0 && file.rowGroups() > 0) {
        blocks
            .computeIfAbsent(file.schema(), schema -> new BitSet())
            .set(firstBlock(segment, file), lastBlock(segment, file) + 1);
      }
    }
    return blocks;
  }

  private static int firstBlock(SegmentReader segment, FileRow file) {
    return file.firstRow() / segment.rowsPerBlock();
  }

  private static int lastBlock(SegmentReader segment, FileRow file) {
    return (file.firstRow() + file.rowGroups() - 1) / segment.rowsPerBlock();
  }

  private boolean hasBlocks(FileRow file) {
    if (file.schema() < 0 || file.rowGroups() == 0) {
      return true;
    }
    for (int i = firstBlock(segment, file); i <= lastBlock(segment, file); i++) {
      if (!blocks.has(file.schema(), i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the footer of a file can be put together. */
  public boolean has(FileRow file) {
    return hasBlocks(file) && texts.has(file);
  }

  /** Bytes of blocks that are kept compressed. */
  public long bytes() {
    return bytes;
  }

  /**
   * Number of rows of a row group.
   *
   * @param file one of those that were asked for, with a schema
   * @param rowGroup less than its number of row groups
   */
  public long rows(FileRow file, int rowGroup) {
    int row = file.firstRow() + rowGroup;
    int block = row / segment.rowsPerBlock();
    try {
      return blocks
          .groups(file.schema(), block)
          .number(RowGroupRest.NUM_ROWS, row - block * segment.rowsPerBlock());
    } catch (CorruptFooterException e) {
      throw e.in(segment.name());
    }
  }

  /** The value of the first key-value of a file that is here with this key; null if none has it. */
  public String findValue(FileRow file, String key) throws IOException {
    if (file.keyValues() != null) {
      for (BundlePlace place : file.keyValues()) {
        KeyValue entry = ParquetStructs.KEY_VALUE.read(new CompactReader(texts.get(place)));
        if (entry.key().equals(key)) {
          return entry.value();
        }
      }
    }
    return null;
  }

  /**
   * As {@link FooterAssembler#thrift(List)}, of files that are here.
   *
   * @throws CorruptFooterException if the segment is damaged
   */
  public byte[] thrift(List<FileRow> files) throws IOException {
    return assembler.thrift(files);
  }

  /**
   * Blocks that were read and are kept as they were, compressed; each is decoded when it is needed,
   * and stays so while there is room. Complete before other threads use it.
   */
  private static final class PackedBlocks implements FooterAssembler.RowGroupBlock.Blocks {
    private final SegmentReader segment;
    private final Map<Key, Packed> packed = new LinkedHashMap<>();

    private final RecentlyUsed<Key, FooterAssembler.RowGroupBlock> decoded =
        new RecentlyUsed<>(
            FooterAssembler.RowGroupBlock.mostBytes(), (key, block) -> block.bytes());

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
        long unpacked = FooterAssembler.RowGroupBlock.bytes(groups.get(i).rows(), columns.length);
        if (more <= most - bytes && unpacked <= FooterAssembler.RowGroupBlock.mostBytes()) {
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
    public FooterAssembler.RowGroupBlock get(SegmentSchema schema, int[] columns, int number)
        throws IOException {
      Key key = new Key(schema.number(), number);
      Packed block = packed.get(key);
      // Held while the block is decoded: others that need it wait for it, instead of decoding it
      // too.
      synchronized (block) {
        return decoded.get(
            key,
            () ->
                new FooterAssembler.RowGroupBlock(
                    number, block.groups, block.places.decode(number, block.chunks)));
      }
    }
  }
}
