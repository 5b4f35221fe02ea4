// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Files as a table of Spark. */
final class FileTable implements SupportsRead {
  private final TableFiles files;
  private final StructType schema;

  FileTable(TableFiles files, StructType schema) {
    this.files = files;
    this.schema = schema;
  }

  @Override
  public String name() {
    return "arrowparquet " + files.names();
  }

  @Override
  @SuppressWarnings("deprecation") // Table.columns is made of it
  public StructType schema() {
    return schema;
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return new FileScanBuilder(files, schema);
  }
}
