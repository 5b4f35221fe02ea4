// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;

/** Takes what Spark's optimizer pushes down. */
final class FileScanBuilder implements ScanBuilder, SupportsPushDownRequiredColumns {
  private final TableFiles files;
  private StructType columns;

  FileScanBuilder(TableFiles files, StructType schema) {
    this.files = files;
    this.columns = schema;
  }

  @Override
  public void pruneColumns(StructType required) {
    columns = required;
  }

  @Override
  public Scan build() {
    return new FileScan(files, columns);
  }
}
