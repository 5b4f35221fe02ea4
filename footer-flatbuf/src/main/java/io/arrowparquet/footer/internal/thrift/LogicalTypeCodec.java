// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BOOL;
import static io.arrowparquet.footer.internal.thrift.ThriftType.ENUM;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I8;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;

import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.GeographyType;
import io.arrowparquet.footer.model.LogicalType.GeometryType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.Kind;
import io.arrowparquet.footer.model.LogicalType.TimeType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.LogicalType.TimestampType;
import io.arrowparquet.footer.model.LogicalType.VariantType;

/** The logical types and their parameters, for all formats that write them by field. */
public final class LogicalTypeCodec {
  /** Unit of a time; a number in FlatBuffers. */
  public static final UnionCodec<TimeUnit> TIME_UNIT = timeUnit();

  public static final UnionCodec<LogicalType> UNION = union();

  private LogicalTypeCodec() {}

  /** The parameters of a logical type; null for one of the future. */
  public static StructCodec<? extends LogicalType> of(Kind kind) {
    return UNION.memberCodec(kind.number());
  }

  /** The parameters of a logical type that is not one of the future. */
  public static StructCodec.Values valuesOf(LogicalType type) {
    return valuesOf(UNION.memberCodec(type.kind().number()), type);
  }

  @SuppressWarnings("unchecked") // the codec is the one of the type's kind
  private static <T extends LogicalType> StructCodec.Values valuesOf(
      StructCodec<T> codec, LogicalType type) {
    return codec.valuesOf((T) type);
  }

  private static UnionCodec<TimeUnit> timeUnit() {
    UnionCodec<TimeUnit> union =
        UnionCodec.of("TimeUnit", TimeUnit::number, unknown -> null, unit -> null);
    for (TimeUnit unit : TimeUnit.values()) {
      union =
          union.member(unit.number(), unit.name(), StructCodec.of("LogicalType member", f -> unit));
    }
    return union;
  }

  private static UnionCodec<LogicalType> union() {
    UnionCodec<LogicalType> union =
        UnionCodec.of(
            "LogicalType",
            type -> type.kind().number(),
            LogicalType.Unknown::new,
            type -> ((LogicalType.Unknown) type).member());
    for (Kind kind : Kind.values()) {
      if (kind.number() != 0) {
        String name = kind == Kind.NULL ? "UNKNOWN" : kind.name();
        union = union.member(kind.number(), name, member(kind));
      }
    }
    return union;
  }

  private static StructCodec<? extends LogicalType> member(Kind kind) {
    return switch (kind) {
      case DECIMAL ->
          StructCodec.of(DecimalType.class).required(1, "scale", I32).required(2, "precision", I32);
      case TIME ->
          StructCodec.of("TimeType", f -> f.has(2) ? new TimeType(f.get(1), f.get(2)) : null)
              .required(1, "isAdjustedToUTC", BOOL, TimeType::isAdjustedToUTC)
              .required(2, "unit", TIME_UNIT, TimeType::unit);
      case TIMESTAMP ->
          StructCodec.of(
                  "TimestampType", f -> f.has(2) ? new TimestampType(f.get(1), f.get(2)) : null)
              .required(1, "isAdjustedToUTC", BOOL, TimestampType::isAdjustedToUTC)
              .required(2, "unit", TIME_UNIT, TimestampType::unit);
      case INTEGER ->
          StructCodec.of(IntType.class).required(1, "bitWidth", I8).required(2, "isSigned", BOOL);
      case VARIANT -> StructCodec.of(VariantType.class).optional(1, "specification_version", I8);
      case GEOMETRY -> StructCodec.of(GeometryType.class).optional(1, "crs", STRING);
      case GEOGRAPHY ->
          StructCodec.of(GeographyType.class)
              .optional(1, "crs", STRING)
              .optional(2, "algorithm", ENUM);
      default -> StructCodec.of("LogicalType member", f -> kind.plainType());
    };
  }
}
