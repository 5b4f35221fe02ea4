// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static io.arrowparquet.spark.Sessions.sorted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.FooterLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Files below a path, and those of a bundle, as tables of SQL, and what scans of them count.
 *
 * @see ReadMetrics
 */
class PathCatalogTest {
  private static final int FILES = 4;

  private final SparkSession spark = Sessions.interpreting();
  @TempDir private Path folder;
  private String path;
  private String bundle;

  /** Four files, of 250 numbers each. */
  @BeforeEach
  void writeFiles() throws IOException {
    spark.conf().set("spark.sql.catalog.arrowparquet", PathCatalog.class.getName());
    path = folder.resolve("table").toString();
    bundle = folder.resolve("table/_footers.bundle").toString();
    spark
        .sql(
            "SELECT id, concat('x', id) AS s, struct(id % 3 AS k, array(id) AS l) AS o FROM range(1000)")
        .repartitionByRange(FILES, functions.col("id"))
        .write()
        .parquet(path);
    FooterJobs.of(spark).createBundle(bundle, List.of(path));
    spark.read().parquet(path).createOrReplaceTempView("theirs");
  }

  @AfterEach
  void all_memory_is_free() throws InterruptedException {
    Sessions.requireFreeMemory();
  }

  private List<String> names() {
    return List.of("arrowparquet.`" + path + "`", "arrowparquet.bundle.`" + bundle + "`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM TABLE",
        "SELECT s, o.l FROM TABLE WHERE id BETWEEN 240 AND 260",
        "SELECT count(*), min(id), max(id), count(s) FROM TABLE",
        "SELECT count(*), max(s) FROM TABLE WHERE o.k = 2",
        "SELECT o.k, sum(id) FROM TABLE GROUP BY o.k",
        "SELECT a.id FROM TABLE a JOIN theirs b ON a.id = b.id + 990"
      })
  void tables_are_those_of_the_files(String query) {
    List<String> expected = sorted(spark.sql(query.replace("TABLE", "theirs")));
    for (String name : names()) {
      assertThat(sorted(spark.sql(query.replace("TABLE", name)))).as(name).isEqualTo(expected);
    }
    assertThat(
            sorted(
                spark.read().format("arrowparquet").option("bundle", bundle).load().select("id")))
        .isEqualTo(sorted(spark.sql("SELECT id FROM theirs")));
  }

  @Test
  void footers_are_counted_by_their_kind() throws IOException {
    assertThat(counts("SELECT s FROM " + names().get(1) + " WHERE id = 300"))
        .containsEntry("footersOfBundle", 1L)
        .containsEntry("footersThrift", 0L)
        .containsEntry("filesLeftOut", 3L);
    try (Stream<Path> files = Files.list(folder.resolve("table"))) {
      Path one = files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
      FooterJobs.of(spark).attach(List.of(one.toString()), FooterLayout.SPEC);
    }
    assertThat(counts("SELECT s FROM " + names().get(0)))
        .containsEntry("footersOfBundle", 0L)
        .containsEntry("footersThrift", 3L)
        .containsEntry("footersFlatBuffers", 1L);
  }

  @Test
  void scans_say_what_they_read_and_what_they_left() {
    Map<String, Long> counts = counts("SELECT s FROM " + names().get(0) + " WHERE id >= 750");
    assertThat(counts)
        .containsEntry("filesLeftOut", 3L)
        .containsEntry("rowGroupsSkipped", 3L)
        .containsEntry("rowGroupsRead", 1L)
        .containsEntry("pagesSkipped", 0L);
    assertThat(counts.get("pagesRead")).isPositive();
    assertThat(counts.get("bytesRead")).isBetween(1000L, 20_000L);
    assertThat(counts.get("requests")).isPositive();
  }

  @Test
  void a_table_that_is_not_there_is_named() {
    assertThatThrownBy(() -> spark.sql("SELECT * FROM arrowparquet.`" + path + "/none`"))
        .hasStackTraceContaining(path + "/none");
    assertThatThrownBy(() -> spark.sql("DROP TABLE arrowparquet.`" + path + "`"))
        .hasMessageContaining("not dropped");
  }

  /** The metrics of a query's scan, after it has run. */
  private Map<String, Long> counts(String query) {
    Dataset<Row> rows = spark.sql(query);
    rows.collectAsList();
    BatchScanExec scan =
        (BatchScanExec) rows.queryExecution().executedPlan().collectLeaves().head();
    return CollectionConverters.asJava(scan.metrics()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, metric -> metric.getValue().value()));
  }
}
