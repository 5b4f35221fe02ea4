// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ParquetStatistics;

/** Thrift compact codec of {@link ParquetStatistics}. */
public final class StatisticsCodec {
  // Field ids.
  public static final int MAX = 1;
  public static final int MIN = 2;
  public static final int NULL_COUNT = 3;
  public static final int DISTINCT_COUNT = 4;
  public static final int MAX_VALUE = 5;
  public static final int MIN_VALUE = 6;
  public static final int IS_MAX_VALUE_EXACT = 7;
  public static final int IS_MIN_VALUE_EXACT = 8;
  public static final int NAN_COUNT = 9;

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("Statistics")
          .optional(MAX, "max", CompactType.BINARY)
          .optional(MIN, "min", CompactType.BINARY)
          .optional(NULL_COUNT, "null_count", CompactType.I64)
          .optional(DISTINCT_COUNT, "distinct_count", CompactType.I64)
          .optional(MAX_VALUE, "max_value", CompactType.BINARY)
          .optional(MIN_VALUE, "min_value", CompactType.BINARY)
          .optional(IS_MAX_VALUE_EXACT, "is_max_value_exact", CompactType.BOOLEAN_TRUE)
          .optional(IS_MIN_VALUE_EXACT, "is_min_value_exact", CompactType.BOOLEAN_TRUE)
          .optional(NAN_COUNT, "nan_count", CompactType.I64);

  /** As the type of a field. */
  static final ThriftType<ParquetStatistics> TYPE =
      ThriftType.struct(StatisticsCodec::read, StatisticsCodec::write);

  private StatisticsCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct
   */
  public static ParquetStatistics read(CompactReader in) {
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
        case MAX -> max = in.readBinaryValue();
        case MIN -> min = in.readBinaryValue();
        case NULL_COUNT -> nullCount = in.readI64();
        case DISTINCT_COUNT -> distinctCount = in.readI64();
        case MAX_VALUE -> maxValue = in.readBinaryValue();
        case MIN_VALUE -> minValue = in.readBinaryValue();
        case IS_MAX_VALUE_EXACT -> isMaxValueExact = in.readBool();
        case IS_MIN_VALUE_EXACT -> isMinValueExact = in.readBool();
        case NAN_COUNT -> nanCount = in.readI64();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct();
    return new ParquetStatistics(
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
  public static void write(CompactWriter out, ParquetStatistics value) {
    out.structBegin();
    out.optionalBinaryField(MAX, value.max());
    out.optionalBinaryField(MIN, value.min());
    out.optionalI64Field(NULL_COUNT, value.nullCount());
    out.optionalI64Field(DISTINCT_COUNT, value.distinctCount());
    out.optionalBinaryField(MAX_VALUE, value.maxValue());
    out.optionalBinaryField(MIN_VALUE, value.minValue());
    out.optionalBoolField(IS_MAX_VALUE_EXACT, value.isMaxValueExact());
    out.optionalBoolField(IS_MIN_VALUE_EXACT, value.isMinValueExact());
    out.optionalI64Field(NAN_COUNT, value.nanCount());
    out.structEnd();
  }
}
