// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.tothrift;

import io.arrowparquet.footer.flatbuf.ColumnChunkView;
import io.arrowparquet.footer.flatbuf.EncodingsView;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.flatbuf.IndexLocationView;
import io.arrowparquet.footer.flatbuf.SchemaElementView;
import io.arrowparquet.footer.flatbuf.StatisticsView;
import io.arrowparquet.footer.flatbuf.generated.ColumnChunk;
import io.arrowparquet.footer.flatbuf.generated.KeyValue;
import io.arrowparquet.footer.metadata.ColumnCryptoMetaData;
import io.arrowparquet.footer.metadata.GeospatialStatistics;
import io.arrowparquet.footer.metadata.SizeStatistics;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.codec.ColumnCryptoMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.GeospatialStatisticsCodec;
import io.arrowparquet.footer.thrift.codec.SizeStatisticsCodec;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Writes column chunks of a footer as Thrift. */
public final class ColumnChunkWriter {
  private static final int FILE_PATH = 1;
  private static final int FILE_OFFSET = 2;
  private static final int META_DATA = 3;
  private static final int OFFSET_INDEX_OFFSET = 4;
  private static final int OFFSET_INDEX_LENGTH = 5;
  private static final int COLUMN_INDEX_OFFSET = 6;
  private static final int COLUMN_INDEX_LENGTH = 7;
  private static final int CRYPTO_METADATA = 8;
  private static final int ENCRYPTED_COLUMN_METADATA = 9;

  private final CompactWriter out;
  private final FlatFooter footer;

  /** For each column, once it was met: its {@code path_in_schema} as a Thrift list. */
  private final byte[][] paths;

  private final int[] types;
  private final EncodingsView encodings = new EncodingsView();
  private final StatisticsView statistics = new StatisticsView();
  private final IndexLocationView index = new IndexLocationView();

  public ColumnChunkWriter(CompactWriter out, FlatFooter footer) {
    this.out = out;
    this.footer = footer;
    this.paths = new byte[footer.columnCount()][];
    this.types = new int[footer.columnCount()];
    SchemaElementView element = new SchemaElementView();
    for (int column = 0; column < types.length; column++) {
      types[column] = footer.schemaElement(footer.columnElement(column), element).typeNumber();
    }
  }

  /** Writes one chunk, of which {@code table} is the verified table. */
  public void write(ColumnChunkView chunk, ColumnChunk table) {
    ByteBuffer thrift = chunk.thrift();
    if (thrift != null) {
      Binaries.writeRaw(out, thrift);
      return;
    }
    out.structBegin();
    ByteBuffer filePath = table.filePathAsByteBuffer();
    if (filePath != null) {
      Binaries.writeField(out, FILE_PATH, filePath);
    }
    out.i64Field(FILE_OFFSET, chunk.fileOffset());
    if (chunk.hasMetadata()) {
      out.fieldHeader(META_DATA, CompactType.STRUCT);
      writeMetaData(chunk, table);
    }
    writeIndexLocation(chunk.offsetIndex(index), OFFSET_INDEX_OFFSET, OFFSET_INDEX_LENGTH);
    writeIndexLocation(chunk.columnIndex(index), COLUMN_INDEX_OFFSET, COLUMN_INDEX_LENGTH);
    ColumnCryptoMetaData crypto = chunk.cryptoMetadata();
    if (crypto != null) {
      out.fieldHeader(CRYPTO_METADATA, CompactType.STRUCT);
      ColumnCryptoMetaDataCodec.write(out, crypto);
    }
    byte[] encrypted = chunk.encryptedColumnMetadata();
    if (encrypted != null) {
      out.binaryField(ENCRYPTED_COLUMN_METADATA, encrypted, 0, encrypted.length);
    }
    out.structEnd();
  }

  private void writeIndexLocation(IndexLocationView location, int offsetId, int lengthId) {
    if (location.hasOffset()) {
      out.i64Field(offsetId, location.offset());
    }
    if (location.hasLength()) {
      out.i32Field(lengthId, location.length());
    }
  }

  private void writeMetaData(ColumnChunkView chunk, ColumnChunk table) {
    EncodingsView used = chunk.encodings(encodings);
    out.structBegin();
    out.i32Field(MetaData.TYPE, types[chunk.column()]);
    writeEncodings(used);
    out.fieldHeader(MetaData.PATH_IN_SCHEMA, CompactType.LIST);
    byte[] path = path(chunk.column());
    out.writeRaw(path, 0, path.length);
    out.i32Field(MetaData.CODEC, chunk.codecNumber());
    out.i64Field(MetaData.NUM_VALUES, chunk.numValues());
    out.i64Field(MetaData.TOTAL_UNCOMPRESSED_SIZE, chunk.totalUncompressedSize());
    out.i64Field(MetaData.TOTAL_COMPRESSED_SIZE, chunk.totalCompressedSize());
    if (chunk.hasKeyValueMetadata()) {
      writeKeyValues(chunk, table);
    }
    out.i64Field(MetaData.DATA_PAGE_OFFSET, chunk.dataPageOffset());
    if (chunk.hasIndexPageOffset()) {
      out.i64Field(MetaData.INDEX_PAGE_OFFSET, chunk.indexPageOffset());
    }
    if (chunk.hasDictionaryPageOffset()) {
      out.i64Field(MetaData.DICTIONARY_PAGE_OFFSET, chunk.dictionaryPageOffset());
    }
    if (chunk.statistics(statistics).isPresent()) {
      out.fieldHeader(MetaData.STATISTICS, CompactType.STRUCT);
      StatisticsWriter.write(out, statistics);
    }
    if (used.hasStats()) {
      writeEncodingStats(used);
    }
    if (chunk.hasBloomFilterOffset()) {
      out.i64Field(MetaData.BLOOM_FILTER_OFFSET, chunk.bloomFilterOffset());
    }
    if (chunk.hasBloomFilterLength()) {
      out.i32Field(MetaData.BLOOM_FILTER_LENGTH, chunk.bloomFilterLength());
    }
    writeRareStatistics(chunk);
    out.structEnd();
  }

  /** Thrift demands the list; buffers of the bare proposal do not have it. */
  private void writeEncodings(EncodingsView used) {
    int count = used.count();
    out.listField(MetaData.ENCODINGS, CompactType.I32, count);
    for (int i = 0; i < count; i++) {
      out.writeI32(used.encodingNumber(i));
    }
  }

  private void writeEncodingStats(EncodingsView used) {
    out.listField(MetaData.ENCODING_STATS, CompactType.STRUCT, used.statsCount());
    for (int i = 0; i < used.statsCount(); i++) {
      out.structBegin();
      out.i32Field(1, used.statsPageTypeNumber(i));
      out.i32Field(2, used.statsEncodingNumber(i));
      out.i32Field(3, used.statsPageCount(i));
      out.structEnd();
    }
  }

  private void writeKeyValues(ColumnChunkView chunk, ColumnChunk table) {
    int count = chunk.keyValueCount();
    out.listField(MetaData.KEY_VALUE_METADATA, CompactType.STRUCT, count);
    KeyValue keyValue = new KeyValue();
    for (int i = 0; i < count; i++) {
      KeyValueWriter.write(out, table.metadata().keyValueMetadata(keyValue, i));
    }
  }

  private void writeRareStatistics(ColumnChunkView chunk) {
    SizeStatistics sizes = chunk.sizeStatistics();
    if (sizes != null) {
      out.fieldHeader(MetaData.SIZE_STATISTICS, CompactType.STRUCT);
      SizeStatisticsCodec.write(out, sizes);
    }
    GeospatialStatistics geospatial = chunk.geospatialStatistics();
    if (geospatial != null) {
      out.fieldHeader(MetaData.GEOSPATIAL_STATISTICS, CompactType.STRUCT);
      GeospatialStatisticsCodec.write(out, geospatial);
    }
  }

  private byte[] path(int column) {
    if (paths[column] == null) {
      Deque<byte[]> names = new ArrayDeque<>();
      int element = footer.columnElement(column);
      for (; element > 0; element = footer.parentElement(element)) {
        names.push(footer.schemaElement(element).nameBytes());
      }
      CompactWriter list = new CompactWriter();
      list.listBegin(CompactType.BINARY, names.size());
      names.forEach(name -> list.writeBinary(name, 0, name.length));
      paths[column] = list.toByteArray();
    }
    return paths[column];
  }

  /** Field ids of {@code ColumnMetaData}. */
  private static final class MetaData {
    static final int TYPE = 1;
    static final int ENCODINGS = 2;
    static final int PATH_IN_SCHEMA = 3;
    static final int CODEC = 4;
    static final int NUM_VALUES = 5;
    static final int TOTAL_UNCOMPRESSED_SIZE = 6;
    static final int TOTAL_COMPRESSED_SIZE = 7;
    static final int KEY_VALUE_METADATA = 8;
    static final int DATA_PAGE_OFFSET = 9;
    static final int INDEX_PAGE_OFFSET = 10;
    static final int DICTIONARY_PAGE_OFFSET = 11;
    static final int STATISTICS = 12;
    static final int ENCODING_STATS = 13;
    static final int BLOOM_FILTER_OFFSET = 14;
    static final int BLOOM_FILTER_LENGTH = 15;
    static final int SIZE_STATISTICS = 16;
    static final int GEOSPATIAL_STATISTICS = 17;

    private MetaData() {}
  }
}
