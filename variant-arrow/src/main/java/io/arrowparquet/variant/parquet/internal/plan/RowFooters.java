// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.flatbuf.SchemaElementView;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.footer.metadata.LogicalType;
import io.arrowparquet.footer.metadata.Type;
import java.io.IOException;

/**
 * Footers for reading rows. That of another writer may leave open what values mean; the Thrift
 * footer says it.
 */
public final class RowFooters {
  private static final int INTERVAL_BYTES = 12;

  private RowFooters() {}

  /**
   * The footer, or the Thrift footer of the same file where this one leaves a type open.
   *
   * @param bytes the file that the footer was read from
   */
  public static ParquetFooter forRows(ParquetFooter footer, ByteSource bytes) throws IOException {
    boolean isSure = footer.footer().isComplete() || !hasDoubtfulType(footer.footer());
    return isSure ? footer : FooterReader.create().withThriftOnly(true).read(bytes);
  }

  private static boolean hasDoubtfulType(FlatFooter footer) {
    SchemaElementView element = new SchemaElementView();
    for (int column = 0; column < footer.columnCount(); column++) {
      if (isDoubtful(footer.schemaElement(footer.columnElement(column), element))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Arrow C++ writes a timestamp that has a converted type only, and so is in UTC, as a local one;
   * and parquet-java's INTERVAL is annotated UNKNOWN beside the converted type.
   */
  private static boolean isDoubtful(SchemaElementView element) {
    LogicalType type = element.logicalType();
    if (type instanceof LogicalType.TimestampType timestamp) {
      return !timestamp.isAdjustedToUTC();
    }
    return type instanceof LogicalType.NullType
        && element.type() == Type.FIXED_LEN_BYTE_ARRAY
        && element.typeLength() == INTERVAL_BYTES;
  }
}
