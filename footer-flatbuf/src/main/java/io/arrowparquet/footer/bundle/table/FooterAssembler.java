// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bundle.arrow.BatchColumn.Slice;
import io.arrowparquet.footer.bundle.arrow.BlockRows;
import io.arrowparquet.footer.metadata.BinaryValue;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.codec.ColumnChunkCodec;
import io.arrowparquet.footer.thrift.codec.FileMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.RowGroupCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** Puts the Thrift footer of a file together from the tables of a segment. */
public final class FooterAssembler {
  private final SegmentReader segment;

  /** An assembler of footers of the segment's files. */
  public FooterAssembler(SegmentReader segment) {
    this.segment = segment;
  }

  /**
   * The struct {@code FileMetaData} of a file: that of the file field by field, fields in the order
   * of their ids.
   *
   * @param paths dotted paths of the columns and groups whose chunks are wanted; the other chunks
   *     have no metadata. Null for all
   * @throws CorruptFooterException if the segment is damaged
   */
  public byte[] thrift(FileRow file, Collection<String> paths) throws IOException {
    byte[] head = segment.unpacked(file.head());
    try {
      if (file.schema() < 0) {
        return head;
      }
      return thrift(file, RawFields.of(BinaryValue.of(head)), paths);
    } catch (CorruptFooterException e) {
      throw e.in(segment.name());
    }
  }

  private byte[] thrift(FileRow file, RawFields head, Collection<String> paths) throws IOException {
    SegmentSchema schema = segment.schema(file.schema());
    SchemaLeaves leaves = schema.leaves();
    int[] columns =
        paths == null ? IntStream.range(0, leaves.count()).toArray() : leaves.chosen(paths);
    requireRows(file, schema);
    List<byte[]> keyValues = keyValues(file);
    CompactWriter out = new CompactWriter(1 << 12);
    out.structBegin();
    boolean hasSchema = head.value(FileMetaDataCodec.SCHEMA, CompactType.LIST) != null;
    if (hasSchema) {
      head.writeBelow(out, FileMetaDataCodec.NUM_ROWS);
    } else {
      head.writeBelow(out, FileMetaDataCodec.SCHEMA);
      byte[] elements = SchemaRegistry.thrift(schema.definition());
      out.fieldHeader(FileMetaDataCodec.SCHEMA, CompactType.LIST);
      out.writeRaw(elements, 0, elements.length);
    }
    out.i64Field(FileMetaDataCodec.NUM_ROWS, file.rows());
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, file.rowGroups());
    writeRowGroups(out, file, schema, columns);
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
        || file.firstRow() > schema.tables().rows() - file.rowGroups()) {
      throw new CorruptFooterException(
          "row groups of " + file.file().path(),
          CorruptFooterException.NO_OFFSET,
          file.rowGroups() + " from row " + file.firstRow(),
          "some of the " + schema.tables().rows() + " of its schema");
    }
  }

  private List<byte[]> keyValues(FileRow file) throws IOException {
    if (file.keyValues() == null) {
      return null;
    }
    List<byte[]> entries = new ArrayList<>();
    List<Slice> packed = segment.bytes().read(file.keyValues());
    for (int i = 0; i < packed.size(); i++) {
      entries.add(segment.unpacked(file.keyValues().get(i), packed.get(i)));
    }
    return entries;
  }

  private void writeRowGroups(CompactWriter out, FileRow file, SegmentSchema schema, int[] columns)
      throws IOException {
    int rowsPerBlock = segment.root().rowsPerBlock();
    int end = file.firstRow() + file.rowGroups();
    int row = file.firstRow();
    while (row < end) {
      int block = row / rowsPerBlock;
      int stop = (int) Math.min(end, (block + 1L) * rowsPerBlock);
      BlockRows groups = segment.rowGroups(schema, block);
      List<ChunkRows> chunks = segment.chunks(schema, columns, block, true);
      for (; row < stop; row++) {
        writeRowGroup(out, groups, row - block * rowsPerBlock, schema, columns, chunks, row);
      }
    }
  }

  private static void writeRowGroup(
      CompactWriter out,
      BlockRows groups,
      int groupRow,
      SegmentSchema schema,
      int[] columns,
      List<ChunkRows> chunks,
      int row) {
    RawFields rest = RawFields.of(groups.bytes(RowGroupRest.REST, groupRow));
    out.structBegin();
    rest.writeBelow(out, RowGroupCodec.COLUMNS);
    SchemaLeaves leaves = schema.leaves();
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, leaves.count());
    int next = 0;
    for (int leaf = 0; leaf < leaves.count(); leaf++) {
      if (next < columns.length && columns[next] == leaf) {
        ChunkRows chunk = chunks.get(next++);
        chunk.write(out, row);
      } else {
        writeAbsent(out);
      }
    }
    writeGroupFields(out, groups, groupRow);
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
