// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.SizeStatistics;
import java.util.List;

/** Thrift compact codec of {@link SizeStatistics}. */
public final class SizeStatisticsCodec {
  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("SizeStatistics")
          .optional(1, "unencoded_byte_array_data_bytes", CompactType.I64)
          .optionalList(2, "repetition_level_histogram", CompactType.I64)
          .optionalList(3, "definition_level_histogram", CompactType.I64);

  private SizeStatisticsCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct
   */
  public static SizeStatistics read(CompactReader in) {
    Long unencodedByteArrayDataBytes = null;
    List<Long> repetitionLevelHistogram = null;
    List<Long> definitionLevelHistogram = null;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      switch (in.fieldId()) {
        case 1 -> unencodedByteArrayDataBytes = in.readI64();
        case 2 -> repetitionLevelHistogram = ListCodec.read(in, CompactReader::readI64);
        case 3 -> definitionLevelHistogram = ListCodec.read(in, CompactReader::readI64);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct();
    return new SizeStatistics(
        unencodedByteArrayDataBytes, repetitionLevelHistogram, definitionLevelHistogram);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, SizeStatistics value) {
    out.structBegin();
    out.optionalI64Field(1, value.unencodedByteArrayDataBytes());
    ListCodec.writeField(
        out, 2, CompactType.I64, value.repetitionLevelHistogram(), CompactWriter::writeI64);
    ListCodec.writeField(
        out, 3, CompactType.I64, value.definitionLevelHistogram(), CompactWriter::writeI64);
    out.structEnd();
  }
}
