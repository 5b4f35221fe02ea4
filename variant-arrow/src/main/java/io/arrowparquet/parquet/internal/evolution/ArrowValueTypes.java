// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ParquetVariantType;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * What the values of a vector are, without what only Arrow distinguishes: the width of offsets and
 * the names of UTC.
 */
final class ArrowValueTypes {
  private ArrowValueTypes() {}

  static ValueType of(ArrowType type) {
    if (type instanceof ParquetVariantType) {
      return ValueType.VARIANT;
    }
    return switch (type.getTypeID()) {
      case Struct -> ValueType.STRUCT;
      case List, LargeList -> ValueType.LIST;
      case Map -> ValueType.MAP;
      case Null -> ValueType.NULLS;
      case Bool -> ValueType.BOOLEAN;
      case Int -> ofInt((ArrowType.Int) type);
      case FloatingPoint -> new ValueType.Floating(bits((ArrowType.FloatingPoint) type));
      case Decimal -> ofDecimal((ArrowType.Decimal) type);
      case Timestamp -> ofTimestamp((ArrowType.Timestamp) type);
      case Time -> new ValueType.Time(digits(((ArrowType.Time) type).getUnit()));
      case Duration -> new ValueType.Duration(digits(((ArrowType.Duration) type).getUnit()));
      case Date ->
          ((ArrowType.Date) type).getUnit() == DateUnit.DAY
              ? ValueType.DATE
              : new ValueType.Plain(type.toString());
      case Utf8, LargeUtf8 -> ValueType.TEXT;
      case Binary, LargeBinary -> ValueType.BINARY;
      case FixedSizeBinary ->
          new ValueType.Plain(
              "fixed_size_binary(" + ((ArrowType.FixedSizeBinary) type).getByteWidth() + ")");
      default -> new ValueType.Plain(type.toString());
    };
  }

  private static ValueType ofInt(ArrowType.Int type) {
    return new ValueType.Int(type.getBitWidth(), type.getIsSigned());
  }

  private static ValueType ofDecimal(ArrowType.Decimal type) {
    return new ValueType.Decimal(type.getPrecision(), type.getScale());
  }

  private static ValueType ofTimestamp(ArrowType.Timestamp type) {
    String zone = type.getTimezone();
    if (zone != null && VariantPrimitive.isUtc(zone)) {
      zone = ValueType.Timestamp.UTC;
    }
    return new ValueType.Timestamp(digits(type.getUnit()), zone);
  }

  private static int bits(ArrowType.FloatingPoint type) {
    if (type.getPrecision() == FloatingPointPrecision.HALF) {
      return Short.SIZE;
    }
    return type.getPrecision() == FloatingPointPrecision.SINGLE ? Float.SIZE : Double.SIZE;
  }

  private static int digits(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 0;
      case MILLISECOND -> 3;
      case MICROSECOND -> 6;
      case NANOSECOND -> 9;
    };
  }
}
