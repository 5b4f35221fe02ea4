// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.flat.EscapedUtf8;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnChunk;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.generated.ParquetFbs.KeyValue;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.LogicalTypeCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
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

  private final FlatFooter footer;
  private final FooterBytes in;
  private final CompactWriter out;
  private final int limit;

  /** By column: the Thrift list of its path, once it was asked for; and its physical type. */
  private final byte[][] paths;

  private final int[] types;
  private final SchemaElementView element = new SchemaElementView();
  private final EncodingsView encodings = new EncodingsView();
  private final StatisticsView statistics = new StatisticsView();
  private final PageIndexLocation columnIndex = new PageIndexLocation();
  private final PageIndexLocation offsetIndex = new PageIndexLocation();

  private FlatBuffersToThrift(FlatFooter footer) {
    this.footer = footer;
    ByteBuffer flatbuffer = footer.flatbuffer();
    this.in = new FooterBytes(flatbuffer);
    int size = flatbuffer.remaining();
    this.limit = (int) Math.min(Integer.MAX_VALUE, LEAST_LIMIT + (long) size * MAX_EXPANSION);
    this.out = new CompactWriter(size, limit, EscapedUtf8::encode);
    this.paths = new byte[footer.columnCount()][];
    this.types = new int[paths.length];
    for (int column = 0; column < types.length; column++) {
      types[column] = footer.schemaElement(footer.columnElement(column), element).typeNumber();
    }
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
    if (footer.hasKeyValueMetadata()) {
      writeKeyValues(FileMetaDataCodec.KEY_VALUE_METADATA, in.child(in.root(), FileMetaData.KV));
    }
    if (footer.createdBy() != null) {
      string(FileMetaDataCodec.CREATED_BY, in.root(), FileMetaData.CREATED_BY);
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
    binary(FileMetaDataCodec.FOOTER_SIGNING_KEY_METADATA, footer.footerSigningKeyMetadata());
    out.structEnd();
  }

  private void writeSchema() {
    out.listField(FileMetaDataCodec.SCHEMA, CompactType.STRUCT, footer.elementCount());
    for (int i = 0; i < footer.elementCount(); i++) {
      writeElement(footer.schemaElement(i, element));
    }
  }

  private void writeElement(SchemaElementView view) {
    ByteBuffer thrift = view.thrift();
    if (thrift != null) {
      writeRaw(thrift);
      return;
    }
    out.structBegin();
    i32(SchemaElementCodec.TYPE, view.hasType(), view.typeNumber());
    i32(SchemaElementCodec.TYPE_LENGTH, view.hasTypeLength(), view.typeLength());
    i32(SchemaElementCodec.REPETITION_TYPE, view.hasRepetition(), view.repetitionNumber());
    binary(SchemaElementCodec.NAME, view.nameBytes());
    i32(SchemaElementCodec.NUM_CHILDREN, view.hasChildCount(), view.childCount());
    out.optionalI32Field(SchemaElementCodec.CONVERTED_TYPE, view.convertedTypeNumber());
    out.optionalI32Field(SchemaElementCodec.SCALE, view.scale());
    out.optionalI32Field(SchemaElementCodec.PRECISION, view.precision());
    i32(SchemaElementCodec.FIELD_ID, view.hasFieldId(), view.fieldId());
    out.optionalStructField(
        SchemaElementCodec.LOGICAL_TYPE, view.logicalType(), LogicalTypeCodec.UNION::write);
    out.structEnd();
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
    i64(RowGroupCodec.FILE_OFFSET, group.hasFileOffset(), group.fileOffset());
    i64(
        RowGroupCodec.TOTAL_COMPRESSED_SIZE,
        group.hasTotalCompressedSize(),
        group.totalCompressedSize());
    if (group.hasOrdinal()) {
      out.i16Field(RowGroupCodec.ORDINAL, group.ordinal());
    }
    out.structEnd();
  }

  private void writeChunk(ColumnChunkView chunk, int table) {
    ByteBuffer thrift = chunk.thrift();
    if (thrift != null) {
      writeRaw(thrift);
      return;
    }
    chunk.columnIndex(columnIndex);
    chunk.offsetIndex(offsetIndex);
    out.structBegin();
    string(ColumnChunkCodec.FILE_PATH, table, ColumnChunk.FILE_PATH);
    out.i64Field(ColumnChunkCodec.FILE_OFFSET, chunk.fileOffset());
    if (chunk.hasMetadata()) {
      out.fieldHeader(ColumnChunkCodec.META_DATA, CompactType.STRUCT);
      writeMetaData(chunk, in.child(table, ColumnChunk.METADATA));
    }
    i64(ColumnChunkCodec.OFFSET_INDEX_OFFSET, offsetIndex.hasOffset(), offsetIndex.offset());
    i32(ColumnChunkCodec.OFFSET_INDEX_LENGTH, offsetIndex.hasLength(), offsetIndex.length());
    i64(ColumnChunkCodec.COLUMN_INDEX_OFFSET, columnIndex.hasOffset(), columnIndex.offset());
    i32(ColumnChunkCodec.COLUMN_INDEX_LENGTH, columnIndex.hasLength(), columnIndex.length());
    out.optionalStructField(
        ColumnChunkCodec.CRYPTO_METADATA,
        chunk.cryptoMetadata(),
        ParquetStructs.COLUMN_CRYPTO_META_DATA::write);
    binary(ColumnChunkCodec.ENCRYPTED_COLUMN_METADATA, chunk.encryptedColumnMetadata());
    out.structEnd();
  }

  private void writeMetaData(ColumnChunkView chunk, int table) {
    chunk.encodings(encodings);
    out.structBegin();
    out.i32Field(ColumnMetaDataCodec.TYPE, types[chunk.column()]);
    // Thrift requires the list; buffers of the bare proposal do not have it.
    out.listField(ColumnMetaDataCodec.ENCODINGS, CompactType.I32, encodings.count());
    for (int i = 0; i < encodings.count(); i++) {
      out.writeI32(encodings.encodingNumber(i));
    }
    out.fieldHeader(ColumnMetaDataCodec.PATH_IN_SCHEMA, CompactType.LIST);
    byte[] path = path(chunk.column());
    out.writeRaw(path, 0, path.length);
    out.i32Field(ColumnMetaDataCodec.CODEC, chunk.codecNumber());
    out.i64Field(ColumnMetaDataCodec.NUM_VALUES, chunk.numValues());
    out.i64Field(ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE, chunk.totalUncompressedSize());
    out.i64Field(ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE, chunk.totalCompressedSize());
    if (chunk.hasKeyValueMetadata()) {
      writeKeyValues(
          ColumnMetaDataCodec.KEY_VALUE_METADATA,
          in.child(table, ColumnMetadata.KEY_VALUE_METADATA));
    }
    out.i64Field(ColumnMetaDataCodec.DATA_PAGE_OFFSET, chunk.dataPageOffset());
    i64(ColumnMetaDataCodec.INDEX_PAGE_OFFSET, chunk.hasIndexPageOffset(), chunk.indexPageOffset());
    i64(
        ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET,
        chunk.hasDictionaryPageOffset(),
        chunk.dictionaryPageOffset());
    writeStatistics(chunk.statistics(statistics));
    if (encodings.hasStats()) {
      writeEncodingStats();
    }
    i64(
        ColumnMetaDataCodec.BLOOM_FILTER_OFFSET,
        chunk.hasBloomFilterOffset(),
        chunk.bloomFilterOffset());
    i32(
        ColumnMetaDataCodec.BLOOM_FILTER_LENGTH,
        chunk.hasBloomFilterLength(),
        chunk.bloomFilterLength());
    ByteBuffer sizes = in.slice(in.child(table, ColumnMetadata.SIZE_STATISTICS));
    if (sizes != null) {
      out.fieldHeader(ColumnMetaDataCodec.SIZE_STATISTICS, CompactType.STRUCT);
      writeRaw(sizes);
    }
    out.optionalStructField(
        ColumnMetaDataCodec.GEOSPATIAL_STATISTICS,
        chunk.geospatialStatistics(),
        ParquetStructs.GEOSPATIAL_STATISTICS::write);
    out.structEnd();
  }

  private void writeStatistics(StatisticsView view) {
    if (view.isPresent()) {
      out.fieldHeader(ColumnMetaDataCodec.STATISTICS, CompactType.STRUCT);
      StatisticsCodec.STRUCT.write(out, view.toRecord());
    }
  }

  private void writeEncodingStats() {
    int count = encodings.statsCount();
    out.listField(ColumnMetaDataCodec.ENCODING_STATS, CompactType.STRUCT, count);
    for (int i = 0; i < count; i++) {
      ParquetStructs.PAGE_ENCODING_STATS.write(
          out,
          new PageEncodingStats(
              encodings.statsPageTypeNumber(i),
              encodings.statsEncodingNumber(i),
              encodings.statsPageCount(i)));
    }
  }

  /** Thrift requires the key. */
  private void writeKeyValues(int id, int vector) {
    int count = in.count(vector, FooterBytes.REFERENCE);
    out.listField(id, CompactType.STRUCT, count);
    for (int i = 0; i < count; i++) {
      int table = in.reference(vector, i);
      int key = in.child(table, KeyValue.KEY);
      out.structBegin();
      binary(1, key == 0 ? new byte[0] : in.bytes(key));
      string(2, table, KeyValue.VAL);
      out.structEnd();
    }
  }

  private byte[] path(int column) {
    if (paths[column] == null) {
      Deque<byte[]> names = new ArrayDeque<>();
      int at = footer.columnElement(column);
      for (; at > 0; at = footer.parentElement(at)) {
        names.push(footer.schemaElement(at, element).nameBytes());
      }
      CompactWriter list = new CompactWriter(64, limit, EscapedUtf8::encode);
      list.listBegin(CompactType.BINARY, names.size());
      names.forEach(name -> list.writeBinary(name, 0, name.length));
      paths[column] = list.toByteArray();
    }
    return paths[column];
  }

  /** A Thrift struct that is in the buffer as it is, with fields that tables do not have. */
  private void writeRaw(ByteBuffer thrift) {
    byte[] bytes = new byte[thrift.remaining()];
    thrift.get(bytes);
    out.writeRaw(bytes, 0, bytes.length);
  }

  private void string(int id, int table, int slot) {
    int string = in.child(table, slot);
    binary(id, string == 0 ? null : in.bytes(string));
  }

  private void binary(int id, byte[] value) {
    if (value != null) {
      out.binaryField(id, value, 0, value.length);
    }
  }

  private void i32(int id, boolean isPresent, int value) {
    if (isPresent) {
      out.i32Field(id, value);
    }
  }

  private void i64(int id, boolean isPresent, long value) {
    if (isPresent) {
      out.i64Field(id, value);
    }
  }
}
