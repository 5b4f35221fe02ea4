// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnIndex;
import java.util.List;

/** Thrift compact codec of {@link ColumnIndex}. */
public final class ColumnIndexCodec {
  public static final StructShape SHAPE =
      StructShape.of("ColumnIndex")
          .requiredList(1, "null_pages", CompactType.BOOLEAN_TRUE)
          .requiredList(2, "min_values", CompactType.BINARY)
          .requiredList(3, "max_values", CompactType.BINARY)
          .required(4, "boundary_order", CompactType.I32)
          .optionalList(5, "null_counts", CompactType.I64)
          .optionalList(6, "repetition_level_histograms", CompactType.I64)
          .optionalList(7, "definition_level_histograms", CompactType.I64)
          .optionalList(8, "nan_counts", CompactType.I64);

  private ColumnIndexCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static ColumnIndex read(CompactReader in) {
    List<Boolean> nullPages = null;
    List<BinaryValue> minValues = null;
    List<BinaryValue> maxValues = null;
    int boundaryOrderNumber = 0;
    List<Long> nullCounts = null;
    List<Long> repetitionLevelHistograms = null;
    List<Long> definitionLevelHistograms = null;
    List<Long> nanCounts = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> nullPages = ListCodec.read(in, CompactReader::readBoolElement);
        case 2 -> minValues = ListCodec.read(in, CompactReader::readBinaryValue);
        case 3 -> maxValues = ListCodec.read(in, CompactReader::readBinaryValue);
        case 4 -> boundaryOrderNumber = in.readI32();
        case 5 -> nullCounts = ListCodec.read(in, CompactReader::readI64);
        case 6 -> repetitionLevelHistograms = ListCodec.read(in, CompactReader::readI64);
        case 7 -> definitionLevelHistograms = ListCodec.read(in, CompactReader::readI64);
        case 8 -> nanCounts = ListCodec.read(in, CompactReader::readI64);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new ColumnIndex(
        nullPages,
        minValues,
        maxValues,
        boundaryOrderNumber,
        nullCounts,
        repetitionLevelHistograms,
        definitionLevelHistograms,
        nanCounts);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, ColumnIndex value) {
    out.structBegin();
    ListCodec.writeField(
        out, 1, CompactType.BOOLEAN_TRUE, value.nullPages(), CompactWriter::writeBoolElement);
    ListCodec.writeField(
        out, 2, CompactType.BINARY, value.minValues(), CompactWriter::writeBinaryValue);
    ListCodec.writeField(
        out, 3, CompactType.BINARY, value.maxValues(), CompactWriter::writeBinaryValue);
    out.i32Field(4, value.boundaryOrderNumber());
    ListCodec.writeField(out, 5, CompactType.I64, value.nullCounts(), CompactWriter::writeI64);
    ListCodec.writeField(
        out, 6, CompactType.I64, value.repetitionLevelHistograms(), CompactWriter::writeI64);
    ListCodec.writeField(
        out, 7, CompactType.I64, value.definitionLevelHistograms(), CompactWriter::writeI64);
    ListCodec.writeField(out, 8, CompactType.I64, value.nanCounts(), CompactWriter::writeI64);
    out.structEnd();
  }
}
