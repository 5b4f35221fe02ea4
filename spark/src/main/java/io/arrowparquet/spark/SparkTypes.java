// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.SparkUnsupportedOperationException;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.CalendarIntervalType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.apache.spark.sql.util.ArrowUtils;

/**
 * The type of Spark that has all values of one of Arrow's. What Spark has no type for is wider, or
 * text: unsigned integers have twice the width, decimals of more than 38 digits are text, times the
 * microseconds of the day. Nanoseconds are cut, as Spark's own reader of Parquet does. Everything
 * may be null, as in all of Spark's file sources.
 */
final class SparkTypes {
  /** Digits of the largest unsigned integer of 64 bits. */
  private static final int DIGITS_OF_UINT64 = 20;

  private static final List<Field> VARIANT_PARTS =
      List.of(
          Field.notNullable("metadata", ArrowType.Binary.INSTANCE),
          Field.nullable("value", ArrowType.Binary.INSTANCE));

  private SparkTypes() {}

  static StructType of(Schema schema) {
    return struct(schema.getFields());
  }

  private static StructType struct(List<Field> fields) {
    return new StructType(
        fields.stream()
            .map(field -> new StructField(field.getName(), of(field), true, Metadata.empty()))
            .toArray(StructField[]::new));
  }

  static DataType of(Field field) {
    ArrowType type = field.getType();
    List<Field> children = field.getChildren();
    if (type instanceof ParquetVariantType) {
      return DataTypes.VariantType;
    } else if (type instanceof ArrowType.ExtensionType extension) {
      FieldType storage = FieldType.nullable(extension.storageType());
      return of(new Field(field.getName(), storage, children));
    }
    return switch (type.getTypeID()) {
      case Null -> DataTypes.NullType;
      case Bool -> DataTypes.BooleanType;
      case Int -> integer((ArrowType.Int) type);
      case FloatingPoint ->
          ((ArrowType.FloatingPoint) type).getPrecision() == FloatingPointPrecision.DOUBLE
              ? DataTypes.DoubleType
              : DataTypes.FloatType;
      case Decimal -> decimal((ArrowType.Decimal) type);
      case Utf8, LargeUtf8, Utf8View -> DataTypes.StringType;
      case Binary, LargeBinary, BinaryView, FixedSizeBinary -> DataTypes.BinaryType;
      case Date -> DataTypes.DateType;
      case Time -> DataTypes.LongType;
      case Timestamp ->
          ((ArrowType.Timestamp) type).getTimezone() == null
              ? DataTypes.TimestampNTZType
              : DataTypes.TimestampType;
      case Duration -> DayTimeIntervalType.DEFAULT();
      case Struct -> struct(children);
      case List, LargeList, FixedSizeList -> new ArrayType(of(children.get(0)), true);
      case Map -> {
        List<Field> entry = children.get(0).getChildren();
        yield new MapType(of(entry.get(0)), of(entry.get(1)), true);
      }
      default -> throw new IllegalArgumentException(field + ": Spark has no such type");
    };
  }

  /** Adds the paths in files of the Variants in a type of Spark's. */
  static void addVariants(String path, DataType type, Set<String> paths) {
    if (type instanceof VariantType) {
      paths.add(path);
    } else if (type instanceof StructType struct) {
      String above = path.isEmpty() ? "" : path + ".";
      for (StructField field : struct.fields()) {
        addVariants(above + field.name(), field.dataType(), paths);
      }
    } else if (type instanceof ArrayType array) {
      addVariants(path + ".list.element", array.elementType(), paths);
    } else if (type instanceof MapType map) {
      addVariants(path + ".key_value.value", map.valueType(), paths);
    }
  }

  /**
   * The fields of a schema that make columns of Spark, in their order. A field stays as it is if
   * its values are those of the column; parts of structs that are not in the column are left out;
   * others become fields of the column's own type.
   */
  static Schema chosen(Schema schema, StructType columns) {
    return new Schema(chosen(schema.getFields(), columns));
  }

  private static List<Field> chosen(List<Field> fields, StructType columns) {
    Map<String, Field> first = new HashMap<>();
    fields.forEach(field -> first.putIfAbsent(field.getName(), field));
    return Stream.of(columns.fields())
        .map(
            column -> {
              Field field = first.get(column.name());
              return field == null
                  ? arrow(column.name(), column.dataType())
                  : chosen(field, column.dataType());
            })
        .toList();
  }

  private static Field chosen(Field field, DataType type) {
    List<Field> children = field.getChildren();
    if (of(field).equals(type) && !hasLargeList(field)) {
      return field;
    } else if (type instanceof StructType struct && field.getType() instanceof ArrowType.Struct) {
      return with(field, chosen(children, struct));
    } else if (type instanceof ArrayType array && of(field) instanceof ArrayType) {
      Field element = chosen(children.get(0), array.elementType());
      boolean isLarge = field.getType() instanceof ArrowType.LargeList;
      FieldType list = isLarge ? FieldType.nullable(ArrowType.List.INSTANCE) : field.getFieldType();
      return new Field(field.getName(), list, List.of(element));
    } else if (type instanceof MapType map && of(field) instanceof MapType) {
      Field entries = children.get(0);
      Field key = chosen(entries.getChildren().get(0), map.keyType());
      Field value = chosen(entries.getChildren().get(1), map.valueType());
      return with(field, List.of(with(entries, List.of(key, value))));
    }
    return arrow(field.getName(), type);
  }

  private static boolean hasLargeList(Field field) {
    return field.getType() instanceof ArrowType.LargeList
        || field.getChildren().stream().anyMatch(SparkTypes::hasLargeList);
  }

  private static Field with(Field field, List<Field> children) {
    return new Field(field.getName(), field.getFieldType(), children);
  }

  /** The column of a name alone: of structs, the part of a name. */
  static StructType part(StructType columns, List<String> name) {
    DataType type = columns.apply(name.get(0)).dataType();
    boolean isWhole = name.size() == 1;
    return new StructType()
        .add(name.get(0), isWhole ? type : part((StructType) type, name.subList(1, name.size())));
  }

  /** Adds the paths that make one column out of a larger one: its own where they are the same. */
  static void addPaths(String above, StructField column, StructField whole, List<String> paths) {
    String path = above + column.name();
    if (column.dataType().equals(whole.dataType())) {
      paths.add(path);
      return;
    }
    StructType parts = (StructType) whole.dataType();
    for (StructField part : ((StructType) column.dataType()).fields()) {
      addPaths(path + ".", part, parts.apply(part.name()), paths);
    }
  }

  /**
   * The Arrow schema of columns; all may be null, as in Spark's files.
   *
   * @throws UnsupportedColumnException if Parquet has no such type
   */
  static Schema arrow(StructType columns) {
    return new Schema(fields("", columns));
  }

  private static List<Field> fields(String above, StructType struct) {
    return Stream.of(struct.fields())
        .map(field -> arrow(above, field.name(), field.dataType(), true))
        .toList();
  }

  /** A field of a column's own type. */
  static Field arrow(String name, DataType type) {
    return arrow("", name, type, true);
  }

  private static Field arrow(String above, String name, DataType type, boolean nullable) {
    String path = above + name;
    String inside = path + ".";
    if (type instanceof UserDefinedType<?> own) {
      return arrow(above, name, own.sqlType(), nullable);
    } else if (type instanceof VariantType) {
      return field(name, ParquetVariantType.INSTANCE, nullable, VARIANT_PARTS);
    } else if (type instanceof StructType struct) {
      return field(name, ArrowType.Struct.INSTANCE, nullable, fields(inside, struct));
    } else if (type instanceof ArrayType array) {
      Field element = arrow(inside, "element", array.elementType(), true);
      return field(name, ArrowType.List.INSTANCE, nullable, List.of(element));
    } else if (type instanceof MapType map) {
      Field key = arrow(inside, "key", map.keyType(), false);
      Field value = arrow(inside, "value", map.valueType(), true);
      Field entries = field("entries", ArrowType.Struct.INSTANCE, false, List.of(key, value));
      return field(name, new ArrowType.Map(false), nullable, List.of(entries));
    } else if (type instanceof YearMonthIntervalType) { // which Parquet does not have
      return field(name, new ArrowType.Int(Integer.SIZE, true), nullable, List.of());
    } else if (type instanceof TimeType) {
      ArrowType time = new ArrowType.Time(TimeUnit.MICROSECOND, Long.SIZE);
      return field(name, time, nullable, List.of());
    } else if (!(type instanceof CalendarIntervalType)) {
      try {
        return field(name, ArrowUtils.toArrowType(type, "UTC", false), nullable, List.of());
      } catch (SparkUnsupportedOperationException e) {
        // said below, with the path
      }
    }
    throw new UnsupportedColumnException(path, "type " + type.sql(), "a type of Parquet");
  }

  private static Field field(String name, ArrowType type, boolean nullable, List<Field> children) {
    return new Field(name, new FieldType(nullable, type, null), children);
  }

  private static DataType integer(ArrowType.Int type) {
    int bits = type.getIsSigned() ? type.getBitWidth() : 2 * type.getBitWidth();
    return switch (bits) {
      case 8 -> DataTypes.ByteType;
      case 16 -> DataTypes.ShortType;
      case 32 -> DataTypes.IntegerType;
      case 64 -> DataTypes.LongType;
      default -> DataTypes.createDecimalType(DIGITS_OF_UINT64, 0);
    };
  }

  private static DataType decimal(ArrowType.Decimal type) {
    boolean fits =
        type.getPrecision() <= DecimalType.MAX_PRECISION()
            && type.getScale() >= 0
            && type.getScale() <= type.getPrecision();
    return fits
        ? DataTypes.createDecimalType(type.getPrecision(), type.getScale())
        : DataTypes.StringType;
  }
}
