// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.internal.generated.ParquetFbs.LogicalType;
import io.arrowparquet.footer.model.LogicalType.Kind;

/**
 * Which member of the union in parquet.fbs is a logical type. arrow-cpp.fbs has the same numbers.
 */
public final class LogicalTypeTag {
  private LogicalTypeTag() {}

  /** The member's tag, {@link LogicalType#NONE} for a logical type that the union does not have. */
  public static byte of(Kind kind) {
    return switch (kind) {
      case STRING -> LogicalType.StringType;
      case MAP -> LogicalType.MapType;
      case LIST -> LogicalType.ListType;
      case ENUM -> LogicalType.EnumType;
      case DECIMAL -> LogicalType.DecimalType;
      case DATE -> LogicalType.DateType;
      case TIME -> LogicalType.TimeType;
      case TIMESTAMP -> LogicalType.TimestampType;
      case INTEGER -> LogicalType.IntType;
      case NULL -> LogicalType.NullType;
      case JSON -> LogicalType.JsonType;
      case BSON -> LogicalType.BsonType;
      case UUID -> LogicalType.UUIDType;
      case FLOAT16 -> LogicalType.Float16Type;
      case VARIANT -> LogicalType.VariantType;
      case GEOMETRY -> LogicalType.GeometryType;
      case GEOGRAPHY -> LogicalType.GeographyType;
      case FILE, UNKNOWN_MEMBER -> LogicalType.NONE;
    };
  }
}
