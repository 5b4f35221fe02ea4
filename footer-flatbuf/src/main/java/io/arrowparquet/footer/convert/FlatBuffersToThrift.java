// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.EscapedUtf8;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.RowGroup.SortingColumn;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Converts a FlatBuffers footer to equivalent Thrift bytes: those it was made from, field by field.
 *
 * <p>The buffer is verified first, since every byte of it is read. A buffer of another writer of
 * the proposal gives what it holds: without encodings, for one, which Thrift demands.
 *
 * <p>Threads: any may call it.
 */
public final class FlatBuffersToThrift {
  /** Thrift repeats what tables share: names, key-values, encodings. Bounds the output. */
  private static final int MAX_EXPANSION = 64;

  /** Output allowed in any case: each row group repeats the paths of its columns. */
  private static final int LEAST_LIMIT = 1 << 26;

  private final FlatFooter footer;
  private final FooterBytes in;
  private final CompactWriter out;
  private final FooterRecords records;

  private FlatBuffersToThrift(ByteBuffer flatbuffer) {
    this.footer = FlatFooter.wrap(flatbuffer);
    this.in = new FooterBytes(flatbuffer);
    int size = flatbuffer.remaining();
    int limit = (int) Math.min(Integer.MAX_VALUE, LEAST_LIMIT + (long) size * MAX_EXPANSION);
    this.out = new CompactWriter(size, limit, EscapedUtf8::encode);
    this.records = new FooterRecords(footer, in, limit);
  }

  /**
   * The Thrift {@code FileMetaData} for the FlatBuffer between the buffer's position and limit.
   *
   * @throws CorruptFooterException if the buffer does not verify, or expands to many times its
   *     size; offsets count from its position
   */
  public static byte[] convert(ByteBuffer flatbuffer) {
    FlatFooter.verify(flatbuffer);
    FlatBuffersToThrift conversion = new FlatBuffersToThrift(flatbuffer);
    conversion.write();
    return conversion.out.toByteArray();
  }

  private void write() {
    out.structBegin();
    out.i32Field(FileMetaDataCodec.VERSION, footer.version());
    writeSchema();
    out.i64Field(FileMetaDataCodec.NUM_ROWS, footer.numRows());
    writeRowGroups();
    if (footer.hasKeyValueMetadata()) {
      int count = footer.keyValueCount();
      out.listField(FileMetaDataCodec.KEY_VALUE_METADATA, CompactType.STRUCT, count);
      int keyValues = in.child(in.root(), FileMetaData.KV);
      for (int i = 0; i < count; i++) {
        ParquetStructs.KEY_VALUE.write(out, records.keyValue(in.reference(keyValues, i)));
      }
    }
    if (footer.createdBy() != null) {
      byte[] bytes = in.bytes(in.child(in.root(), FileMetaData.CREATED_BY));
      out.binaryField(FileMetaDataCodec.CREATED_BY, bytes, 0, bytes.length);
    }
    List<ColumnOrder> orders = footer.columnOrders();
    if (orders != null) {
      out.listField(FileMetaDataCodec.COLUMN_ORDERS, CompactType.STRUCT, orders.size());
      orders.forEach(order -> ParquetStructs.COLUMN_ORDER.write(out, order));
    }
    out.optionalStructField(
        FileMetaDataCodec.ENCRYPTION_ALGORITHM,
        footer.encryption(),
        ParquetStructs.ENCRYPTION_ALGORITHM::write);
    byte[] signingKey = footer.footerSigningKeyMetadata();
    if (signingKey != null) {
      out.binaryField(
          FileMetaDataCodec.FOOTER_SIGNING_KEY_METADATA, signingKey, 0, signingKey.length);
    }
    out.structEnd();
  }

  private void writeSchema() {
    out.listField(FileMetaDataCodec.SCHEMA, CompactType.STRUCT, footer.elementCount());
    SchemaElementView element = new SchemaElementView();
    for (int i = 0; i < footer.elementCount(); i++) {
      footer.schemaElement(i, element);
      ByteBuffer thrift = element.thrift();
      if (thrift != null) {
        writeRaw(thrift);
      } else {
        SchemaElementCodec.write(out, records.schemaElement(element));
      }
    }
  }

  private void writeRowGroups() {
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, footer.rowGroupCount());
    RowGroupView view = new RowGroupView();
    int groups = in.child(in.root(), FileMetaData.ROW_GROUPS);
    for (int i = 0; i < footer.rowGroupCount(); i++) {
      writeRowGroup(footer.rowGroup(i, view), in.reference(groups, i));
    }
  }

  private void writeRowGroup(RowGroupView group, int table) {
    out.structBegin();
    writeChunks(group, table);
    out.i64Field(RowGroupCodec.TOTAL_BYTE_SIZE, group.totalByteSize());
    out.i64Field(RowGroupCodec.NUM_ROWS, group.numRows());
    if (group.hasSortingColumns()) {
      int count = group.sortingColumnCount();
      out.listField(RowGroupCodec.SORTING_COLUMNS, CompactType.STRUCT, count);
      for (int i = 0; i < count; i++) {
        ParquetStructs.SORTING_COLUMN.write(
            out,
            new SortingColumn(
                group.sortingColumn(i), group.sortsDescending(i), group.sortsNullsFirst(i)));
      }
    }
    if (group.hasFileOffset()) {
      out.i64Field(RowGroupCodec.FILE_OFFSET, group.fileOffset());
    }
    if (group.hasTotalCompressedSize()) {
      out.i64Field(RowGroupCodec.TOTAL_COMPRESSED_SIZE, group.totalCompressedSize());
    }
    if (group.hasOrdinal()) {
      out.i16Field(RowGroupCodec.ORDINAL, group.ordinal());
    }
    out.structEnd();
  }

  private void writeChunks(RowGroupView group, int table) {
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, group.columnCount());
    ColumnChunkView chunk = new ColumnChunkView();
    int chunks = in.child(table, RowGroup.COLUMNS);
    for (int column = 0; column < group.columnCount(); column++) {
      footer.chunk(group.index(), column, chunk);
      ByteBuffer thrift = chunk.thrift();
      if (thrift != null) {
        writeRaw(thrift);
      } else {
        ColumnChunkCodec.write(out, records.columnChunk(chunk, in.reference(chunks, column)));
      }
    }
  }

  /** A Thrift struct that is in the buffer as it is, with fields that records do not have. */
  private void writeRaw(ByteBuffer thrift) {
    byte[] bytes = bytes(thrift);
    out.writeRaw(bytes, 0, bytes.length);
  }

  private static byte[] bytes(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return bytes;
  }
}
