// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.LogicalTypeCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import java.nio.ByteBuffer;

/** Schema elements and column chunks that views show, as the Thrift structs they were made from. */
final class ViewsToThrift {
  private final CompactWriter out;
  private final EncodingsView encodings = new EncodingsView();
  private final StatisticsView statistics = new StatisticsView();
  private final PageIndexLocation columnIndex = new PageIndexLocation();
  private final PageIndexLocation offsetIndex = new PageIndexLocation();

  ViewsToThrift(CompactWriter out) {
    this.out = out;
  }

  void writeElement(SchemaElementView view) {
    ByteBuffer thrift = view.thrift();
    if (thrift != null) {
      writeRaw(thrift);
    } else {
      writeElement(view, view.childCount());
    }
  }

  /** {@code children}: instead of those that the view shows. */
  void writeElement(SchemaElementView view, int children) {
    out.structBegin();
    i32(SchemaElementCodec.TYPE, view.hasType(), view.typeNumber());
    i32(SchemaElementCodec.TYPE_LENGTH, view.hasTypeLength(), view.typeLength());
    i32(SchemaElementCodec.REPETITION_TYPE, view.hasRepetition(), view.repetitionNumber());
    binary(SchemaElementCodec.NAME, view.nameBytes());
    i32(SchemaElementCodec.NUM_CHILDREN, view.hasChildCount(), children);
    out.optionalI32Field(SchemaElementCodec.CONVERTED_TYPE, view.convertedTypeNumber());
    out.optionalI32Field(SchemaElementCodec.SCALE, view.scale());
    out.optionalI32Field(SchemaElementCodec.PRECISION, view.precision());
    i32(SchemaElementCodec.FIELD_ID, view.hasFieldId(), view.fieldId());
    out.optionalStructField(
        SchemaElementCodec.LOGICAL_TYPE, view.logicalType(), LogicalTypeCodec.UNION::write);
    out.structEnd();
  }

  /**
   * Null for what is not known, or left out.
   *
   * @param filePath the bytes of the string, which need not be UTF-8
   * @param path a Thrift list
   * @param keyValues a Thrift list
   * @param sizes a Thrift struct
   */
  void writeChunk(
      ColumnChunkView chunk,
      int type,
      byte[] filePath,
      byte[] path,
      byte[] keyValues,
      ByteBuffer sizes) {
    ByteBuffer thrift = chunk.thrift();
    if (thrift != null) {
      writeRaw(thrift);
      return;
    }
    chunk.columnIndex(columnIndex);
    chunk.offsetIndex(offsetIndex);
    out.structBegin();
    if (filePath == null && chunk.filePath() != null) {
      out.stringField(ColumnChunkCodec.FILE_PATH, chunk.filePath());
    }
    binary(ColumnChunkCodec.FILE_PATH, filePath);
    out.i64Field(ColumnChunkCodec.FILE_OFFSET, chunk.fileOffset());
    if (chunk.hasMetadata()) {
      out.fieldHeader(ColumnChunkCodec.META_DATA, CompactType.STRUCT);
      writeMetaData(chunk, type, path, keyValues, sizes);
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

  private void writeMetaData(
      ColumnChunkView chunk, int type, byte[] path, byte[] keyValues, ByteBuffer sizes) {
    chunk.encodings(encodings);
    out.structBegin();
    out.i32Field(ColumnMetaDataCodec.TYPE, type);
    // Thrift requires the list; buffers of the bare proposal do not have it.
    out.listField(ColumnMetaDataCodec.ENCODINGS, CompactType.I32, encodings.count());
    for (int i = 0; i < encodings.count(); i++) {
      out.writeI32(encodings.encodingNumber(i));
    }
    list(ColumnMetaDataCodec.PATH_IN_SCHEMA, path);
    out.i32Field(ColumnMetaDataCodec.CODEC, chunk.codecNumber());
    out.i64Field(ColumnMetaDataCodec.NUM_VALUES, chunk.numValues());
    out.i64Field(ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE, chunk.totalUncompressedSize());
    out.i64Field(ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE, chunk.totalCompressedSize());
    list(ColumnMetaDataCodec.KEY_VALUE_METADATA, keyValues);
    out.i64Field(ColumnMetaDataCodec.DATA_PAGE_OFFSET, chunk.dataPageOffset());
    i64(ColumnMetaDataCodec.INDEX_PAGE_OFFSET, chunk.hasIndexPageOffset(), chunk.indexPageOffset());
    i64(
        ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET,
        chunk.hasDictionaryPageOffset(),
        chunk.dictionaryPageOffset());
    if (chunk.statistics(statistics).isPresent()) {
      out.fieldHeader(ColumnMetaDataCodec.STATISTICS, CompactType.STRUCT);
      StatisticsCodec.STRUCT.write(out, statistics.toRecord());
    }
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
    if (sizes != null) {
      out.fieldHeader(ColumnMetaDataCodec.SIZE_STATISTICS, CompactType.STRUCT);
      writeRaw(sizes);
    } else {
      out.optionalStructField(
          ColumnMetaDataCodec.SIZE_STATISTICS,
          chunk.sizeStatistics(),
          ParquetStructs.SIZE_STATISTICS::write);
    }
    out.optionalStructField(
        ColumnMetaDataCodec.GEOSPATIAL_STATISTICS,
        chunk.geospatialStatistics(),
        ParquetStructs.GEOSPATIAL_STATISTICS::write);
    out.structEnd();
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

  /** A Thrift struct that is in the buffer as it is, with fields that tables do not have. */
  private void writeRaw(ByteBuffer thrift) {
    byte[] bytes = new byte[thrift.remaining()];
    thrift.get(bytes);
    out.writeRaw(bytes, 0, bytes.length);
  }

  /** {@code written}: a Thrift list; null to leave it out. */
  void list(int id, byte[] written) {
    if (written != null) {
      out.fieldHeader(id, CompactType.LIST);
      out.writeRaw(written, 0, written.length);
    }
  }

  void binary(int id, byte[] value) {
    if (value != null) {
      out.binaryField(id, value, 0, value.length);
    }
  }

  void i32(int id, boolean isPresent, int value) {
    if (isPresent) {
      out.i32Field(id, value);
    }
  }

  void i64(int id, boolean isPresent, long value) {
    if (isPresent) {
      out.i64Field(id, value);
    }
  }
}
