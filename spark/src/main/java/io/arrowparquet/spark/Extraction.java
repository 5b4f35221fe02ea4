// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;
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
import org.jspecify.annotations.Nullable;

/**
 * A path of a Variant column that Spark asks for, in place of the column, as a value of a type.
 *
 * @param column a column of the table
 * @param type what {@code variant_get} is asked for
 * @param metadata the path, and how to cast, in Spark's words
 */
record Extraction(String column, DataType type, Metadata metadata) implements Serializable {
  private static final String UNCAST = "uncast";

  /** Those that are read in place of a Variant column, in their order; none of other columns. */
  static List<Extraction> of(StructField column) {
    return VariantMetadata.isVariantStruct(column.dataType())
        ? Stream.of(((StructType) column.dataType()).fields())
            .filter(path -> !isUncast(path))
            .map(path -> new Extraction(column.name(), path.dataType(), path.metadata()))
            .toList()
        : List.of();
  }

  /** What Spark has instead of a Variant. */
  static StructType struct(List<Extraction> paths) {
    StructType all = new StructType();
    for (Extraction path : paths) {
      all = all.add(String.valueOf(all.length()), path.type, true, path.metadata);
    }
    return all;
  }

  /** A path that is not the Variant itself, and is one of ours, too. */
  boolean isPart() {
    try {
      VariantPath.parse(cast().path());
      return !(type instanceof VariantType && cast().path().equals("$"));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The same, null where the cast fails. */
  Extraction tried() {
    VariantMetadata how = new VariantMetadata(cast().path(), false, cast().timeZoneId());
    return new Extraction(column, type, how.toMetadata());
  }

  /** The Variants that the extraction before this one casts. */
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
   * @param mode how a value is read that is not one of the type without any loss; null for
   *     Variants, which Spark casts
   */
  VariantProjection projection(String name, @Nullable ConversionMode mode) {
    VariantPath path = VariantPath.parse(cast().path());
    return mode == null || !isPrimitive() || type instanceof VariantType
        ? VariantProjection.ofVariant(column, path, name)
        : new VariantProjection(column, path, SparkTypes.arrow(name, type), mode);
  }
}
