// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.EscapedUtf8;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnChunk;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.generated.ParquetFbs.KeyValue;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.RowGroup.SortingColumn;
import io.arrowparquet.storage.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
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

  private static final byte[] NOTHING = {};

  private final FlatFooter footer;
  private final FooterBytes in;
  private final CompactWriter out;
  private final ViewsToThrift views;
  private final SchemaElementView element = new SchemaElementView();

  /** By column: the Thrift list of its path, once it was asked for; and its physical type. */
  private final byte[][] paths;

  private final int[] types;

  private FlatBuffersToThrift(FlatFooter footer) {
    this.footer = footer;
    this.in = new FooterBytes(footer.flatbuffer());
    this.out = writer(in.size(), in.size());
    this.views = new ViewsToThrift(out);
    this.paths = new byte[footer.columnCount()][];
    this.types = new int[paths.length];
    for (int column = 0; column < types.length; column++) {
      types[column] = footer.schemaElement(footer.columnElement(column), element).typeNumber();
    }
  }

  private static CompactWriter writer(int capacity, int size) {
    long limit = LEAST_LIMIT + (long) size * MAX_EXPANSION;
    return new CompactWriter(
        capacity, (int) Math.min(Integer.MAX_VALUE, limit), EscapedUtf8::encode);
  }

  /**
   * The Thrift {@code FileMetaData} for the FlatBuffer between the buffer's position and limit.
   *
   * @throws CorruptFooterException if the buffer does not verify, or expands to many times its
   *     size; offsets count from its position
   * @throws InvalidRequestException if the footer {@linkplain FlatFooter#isDecrypted was decrypted}
   */
  public static byte[] convert(ByteBuffer flatbuffer) {
    FlatFooter.verify(flatbuffer);
    FlatFooter footer = FlatFooter.wrap(flatbuffer);
    if (footer.isDecrypted()) {
      throw new InvalidRequestException(
          "a footer that was decrypted is not made plain Thrift: that would tell its secrets",
          null);
    }
    FlatBuffersToThrift conversion = new FlatBuffersToThrift(footer);
    conversion.write();
    return conversion.out.toByteArray();
  }

  static byte[] chunk(FlatFooter footer, ColumnChunkView view, int table) {
    FlatBuffersToThrift conversion = new FlatBuffersToThrift(footer);
    conversion.writeChunk(view, table);
    return conversion.out.toByteArray();
  }

  private void write() {
    out.structBegin();
    out.i32Field(FileMetaDataCodec.VERSION, footer.version());
    writeSchema();
    out.i64Field(FileMetaDataCodec.NUM_ROWS, footer.numRows());
    writeRowGroups();
    views.list(
        FileMetaDataCodec.KEY_VALUE_METADATA, keyValues(in.child(in.root(), FileMetaData.KV)));
    if (footer.createdBy() != null) {
      int createdBy = in.child(in.root(), FileMetaData.CREATED_BY);
      views.binary(FileMetaDataCodec.CREATED_BY, in.bytes(createdBy));
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
    views.binary(FileMetaDataCodec.FOOTER_SIGNING_KEY_METADATA, footer.footerSigningKeyMetadata());
    out.structEnd();
  }

  private void writeSchema() {
    out.listField(FileMetaDataCodec.SCHEMA, CompactType.STRUCT, footer.elementCount());
    for (int i = 0; i < footer.elementCount(); i++) {
      views.writeElement(footer.schemaElement(i, element));
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
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, group.columnCount());
    ColumnChunkView chunk = new ColumnChunkView();
    int chunks = in.child(table, RowGroup.COLUMNS);
    for (int column = 0; column < group.columnCount(); column++) {
      footer.chunk(group.index(), column, chunk);
      writeChunk(chunk, in.reference(chunks, column));
    }
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
    views.i64(RowGroupCodec.FILE_OFFSET, group.hasFileOffset(), group.fileOffset());
    views.i64(
        RowGroupCodec.TOTAL_COMPRESSED_SIZE,
        group.hasTotalCompressedSize(),
        group.totalCompressedSize());
    if (group.hasOrdinal()) {
      out.i16Field(RowGroupCodec.ORDINAL, group.ordinal());
    }
    out.structEnd();
  }

  private void writeChunk(ColumnChunkView view, int table) {
    int metaData = in.child(table, ColumnChunk.METADATA);
    int sizes = metaData == 0 ? 0 : in.child(metaData, ColumnMetadata.SIZE_STATISTICS);
    views.writeChunk(
        view,
        types[view.column()],
        in.bytes(in.child(table, ColumnChunk.FILE_PATH)),
        path(view.column()),
        metaData == 0 ? null : keyValues(in.child(metaData, ColumnMetadata.KEY_VALUE_METADATA)),
        in.slice(sizes));
  }

  private byte[] keyValues(int vector) {
    if (vector == 0) {
      return null;
    }
    int count = in.count(vector, FooterBytes.REFERENCE);
    CompactWriter list = writer(64, in.size());
    list.listBegin(CompactType.STRUCT, count);
    for (int i = 0; i < count; i++) {
      int table = in.reference(vector, i);
      byte[] key = in.bytes(in.child(table, KeyValue.KEY));
      byte[] value = in.bytes(in.child(table, KeyValue.VAL));
      list.structBegin();
      // Thrift requires the key.
      list.binaryField(1, key == null ? NOTHING : key, 0, key == null ? 0 : key.length);
      if (value != null) {
        list.binaryField(2, value, 0, value.length);
      }
      list.structEnd();
    }
    return list.toByteArray();
  }

  private byte[] path(int column) {
    if (paths[column] == null) {
      Deque<byte[]> names = new ArrayDeque<>();
      int at = footer.columnElement(column);
      for (; at > 0; at = footer.parentElement(at)) {
        names.push(footer.schemaElement(at, element).nameBytes());
      }
      CompactWriter list = writer(64, in.size());
      list.listBegin(CompactType.BINARY, names.size());
      names.forEach(name -> list.writeBinary(name, 0, name.length));
      paths[column] = list.toByteArray();
    }
    return paths[column];
  }
}
