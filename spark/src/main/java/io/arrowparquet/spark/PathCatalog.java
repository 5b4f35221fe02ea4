// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A catalog whose tables are files, by their paths: with {@code
 * spark.sql.catalog.arrowparquet=io.arrowparquet.spark.PathCatalog}, {@code SELECT * FROM
 * arrowparquet.`/data/table`} reads files below a folder, and {@code arrowparquet.bundle.`/data/b`}
 * those of a bundle. Nothing is listed, made or dropped. Made by Spark; threads may share one.
 */
public final class PathCatalog implements TableCatalog {
  private static final String BUNDLE = "bundle";

  private String name;

  @Override
  public void initialize(String catalog, CaseInsensitiveStringMap options) {
    name = catalog;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Table loadTable(Identifier identifier) {
    String[] namespace = identifier.namespace();
    boolean isBundle = namespace.length == 1 && namespace[0].equals(BUNDLE);
    Map<String, String> option = Map.of(isBundle ? BUNDLE : "path", identifier.name());
    TableFiles files = new TableFiles(SparkSession.active(), new CaseInsensitiveStringMap(option));
    return new FileTable(files, files.inferred(), new Transform[0]);
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }

  @Override
  public Table alterTable(Identifier identifier, TableChange... changes) {
    throw new UnsupportedOperationException("tables of files are not altered");
  }

  @Override
  public boolean dropTable(Identifier identifier) {
    throw new UnsupportedOperationException("tables of files are not dropped");
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    throw new UnsupportedOperationException("tables of files are not renamed");
  }
}
