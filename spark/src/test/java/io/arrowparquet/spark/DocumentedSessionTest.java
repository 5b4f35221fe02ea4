// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The session in README.md, run as it is written but for the folder: what follows a statement as a
 * comment are its rows.
 *
 * @see PathCatalog
 */
class DocumentedSessionTest {
  private static final Pattern SESSION =
      Pattern.compile("<!-- session -->\n```sql\n(.*?)```", Pattern.DOTALL);
  private static final Pattern STATEMENT = Pattern.compile("([^;]*);((?:\n-- [^\n]*)*)");

  private final SparkSession spark = Sessions.session();
  @TempDir private Path folder;

  @AfterEach
  void dropTable() {
    spark.sql("DROP TABLE IF EXISTS events");
  }

  @Test
  void statements_give_the_rows_that_are_written_after_them() throws Exception {
    spark.conf().set("spark.sql.catalog.arrowparquet", PathCatalog.class.getName());
    Matcher session = SESSION.matcher(Files.readString(Path.of("../README.md")));
    assertThat(session.find()).isTrue();
    Matcher statement = STATEMENT.matcher(session.group(1).replace("/data/", folder + "/"));
    List<String> found = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    while (statement.find()) {
      for (Row row : spark.sql(statement.group(1)).collectAsList()) {
        found.add(row.mkString("  "));
      }
      statement.group(2).lines().filter(line -> !line.isEmpty()).forEach(expected::add);
    }
    assertThat(expected).hasSizeGreaterThan(3);
    assertThat(found)
        .isEqualTo(expected.stream().map(line -> line.substring(3)).collect(Collectors.toList()));
  }
}
