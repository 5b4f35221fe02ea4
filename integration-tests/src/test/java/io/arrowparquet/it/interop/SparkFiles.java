// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.uuidType;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.apache.spark.types.variant.VariantSchema;

/**
 * Files laid out as Spark's Parquet writer lays out Variants: no annotation, integers of 32 and 64
 * bits without one, wide decimals in fixed-length bytes, children of the column in any order.
 */
final class SparkFiles {
  private static final int INT32_DIGITS = 9;
  private static final int INT64_DIGITS = 18;

  private SparkFiles() {}

  /**
   * Writes one row group of a column {@code v}.
   *
   * @param order names of the column's children in the order of the file; those that the schema
   *     does not have are left out
   * @param rows null for SQL null
   */
  static void write(Path file, VariantSchema schema, List<String> order, List<SparkRow> rows)
      throws IOException {
    GroupType column = column(schema, order);
    MessageType message = new MessageType("spark_schema", column);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(message)
            .build()) {
      for (SparkRow row : rows) {
        Group group = new SimpleGroup(message);
        if (row != null) {
          fill(group.addGroup(0), row, schema);
        }
        writer.write(group);
      }
    }
  }

  private static GroupType column(VariantSchema schema, List<String> order) {
    List<Type> children =
        Stream.concat(
                Stream.of(Types.required(PrimitiveTypeName.BINARY).named("metadata")),
                children(schema, false).stream())
            .toList();
    return new GroupType(
        Repetition.OPTIONAL,
        VariantFilePeer.COLUMN,
        order.stream()
            .flatMap(name -> children.stream().filter(child -> child.getName().equals(name)))
            .toList());
  }

  /** A value that stands alone is required, but in a field, which may be missing. */
  private static List<Type> children(VariantSchema schema, boolean isField) {
    if (schema.typedIdx < 0) {
      Repetition repetition = isField ? Repetition.OPTIONAL : Repetition.REQUIRED;
      return List.of(Types.primitive(PrimitiveTypeName.BINARY, repetition).named("value"));
    }
    return List.of(Types.optional(PrimitiveTypeName.BINARY).named("value"), typedValue(schema));
  }

  private static Type typedValue(VariantSchema schema) {
    if (schema.objectSchema != null) {
      return new GroupType(
          Repetition.OPTIONAL,
          "typed_value",
          Stream.of(schema.objectSchema)
              .<Type>map(
                  field ->
                      new GroupType(
                          Repetition.REQUIRED, field.fieldName, children(field.schema, true)))
              .toList());
    }
    if (schema.arraySchema != null) {
      return Types.optionalList()
          .element(
              new GroupType(Repetition.REQUIRED, "element", children(schema.arraySchema, false)))
          .named("typed_value");
    }
    return scalar(schema.scalarSchema);
  }

  private static Type scalar(VariantSchema.ScalarType type) {
    if (type instanceof VariantSchema.IntegralType integer) {
      return switch (integer.size) {
        case BYTE -> optional(PrimitiveTypeName.INT32).as(intType(8, true)).named("typed_value");
        case SHORT -> optional(PrimitiveTypeName.INT32).as(intType(16, true)).named("typed_value");
        case INT -> optional(PrimitiveTypeName.INT32).named("typed_value");
        case LONG -> optional(PrimitiveTypeName.INT64).named("typed_value");
      };
    }
    if (type instanceof VariantSchema.DecimalType decimal) {
      return decimal(decimal.precision, decimal.scale);
    }
    if (type instanceof VariantSchema.UuidType) {
      return optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
          .length(16)
          .as(uuidType())
          .named("typed_value");
    }
    Types.PrimitiveBuilder<PrimitiveType> column = optional(physical(type));
    if (type instanceof VariantSchema.StringType) {
      column.as(stringType());
    } else if (type instanceof VariantSchema.DateType) {
      column.as(dateType());
    } else if (type instanceof VariantSchema.TimestampType) {
      column.as(timestampType(true, TimeUnit.MICROS));
    } else if (type instanceof VariantSchema.TimestampNTZType) {
      column.as(timestampType(false, TimeUnit.MICROS));
    }
    return column.named("typed_value");
  }

  private static Types.PrimitiveBuilder<PrimitiveType> optional(PrimitiveTypeName type) {
    return Types.optional(type);
  }

  private static PrimitiveTypeName physical(VariantSchema.ScalarType type) {
    if (type instanceof VariantSchema.BooleanType) {
      return PrimitiveTypeName.BOOLEAN;
    }
    if (type instanceof VariantSchema.FloatType) {
      return PrimitiveTypeName.FLOAT;
    }
    if (type instanceof VariantSchema.DoubleType) {
      return PrimitiveTypeName.DOUBLE;
    }
    if (type instanceof VariantSchema.DateType) {
      return PrimitiveTypeName.INT32;
    }
    return type instanceof VariantSchema.StringType || type instanceof VariantSchema.BinaryType
        ? PrimitiveTypeName.BINARY
        : PrimitiveTypeName.INT64;
  }

  private static Type decimal(int precision, int scale) {
    Types.PrimitiveBuilder<PrimitiveType> column;
    if (precision <= INT32_DIGITS) {
      column = optional(PrimitiveTypeName.INT32);
    } else if (precision <= INT64_DIGITS) {
      column = optional(PrimitiveTypeName.INT64);
    } else {
      column = optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY).length(bytesFor(precision));
    }
    return column.as(decimalType(scale, precision)).named("typed_value");
  }

  /** The fewest bytes that hold every number of this many digits. */
  static int bytesFor(int precision) {
    return BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
  }

  private static void fill(Group group, SparkRow row, VariantSchema schema) {
    if (schema.topLevelMetadataIdx >= 0) {
      SparkCells.add(group, "metadata", row.cell(schema.topLevelMetadataIdx));
    }
    if (row.cell(schema.variantIdx) != null) {
      SparkCells.add(group, "value", row.cell(schema.variantIdx));
    }
    if (schema.typedIdx < 0 || row.cell(schema.typedIdx) == null) {
      return;
    }
    Object typed = row.cell(schema.typedIdx);
    if (schema.objectSchema != null) {
      Group object = group.addGroup("typed_value");
      for (int i = 0; i < schema.objectSchema.length; i++) {
        VariantSchema.ObjectField field = schema.objectSchema[i];
        fill(object.addGroup(field.fieldName), (SparkRow) ((SparkRow) typed).cell(i), field.schema);
      }
    } else if (schema.arraySchema != null) {
      Group array = group.addGroup("typed_value");
      SparkRow elements = (SparkRow) typed;
      for (int i = 0; i < elements.numElements(); i++) {
        Group element = array.addGroup("list").addGroup("element");
        fill(element, (SparkRow) elements.cell(i), schema.arraySchema);
      }
    } else {
      SparkCells.add(group, "typed_value", typed);
    }
  }
}
