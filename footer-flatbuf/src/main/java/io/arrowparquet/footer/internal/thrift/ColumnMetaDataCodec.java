// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.GeospatialStatistics;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.List;

/** Thrift compact codec of {@link ColumnMetaData}. */
public final class ColumnMetaDataCodec {
  // Field ids.
  public static final int TYPE = 1;
  public static final int ENCODINGS = 2;
  public static final int PATH_IN_SCHEMA = 3;
  public static final int CODEC = 4;
  public static final int NUM_VALUES = 5;
  public static final int TOTAL_UNCOMPRESSED_SIZE = 6;
  public static final int TOTAL_COMPRESSED_SIZE = 7;
  public static final int KEY_VALUE_METADATA = 8;
  public static final int DATA_PAGE_OFFSET = 9;
  public static final int INDEX_PAGE_OFFSET = 10;
  public static final int DICTIONARY_PAGE_OFFSET = 11;
  public static final int STATISTICS = 12;
  public static final int ENCODING_STATS = 13;
  public static final int BLOOM_FILTER_OFFSET = 14;
  public static final int BLOOM_FILTER_LENGTH = 15;
  public static final int SIZE_STATISTICS = 16;
  public static final int GEOSPATIAL_STATISTICS = 17;

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("ColumnMetaData")
          .required(TYPE, "type", CompactType.I32)
          .requiredList(ENCODINGS, "encodings", CompactType.I32)
          // The schema says it too, so that writers may leave it out.
          .optionalList(PATH_IN_SCHEMA, "path_in_schema", CompactType.BINARY)
          .required(CODEC, "codec", CompactType.I32)
          .required(NUM_VALUES, "num_values", CompactType.I64)
          .required(TOTAL_UNCOMPRESSED_SIZE, "total_uncompressed_size", CompactType.I64)
          .required(TOTAL_COMPRESSED_SIZE, "total_compressed_size", CompactType.I64)
          .optionalList(KEY_VALUE_METADATA, "key_value_metadata", CompactType.STRUCT)
          .required(DATA_PAGE_OFFSET, "data_page_offset", CompactType.I64)
          .optional(INDEX_PAGE_OFFSET, "index_page_offset", CompactType.I64)
          .optional(DICTIONARY_PAGE_OFFSET, "dictionary_page_offset", CompactType.I64)
          .optional(STATISTICS, "statistics", CompactType.STRUCT)
          .optionalList(ENCODING_STATS, "encoding_stats", CompactType.STRUCT)
          .optional(BLOOM_FILTER_OFFSET, "bloom_filter_offset", CompactType.I64)
          .optional(BLOOM_FILTER_LENGTH, "bloom_filter_length", CompactType.I32)
          .optional(SIZE_STATISTICS, "size_statistics", CompactType.STRUCT)
          .optional(GEOSPATIAL_STATISTICS, "geospatial_statistics", CompactType.STRUCT);

  private ColumnMetaDataCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static ColumnMetaData read(CompactReader in) {
    int typeNumber = 0;
    List<Integer> encodingNumbers = List.of();
    List<String> pathInSchema = null;
    int codecNumber = 0;
    long numValues = 0;
    long totalUncompressedSize = 0;
    long totalCompressedSize = 0;
    List<KeyValue> keyValueMetadata = null;
    long dataPageOffset = 0;
    Long indexPageOffset = null;
    Long dictionaryPageOffset = null;
    ParquetStatistics statistics = null;
    List<PageEncodingStats> encodingStats = null;
    Long bloomFilterOffset = null;
    Integer bloomFilterLength = null;
    SizeStatistics sizeStatistics = null;
    GeospatialStatistics geospatialStatistics = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case TYPE -> typeNumber = in.readI32();
        case ENCODINGS -> encodingNumbers = ListCodec.read(in, CompactReader::readI32);
        case PATH_IN_SCHEMA -> pathInSchema = ListCodec.read(in, CompactReader::readString);
        case CODEC -> codecNumber = in.readI32();
        case NUM_VALUES -> numValues = in.readI64();
        case TOTAL_UNCOMPRESSED_SIZE -> totalUncompressedSize = in.readI64();
        case TOTAL_COMPRESSED_SIZE -> totalCompressedSize = in.readI64();
        case KEY_VALUE_METADATA ->
            keyValueMetadata = ListCodec.read(in, ParquetStructs.KEY_VALUE::read);
        case DATA_PAGE_OFFSET -> dataPageOffset = in.readI64();
        case INDEX_PAGE_OFFSET -> indexPageOffset = in.readI64();
        case DICTIONARY_PAGE_OFFSET -> dictionaryPageOffset = in.readI64();
        case STATISTICS -> statistics = StatisticsCodec.read(in);
        case ENCODING_STATS -> encodingStats = ListCodec.read(in, PageEncodingStatsCodec::read);
        case BLOOM_FILTER_OFFSET -> bloomFilterOffset = in.readI64();
        case BLOOM_FILTER_LENGTH -> bloomFilterLength = in.readI32();
        case SIZE_STATISTICS -> sizeStatistics = SizeStatisticsCodec.read(in);
        case GEOSPATIAL_STATISTICS ->
            geospatialStatistics = ParquetStructs.GEOSPATIAL_STATISTICS.read(in);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new ColumnMetaData(
        typeNumber,
        encodingNumbers,
        pathInSchema,
        codecNumber,
        numValues,
        totalUncompressedSize,
        totalCompressedSize,
        keyValueMetadata,
        dataPageOffset,
        indexPageOffset,
        dictionaryPageOffset,
        statistics,
        encodingStats,
        bloomFilterOffset,
        bloomFilterLength,
        sizeStatistics,
        geospatialStatistics);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, ColumnMetaData value) {
    out.structBegin();
    out.i32Field(TYPE, value.typeNumber());
    ListCodec.writeField(
        out, ENCODINGS, CompactType.I32, value.encodingNumbers(), CompactWriter::writeI32);
    ListCodec.writeField(
        out, PATH_IN_SCHEMA, CompactType.BINARY, value.pathInSchema(), CompactWriter::writeString);
    out.i32Field(CODEC, value.codecNumber());
    out.i64Field(NUM_VALUES, value.numValues());
    out.i64Field(TOTAL_UNCOMPRESSED_SIZE, value.totalUncompressedSize());
    out.i64Field(TOTAL_COMPRESSED_SIZE, value.totalCompressedSize());
    ListCodec.writeField(
        out,
        KEY_VALUE_METADATA,
        CompactType.STRUCT,
        value.keyValueMetadata(),
        ParquetStructs.KEY_VALUE::write);
    out.i64Field(DATA_PAGE_OFFSET, value.dataPageOffset());
    out.optionalI64Field(INDEX_PAGE_OFFSET, value.indexPageOffset());
    out.optionalI64Field(DICTIONARY_PAGE_OFFSET, value.dictionaryPageOffset());
    out.optionalStructField(STATISTICS, value.statistics(), StatisticsCodec::write);
    ListCodec.writeField(
        out,
        ENCODING_STATS,
        CompactType.STRUCT,
        value.encodingStats(),
        PageEncodingStatsCodec::write);
    out.optionalI64Field(BLOOM_FILTER_OFFSET, value.bloomFilterOffset());
    out.optionalI32Field(BLOOM_FILTER_LENGTH, value.bloomFilterLength());
    out.optionalStructField(SIZE_STATISTICS, value.sizeStatistics(), SizeStatisticsCodec::write);
    out.optionalStructField(
        GEOSPATIAL_STATISTICS,
        value.geospatialStatistics(),
        ParquetStructs.GEOSPATIAL_STATISTICS::write);
    out.structEnd();
  }
}
