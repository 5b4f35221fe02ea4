// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.TimeType;
import io.arrowparquet.footer.model.LogicalType.TimestampType;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * The Arrow type of a leaf.
 *
 * <pre>
 *   BOOLEAN  Bool        INT32 Int32     INT64 Int64    INT96 Timestamp(us)   FLOAT, DOUBLE
 *   BYTE_ARRAY Binary    FIXED_LEN_BYTE_ARRAY(n) FixedSizeBinary(n)
 *   INTEGER  Int8 .. UInt64               DECIMAL    Decimal128, Decimal256 from 39 digits
 *   DATE     Date32                       TIME       Time32(ms), Time64(us, ns)
 *   TIMESTAMP Timestamp(ms, us, ns), of zone UTC if adjusted to it
 *   STRING, JSON  Utf8                    FLOAT16    Float16
 *   UNKNOWN  Null
 * </pre>
 *
 * An annotation that does not go with the physical type, or is not known, is as good as none. The
 * years that INT96 can say are more than 64 bits of nanoseconds hold, hence its microseconds.
 */
final class ArrowSchemaType {
  private static final int FLOAT16_BYTES = 2;

  private ArrowSchemaType() {}

  /** The logical type, or what the deprecated converted type says; null for neither. */
  static LogicalType annotation(SchemaElementView element) {
    LogicalType logical = element.logicalType();
    boolean isKnown = logical == null || logical.kind() != LogicalType.Kind.UNKNOWN_MEMBER;
    return ConvertedType.meaning(
        isKnown ? logical : null, element.convertedType(), element.scale(), element.precision());
  }

  /** {@code annotation}: of the leaf, or null. */
  static ArrowType of(SchemaElementView element, LogicalType annotation) {
    if (annotation != null && annotation.kind() == LogicalType.Kind.NULL) {
      return ArrowType.Null.INSTANCE;
    }
    return switch (FooterChecks.physicalType(element)) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case INT32 -> ofInt32(annotation);
      case INT64 -> ofInt64(annotation);
      case INT96 -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case BYTE_ARRAY -> ofByteArray(annotation);
      case FIXED_LEN_BYTE_ARRAY -> ofFixed(element, annotation);
    };
  }

  private static ArrowType ofInt32(LogicalType annotation) {
    if (annotation instanceof IntType integer && isWidth(integer, Integer.SIZE)) {
      return new ArrowType.Int(integer.bitWidth(), integer.isSigned());
    }
    if (annotation instanceof DecimalType decimal && decimal.isLegal(DecimalType.DIGITS_128)) {
      return ofDecimal(decimal);
    }
    if (annotation instanceof LogicalType.DateType) {
      return new ArrowType.Date(DateUnit.DAY);
    }
    if (annotation instanceof TimeType time && unit(time.unit()) == TimeUnit.MILLISECOND) {
      return new ArrowType.Time(TimeUnit.MILLISECOND, Integer.SIZE);
    }
    return new ArrowType.Int(Integer.SIZE, true);
  }

  private static ArrowType ofInt64(LogicalType annotation) {
    if (annotation instanceof IntType integer && integer.bitWidth() == Long.SIZE) {
      return new ArrowType.Int(Long.SIZE, integer.isSigned());
    }
    if (annotation instanceof DecimalType decimal && decimal.isLegal(DecimalType.DIGITS_128)) {
      return ofDecimal(decimal);
    }
    if (annotation instanceof TimeType time && unit(time.unit()) != TimeUnit.MILLISECOND) {
      return new ArrowType.Time(unit(time.unit()), Long.SIZE);
    }
    if (annotation instanceof TimestampType timestamp) {
      return new ArrowType.Timestamp(
          unit(timestamp.unit()), timestamp.isAdjustedToUTC() ? "UTC" : null);
    }
    return new ArrowType.Int(Long.SIZE, true);
  }

  private static ArrowType ofByteArray(LogicalType annotation) {
    if (annotation instanceof LogicalType.StringType
        || annotation instanceof LogicalType.JsonType) {
      return ArrowType.Utf8.INSTANCE;
    }
    if (annotation instanceof DecimalType decimal && decimal.isLegal(DecimalType.DIGITS_256)) {
      return ofDecimal(decimal);
    }
    return ArrowType.Binary.INSTANCE;
  }

  private static ArrowType ofFixed(SchemaElementView element, LogicalType annotation) {
    int length = element.typeLength();
    if (annotation instanceof DecimalType decimal && decimal.isLegal(DecimalType.DIGITS_256)) {
      return ofDecimal(decimal);
    }
    if (annotation instanceof LogicalType.Float16Type && length == FLOAT16_BYTES) {
      return new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
    }
    return new ArrowType.FixedSizeBinary(length);
  }

  private static boolean isWidth(IntType integer, int most) {
    int width = integer.bitWidth();
    return width <= most && (width == Byte.SIZE || width == Short.SIZE || width == Integer.SIZE);
  }

  private static ArrowType ofDecimal(DecimalType decimal) {
    int bits = decimal.precision() <= DecimalType.DIGITS_128 ? 128 : 256;
    return new ArrowType.Decimal(decimal.precision(), decimal.scale(), bits);
  }

  private static TimeUnit unit(io.arrowparquet.footer.model.LogicalType.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> TimeUnit.MILLISECOND;
      case MICROS -> TimeUnit.MICROSECOND;
      case NANOS -> TimeUnit.NANOSECOND;
    };
  }
}
