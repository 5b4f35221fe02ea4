// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.model.LogicalType;
import org.apache.parquet.format.BsonType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.EdgeInterpolationAlgorithm;
import org.apache.parquet.format.EnumType;
import org.apache.parquet.format.Float16Type;
import org.apache.parquet.format.GeographyType;
import org.apache.parquet.format.GeometryType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.JsonType;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.MapType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.UUIDType;
import org.apache.parquet.format.VariantType;

/** A logical type as parquet-java's struct. */
final class ParquetJavaLogicalType {
  private ParquetJavaLogicalType() {}

  /** The struct; one without any member for a type that parquet-java does not know. */
  static org.apache.parquet.format.LogicalType of(LogicalType type) {
    return switch (type.kind()) {
      case STRING -> org.apache.parquet.format.LogicalType.STRING(new StringType());
      case MAP -> org.apache.parquet.format.LogicalType.MAP(new MapType());
      case LIST -> org.apache.parquet.format.LogicalType.LIST(new ListType());
      case ENUM -> org.apache.parquet.format.LogicalType.ENUM(new EnumType());
      case DECIMAL -> decimal((LogicalType.DecimalType) type);
      case DATE -> org.apache.parquet.format.LogicalType.DATE(new DateType());
      case TIME -> time((LogicalType.TimeType) type);
      case TIMESTAMP -> timestamp((LogicalType.TimestampType) type);
      case INTEGER -> integer((LogicalType.IntType) type);
      case NULL -> org.apache.parquet.format.LogicalType.UNKNOWN(new NullType());
      case JSON -> org.apache.parquet.format.LogicalType.JSON(new JsonType());
      case BSON -> org.apache.parquet.format.LogicalType.BSON(new BsonType());
      case UUID -> org.apache.parquet.format.LogicalType.UUID(new UUIDType());
      case FLOAT16 -> org.apache.parquet.format.LogicalType.FLOAT16(new Float16Type());
      case VARIANT -> variant((LogicalType.VariantType) type);
      case GEOMETRY -> geometry((LogicalType.GeometryType) type);
      case GEOGRAPHY -> geography((LogicalType.GeographyType) type);
      case FILE, UNKNOWN_MEMBER -> new org.apache.parquet.format.LogicalType();
    };
  }

  private static org.apache.parquet.format.LogicalType decimal(LogicalType.DecimalType type) {
    return org.apache.parquet.format.LogicalType.DECIMAL(
        new DecimalType(type.scale(), type.precision()));
  }

  private static org.apache.parquet.format.LogicalType time(LogicalType.TimeType type) {
    return org.apache.parquet.format.LogicalType.TIME(
        new TimeType(type.isAdjustedToUTC(), unit(type.unit())));
  }

  private static org.apache.parquet.format.LogicalType timestamp(LogicalType.TimestampType type) {
    return org.apache.parquet.format.LogicalType.TIMESTAMP(
        new TimestampType(type.isAdjustedToUTC(), unit(type.unit())));
  }

  private static TimeUnit unit(io.arrowparquet.footer.model.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> TimeUnit.MILLIS(new MilliSeconds());
      case MICROS -> TimeUnit.MICROS(new MicroSeconds());
      case NANOS -> TimeUnit.NANOS(new NanoSeconds());
    };
  }

  private static org.apache.parquet.format.LogicalType integer(LogicalType.IntType type) {
    return org.apache.parquet.format.LogicalType.INTEGER(
        new IntType(type.bitWidth(), type.isSigned()));
  }

  private static org.apache.parquet.format.LogicalType variant(LogicalType.VariantType type) {
    VariantType variant = new VariantType();
    if (type.specificationVersion() != null) {
      variant.setSpecification_version(type.specificationVersion());
    }
    return org.apache.parquet.format.LogicalType.VARIANT(variant);
  }

  private static org.apache.parquet.format.LogicalType geometry(LogicalType.GeometryType type) {
    return org.apache.parquet.format.LogicalType.GEOMETRY(new GeometryType().setCrs(type.crs()));
  }

  private static org.apache.parquet.format.LogicalType geography(LogicalType.GeographyType type) {
    GeographyType geography = new GeographyType().setCrs(type.crs());
    if (type.algorithmNumber() != null) {
      geography.setAlgorithm(EdgeInterpolationAlgorithm.findByValue(type.algorithmNumber()));
    }
    return org.apache.parquet.format.LogicalType.GEOGRAPHY(geography);
  }
}
