// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * What the values of a column, or the children of a group, mean: a union with one record per
 * member, in the order of {@code parquet.thrift}.
 */
public sealed interface LogicalType {

  /** Which member it is, to switch over. */
  Kind kind();

  /** The members, by their names in {@code parquet.thrift} but for {@link #NULL}. */
  enum Kind {
    /** {@link StringType}. */
    STRING,
    /** {@link MapType}. */
    MAP,
    /** {@link ListType}. */
    LIST,
    /** {@link EnumType}. */
    ENUM,
    /** {@link DecimalType}. */
    DECIMAL,
    /** {@link DateType}. */
    DATE,
    /** {@link TimeType}. */
    TIME,
    /** {@link TimestampType}. */
    TIMESTAMP,
    /** {@link IntType}. */
    INTEGER,
    /** {@link NullType}. */
    NULL,
    /** {@link JsonType}. */
    JSON,
    /** {@link BsonType}. */
    BSON,
    /** {@link UUIDType}. */
    UUID,
    /** {@link Float16Type}. */
    FLOAT16,
    /** {@link VariantType}. */
    VARIANT,
    /** {@link GeometryType}. */
    GEOMETRY,
    /** {@link GeographyType}. */
    GEOGRAPHY,
    /** {@link FileType}. */
    FILE,
    /** {@link Unknown}. */
    UNKNOWN_MEMBER
  }

  /** UTF-8 text. */
  record StringType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.STRING;
    }
  }

  /** A map: a group with one repeated group of key and value. */
  record MapType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.MAP;
    }
  }

  /** A list: a group with one repeated group of one element. */
  record ListType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.LIST;
    }
  }

  /** UTF-8 text, one of few values. */
  record EnumType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.ENUM;
    }
  }

  /**
   * A decimal number: the unscaled value, divided by ten to the power of the scale.
   *
   * @param scale digits after the point
   * @param precision digits in all
   */
  record DecimalType(int scale, int precision) implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.DECIMAL;
    }
  }

  /** Days since 1970-01-01. */
  record DateType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.DATE;
    }
  }

  /**
   * A time of day.
   *
   * @param isAdjustedToUTC whether it is in UTC and not local
   * @param unit unit of the value
   */
  record TimeType(boolean isAdjustedToUTC, TimeUnit unit) implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.TIME;
    }
  }

  /**
   * A date and time, counted from 1970-01-01T00:00.
   *
   * @param isAdjustedToUTC whether it is an instant and not local
   * @param unit unit of the value
   */
  record TimestampType(boolean isAdjustedToUTC, TimeUnit unit) implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.TIMESTAMP;
    }
  }

  /**
   * An integer of a certain width.
   *
   * @param bitWidth 8, 16, 32 or 64
   * @param isSigned whether it is signed
   */
  record IntType(byte bitWidth, boolean isSigned) implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.INTEGER;
    }
  }

  /** Nulls only. The member's name in {@code parquet.thrift} is {@code UNKNOWN}. */
  record NullType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.NULL;
    }
  }

  /** JSON text. */
  record JsonType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.JSON;
    }
  }

  /** A BSON document. */
  record BsonType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.BSON;
    }
  }

  /** A UUID, 16 bytes big-endian. */
  record UUIDType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.UUID;
    }
  }

  /** IEEE 754 half precision, 2 bytes little-endian. */
  record Float16Type() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.FLOAT16;
    }
  }

  /**
   * A Variant: a group of metadata, value and possibly typed_value.
   *
   * @param specificationVersion version of the Variant specification; null if absent
   */
  record VariantType(Byte specificationVersion) implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.VARIANT;
    }
  }

  /**
   * A planar geometry in WKB.
   *
   * @param crs coordinate reference system; null if absent, which means OGC:CRS84
   */
  record GeometryType(String crs) implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.GEOMETRY;
    }
  }

  /**
   * A geometry on a sphere or ellipsoid in WKB.
   *
   * @param crs coordinate reference system; null if absent, which means OGC:CRS84
   * @param algorithmNumber how edges run; null if absent, which means spherically
   */
  record GeographyType(String crs, Integer algorithmNumber) implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.GEOGRAPHY;
    }

    /** The constant for {@link #algorithmNumber}; null if it is not known or absent. */
    public EdgeInterpolationAlgorithm algorithm() {
      return algorithmNumber == null ? null : EdgeInterpolationAlgorithm.forNumber(algorithmNumber);
    }
  }

  /** A reference to a file or a part of one. */
  record FileType() implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.FILE;
    }
  }

  /**
   * A logical type of the future, kept as it is. A TIME or TIMESTAMP with a unit of the future is
   * one too: without its unit nothing can be done with its values.
   *
   * @param member what the bytes say
   */
  record Unknown(UnionMember member) implements LogicalType {
    @Override
    public Kind kind() {
      return Kind.UNKNOWN_MEMBER;
    }
  }
}
