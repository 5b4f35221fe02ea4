// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.BOOL;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;

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
      StructCodec.of(
              "Statistics",
              f ->
                  new ParquetStatistics(
                      f.get(MAX),
                      f.get(MIN),
                      f.get(NULL_COUNT),
                      f.get(DISTINCT_COUNT),
                      f.get(MAX_VALUE),
                      f.get(MIN_VALUE),
                      f.get(IS_MAX_VALUE_EXACT),
                      f.get(IS_MIN_VALUE_EXACT),
                      f.get(NAN_COUNT)))
          .optional(MAX, "max", BINARY, ParquetStatistics::max)
          .optional(MIN, "min", BINARY, ParquetStatistics::min)
          .optional(NULL_COUNT, "null_count", I64, ParquetStatistics::nullCount)
          .optional(DISTINCT_COUNT, "distinct_count", I64, ParquetStatistics::distinctCount)
          .optional(MAX_VALUE, "max_value", BINARY, ParquetStatistics::maxValue)
          .optional(MIN_VALUE, "min_value", BINARY, ParquetStatistics::minValue)
          .optional(
              IS_MAX_VALUE_EXACT, "is_max_value_exact", BOOL, ParquetStatistics::isMaxValueExact)
          .optional(
              IS_MIN_VALUE_EXACT, "is_min_value_exact", BOOL, ParquetStatistics::isMinValueExact)
          .optional(NAN_COUNT, "nan_count", I64, ParquetStatistics::nanCount);

  public static final StructShape SHAPE = STRUCT.shape();

  private StatisticsCodec() {}
}
