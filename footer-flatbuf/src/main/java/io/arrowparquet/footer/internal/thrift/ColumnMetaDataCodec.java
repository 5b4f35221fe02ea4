// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.GeospatialStatistics;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.List;

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

  public static final StructCodec<ColumnMetaData> STRUCT =
      StructCodec.byHand("ColumnMetaData", ColumnMetaData.class, ColumnMetaDataCodec::read, null)
          .required(TYPE, "type", I32)
          .required(ENCODINGS, "encodings", list(I32))
          // The schema says it too, so that writers may leave it out.
          .optional(PATH_IN_SCHEMA, "path_in_schema", list(STRING))
          .required(CODEC, "codec", I32)
          .required(NUM_VALUES, "num_values", I64)
          .required(TOTAL_UNCOMPRESSED_SIZE, "total_uncompressed_size", I64)
          .required(TOTAL_COMPRESSED_SIZE, "total_compressed_size", I64)
          .optional(KEY_VALUE_METADATA, "key_value_metadata", list(ParquetStructs.KEY_VALUE))
          .required(DATA_PAGE_OFFSET, "data_page_offset", I64)
          .optional(INDEX_PAGE_OFFSET, "index_page_offset", I64)
          .optional(DICTIONARY_PAGE_OFFSET, "dictionary_page_offset", I64)
          .optional(STATISTICS, "statistics", StatisticsCodec.STRUCT)
          .optional(ENCODING_STATS, "encoding_stats", list(ParquetStructs.PAGE_ENCODING_STATS))
          .optional(BLOOM_FILTER_OFFSET, "bloom_filter_offset", I64)
          .optional(BLOOM_FILTER_LENGTH, "bloom_filter_length", I32)
          .optional(SIZE_STATISTICS, "size_statistics", ParquetStructs.SIZE_STATISTICS)
          .optional(
              GEOSPATIAL_STATISTICS, "geospatial_statistics", ParquetStructs.GEOSPATIAL_STATISTICS);

  public static final StructShape SHAPE = STRUCT.shape();

  private ColumnMetaDataCodec() {}

  static ColumnMetaData read(CompactReader in) {
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
        case ENCODINGS -> encodingNumbers = ThriftType.readList(in, CompactReader::readI32);
        case PATH_IN_SCHEMA -> pathInSchema = ThriftType.readList(in, CompactReader::readString);
        case CODEC -> codecNumber = in.readI32();
        case NUM_VALUES -> numValues = in.readI64();
        case TOTAL_UNCOMPRESSED_SIZE -> totalUncompressedSize = in.readI64();
        case TOTAL_COMPRESSED_SIZE -> totalCompressedSize = in.readI64();
        case KEY_VALUE_METADATA ->
            keyValueMetadata = ThriftType.readList(in, ParquetStructs.KEY_VALUE::read);
        case DATA_PAGE_OFFSET -> dataPageOffset = in.readI64();
        case INDEX_PAGE_OFFSET -> indexPageOffset = in.readI64();
        case DICTIONARY_PAGE_OFFSET -> dictionaryPageOffset = in.readI64();
        case STATISTICS -> statistics = StatisticsCodec.read(in);
        case ENCODING_STATS ->
            encodingStats = ThriftType.readList(in, ParquetStructs.PAGE_ENCODING_STATS::read);
        case BLOOM_FILTER_OFFSET -> bloomFilterOffset = in.readI64();
        case BLOOM_FILTER_LENGTH -> bloomFilterLength = in.readI32();
        case SIZE_STATISTICS -> sizeStatistics = ParquetStructs.SIZE_STATISTICS.read(in);
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
}
