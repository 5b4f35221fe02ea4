// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.TimeUnit;
import io.arrowparquet.footer.model.UnionMember;

/** Thrift compact codec of {@link LogicalType}. */
public final class LogicalTypeCodec {
  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("LogicalType")
          .optional(1, "STRING", CompactType.STRUCT)
          .optional(2, "MAP", CompactType.STRUCT)
          .optional(3, "LIST", CompactType.STRUCT)
          .optional(4, "ENUM", CompactType.STRUCT)
          .optional(5, "DECIMAL", CompactType.STRUCT)
          .optional(6, "DATE", CompactType.STRUCT)
          .optional(7, "TIME", CompactType.STRUCT)
          .optional(8, "TIMESTAMP", CompactType.STRUCT)
          .optional(10, "INTEGER", CompactType.STRUCT)
          .optional(11, "UNKNOWN", CompactType.STRUCT)
          .optional(12, "JSON", CompactType.STRUCT)
          .optional(13, "BSON", CompactType.STRUCT)
          .optional(14, "UUID", CompactType.STRUCT)
          .optional(15, "FLOAT16", CompactType.STRUCT)
          .optional(16, "VARIANT", CompactType.STRUCT)
          .optional(17, "GEOMETRY", CompactType.STRUCT)
          .optional(18, "GEOGRAPHY", CompactType.STRUCT)
          .optional(19, "FILE", CompactType.STRUCT);

  /** The fields of {@code DecimalType}. */
  public static final StructShape DECIMAL_SHAPE =
      StructShape.of("DecimalType")
          .required(1, "scale", CompactType.I32)
          .required(2, "precision", CompactType.I32);

  /** The fields of {@code TimeType} and {@code TimestampType}. */
  public static final StructShape TIME_SHAPE =
      StructShape.of("TimeType")
          .required(1, "isAdjustedToUTC", CompactType.BOOLEAN_TRUE)
          .required(2, "unit", CompactType.STRUCT);

  /** The fields of {@code IntType}. */
  public static final StructShape INT_SHAPE =
      StructShape.of("IntType")
          .required(1, "bitWidth", CompactType.I8)
          .required(2, "isSigned", CompactType.BOOLEAN_TRUE);

  /** The fields of {@code VariantType}. */
  public static final StructShape VARIANT_SHAPE =
      StructShape.of("VariantType").optional(1, "specification_version", CompactType.I8);

  /** The fields of {@code GeometryType}. */
  public static final StructShape GEOMETRY_SHAPE =
      StructShape.of("GeometryType").optional(1, "crs", CompactType.BINARY);

  /** The fields of {@code GeographyType}. */
  public static final StructShape GEOGRAPHY_SHAPE =
      StructShape.of("GeographyType")
          .optional(1, "crs", CompactType.BINARY)
          .optional(2, "algorithm", CompactType.I32);

  private static final StructShape EMPTY_SHAPE = StructShape.of("LogicalType member");

  private static final int DECIMAL = 5;
  private static final int TIME = 7;
  private static final int TIMESTAMP = 8;
  private static final int INTEGER = 10;
  private static final int VARIANT = 16;
  private static final int GEOMETRY = 17;
  private static final int GEOGRAPHY = 18;

  private LogicalTypeCodec() {}

  /**
   * Reads one union at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such union or lack a
   *     required field
   */
  public static LogicalType read(CompactReader in) {
    UnionMemberCodec.enter(in, SHAPE.name());
    LogicalType type =
        in.fieldType() == CompactType.STRUCT
            ? readMember(in)
            : new LogicalType.Unknown(UnionMemberCodec.readMember(in));
    UnionMemberCodec.leave(in, SHAPE.name());
    return type;
  }

  private static LogicalType readMember(CompactReader in) {
    return switch (in.fieldId()) {
      case 1 -> empty(in, new LogicalType.StringType());
      case 2 -> empty(in, new LogicalType.MapType());
      case 3 -> empty(in, new LogicalType.ListType());
      case 4 -> empty(in, new LogicalType.EnumType());
      case 6 -> empty(in, new LogicalType.DateType());
      case 11 -> empty(in, new LogicalType.NullType());
      case 12 -> empty(in, new LogicalType.JsonType());
      case 13 -> empty(in, new LogicalType.BsonType());
      case 14 -> empty(in, new LogicalType.UUIDType());
      case 15 -> empty(in, new LogicalType.Float16Type());
      case 19 -> empty(in, new LogicalType.FileType());
      case DECIMAL -> readDecimal(in);
      case TIME, TIMESTAMP -> readTime(in, in.fieldId());
      case INTEGER -> readInt(in);
      case VARIANT -> readVariant(in);
      case GEOMETRY -> readGeometry(in);
      case GEOGRAPHY -> readGeography(in);
      default -> new LogicalType.Unknown(UnionMemberCodec.readMember(in));
    };
  }

  private static LogicalType empty(CompactReader in, LogicalType type) {
    UnionMemberCodec.readEmptyStruct(in, EMPTY_SHAPE);
    return type;
  }

  private static LogicalType readDecimal(CompactReader in) {
    int scale = 0;
    int precision = 0;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(DECIMAL_SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> scale = in.readI32();
        case 2 -> precision = in.readI32();
        default -> in.skipUnknown(DECIMAL_SHAPE);
      }
    }
    in.leaveStruct(DECIMAL_SHAPE, seen);
    return new LogicalType.DecimalType(scale, precision);
  }

  private static LogicalType readTime(CompactReader in, int member) {
    int structStart = in.position();
    boolean isAdjustedToUTC = false;
    TimeUnit unit = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(TIME_SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> isAdjustedToUTC = in.readBool();
        case 2 -> unit = readTimeUnit(in);
        default -> in.skipUnknown(TIME_SHAPE);
      }
    }
    in.leaveStruct(TIME_SHAPE, seen);
    if (unit == null) {
      BinaryValue struct = new BinaryValue(in.array(), structStart, in.position() - structStart);
      return new LogicalType.Unknown(new UnionMember(member, CompactType.STRUCT, struct));
    }
    return member == TIME
        ? new LogicalType.TimeType(isAdjustedToUTC, unit)
        : new LogicalType.TimestampType(isAdjustedToUTC, unit);
  }

  /** The unit; null if it is not known. */
  private static TimeUnit readTimeUnit(CompactReader in) {
    UnionMemberCodec.enter(in, "TimeUnit");
    TimeUnit unit = in.fieldType() == CompactType.STRUCT ? TimeUnit.forNumber(in.fieldId()) : null;
    if (unit == null) {
      in.skip();
    } else {
      UnionMemberCodec.readEmptyStruct(in, EMPTY_SHAPE);
    }
    UnionMemberCodec.leave(in, "TimeUnit");
    return unit;
  }

  private static LogicalType readInt(CompactReader in) {
    byte bitWidth = 0;
    boolean isSigned = false;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(INT_SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> bitWidth = in.readByte();
        case 2 -> isSigned = in.readBool();
        default -> in.skipUnknown(INT_SHAPE);
      }
    }
    in.leaveStruct(INT_SHAPE, seen);
    return new LogicalType.IntType(bitWidth, isSigned);
  }

  private static LogicalType readVariant(CompactReader in) {
    Byte version = null;
    in.enterStruct();
    while (in.nextField(VARIANT_SHAPE)) {
      version = in.readByte();
    }
    in.leaveStruct();
    return new LogicalType.VariantType(version);
  }

  private static LogicalType readGeometry(CompactReader in) {
    String crs = null;
    in.enterStruct();
    while (in.nextField(GEOMETRY_SHAPE)) {
      crs = in.readString();
    }
    in.leaveStruct();
    return new LogicalType.GeometryType(crs);
  }

  private static LogicalType readGeography(CompactReader in) {
    String crs = null;
    Integer algorithmNumber = null;
    in.enterStruct();
    while (in.nextField(GEOGRAPHY_SHAPE)) {
      switch (in.fieldId()) {
        case 1 -> crs = in.readString();
        case 2 -> algorithmNumber = in.readI32();
        default -> in.skipUnknown(GEOGRAPHY_SHAPE);
      }
    }
    in.leaveStruct();
    return new LogicalType.GeographyType(crs, algorithmNumber);
  }

  /** Writes one union. */
  public static void write(CompactWriter out, LogicalType value) {
    if (value instanceof LogicalType.Unknown unknown) {
      UnionMemberCodec.write(out, unknown.member());
      return;
    }
    out.structBegin();
    out.fieldHeader(memberId(value.kind()), CompactType.STRUCT);
    out.structBegin();
    writeFields(out, value);
    out.structEnd();
    out.structEnd();
  }

  private static int memberId(LogicalType.Kind kind) {
    return switch (kind) {
      case STRING -> 1;
      case MAP -> 2;
      case LIST -> 3;
      case ENUM -> 4;
      case DECIMAL -> DECIMAL;
      case DATE -> 6;
      case TIME -> TIME;
      case TIMESTAMP -> TIMESTAMP;
      case INTEGER -> INTEGER;
      case NULL -> 11;
      case JSON -> 12;
      case BSON -> 13;
      case UUID -> 14;
      case FLOAT16 -> 15;
      case VARIANT -> VARIANT;
      case GEOMETRY -> GEOMETRY;
      case GEOGRAPHY -> GEOGRAPHY;
      case FILE -> 19;
      case UNKNOWN_MEMBER -> throw new IllegalArgumentException("an unknown member has its own id");
    };
  }

  private static void writeFields(CompactWriter out, LogicalType value) {
    if (value instanceof LogicalType.DecimalType decimal) {
      out.i32Field(1, decimal.scale());
      out.i32Field(2, decimal.precision());
    } else if (value instanceof LogicalType.TimeType time) {
      out.boolField(1, time.isAdjustedToUTC());
      out.fieldHeader(2, CompactType.STRUCT);
      UnionMemberCodec.writeEmptyStruct(out, time.unit().number());
    } else if (value instanceof LogicalType.TimestampType timestamp) {
      out.boolField(1, timestamp.isAdjustedToUTC());
      out.fieldHeader(2, CompactType.STRUCT);
      UnionMemberCodec.writeEmptyStruct(out, timestamp.unit().number());
    } else if (value instanceof LogicalType.IntType integer) {
      out.byteField(1, integer.bitWidth());
      out.boolField(2, integer.isSigned());
    } else if (value instanceof LogicalType.VariantType variant) {
      if (variant.specificationVersion() != null) {
        out.byteField(1, variant.specificationVersion());
      }
    } else if (value instanceof LogicalType.GeometryType geometry) {
      out.optionalStringField(1, geometry.crs());
    } else if (value instanceof LogicalType.GeographyType geography) {
      out.optionalStringField(1, geography.crs());
      out.optionalI32Field(2, geography.algorithmNumber());
    }
  }
}
