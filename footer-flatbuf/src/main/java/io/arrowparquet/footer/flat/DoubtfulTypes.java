// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.PhysicalType;

/**
 * Types that a footer of Arrow C++ cannot say: it has no converted types, and its writer does not
 * derive the logical type from them.
 *
 * <pre>
 *   in Thrift                                    in the footer
 *   TIMESTAMP_MILLIS, _MICROS, no logical type   timestamp that is not adjusted to UTC
 *   INTERVAL beside UNKNOWN, as parquet-java     UNKNOWN: a column of nulls
 * </pre>
 */
final class DoubtfulTypes {
  private static final int INTERVAL_BYTES = 12;

  private DoubtfulTypes() {}

  /** Whether an element of a footer that is not complete may have been either. */
  static boolean isDoubtful(SchemaElementView element) {
    LogicalType type = element.logicalType();
    if (type instanceof LogicalType.TimestampType timestamp) {
      return !timestamp.isAdjustedToUTC();
    }
    return type instanceof LogicalType.NullType
        && element.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY
        && element.typeLength() == INTERVAL_BYTES;
  }

  /** Whether any column is of such a type. */
  static boolean in(FlatFooter footer) {
    SchemaElementView element = new SchemaElementView();
    for (int column = 0; column < footer.columnCount(); column++) {
      if (isDoubtful(footer.schemaElement(footer.columnElement(column), element))) {
        return true;
      }
    }
    return false;
  }
}
