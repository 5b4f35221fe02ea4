// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Shredding schemas as built by {@link ShreddingTypes}, in Arrow's words. */
final class ArrowShredding {
  private ArrowShredding() {}

  /** The schema that a {@code typed_value} is made from. */
  static Field of(Type typedValue) {
    return of("v", typedValue);
  }

  private static Field of(String name, Type typedValue) {
    if (typedValue == null) {
      return ArrowTypeText.parse(name, "variant");
    }
    if (typedValue.isPrimitive()) {
      return primitive(typedValue.asPrimitiveType()).field(name);
    }
    GroupType group = typedValue.asGroupType();
    if (group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation) {
      Type element = group.getType(0).asGroupType().getType(0);
      return field(name, ArrowType.List.INSTANCE, List.of(level("element", element)));
    }
    List<Field> fields =
        group.getFields().stream().map(field -> level(field.getName(), field)).toList();
    return field(name, ArrowType.Struct.INSTANCE, fields);
  }

  private static Field level(String name, Type group) {
    GroupType level = group.asGroupType();
    return of(name, level.containsField("typed_value") ? level.getType("typed_value") : null);
  }

  private static Field field(String name, ArrowType type, List<Field> children) {
    return new Field(name, FieldType.nullable(type), children);
  }

  private static VariantPrimitive primitive(PrimitiveType type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return VariantPrimitive.ofDecimal(decimal.getPrecision(), decimal.getScale());
    }
    if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
      boolean micros = timestamp.getUnit() == TimeUnit.MICROS;
      boolean utc = timestamp.isAdjustedToUTC();
      if (micros) {
        return VariantPrimitive.of(
            utc ? VariantTypeIds.TIMESTAMP_MICROS : VariantTypeIds.TIMESTAMP_NTZ_MICROS);
      }
      return VariantPrimitive.of(
          utc ? VariantTypeIds.TIMESTAMP_NANOS : VariantTypeIds.TIMESTAMP_NTZ_NANOS);
    }
    if (annotation instanceof IntLogicalTypeAnnotation integer) {
      return VariantPrimitive.of(
          switch (integer.getBitWidth()) {
            case 8 -> VariantTypeIds.INT8;
            case 16 -> VariantTypeIds.INT16;
            case 32 -> VariantTypeIds.INT32;
            default -> VariantTypeIds.INT64;
          });
    }
    return VariantPrimitive.of(plain(type, annotation));
  }

  private static int plain(PrimitiveType type, LogicalTypeAnnotation annotation) {
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> VariantTypeIds.TRUE;
      case INT32 -> VariantTypeIds.DATE;
      case INT64 -> VariantTypeIds.TIME_NTZ_MICROS;
      case FLOAT -> VariantTypeIds.FLOAT;
      case DOUBLE -> VariantTypeIds.DOUBLE;
      default -> annotation == null ? VariantTypeIds.BINARY : VariantTypeIds.STRING;
    };
  }
}
