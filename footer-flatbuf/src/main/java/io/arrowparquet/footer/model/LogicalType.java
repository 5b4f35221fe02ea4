// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the values of a column, or the children of a group, mean: a union with one record per
 * member, in the order of {@code parquet.thrift}.
 */
public sealed interface LogicalType {

  /** Which member it is, to switch over. */
  default Kind kind() {
    return Kind.BY_TYPE.get(getClass());
  }

  /**
   * The members, by their names in {@code parquet.thrift} but for {@link #NULL}; each is a record
   * of that name.
   */
  enum Kind {
    STRING(1, new StringType(), ConvertedType.UTF8),
    MAP(2, new MapType(), ConvertedType.MAP),
    LIST(3, new ListType(), ConvertedType.LIST),
    ENUM(4, new EnumType(), ConvertedType.ENUM),
    DECIMAL(5, DecimalType.class, ConvertedType.DECIMAL),
    DATE(6, new DateType(), ConvertedType.DATE),
    TIME(7, TimeType.class, null),
    TIMESTAMP(8, TimestampType.class, null),
    INTEGER(10, IntType.class, null),
    NULL(11, new NullType(), null),
    JSON(12, new JsonType(), ConvertedType.JSON),
    BSON(13, new BsonType(), ConvertedType.BSON),
    UUID(14, new UUIDType(), null),
    FLOAT16(15, new Float16Type(), null),
    VARIANT(16, VariantType.class, null),
    GEOMETRY(17, GeometryType.class, null),
    GEOGRAPHY(18, GeographyType.class, null),
    FILE(19, new FileType(), null),
    UNKNOWN_MEMBER(0, Unknown.class, null);

    private static final Map<Class<?>, Kind> BY_TYPE =
        Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(kind -> kind.type, k -> k));

    private final int number;
    private final Class<? extends LogicalType> type;

    @SuppressWarnings("ImmutableEnumChecker") // a record without components
    private final LogicalType plainType;

    private final ConvertedType convertedType;

    Kind(int number, LogicalType plainType, ConvertedType convertedType) {
      this(number, plainType.getClass(), plainType, convertedType);
    }

    Kind(int number, Class<? extends LogicalType> type, ConvertedType convertedType) {
      this(number, type, null, convertedType);
    }

    Kind(
        int number,
        Class<? extends LogicalType> type,
        LogicalType plainType,
        ConvertedType convertedType) {
      this.number = number;
      this.type = type;
      this.plainType = plainType;
      this.convertedType = convertedType;
    }

    /** The id of the union's member in Thrift; 0 for {@link #UNKNOWN_MEMBER}. */
    public int number() {
      return number;
    }

    /** The type of this kind; null if it has parameters. */
    public @Nullable LogicalType plainType() {
      return plainType;
    }

    /** The converted type that goes with all types of this kind; null if parameters decide. */
    @Nullable ConvertedType convertedType() {
      return convertedType;
    }
  }

  /** UTF-8 text. */
  record StringType() implements LogicalType {}

  /** A map: a group with one repeated group of key and value. */
  record MapType() implements LogicalType {}

  /** A list: a group with one repeated group of one element. */
  record ListType() implements LogicalType {}

  /** UTF-8 text, one of few values. */
  record EnumType() implements LogicalType {}

  /**
   * A decimal number: the unscaled value, divided by ten to the power of the scale.
   *
   * @param scale digits after the point
   * @param precision digits in all
   */
  record DecimalType(int scale, int precision) implements LogicalType {
    /** Most digits of a decimal in 128 bits. */
    public static final int DIGITS_128 = 38;

    /** Most digits of a decimal in 256 bits. */
    public static final int DIGITS_256 = 76;

    /** Whether there is such a decimal, of up to {@code maxDigits} digits. */
    public boolean isLegal(int maxDigits) {
      return precision >= 1 && precision <= maxDigits && scale >= 0 && scale <= precision;
    }
  }

  /** Days since 1970-01-01. */
  record DateType() implements LogicalType {}

  /**
   * A time of day.
   *
   * @param isAdjustedToUTC whether it is in UTC and not local
   * @param unit unit of the value
   */
  record TimeType(boolean isAdjustedToUTC, TimeUnit unit) implements LogicalType {}

  /**
   * A date and time, counted from 1970-01-01T00:00.
   *
   * @param isAdjustedToUTC whether it is an instant and not local
   * @param unit unit of the value
   */
  record TimestampType(boolean isAdjustedToUTC, TimeUnit unit) implements LogicalType {}

  /**
   * An integer of a certain width.
   *
   * @param bitWidth 8, 16, 32 or 64
   * @param isSigned whether it is signed
   */
  record IntType(byte bitWidth, boolean isSigned) implements LogicalType {}

  /** Nulls only. The member's name in {@code parquet.thrift} is {@code UNKNOWN}. */
  record NullType() implements LogicalType {}

  /** JSON text. */
  record JsonType() implements LogicalType {}

  /** A BSON document. */
  record BsonType() implements LogicalType {}

  /** A UUID, 16 bytes big-endian. */
  record UUIDType() implements LogicalType {}

  /** IEEE 754 half precision, 2 bytes little-endian. */
  record Float16Type() implements LogicalType {}

  /**
   * A Variant: a group of metadata, value and possibly typed_value.
   *
   * @param specificationVersion version of the Variant specification; null if absent
   */
  record VariantType(@Nullable Byte specificationVersion) implements LogicalType {}

  /**
   * A planar geometry in WKB.
   *
   * @param crs coordinate reference system; null if absent, which means OGC:CRS84
   */
  record GeometryType(@Nullable String crs) implements LogicalType {}

  /**
   * A geometry on a sphere or ellipsoid in WKB.
   *
   * @param crs coordinate reference system; null if absent, which means OGC:CRS84
   * @param algorithmNumber how edges run; null if absent, which means spherically
   */
  record GeographyType(@Nullable String crs, @Nullable Integer algorithmNumber)
      implements LogicalType {
    /** The constant for {@link #algorithmNumber}; null if it is not known or absent. */
    public @Nullable EdgeInterpolationAlgorithm algorithm() {
      return algorithmNumber == null ? null : EdgeInterpolationAlgorithm.forNumber(algorithmNumber);
    }
  }

  /** A reference to a file or a part of one. */
  record FileType() implements LogicalType {}

  /**
   * A logical type of the future, kept as it is. A TIME or TIMESTAMP with a unit of the future is
   * one too: without its unit nothing can be done with its values.
   *
   * @param member what the bytes say
   */
  record Unknown(UnionMember member) implements LogicalType {}

  /**
   * Unit of a TIME or TIMESTAMP; a union of empty structs in {@code parquet.thrift}, whose member
   * ids the numbers are.
   */
  enum TimeUnit {
    MILLIS(1),
    MICROS(2),
    NANOS(3);

    private static final TimeUnit[] BY_NUMBER = ByNumber.table(values(), TimeUnit::number);

    private final int number;

    TimeUnit(int number) {
      this.number = number;
    }

    /** The id of the union's member. */
    public int number() {
      return number;
    }

    /** The constant with this number; null if there is none today. */
    public static @Nullable TimeUnit forNumber(int number) {
      return ByNumber.get(BY_NUMBER, number);
    }
  }

  /** How the edges of a GEOGRAPHY value run between its points. */
  enum EdgeInterpolationAlgorithm {
    SPHERICAL(0),
    VINCENTY(1),
    THOMAS(2),
    ANDOYER(3),
    KARNEY(4);

    private static final EdgeInterpolationAlgorithm[] BY_NUMBER =
        ByNumber.table(values(), EdgeInterpolationAlgorithm::number);

    private final int number;

    EdgeInterpolationAlgorithm(int number) {
      this.number = number;
    }

    /** The number in Thrift. */
    public int number() {
      return number;
    }

    /** The constant with this number; null if there is none today. */
    public static @Nullable EdgeInterpolationAlgorithm forNumber(int number) {
      return ByNumber.get(BY_NUMBER, number);
    }
  }
}
