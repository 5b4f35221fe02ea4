// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.ShreddingTypes;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.spark.types.variant.VariantSchema;
import org.apache.spark.types.variant.VariantSchema.IntegralSize;

/** The shredding of {@link EventRows}, given as Arrow type, as the other engines write it down. */
final class ShreddingSchemas {
  private static final int VALUE = 0;
  private static final int TYPED_VALUE = 1;
  private static final int METADATA = 2;

  private ShreddingSchemas() {}

  /** parquet-java's: the Variant column. */
  static GroupType parquetJava(Field schema) {
    return ShreddingTypes.variantColumn("event", typedValue(schema));
  }

  private static Type typedValue(Field schema) {
    return switch (schema.getType().getTypeID()) {
      case Struct -> {
        Map<String, Type> fields = new LinkedHashMap<>();
        schema.getChildren().forEach(field -> fields.put(field.getName(), typedValue(field)));
        yield ShreddingTypes.object(fields);
      }
      case List -> ShreddingTypes.array(typedValue(schema.getChildren().get(0)));
      default ->
          switch (VariantPrimitive.of(schema).typeId()) {
            case VariantTypeIds.INT32 -> ShreddingTypes.integer(Integer.SIZE);
            case VariantTypeIds.INT64 -> ShreddingTypes.integer(Long.SIZE);
            case VariantTypeIds.STRING -> ShreddingTypes.string();
            case VariantTypeIds.DOUBLE -> ShreddingTypes.primitive(PrimitiveTypeName.DOUBLE, null);
            default -> ShreddingTypes.primitive(PrimitiveTypeName.BOOLEAN, null);
          };
    };
  }

  /** Spark's. */
  static VariantSchema spark(Field schema) {
    return spark(schema, METADATA);
  }

  private static VariantSchema spark(Field schema, int metadata) {
    VariantSchema.ScalarType scalar = null;
    VariantSchema.ObjectField[] fields = null;
    VariantSchema element = null;
    switch (schema.getType().getTypeID()) {
      case Struct ->
          fields =
              schema.getChildren().stream()
                  .map(field -> new VariantSchema.ObjectField(field.getName(), spark(field, -1)))
                  .toArray(VariantSchema.ObjectField[]::new);
      case List -> element = spark(schema.getChildren().get(0), -1);
      default -> scalar = scalar(schema);
    }
    int columns = metadata < 0 ? METADATA : METADATA + 1;
    return new VariantSchema(TYPED_VALUE, VALUE, metadata, columns, scalar, fields, element);
  }

  private static VariantSchema.ScalarType scalar(Field schema) {
    return switch (VariantPrimitive.of(schema).typeId()) {
      case VariantTypeIds.INT32 -> new VariantSchema.IntegralType(IntegralSize.INT);
      case VariantTypeIds.INT64 -> new VariantSchema.IntegralType(IntegralSize.LONG);
      case VariantTypeIds.STRING -> new VariantSchema.StringType();
      case VariantTypeIds.DOUBLE -> new VariantSchema.DoubleType();
      default -> new VariantSchema.BooleanType();
    };
  }
}
