// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.parquet.ReaderSchema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/** Iceberg's schemas as readers' schemas of ours: the same names, ids, types and defaults. */
final class IcebergSchemas {
  private IcebergSchemas() {}

  static ReaderSchema reader(Schema schema) {
    ReaderSchema reader =
        ReaderSchema.of(
            new org.apache.arrow.vector.types.pojo.Schema(
                schema.columns().stream().map(IcebergSchemas::field).toList()));
    return withDefaults("", schema.columns(), reader);
  }

  private static ReaderSchema withDefaults(
      String parent, List<NestedField> fields, ReaderSchema reader) {
    ReaderSchema with = reader;
    for (NestedField field : fields) {
      String path = parent.isEmpty() ? field.name() : parent + "." + field.name();
      if (field.initialDefault() != null) {
        Object value = field.initialDefault();
        with = with.withDefault(path, value instanceof CharSequence ? value.toString() : value);
      }
      if (field.type().isNestedType()) {
        with = withDefaults(path, field.type().asNestedType().fields(), with);
      }
    }
    return with;
  }

  private static Field field(NestedField field) {
    List<Field> children = List.of();
    Type type = field.type();
    if (type.isMapType()) {
      List<Field> pair = type.asMapType().fields().stream().map(IcebergSchemas::field).toList();
      FieldType entries = FieldType.notNullable(ArrowType.Struct.INSTANCE);
      children = List.of(new Field("entries", entries, pair));
    } else if (type.isNestedType()) {
      children = type.asNestedType().fields().stream().map(IcebergSchemas::field).toList();
    }
    Map<String, String> id = Map.of(ArrowSchema.FIELD_ID, Integer.toString(field.fieldId()));
    return new Field(
        field.name(), new FieldType(field.isOptional(), arrow(type), null, id), children);
  }

  private static ArrowType arrow(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case INTEGER -> new ArrowType.Int(Integer.SIZE, true);
      case LONG -> new ArrowType.Int(Long.SIZE, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIMESTAMP ->
          new ArrowType.Timestamp(
              TimeUnit.MICROSECOND,
              ((Types.TimestampType) type).shouldAdjustToUTC() ? "UTC" : null);
      case STRING -> ArrowType.Utf8.INSTANCE;
      case BINARY -> ArrowType.Binary.INSTANCE;
      case FIXED -> new ArrowType.FixedSizeBinary(((Types.FixedType) type).length());
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield new ArrowType.Decimal(decimal.precision(), decimal.scale(), 128);
      }
      case STRUCT -> ArrowType.Struct.INSTANCE;
      case LIST -> ArrowType.List.INSTANCE;
      case MAP -> new ArrowType.Map(false);
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** A literal that can be an initial default of the type; null for types that have none here. */
  static Literal<?> literal(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> Literal.of(true);
      case INTEGER -> Literal.of(34);
      case LONG -> Literal.of(35L);
      case FLOAT -> Literal.of(0.25f);
      case DOUBLE -> Literal.of(-0.125);
      case STRING -> Literal.of("default");
      case DECIMAL -> Literal.of(BigDecimal.valueOf(7, ((Types.DecimalType) type).scale()));
      default -> null;
    };
  }
}
