// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.types.variant.VariantSchema;
import org.apache.spark.types.variant.VariantSchema.IntegralSize;

/**
 * The columns that Spark would shred a tree into, its numbers as narrow as can be: 5 goes into a
 * column of bytes, 1.50 into decimals of two digits.
 */
final class SparkSchemas {
  private static final int NONE = -1;

  private SparkSchemas() {}

  /** Of a column: metadata, value and, unless nothing can be shredded, typed_value. */
  static VariantSchema of(Object tree) {
    return level(tree, 0);
  }

  /** Of a column that is not shredded. */
  static VariantSchema unshredded() {
    return level(null, 0);
  }

  private static VariantSchema level(Object tree, int metadata) {
    VariantSchema.ScalarType scalar = null;
    VariantSchema.ObjectField[] fields = null;
    VariantSchema element = null;
    if (tree instanceof Map<?, ?> object && !object.isEmpty()) {
      fields =
          object.entrySet().stream()
              .map(
                  field ->
                      new VariantSchema.ObjectField(
                          (String) field.getKey(), level(field.getValue(), NONE)))
              .toArray(VariantSchema.ObjectField[]::new);
    } else if (tree instanceof List<?> array && !array.isEmpty()) {
      element = level(array.get(0), NONE);
    } else if (tree instanceof Number number) {
      scalar = number(number);
    } else {
      scalar = other(tree);
    }
    boolean typed = scalar != null || fields != null || element != null;
    int value = metadata + 1;
    int columns = value + (typed ? 2 : 1);
    int typedValue = typed ? value + 1 : NONE;
    return new VariantSchema(typedValue, value, metadata, columns, scalar, fields, element);
  }

  private static VariantSchema.ScalarType number(Number number) {
    if (number instanceof Float) {
      return new VariantSchema.FloatType();
    }
    if (number instanceof Double) {
      return new VariantSchema.DoubleType();
    }
    if (number instanceof BigDecimal decimal) {
      BigDecimal stripped = decimal.stripTrailingZeros();
      int scale = Math.max(0, stripped.scale());
      int whole = Math.max(0, stripped.precision() - stripped.scale());
      return new VariantSchema.DecimalType(Math.max(1, whole + scale), scale);
    }
    long value = number.longValue();
    return new VariantSchema.IntegralType(
        value == (byte) value
            ? IntegralSize.BYTE
            : value == (short) value
                ? IntegralSize.SHORT
                : value == (int) value ? IntegralSize.INT : IntegralSize.LONG);
  }

  private static VariantSchema.ScalarType other(Object scalar) {
    if (scalar instanceof String) {
      return new VariantSchema.StringType();
    }
    if (scalar instanceof Boolean) {
      return new VariantSchema.BooleanType();
    }
    if (scalar instanceof ByteBuffer) {
      return new VariantSchema.BinaryType();
    }
    if (scalar instanceof LocalDate) {
      return new VariantSchema.DateType();
    }
    if (scalar instanceof UUID) {
      return new VariantSchema.UuidType();
    }
    if (scalar instanceof TimestampValue timestamp) {
      return timestamp.utc()
          ? new VariantSchema.TimestampType()
          : new VariantSchema.TimestampNTZType();
    }
    return null;
  }
}
