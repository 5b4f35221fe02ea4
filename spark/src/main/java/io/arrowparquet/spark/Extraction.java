// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import java.io.Serializable;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.connector.read.VariantExtraction;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/**
 * A path of a Variant column that Spark asks for, in place of the column, as a value of a type.
 *
 * @param column a column of the table
 * @param type what {@code variant_get} is asked for
 * @param metadata the path, and how to cast, in Spark's words
 */
record Extraction(String column, DataType type, Metadata metadata) implements Serializable {
  private static final String UNCAST = "uncast";

  static Extraction of(VariantExtraction asked) {
    return new Extraction(
        String.join(".", asked.columnName()), asked.expectedDataType(), asked.metadata());
  }

  /** The columns with structs of paths in place of the Variants that these are of. */
  static StructType structs(StructType columns, List<Extraction> extractions) {
    StructType all = new StructType();
    for (StructField column : columns.fields()) {
      StructType paths = new StructType();
      for (Extraction one : extractions) {
        if (one.column.equals(column.name())) {
          paths = paths.add(String.valueOf(paths.length()), one.type, true, one.metadata);
        }
      }
      all = paths.length() == 0 ? all.add(column) : all.add(column.name(), paths);
    }
    return all;
  }

  /** Whether it is the Variant itself. */
  boolean isWhole() {
    return type instanceof VariantType && cast().path().equals("$");
  }

  /** The Variant itself. */
  static Extraction whole(String column) {
    Metadata path = new VariantMetadata("$", false, "UTC").toMetadata();
    return new Extraction(column, DataTypes.VariantType, path);
  }

  /** A path that is not the Variant itself, and is one of ours, too. */
  boolean isPart() {
    try {
      VariantPath.parse(cast().path());
      return !isWhole();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The Variants that the extraction before this one casts, where it has to be tried. */
  Extraction uncast() {
    Metadata also = new MetadataBuilder().withMetadata(metadata).putBoolean(UNCAST, true).build();
    return new Extraction(column, DataTypes.VariantType, also);
  }

  static boolean isUncast(StructField path) {
    return path.metadata().contains(UNCAST);
  }

  /** Whether files can have values of the type; Spark makes structs, lists and maps. */
  boolean isPrimitive() {
    return type instanceof VariantType
        || (type instanceof AtomicType
            && !(type instanceof YearMonthIntervalType)
            && SparkValues.areSame(SparkTypes.arrow("", type)));
  }

  VariantMetadata cast() {
    return VariantMetadata.fromMetadata(metadata);
  }

  /**
   * What is read of a file.
   *
   * @param name of the vector
   * @param asVariant whether Spark casts the values; otherwise they have the type already, and a
   *     value that is not one of it without any loss is an error
   */
  VariantProjection projection(String name, boolean asVariant) {
    VariantPath path = VariantPath.parse(cast().path());
    if (asVariant || !isPrimitive() || type instanceof VariantType) {
      return VariantProjection.ofVariant(column, path, name);
    }
    Field target = SparkTypes.arrow(name, type);
    return new VariantProjection(column, path, target, ConversionMode.STRICT);
  }
}
