// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Annotation of a schema element in old files; {@link LogicalType} took its place. */
public enum ConvertedType {
  UTF8(0),
  MAP(1),
  MAP_KEY_VALUE(2),
  LIST(3),
  ENUM(4),
  DECIMAL(5),
  DATE(6),
  TIME_MILLIS(7),
  TIME_MICROS(8),
  TIMESTAMP_MILLIS(9),
  TIMESTAMP_MICROS(10),
  UINT_8(11),
  UINT_16(12),
  UINT_32(13),
  UINT_64(14),
  INT_8(15),
  INT_16(16),
  INT_32(17),
  INT_64(18),
  JSON(19),
  BSON(20),
  INTERVAL(21);

  private static final ConvertedType[] BY_NUMBER = ByNumber.table(values(), ConvertedType::number);

  private final int number;

  ConvertedType(int number) {
    this.number = number;
  }

  /** The number in Thrift. */
  public int number() {
    return number;
  }

  /**
   * The logical type that took this one's place; null for an INTERVAL, which has none. Times are
   * adjusted to UTC.
   *
   * @param scale of a decimal; null counts as 0
   * @param precision of a decimal; null counts as 0
   */
  public @Nullable LogicalType logicalType(@Nullable Integer scale, @Nullable Integer precision) {
    return switch (this) {
      case UTF8 -> new LogicalType.StringType();
      case MAP, MAP_KEY_VALUE -> new LogicalType.MapType();
      case LIST -> new LogicalType.ListType();
      case ENUM -> new LogicalType.EnumType();
      case DECIMAL ->
          new LogicalType.DecimalType(scale == null ? 0 : scale, precision == null ? 0 : precision);
      case DATE -> new LogicalType.DateType();
      case TIME_MILLIS -> new LogicalType.TimeType(true, TimeUnit.MILLIS);
      case TIME_MICROS -> new LogicalType.TimeType(true, TimeUnit.MICROS);
      case TIMESTAMP_MILLIS -> new LogicalType.TimestampType(true, TimeUnit.MILLIS);
      case TIMESTAMP_MICROS -> new LogicalType.TimestampType(true, TimeUnit.MICROS);
      case UINT_8, UINT_16, UINT_32, UINT_64 ->
          new LogicalType.IntType((byte) (Byte.SIZE << (number - UINT_8.number)), false);
      case INT_8, INT_16, INT_32, INT_64 ->
          new LogicalType.IntType((byte) (Byte.SIZE << (number - INT_8.number)), true);
      case JSON -> new LogicalType.JsonType();
      case BSON -> new LogicalType.BsonType();
      case INTERVAL -> null;
    };
  }

  /**
   * What a schema element's annotations mean: the logical type, or else what the converted type
   * says; null for neither. An INTERVAL has no logical type, and parquet-java puts UNKNOWN beside
   * it, values and all: that means an INTERVAL too.
   *
   * @param logical null if absent
   * @param converted null if absent
   * @param scale of a decimal that only the converted type tells; may be null
   * @param precision of that decimal; may be null
   */
  public static @Nullable LogicalType meaning(
      @Nullable LogicalType logical,
      @Nullable ConvertedType converted,
      @Nullable Integer scale,
      @Nullable Integer precision) {
    if (isInterval(logical, converted)) {
      return null;
    }
    return logical != null || converted == null ? logical : converted.logicalType(scale, precision);
  }

  /** Whether annotations mean an INTERVAL: no logical type says otherwise. */
  public static boolean isInterval(
      @Nullable LogicalType logical, @Nullable ConvertedType converted) {
    return converted == INTERVAL && (logical == null || logical.kind() == LogicalType.Kind.NULL);
  }

  /**
   * The converted type that writers put beside a logical type; null if they put none. Times have
   * one whether they are adjusted to UTC or not.
   *
   * @param logical null for none
   */
  public static @Nullable ConvertedType impliedBy(@Nullable LogicalType logical) {
    if (logical instanceof LogicalType.TimeType time) {
      return ofUnit(time.unit(), TIME_MILLIS, TIME_MICROS);
    } else if (logical instanceof LogicalType.TimestampType timestamp) {
      return ofUnit(timestamp.unit(), TIMESTAMP_MILLIS, TIMESTAMP_MICROS);
    } else if (logical instanceof LogicalType.IntType integer) {
      int first = integer.isSigned() ? INT_8.number : UINT_8.number;
      return switch (integer.bitWidth()) {
        case 8, 16, 32, 64 ->
            forNumber(first + Integer.numberOfTrailingZeros(integer.bitWidth() / Byte.SIZE));
        default -> null;
      };
    }
    return logical == null ? null : logical.kind().convertedType();
  }

  private static ConvertedType ofUnit(TimeUnit unit, ConvertedType millis, ConvertedType micros) {
    return switch (unit) {
      case MILLIS -> millis;
      case MICROS -> micros;
      case NANOS -> null;
    };
  }

  /** The constant with this number; null if there is none today. */
  public static @Nullable ConvertedType forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
