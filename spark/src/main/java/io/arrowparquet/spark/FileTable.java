// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.storage.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Files as a table of Spark.
 *
 * @param partitioning of rows that are written
 */
// Table.columns is made of the schema; no table is compared with another.
@SuppressWarnings({"deprecation", "ArrayRecordComponent"})
record FileTable(TableFiles files, StructType schema, Transform[] partitioning)
    implements SupportsRead, SupportsWrite {
  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    List<String> partitions = Stream.of(partitioning).map(FileTable::column).toList();
    Map<String, String> options = info.options().asCaseSensitiveMap();
    return new FileWrite(
        files.ofActiveSession(), info.schema(), new WriteSettings(options, partitions));
  }

  private static String column(Transform transform) {
    String[] names = transform.references()[0].fieldNames();
    if (!transform.name().equals("identity") || names.length != 1) {
      throw new InvalidRequestException(
          "partition " + transform.describe() + ": columns of the top level name folders", null);
    }
    return names[0];
  }

  @Override
  public String name() {
    return "arrowparquet " + files.names();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(
        TableCapability.BATCH_READ, TableCapability.BATCH_WRITE, TableCapability.TRUNCATE);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return new FileScanBuilder(files.ofActiveSession(), schema);
  }
}
