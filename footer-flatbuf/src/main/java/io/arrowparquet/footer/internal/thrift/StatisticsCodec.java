// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.BOOL;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ParquetStatistics;

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

  public static final StructCodec<ParquetStatistics> STRUCT =
      StructCodec.byHand("Statistics", ParquetStatistics.class, StatisticsCodec::read, null)
          .optional(MAX, "max", BINARY)
          .optional(MIN, "min", BINARY)
          .optional(NULL_COUNT, "null_count", I64)
          .optional(DISTINCT_COUNT, "distinct_count", I64)
          .optional(MAX_VALUE, "max_value", BINARY)
          .optional(MIN_VALUE, "min_value", BINARY)
          .optional(IS_MAX_VALUE_EXACT, "is_max_value_exact", BOOL)
          .optional(IS_MIN_VALUE_EXACT, "is_min_value_exact", BOOL)
          .optional(NAN_COUNT, "nan_count", I64);

  public static final StructShape SHAPE = STRUCT.shape();

  private StatisticsCodec() {}

  static ParquetStatistics read(CompactReader in) {
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
}
