// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.LogicalTypeTag;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppLogicalType;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.Objects;

/** Which logical types of Thrift and of arrow-cpp.fbs are the same. */
final class LogicalTypes {
  private LogicalTypes() {}

  /** What an element of Thrift is. */
  static LogicalType of(SchemaElement element) {
    return ConvertedType.meaning(
        element.logicalType(), element.convertedType(), element.scale(), element.precision());
  }

  /** What an element of a footer is. */
  static LogicalType of(SchemaElementView element) {
    return ConvertedType.meaning(
        element.logicalType(), element.convertedType(), element.scale(), element.precision());
  }

  /** Whether the union in arrow-cpp.fbs has a member for the type. */
  static boolean isRepresentable(LogicalType type) {
    return type != null && LogicalTypeTag.of(type.kind()) != CppLogicalType.NONE;
  }

  /**
   * Whether a translated logical type is what Arrow C++ makes of the element's.
   *
   * <p>It leaves out the version of a VARIANT, writes the default algorithm of a GEOGRAPHY and an
   * empty name for the default coordinate system, takes times that have a converted type only for
   * local ones, and an INTERVAL beside UNKNOWN for UNKNOWN.
   */
  static boolean areSame(LogicalType found, SchemaElement element) {
    LogicalType expected = of(element);
    if (!isRepresentable(expected)) {
      return found == null || found.equals(nullBesideInterval(element));
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

  private static LogicalType nullBesideInterval(SchemaElement element) {
    return element.convertedType() == ConvertedType.INTERVAL ? element.logicalType() : null;
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
