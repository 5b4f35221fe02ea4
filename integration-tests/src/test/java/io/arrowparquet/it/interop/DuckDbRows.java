// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Rows as DuckDB reads them, each as its hash: one file's row is too long for a Java string. */
final class DuckDbRows implements RowReader {
  @Override
  public List<String> rows(Path file) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      // A corpus file has 2 GiB of text, which two threads of DuckDB take twice as long to read.
      statement.execute("SET threads = 1");
      List<String> rows = new ArrayList<>();
      try (ResultSet result =
          statement.executeQuery(
              "SELECT CAST(hash(t) AS VARCHAR) FROM read_parquet('"
                  + file.toString().replace("'", "''")
                  + "') t")) {
        while (result.next()) {
          rows.add(result.getString(1));
        }
      }
      return rows;
    }
  }

  @Override
  public String toString() {
    return "DuckDB";
  }
}
