// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.NANOS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timeType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** The shredding that a given tree would go into without a rest, as far as engines know it. */
final class FittingShredding {
  private FittingShredding() {}

  /** The {@code typed_value}, or null for what is not shredded: null, uuid, and what is empty. */
  static Type of(Object tree) {
    if (tree instanceof Map<?, ?> object) {
      Map<String, Type> fields = new LinkedHashMap<>();
      object.forEach((name, value) -> fields.put((String) name, of(value)));
      return fields.isEmpty() ? null : ShreddingTypes.object(fields);
    }
    if (tree instanceof List<?> array) {
      return array.isEmpty() ? null : ShreddingTypes.array(of(array.get(0)));
    }
    return tree instanceof Number number ? number(number) : other(tree);
  }

  private static Type number(Number number) {
    if (number instanceof Float) {
      return ShreddingTypes.primitive(PrimitiveTypeName.FLOAT, null);
    }
    if (number instanceof Double) {
      return ShreddingTypes.primitive(PrimitiveTypeName.DOUBLE, null);
    }
    if (number instanceof BigDecimal decimal) {
      int digits = decimal.precision();
      return ShreddingTypes.decimal(digits <= 9 ? 9 : digits <= 18 ? 18 : 38, decimal.scale());
    }
    if (number instanceof Byte) {
      return ShreddingTypes.integer(8);
    }
    return ShreddingTypes.integer(
        number instanceof Short ? 16 : number instanceof Integer ? 32 : 64);
  }

  private static Type other(Object scalar) {
    if (scalar instanceof String) {
      return ShreddingTypes.string();
    }
    if (scalar instanceof Boolean) {
      return ShreddingTypes.primitive(PrimitiveTypeName.BOOLEAN, null);
    }
    if (scalar instanceof ByteBuffer) {
      return ShreddingTypes.primitive(PrimitiveTypeName.BINARY, null);
    }
    if (scalar instanceof LocalDate) {
      return ShreddingTypes.primitive(PrimitiveTypeName.INT32, dateType());
    }
    if (scalar instanceof LocalTime) {
      return ShreddingTypes.primitive(PrimitiveTypeName.INT64, timeType(false, MICROS));
    }
    if (scalar instanceof TimestampValue timestamp) {
      return ShreddingTypes.primitive(
          PrimitiveTypeName.INT64,
          timestampType(timestamp.utc(), timestamp.nanos() ? NANOS : MICROS));
    }
    return null;
  }
}
