// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.internal.generated.ParquetFbs.LogicalType;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.TimeUnit;

/**
 * The deprecated converted type that a writer puts beside a logical type. It is stored only where a
 * writer did something else. A decimal's scale and precision are likewise those of its logical
 * type.
 */
public final class ImpliedConvertedType {
  /** No converted type goes with the logical type, or there is no logical type. */
  public static final int NONE = -1;

  private ImpliedConvertedType() {}

  /**
   * Number of the converted type.
   *
   * @param logicalType tag of the union in parquet.fbs
   * @param bitWidth of an integer type
   * @param isSigned of an integer type
   * @param timeUnit of a time or timestamp type, as numbered in parquet.fbs
   */
  public static int of(byte logicalType, int bitWidth, boolean isSigned, int timeUnit) {
    return switch (logicalType) {
      case LogicalType.StringType -> ConvertedType.UTF8.number();
      case LogicalType.MapType -> ConvertedType.MAP.number();
      case LogicalType.ListType -> ConvertedType.LIST.number();
      case LogicalType.EnumType -> ConvertedType.ENUM.number();
      case LogicalType.DecimalType -> ConvertedType.DECIMAL.number();
      case LogicalType.DateType -> ConvertedType.DATE.number();
      case LogicalType.TimeType ->
          ofUnit(timeUnit, ConvertedType.TIME_MILLIS, ConvertedType.TIME_MICROS);
      case LogicalType.TimestampType ->
          ofUnit(timeUnit, ConvertedType.TIMESTAMP_MILLIS, ConvertedType.TIMESTAMP_MICROS);
      case LogicalType.IntType -> ofInteger(bitWidth, isSigned);
      case LogicalType.JsonType -> ConvertedType.JSON.number();
      case LogicalType.BsonType -> ConvertedType.BSON.number();
      default -> NONE;
    };
  }

  private static int ofUnit(int timeUnit, ConvertedType millis, ConvertedType micros) {
    // Units count from 0 here, in parquet.thrift from 1.
    int unit = timeUnit + 1;
    if (unit == TimeUnit.MILLIS.number()) {
      return millis.number();
    }
    return unit == TimeUnit.MICROS.number() ? micros.number() : NONE;
  }

  private static int ofInteger(int bitWidth, boolean isSigned) {
    int first = isSigned ? ConvertedType.INT_8.number() : ConvertedType.UINT_8.number();
    return switch (bitWidth) {
      case 8 -> first;
      case 16 -> first + 1;
      case 32 -> first + 2;
      case 64 -> first + 3;
      default -> NONE;
    };
  }
}
