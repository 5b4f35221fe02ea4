// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.DataPageHeaderV2;
import io.arrowparquet.footer.model.ParquetStatistics;

/** Thrift compact codec of {@link DataPageHeaderV2}. */
public final class DataPageHeaderV2Codec {
  public static final StructShape SHAPE =
      StructShape.of("DataPageHeaderV2")
          .required(1, "num_values", CompactType.I32)
          .required(2, "num_nulls", CompactType.I32)
          .required(3, "num_rows", CompactType.I32)
          .required(4, "encoding", CompactType.I32)
          .required(5, "definition_levels_byte_length", CompactType.I32)
          .required(6, "repetition_levels_byte_length", CompactType.I32)
          .optional(7, "is_compressed", CompactType.BOOLEAN_TRUE)
          .optional(8, "statistics", CompactType.STRUCT);

  private DataPageHeaderV2Codec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static DataPageHeaderV2 read(CompactReader in) {
    int numValues = 0;
    int numNulls = 0;
    int numRows = 0;
    int encodingNumber = 0;
    int definitionLevelsByteLength = 0;
    int repetitionLevelsByteLength = 0;
    Boolean isCompressed = null;
    ParquetStatistics statistics = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> numValues = in.readI32();
        case 2 -> numNulls = in.readI32();
        case 3 -> numRows = in.readI32();
        case 4 -> encodingNumber = in.readI32();
        case 5 -> definitionLevelsByteLength = in.readI32();
        case 6 -> repetitionLevelsByteLength = in.readI32();
        case 7 -> isCompressed = in.readBool();
        case 8 -> statistics = StatisticsCodec.read(in);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new DataPageHeaderV2(
        numValues,
        numNulls,
        numRows,
        encodingNumber,
        definitionLevelsByteLength,
        repetitionLevelsByteLength,
        isCompressed,
        statistics);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, DataPageHeaderV2 value) {
    out.structBegin();
    out.i32Field(1, value.numValues());
    out.i32Field(2, value.numNulls());
    out.i32Field(3, value.numRows());
    out.i32Field(4, value.encodingNumber());
    out.i32Field(5, value.definitionLevelsByteLength());
    out.i32Field(6, value.repetitionLevelsByteLength());
    out.optionalBoolField(7, value.isCompressed());
    out.optionalStructField(8, value.statistics(), StatisticsCodec::write);
    out.structEnd();
  }
}
