// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.Operand;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Single values in Spark's own form and in that of filters, which {@link Operand} lists by Arrow's
 * types. Both have the same values of the types that {@link #areSame} names.
 */
final class SparkValues {
  private SparkValues() {}

  /** Whether Spark sees the very values of a field: none is widened, cut, or made text. */
  static boolean areSame(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.ExtensionType) { // its id is that of its storage
      return false;
    }
    return switch (type.getTypeID()) {
      case Bool, FloatingPoint, Utf8, LargeUtf8, Binary, LargeBinary -> true;
      case Int -> !(SparkTypes.of(field) instanceof DecimalType);
      case Decimal -> SparkTypes.of(field) instanceof DecimalType;
      case Date -> ((ArrowType.Date) type).getUnit() == DateUnit.DAY;
      case Timestamp -> ((ArrowType.Timestamp) type).getUnit() != TimeUnit.NANOSECOND;
      default -> false;
    };
  }

  /**
   * A value of Spark's as a literal of filters.
   *
   * @param field of {@link #areSame the same} values
   */
  static Object literal(Field field, Object value) {
    if (value instanceof UTF8String text) {
      return text.toString();
    } else if (value instanceof Decimal decimal) {
      return decimal.toJavaBigDecimal();
    } else if (field.getType() instanceof ArrowType.Date && value instanceof Integer day) {
      return LocalDate.ofEpochDay(day);
    } else if (field.getType() instanceof ArrowType.Timestamp type && value instanceof Long time) {
      return type.getTimezone() == null
          ? DateTimeUtils.microsToLocalDateTime(time)
          : DateTimeUtils.microsToInstant(time);
    }
    return value;
  }

  /** A bound as a value of Spark's. */
  static Object value(DataType type, Object bound) {
    if (bound instanceof Long number) {
      if (type instanceof ByteType) {
        return number.byteValue();
      } else if (type instanceof ShortType) {
        return number.shortValue();
      }
      boolean isInt = type instanceof IntegerType || type instanceof DateType;
      return isInt ? (Object) number.intValue() : number;
    } else if (bound instanceof Double number) {
      return type instanceof FloatType ? (Object) number.floatValue() : number;
    } else if (bound instanceof BigDecimal number && type instanceof DecimalType decimal) {
      return Decimal.apply(number, decimal.precision(), decimal.scale());
    } else if (bound instanceof byte[] bytes && type instanceof StringType) {
      return UTF8String.fromBytes(bytes);
    }
    return CatalystTypeConverters.convertToCatalyst(bound); // days and microseconds of times
  }
}
