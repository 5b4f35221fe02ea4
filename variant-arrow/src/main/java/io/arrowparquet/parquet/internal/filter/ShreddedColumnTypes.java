// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.TimeType;
import io.arrowparquet.footer.model.LogicalType.TimestampType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.TimeUnit;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;

/**
 * The Parquet types that a {@code typed_value} may have: the last column of the table in
 * variant-arrow/FORMAT.md, section 1. Arrow's types do not distinguish all others: INT96 would be a
 * timestamp, JSON a string.
 */
final class ShreddedColumnTypes {
  private static final String EXPECTED =
      "a type that Variants have: BOOLEAN, signed INT, FLOAT, DOUBLE, DECIMAL, DATE, TIME(micros,"
          + " local), TIMESTAMP(micros or nanos), BYTE_ARRAY, STRING, UUID, a LIST or a group";

  private ShreddedColumnTypes() {}

  /** Refuses a Variant group with another leaf named {@code typed_value} anywhere below it. */
  static void check(FlatFooter footer, ArrowSchemaNode node) {
    if (node.kind() == ArrowSchemaNode.Kind.LEAF) {
      SchemaElementView element = footer.schemaElement(node.element());
      LogicalType annotation = ArrowSchema.annotation(element);
      if (element.name().equals(ShreddedLayout.TYPED_VALUE)
          && !isAllowed(element.type(), annotation)) {
        throw new UnsupportedColumnException(
            footer.columnPath(node.column()), describe(element, annotation), EXPECTED);
      }
      return;
    }
    for (ArrowSchemaNode child : node.children()) {
      check(footer, child);
    }
  }

  private static boolean isAllowed(PhysicalType type, LogicalType annotation) {
    LogicalType.Kind kind = annotation == null ? null : annotation.kind();
    return switch (type) {
      case BOOLEAN, FLOAT, DOUBLE -> kind == null;
      case INT32 ->
          kind == null
              || isSigned(annotation)
              || kind == LogicalType.Kind.DECIMAL
              || kind == LogicalType.Kind.DATE;
      case INT64 ->
          kind == null
              || isSigned(annotation)
              || kind == LogicalType.Kind.DECIMAL
              || isFineTime(annotation);
      case INT96 -> false;
      case BYTE_ARRAY ->
          kind == null || kind == LogicalType.Kind.STRING || kind == LogicalType.Kind.DECIMAL;
      case FIXED_LEN_BYTE_ARRAY ->
          kind == LogicalType.Kind.DECIMAL || kind == LogicalType.Kind.UUID;
    };
  }

  private static boolean isSigned(LogicalType annotation) {
    return annotation instanceof IntType integer && integer.isSigned();
  }

  private static boolean isFineTime(LogicalType annotation) {
    if (annotation instanceof TimeType time) {
      return !time.isAdjustedToUTC() && time.unit() == TimeUnit.MICROS;
    }
    return annotation instanceof TimestampType timestamp && timestamp.unit() != TimeUnit.MILLIS;
  }

  private static String describe(SchemaElementView element, LogicalType annotation) {
    String type = element.type().toString();
    if (element.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
      type += "(" + element.typeLength() + ")";
    }
    return annotation == null ? type : type + " annotated as " + annotation;
  }
}
