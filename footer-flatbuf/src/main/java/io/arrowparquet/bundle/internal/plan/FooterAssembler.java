// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.table.BundlePlace;
import io.arrowparquet.bundle.internal.table.ChunkRows;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.RawFields;
import io.arrowparquet.bundle.internal.table.RowGroupRest;
import io.arrowparquet.bundle.internal.table.SchemaLeaves;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.model.BinaryValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Puts Thrift footers together from the tables of a segment. */
public final class FooterAssembler {
  private final SegmentReader segment;
  private final Collection<String> paths;
  private final RowGroupBlock.Blocks blocks;
  private final FooterTexts texts;
  private final Map<Integer, Part> parts = new ConcurrentHashMap<>();

  /**
   * An assembler of footers of the segment's files, for one thread. The blocks of files that follow
   * each other in the directory are read once.
   *
   * @param paths dotted paths of the columns and groups whose chunks are wanted; the other chunks
   *     have no metadata. Null for all
   */
  public FooterAssembler(SegmentReader segment, Collection<String> paths) {
    this(segment, paths, new KeptBlocks(segment), new FooterTexts(segment));
  }

  /** An assembler for as many threads as blocks and texts are for. */
  FooterAssembler(
      SegmentReader segment,
      Collection<String> paths,
      RowGroupBlock.Blocks blocks,
      FooterTexts texts) {
    this.segment = segment;
    this.paths = paths;
    this.blocks = blocks;
    this.texts = texts;
  }

  /**
   * What of a schema is the same in many footers.
   *
   * @param columns whose chunks are wanted, ascending
   * @param elements the list of schema elements
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(SegmentSchema schema, int[] columns, byte[] elements) {}

  /**
   * The struct {@code FileMetaData} of a file: that of the file field by field, fields in the order
   * of their ids.
   *
   * @throws CorruptFooterException if the segment is damaged
   */
  public byte[] thrift(FileRow file) throws IOException {
    return thrift(List.of(file));
  }

  /**
   * The row groups of several files as those of one, whose number of rows is the sum.
   *
   * @param files at least one; their {@link FileRow#metadata} is equal, and a file without a schema
   *     is alone
   * @throws CorruptFooterException if the segment is damaged
   */
  byte[] thrift(List<FileRow> files) throws IOException {
    FileRow first = files.get(0);
    try {
      byte[] head = texts.get(first.head());
      return first.schema() < 0
          ? head.clone()
          : thrift(files, RawFields.of(BinaryValue.of(head)), part(first.schema()));
    } catch (CorruptFooterException e) {
      throw e.in(segment.name());
    }
  }

  /** The columns of a schema whose chunks are wanted. */
  int[] columns(int schema) throws IOException {
    return part(schema).columns;
  }

  private Part part(int number) throws IOException {
    Part part = parts.get(number);
    if (part == null) {
      SegmentSchema schema = segment.schema(number);
      SchemaLeaves leaves = schema.leaves();
      int[] columns =
          paths == null ? IntStream.range(0, leaves.count()).toArray() : leaves.chosen(paths);
      part = new Part(schema, columns, schema.thrift());
      parts.put(number, part);
    }
    return part;
  }

  private byte[] thrift(List<FileRow> files, RawFields head, Part part) throws IOException {
    long rows = 0;
    int rowGroups = 0;
    for (FileRow file : files) {
      rows += file.rows();
      rowGroups += file.rowGroups();
    }
    List<byte[]> keyValues = keyValues(files.get(0));
    CompactWriter out = new CompactWriter(1 << 12);
    out.structBegin();
    boolean hasSchema = head.value(FileMetaDataCodec.SCHEMA, CompactType.LIST) != null;
    if (hasSchema) {
      head.writeBelow(out, FileMetaDataCodec.NUM_ROWS);
    } else {
      head.writeBelow(out, FileMetaDataCodec.SCHEMA);
      out.fieldHeader(FileMetaDataCodec.SCHEMA, CompactType.LIST);
      out.writeRaw(part.elements, 0, part.elements.length);
    }
    out.i64Field(FileMetaDataCodec.NUM_ROWS, rows);
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, rowGroups);
    for (FileRow file : files) {
      writeRowGroups(out, file, part);
    }
    if (keyValues != null) {
      out.listField(FileMetaDataCodec.KEY_VALUE_METADATA, CompactType.STRUCT, keyValues.size());
      keyValues.forEach(entry -> out.writeRaw(entry, 0, entry.length));
    }
    head.writeRest(out);
    out.structEnd();
    return out.toByteArray();
  }

  private List<byte[]> keyValues(FileRow file) throws IOException {
    if (file.keyValues() == null) {
      return null;
    }
    List<byte[]> entries = new ArrayList<>();
    for (BundlePlace place : file.keyValues()) {
      entries.add(texts.get(place));
    }
    return entries;
  }

  private void writeRowGroups(CompactWriter out, FileRow file, Part part) throws IOException {
    int rowsPerBlock = segment.rowsPerBlock();
    int end = file.firstRow() + file.rowGroups();
    int row = file.firstRow();
    while (row < end) {
      RowGroupBlock block = blocks.get(part.schema, part.columns, row / rowsPerBlock);
      int stop = (int) Math.min(end, (block.number() + 1L) * rowsPerBlock);
      for (; row < stop; row++) {
        writeRowGroup(out, part, block, row, row - block.number() * rowsPerBlock);
      }
    }
  }

  private static void writeRowGroup(
      CompactWriter out, Part part, RowGroupBlock block, int row, int groupRow) {
    RawFields rest = RawFields.of(block.groups().bytes(RowGroupRest.REST, groupRow));
    out.structBegin();
    rest.writeBelow(out, RowGroupCodec.COLUMNS);
    int leaves = part.schema.leaves().count();
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, leaves);
    int next = 0;
    for (int leaf = 0; leaf < leaves; leaf++) {
      if (next < part.columns.length && part.columns[next] == leaf) {
        block.chunks().get(next++).write(out, row);
      } else {
        writeAbsent(out);
      }
    }
    writeGroupFields(out, block.groups(), groupRow);
    rest.writeRest(out);
    out.structEnd();
  }

  /** A chunk that was not asked for. */
  private static void writeAbsent(CompactWriter out) {
    out.structBegin();
    out.i64Field(ColumnChunkCodec.FILE_OFFSET, 0);
    out.structEnd();
  }

  private static void writeGroupFields(CompactWriter out, BlockRows groups, int row) {
    out.i64Field(RowGroupCodec.TOTAL_BYTE_SIZE, groups.number(RowGroupRest.TOTAL_BYTE_SIZE, row));
    out.i64Field(RowGroupCodec.NUM_ROWS, groups.number(RowGroupRest.NUM_ROWS, row));
    out.optionalI64Field(
        RowGroupCodec.FILE_OFFSET, groups.optionalNumber(RowGroupRest.FILE_OFFSET, row));
    out.optionalI64Field(
        RowGroupCodec.TOTAL_COMPRESSED_SIZE,
        groups.optionalNumber(RowGroupRest.TOTAL_COMPRESSED_SIZE, row));
    Long ordinal = groups.optionalNumber(RowGroupRest.ORDINAL, row);
    if (ordinal != null) {
      out.i16Field(RowGroupCodec.ORDINAL, ordinal.shortValue());
    }
  }

  /** Reads blocks when they are needed, and keeps the last one of each schema. For one thread. */
  private static final class KeptBlocks implements RowGroupBlock.Blocks {
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

  /**
   * A block of row groups and the chunks of some of their columns, decoded.
   *
   * @param number of the block in the tables of its schema
   * @param chunks by column
   */
  record RowGroupBlock(int number, BlockRows groups, List<ChunkRows> chunks) {
    /** What a chunk takes in memory, about. */
    private static final long CHUNK_BYTES = 64;

    /** Blocks that are kept decoded take no more than this part of the heap. */
    private static final int HEAP_PART = 4;

    /** Bytes of the blocks that may be kept. */
    static long mostBytes() {
      return Runtime.getRuntime().maxMemory() / HEAP_PART;
    }

    /** Bytes that a block of so many row groups takes, about. */
    static long bytes(int rowGroups, int columns) {
      return CHUNK_BYTES * rowGroups * (columns + 1L);
    }

    /** As {@link #bytes(int, int)}, of this one. */
    long bytes() {
      return bytes(groups.rows(), chunks.size());
    }

    /** Where blocks come from. */
    interface Blocks {
      /**
       * A block.
       *
       * @param columns numbers of the leaves whose chunks are wanted, the same in each call for a
       *     schema
       */
      RowGroupBlock get(SegmentSchema schema, int[] columns, int number) throws IOException;
    }
  }
}
