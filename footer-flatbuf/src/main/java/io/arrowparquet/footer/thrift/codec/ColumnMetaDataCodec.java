// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.metadata.ColumnMetaData;
import io.arrowparquet.footer.metadata.GeospatialStatistics;
import io.arrowparquet.footer.metadata.KeyValue;
import io.arrowparquet.footer.metadata.PageEncodingStats;
import io.arrowparquet.footer.metadata.SizeStatistics;
import io.arrowparquet.footer.metadata.Statistics;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.StructShape;
import java.util.List;

/** Thrift compact codec of {@link ColumnMetaData}. */
public final class ColumnMetaDataCodec {
  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("ColumnMetaData")
          .required(1, "type", CompactType.I32)
          .requiredList(2, "encodings", CompactType.I32)
          // The schema says it too, so that writers may leave it out.
          .optionalList(3, "path_in_schema", CompactType.BINARY)
          .required(4, "codec", CompactType.I32)
          .required(5, "num_values", CompactType.I64)
          .required(6, "total_uncompressed_size", CompactType.I64)
          .required(7, "total_compressed_size", CompactType.I64)
          .optionalList(8, "key_value_metadata", CompactType.STRUCT)
          .required(9, "data_page_offset", CompactType.I64)
          .optional(10, "index_page_offset", CompactType.I64)
          .optional(11, "dictionary_page_offset", CompactType.I64)
          .optional(12, "statistics", CompactType.STRUCT)
          .optionalList(13, "encoding_stats", CompactType.STRUCT)
          .optional(14, "bloom_filter_offset", CompactType.I64)
          .optional(15, "bloom_filter_length", CompactType.I32)
          .optional(16, "size_statistics", CompactType.STRUCT)
          .optional(17, "geospatial_statistics", CompactType.STRUCT);

  private ColumnMetaDataCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static ColumnMetaData read(CompactReader in) {
    return read(in, SHAPE);
  }

  /** As {@link #read(CompactReader)}, passing over the fields that {@code shape} leaves out. */
  static ColumnMetaData read(CompactReader in, StructShape shape) {
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
    Statistics statistics = null;
    List<PageEncodingStats> encodingStats = null;
    Long bloomFilterOffset = null;
    Integer bloomFilterLength = null;
    SizeStatistics sizeStatistics = null;
    GeospatialStatistics geospatialStatistics = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(shape)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> typeNumber = in.readI32();
        case 2 -> encodingNumbers = ListCodec.read(in, CompactReader::readI32);
        case 3 -> pathInSchema = ListCodec.read(in, CompactReader::readString);
        case 4 -> codecNumber = in.readI32();
        case 5 -> numValues = in.readI64();
        case 6 -> totalUncompressedSize = in.readI64();
        case 7 -> totalCompressedSize = in.readI64();
        case 8 -> keyValueMetadata = ListCodec.read(in, KeyValueCodec::read);
        case 9 -> dataPageOffset = in.readI64();
        case 10 -> indexPageOffset = in.readI64();
        case 11 -> dictionaryPageOffset = in.readI64();
        case 12 -> statistics = StatisticsCodec.read(in);
        case 13 -> encodingStats = ListCodec.read(in, PageEncodingStatsCodec::read);
        case 14 -> bloomFilterOffset = in.readI64();
        case 15 -> bloomFilterLength = in.readI32();
        case 16 -> sizeStatistics = SizeStatisticsCodec.read(in);
        case 17 -> geospatialStatistics = GeospatialStatisticsCodec.read(in);
        default -> in.skipUnknown(shape);
      }
    }
    in.leaveStruct(shape, seen);
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
    out.i32Field(1, value.typeNumber());
    ListCodec.writeField(out, 2, CompactType.I32, value.encodingNumbers(), CompactWriter::writeI32);
    ListCodec.writeField(
        out, 3, CompactType.BINARY, value.pathInSchema(), CompactWriter::writeString);
    out.i32Field(4, value.codecNumber());
    out.i64Field(5, value.numValues());
    out.i64Field(6, value.totalUncompressedSize());
    out.i64Field(7, value.totalCompressedSize());
    ListCodec.writeField(
        out, 8, CompactType.STRUCT, value.keyValueMetadata(), KeyValueCodec::write);
    out.i64Field(9, value.dataPageOffset());
    out.optionalI64Field(10, value.indexPageOffset());
    out.optionalI64Field(11, value.dictionaryPageOffset());
    out.optionalStructField(12, value.statistics(), StatisticsCodec::write);
    ListCodec.writeField(
        out, 13, CompactType.STRUCT, value.encodingStats(), PageEncodingStatsCodec::write);
    out.optionalI64Field(14, value.bloomFilterOffset());
    out.optionalI32Field(15, value.bloomFilterLength());
    out.optionalStructField(16, value.sizeStatistics(), SizeStatisticsCodec::write);
    out.optionalStructField(17, value.geospatialStatistics(), GeospatialStatisticsCodec::write);
    out.structEnd();
  }
}
