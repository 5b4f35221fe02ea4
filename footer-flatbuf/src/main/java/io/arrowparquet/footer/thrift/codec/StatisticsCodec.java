// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.metadata.BinaryValue;
import io.arrowparquet.footer.metadata.Statistics;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.StructShape;

/** Thrift compact codec of {@link Statistics}. */
public final class StatisticsCodec {
  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("Statistics")
          .optional(1, "max", CompactType.BINARY)
          .optional(2, "min", CompactType.BINARY)
          .optional(3, "null_count", CompactType.I64)
          .optional(4, "distinct_count", CompactType.I64)
          .optional(5, "max_value", CompactType.BINARY)
          .optional(6, "min_value", CompactType.BINARY)
          .optional(7, "is_max_value_exact", CompactType.BOOLEAN_TRUE)
          .optional(8, "is_min_value_exact", CompactType.BOOLEAN_TRUE)
          .optional(9, "nan_count", CompactType.I64);

  private StatisticsCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct
   */
  public static Statistics read(CompactReader in) {
    BinaryValue max = null;
    BinaryValue min = null;
    Long nullCount = null;
    Long distinctCount = null;
    BinaryValue maxValue = null;
    BinaryValue minValue = null;
    Boolean isMaxValueExact = null;
    Boolean isMinValueExact = null;
    Long nanCount = null;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      switch (in.fieldId()) {
        case 1 -> max = in.readBinaryValue();
        case 2 -> min = in.readBinaryValue();
        case 3 -> nullCount = in.readI64();
        case 4 -> distinctCount = in.readI64();
        case 5 -> maxValue = in.readBinaryValue();
        case 6 -> minValue = in.readBinaryValue();
        case 7 -> isMaxValueExact = in.readBool();
        case 8 -> isMinValueExact = in.readBool();
        case 9 -> nanCount = in.readI64();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct();
    return new Statistics(
        max,
        min,
        nullCount,
        distinctCount,
        maxValue,
        minValue,
        isMaxValueExact,
        isMinValueExact,
        nanCount);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, Statistics value) {
    out.structBegin();
    out.optionalBinaryField(1, value.max());
    out.optionalBinaryField(2, value.min());
    out.optionalI64Field(3, value.nullCount());
    out.optionalI64Field(4, value.distinctCount());
    out.optionalBinaryField(5, value.maxValue());
    out.optionalBinaryField(6, value.minValue());
    out.optionalBoolField(7, value.isMaxValueExact());
    out.optionalBoolField(8, value.isMinValueExact());
    out.optionalI64Field(9, value.nanCount());
    out.structEnd();
  }
}
