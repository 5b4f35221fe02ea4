// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code arrowparquet}: {@code spark.read().format("arrowparquet").load(paths)},
 * and {@code rows.write().format("arrowparquet").mode("append").save(path)}.
 *
 * <p>Paths are files, globs and directories of any file system of the session. Made by Spark, in
 * the driver, once for each use; one thread.
 */
public final class ArrowParquetSource implements TableProvider, DataSourceRegister {
  /** What {@link #inferSchema} opened, for the call of {@link #getTable} that follows. */
  private TableFiles files;

  @Override
  public String shortName() {
    return "arrowparquet";
  }

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return files(options).inferred();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(properties);
    return new FileTable(files(options), schema, partitioning);
  }

  private TableFiles files(CaseInsensitiveStringMap options) {
    if (files == null) {
      files = new TableFiles(SparkSession.active(), options);
    }
    return files;
  }
}
