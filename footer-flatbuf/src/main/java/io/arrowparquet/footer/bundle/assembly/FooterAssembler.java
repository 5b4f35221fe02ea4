// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.assembly;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bundle.arrow.BlockRows;
import io.arrowparquet.footer.bundle.chunk.ChunkRows;
import io.arrowparquet.footer.bundle.chunk.RawFields;
import io.arrowparquet.footer.bundle.chunk.SchemaLeaves;
import io.arrowparquet.footer.bundle.internal.RecentlyUsed;
import io.arrowparquet.footer.bundle.table.BundlePlace;
import io.arrowparquet.footer.bundle.table.FileRow;
import io.arrowparquet.footer.bundle.table.RowGroupRest;
import io.arrowparquet.footer.bundle.table.SegmentReader;
import io.arrowparquet.footer.bundle.table.SegmentSchema;
import io.arrowparquet.footer.metadata.BinaryValue;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.codec.ColumnChunkCodec;
import io.arrowparquet.footer.thrift.codec.FileMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.RowGroupCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Puts the Thrift footer of a file together from the tables of a segment. */
public final class FooterAssembler {
  /** What a chunk takes in memory, about; blocks are kept up to a quarter of the heap. */
  private static final long CHUNK_BYTES = 128;

  private static final int KEPT_HEADS = 64;

  private final SegmentReader segment;
  private final Collection<String> paths;
  private final long mostKept = Runtime.getRuntime().maxMemory() / 4 / CHUNK_BYTES;
  private final RecentlyUsed<BundlePlace, byte[]> heads = new RecentlyUsed<>(KEPT_HEADS);
  private final RecentlyUsed<BundlePlace, byte[]> keyValues = new RecentlyUsed<>(KEPT_HEADS);
  private final Map<Integer, Part> parts = new HashMap<>();

  /** Chunks in the blocks that are kept. */
  private long kept;

  /**
   * An assembler of footers of the segment's files.
   *
   * @param paths dotted paths of the columns and groups whose chunks are wanted; the other chunks
   *     have no metadata. Null for all
   */
  public FooterAssembler(SegmentReader segment, Collection<String> paths) {
    this.segment = segment;
    this.paths = paths;
  }

  /** What of a schema is the same in many footers, and the block that was read last. */
  private static final class Part {
    final SegmentSchema schema;
    final int[] columns;
    final byte[] elements;
    Block block;

    Part(SegmentSchema schema, Collection<String> paths) {
      this.schema = schema;
      SchemaLeaves leaves = schema.leaves();
      this.columns =
          paths == null ? IntStream.range(0, leaves.count()).toArray() : leaves.chosen(paths);
      this.elements = schema.thrift();
    }
  }

  /** A block of row groups and their chunks. */
  private record Block(int number, BlockRows groups, List<ChunkRows> chunks) {
    long size() {
      return (long) groups.rows() * chunks.size();
    }
  }

  /**
   * The struct {@code FileMetaData} of a file: that of the file field by field, fields in the order
   * of their ids.
   *
   * @throws CorruptFooterException if the segment is damaged
   */
  public byte[] thrift(FileRow file) throws IOException {
    if (file.schema() < 0) {
      return segment.unpacked(file.head());
    }
    byte[] head = heads.get(file.head(), () -> segment.unpacked(file.head()));
    try {
      return thrift(file, RawFields.of(BinaryValue.of(head)), part(file.schema()));
    } catch (CorruptFooterException e) {
      throw e.in(segment.name());
    }
  }

  private Part part(int schema) throws IOException {
    Part part = parts.get(schema);
    if (part == null) {
      part = new Part(segment.schema(schema), paths);
      parts.put(schema, part);
    }
    return part;
  }

  private byte[] thrift(FileRow file, RawFields head, Part part) throws IOException {
    requireRows(file, part.schema);
    List<byte[]> keyValues = keyValues(file);
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
    out.i64Field(FileMetaDataCodec.NUM_ROWS, file.rows());
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, file.rowGroups());
    writeRowGroups(out, file, part);
    if (keyValues != null) {
      out.listField(FileMetaDataCodec.KEY_VALUE_METADATA, CompactType.STRUCT, keyValues.size());
      keyValues.forEach(entry -> out.writeRaw(entry, 0, entry.length));
    }
    head.writeRest(out);
    out.structEnd();
    return out.toByteArray();
  }

  private void requireRows(FileRow file, SegmentSchema schema) {
    if (file.firstRow() < 0
        || file.rowGroups() < 0
        || file.firstRow() > schema.rows() - file.rowGroups()) {
      throw new CorruptFooterException(
          "row groups of " + file.file().path(),
          CorruptFooterException.NO_OFFSET,
          file.rowGroups() + " from row " + file.firstRow(),
          "some of the " + schema.rows() + " of its schema");
    }
  }

  private List<byte[]> keyValues(FileRow file) throws IOException {
    if (file.keyValues() == null) {
      return null;
    }
    List<byte[]> entries = new ArrayList<>();
    for (BundlePlace place : file.keyValues()) {
      entries.add(keyValues.get(place, () -> segment.unpacked(place)));
    }
    return entries;
  }

  private void writeRowGroups(CompactWriter out, FileRow file, Part part) throws IOException {
    int rowsPerBlock = segment.rowsPerBlock();
    int end = file.firstRow() + file.rowGroups();
    int row = file.firstRow();
    while (row < end) {
      Block block = block(part, row / rowsPerBlock);
      int stop = (int) Math.min(end, (block.number + 1L) * rowsPerBlock);
      for (; row < stop; row++) {
        writeRowGroup(out, part, block, row, row - block.number * rowsPerBlock);
      }
    }
  }

  /** A block, which is kept for the next file. */
  private Block block(Part part, int number) throws IOException {
    Block found = part.block;
    if (found == null || found.number != number) {
      found =
          new Block(
              number,
              segment.rowGroups(part.schema, number),
              segment.chunks(part.schema, part.columns, number, true));
      keep(part, found);
    }
    return found;
  }

  private void keep(Part part, Block block) {
    kept -= part.block == null ? 0 : part.block.size();
    part.block = null;
    if (kept + block.size() > mostKept) {
      parts.values().forEach(other -> other.block = null);
      kept = 0;
    }
    if (block.size() <= mostKept) {
      part.block = block;
      kept += block.size();
    }
  }

  private static void writeRowGroup(
      CompactWriter out, Part part, Block block, int row, int groupRow) {
    RawFields rest = RawFields.of(block.groups.bytes(RowGroupRest.REST, groupRow));
    out.structBegin();
    rest.writeBelow(out, RowGroupCodec.COLUMNS);
    int leaves = part.schema.leaves().count();
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, leaves);
    int next = 0;
    for (int leaf = 0; leaf < leaves; leaf++) {
      if (next < part.columns.length && part.columns[next] == leaf) {
        block.chunks.get(next++).write(out, row);
      } else {
        writeAbsent(out);
      }
    }
    writeGroupFields(out, block.groups, groupRow);
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
}
