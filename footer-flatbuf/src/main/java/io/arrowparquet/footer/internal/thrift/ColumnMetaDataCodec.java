// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.footer.model.ColumnMetaData;

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
      StructCodec.of(
              "ColumnMetaData",
              f ->
                  new ColumnMetaData(
                      f.get(TYPE),
                      f.get(ENCODINGS),
                      f.get(PATH_IN_SCHEMA),
                      f.get(CODEC),
                      f.get(NUM_VALUES),
                      f.get(TOTAL_UNCOMPRESSED_SIZE),
                      f.get(TOTAL_COMPRESSED_SIZE),
                      f.get(KEY_VALUE_METADATA),
                      f.get(DATA_PAGE_OFFSET),
                      f.get(INDEX_PAGE_OFFSET),
                      f.get(DICTIONARY_PAGE_OFFSET),
                      f.get(STATISTICS),
                      f.get(ENCODING_STATS),
                      f.get(BLOOM_FILTER_OFFSET),
                      f.get(BLOOM_FILTER_LENGTH),
                      f.get(SIZE_STATISTICS),
                      f.get(GEOSPATIAL_STATISTICS)))
          .required(TYPE, "type", I32, ColumnMetaData::typeNumber)
          .required(ENCODINGS, "encodings", list(I32), ColumnMetaData::encodingNumbers)
          // The schema says it too, so that writers may leave it out.
          .optional(PATH_IN_SCHEMA, "path_in_schema", list(STRING), ColumnMetaData::pathInSchema)
          .required(CODEC, "codec", I32, ColumnMetaData::codecNumber)
          .required(NUM_VALUES, "num_values", I64, ColumnMetaData::numValues)
          .required(
              TOTAL_UNCOMPRESSED_SIZE,
              "total_uncompressed_size",
              I64,
              ColumnMetaData::totalUncompressedSize)
          .required(
              TOTAL_COMPRESSED_SIZE,
              "total_compressed_size",
              I64,
              ColumnMetaData::totalCompressedSize)
          .optional(
              KEY_VALUE_METADATA,
              "key_value_metadata",
              list(ParquetStructs.KEY_VALUE),
              ColumnMetaData::keyValueMetadata)
          .required(DATA_PAGE_OFFSET, "data_page_offset", I64, ColumnMetaData::dataPageOffset)
          .optional(INDEX_PAGE_OFFSET, "index_page_offset", I64, ColumnMetaData::indexPageOffset)
          .optional(
              DICTIONARY_PAGE_OFFSET,
              "dictionary_page_offset",
              I64,
              ColumnMetaData::dictionaryPageOffset)
          .optional(STATISTICS, "statistics", StatisticsCodec.STRUCT, ColumnMetaData::statistics)
          .optional(
              ENCODING_STATS,
              "encoding_stats",
              list(ParquetStructs.PAGE_ENCODING_STATS),
              ColumnMetaData::encodingStats)
          .optional(
              BLOOM_FILTER_OFFSET, "bloom_filter_offset", I64, ColumnMetaData::bloomFilterOffset)
          .optional(
              BLOOM_FILTER_LENGTH, "bloom_filter_length", I32, ColumnMetaData::bloomFilterLength)
          .optional(
              SIZE_STATISTICS,
              "size_statistics",
              ParquetStructs.SIZE_STATISTICS,
              ColumnMetaData::sizeStatistics)
          .optional(
              GEOSPATIAL_STATISTICS,
              "geospatial_statistics",
              ParquetStructs.GEOSPATIAL_STATISTICS,
              ColumnMetaData::geospatialStatistics);

  public static final StructShape SHAPE = STRUCT.shape();

  private ColumnMetaDataCodec() {}
}
