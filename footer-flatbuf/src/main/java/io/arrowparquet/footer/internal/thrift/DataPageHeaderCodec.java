// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.DataPageHeader;
import io.arrowparquet.footer.model.ParquetStatistics;

/** Thrift compact codec of {@link DataPageHeader}. */
public final class DataPageHeaderCodec {
  public static final StructShape SHAPE =
      StructShape.of("DataPageHeader")
          .required(1, "num_values", CompactType.I32)
          .required(2, "encoding", CompactType.I32)
          .required(3, "definition_level_encoding", CompactType.I32)
          .required(4, "repetition_level_encoding", CompactType.I32)
          .optional(5, "statistics", CompactType.STRUCT);

  private DataPageHeaderCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static DataPageHeader read(CompactReader in) {
    int numValues = 0;
    int encodingNumber = 0;
    int definitionLevelEncodingNumber = 0;
    int repetitionLevelEncodingNumber = 0;
    ParquetStatistics statistics = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> numValues = in.readI32();
        case 2 -> encodingNumber = in.readI32();
        case 3 -> definitionLevelEncodingNumber = in.readI32();
        case 4 -> repetitionLevelEncodingNumber = in.readI32();
        case 5 -> statistics = StatisticsCodec.read(in);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new DataPageHeader(
        numValues,
        encodingNumber,
        definitionLevelEncodingNumber,
        repetitionLevelEncodingNumber,
        statistics);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, DataPageHeader value) {
    out.structBegin();
    out.i32Field(1, value.numValues());
    out.i32Field(2, value.encodingNumber());
    out.i32Field(3, value.definitionLevelEncodingNumber());
    out.i32Field(4, value.repetitionLevelEncodingNumber());
    out.optionalStructField(5, value.statistics(), StatisticsCodec::write);
    out.structEnd();
  }
}
