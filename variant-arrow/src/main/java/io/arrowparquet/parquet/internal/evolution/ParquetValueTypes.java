// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.TimeType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.LogicalType.TimestampType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;

/**
 * What the values of a column are. An annotation that does not go with the physical type, or is not
 * known, is as good as none: the same cases as those of Arrow's types in {@link
 * io.arrowparquet.footer.bridge}.
 */
final class ParquetValueTypes {
  private static final int FLOAT16_BYTES = 2;
  private static final int INT96_DIGITS = 6;

  private ParquetValueTypes() {}

  /**
   * The type of a leaf.
   *
   * @param annotation logical type, or null
   * @throws CorruptFooterException if the physical type is not known
   */
  static ValueType of(SchemaElement element, LogicalType annotation) {
    if (annotation instanceof LogicalType.NullType) {
      return new ValueType.Nulls();
    }
    PhysicalType type = element.type();
    if (type == null) {
      throw new CorruptFooterException(
          "physical type of " + element.name(),
          CorruptFooterException.NO_OFFSET,
          String.valueOf(element.typeNumber()),
          "a known physical type");
    }
    return switch (type) {
      case BOOLEAN -> ValueType.Plain.BOOLEAN;
      case INT32 -> ofInt32(annotation);
      case INT64 -> ofInt64(annotation);
      case INT96 -> new ValueType.Timestamp(INT96_DIGITS, null);
      case FLOAT -> new ValueType.Floating(Float.SIZE);
      case DOUBLE -> new ValueType.Floating(Double.SIZE);
      case BYTE_ARRAY -> ofByteArray(annotation);
      case FIXED_LEN_BYTE_ARRAY -> ofFixed(element, annotation);
    };
  }

  private static ValueType ofInt32(LogicalType annotation) {
    if (annotation instanceof IntType integer
        && (integer.bitWidth() == Byte.SIZE || integer.bitWidth() == Short.SIZE)) {
      return new ValueType.Int(integer.bitWidth(), integer.isSigned());
    }
    if (isLegal(annotation, DecimalType.DIGITS_128)) {
      return decimal(annotation);
    }
    if (annotation instanceof LogicalType.DateType) {
      return ValueType.Plain.DATE;
    }
    if (annotation instanceof TimeType time && time.unit() == TimeUnit.MILLIS) {
      return new ValueType.Time(digits(time.unit()));
    }
    return ofInt(Integer.SIZE, annotation);
  }

  private static ValueType ofInt64(LogicalType annotation) {
    if (isLegal(annotation, DecimalType.DIGITS_128)) {
      return decimal(annotation);
    }
    if (annotation instanceof TimeType time && time.unit() != TimeUnit.MILLIS) {
      return new ValueType.Time(digits(time.unit()));
    }
    if (annotation instanceof TimestampType timestamp) {
      return new ValueType.Timestamp(
          digits(timestamp.unit()), timestamp.isAdjustedToUTC() ? ValueType.Timestamp.UTC : null);
    }
    return ofInt(Long.SIZE, annotation);
  }

  private static ValueType ofInt(int bits, LogicalType annotation) {
    boolean unsigned =
        annotation instanceof IntType integer && integer.bitWidth() == bits && !integer.isSigned();
    return new ValueType.Int(bits, !unsigned);
  }

  private static ValueType ofByteArray(LogicalType annotation) {
    if (annotation instanceof LogicalType.StringType
        || annotation instanceof LogicalType.JsonType) {
      return new ValueType.Text();
    }
    return isLegal(annotation, DecimalType.DIGITS_256)
        ? decimal(annotation)
        : new ValueType.Binary();
  }

  private static ValueType ofFixed(SchemaElement element, LogicalType annotation) {
    int length = element.typeLength() == null ? 0 : element.typeLength();
    if (isLegal(annotation, DecimalType.DIGITS_256)) {
      return decimal(annotation);
    }
    return annotation instanceof LogicalType.Float16Type && length == FLOAT16_BYTES
        ? new ValueType.Floating(Short.SIZE)
        : ValueType.Plain.fixed(length);
  }

  private static boolean isLegal(LogicalType annotation, int maxDigits) {
    return annotation instanceof DecimalType decimal && decimal.isLegal(maxDigits);
  }

  private static ValueType decimal(LogicalType annotation) {
    DecimalType decimal = (DecimalType) annotation;
    return new ValueType.Decimal(decimal.precision(), decimal.scale());
  }

  private static int digits(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> 3;
      case MICROS -> 6;
      case NANOS -> 9;
    };
  }
}
