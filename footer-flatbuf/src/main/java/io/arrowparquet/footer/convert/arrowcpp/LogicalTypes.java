// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.arrowcpp;

import io.arrowparquet.footer.convert.arrowcpp.generated.CppLogicalType;
import io.arrowparquet.footer.flatbuf.internal.LogicalTypeTag;
import io.arrowparquet.footer.metadata.ConvertedType;
import io.arrowparquet.footer.metadata.LogicalType;
import io.arrowparquet.footer.metadata.SchemaElement;
import java.util.Objects;

/** Which logical types of Thrift and of arrow-cpp.fbs are the same. */
final class LogicalTypes {
  private LogicalTypes() {}

  /** The logical type of an element of Thrift, or the one that its converted type means. */
  static LogicalType of(SchemaElement element) {
    ConvertedType converted = element.convertedType();
    return element.logicalType() != null || converted == null
        ? element.logicalType()
        : converted.logicalType(element.scale(), element.precision());
  }

  /** Whether the union in arrow-cpp.fbs has a member for the type. */
  static boolean isRepresentable(LogicalType type) {
    return type != null && LogicalTypeTag.of(type.kind()) != CppLogicalType.NONE;
  }

  /**
   * Whether a translated logical type is what Arrow C++ makes of the element's.
   *
   * <p>It leaves out the version of a VARIANT, writes the default algorithm of a GEOGRAPHY and an
   * empty name for the default coordinate system, and takes times that have a converted type only
   * for local ones.
   */
  static boolean areSame(LogicalType found, SchemaElement element) {
    LogicalType expected = of(element);
    if (!isRepresentable(expected)) {
      return found == null;
    }
    if (found == null || found.kind() != expected.kind()) {
      return false;
    }
    boolean isConverted = element.logicalType() == null;
    return switch (expected.kind()) {
      case VARIANT -> isSameVersion((LogicalType.VariantType) found, expected);
      case TIME ->
          found.equals(expected)
              || (isConverted
                  && ((LogicalType.TimeType) found).unit()
                      == ((LogicalType.TimeType) expected).unit());
      case TIMESTAMP ->
          found.equals(expected)
              || (isConverted
                  && ((LogicalType.TimestampType) found).unit()
                      == ((LogicalType.TimestampType) expected).unit());
      case GEOMETRY ->
          orEmpty(((LogicalType.GeometryType) found).crs())
              .equals(orEmpty(((LogicalType.GeometryType) expected).crs()));
      case GEOGRAPHY ->
          isSameGeography((LogicalType.GeographyType) found, (LogicalType.GeographyType) expected);
      default -> found.equals(expected);
    };
  }

  private static boolean isSameVersion(LogicalType.VariantType found, LogicalType expected) {
    return found.specificationVersion() == null || found.equals(expected);
  }

  private static boolean isSameGeography(
      LogicalType.GeographyType found, LogicalType.GeographyType expected) {
    return orEmpty(found.crs()).equals(orEmpty(expected.crs()))
        && Objects.requireNonNullElse(found.algorithmNumber(), 0)
            .equals(Objects.requireNonNullElse(expected.algorithmNumber(), 0));
  }

  private static String orEmpty(String crs) {
    return crs == null ? "" : crs;
  }
}
