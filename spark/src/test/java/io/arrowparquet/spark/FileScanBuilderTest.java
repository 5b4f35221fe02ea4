// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static io.arrowparquet.spark.Sessions.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileScanBuilderTest {
  @TempDir private static Path folder;
  private static SparkSession spark;

  @BeforeAll
  static void writeFiles() {
    spark = Sessions.interpreting();
    String path = folder.resolve("table").toString();
    spark
        .sql(
            "SELECT id, IF(id % 5 = 0, NULL, CAST(id AS INT)) AS i, concat('x', id) AS s,"
                + " CASE id % 4 WHEN 0 THEN DOUBLE('NaN') WHEN 1 THEN -0D ELSE id / 4D END AS d,"
                + " CAST(IF(id % 3 = 0, DOUBLE('NaN'), id) AS FLOAT) AS f,"
                + " CAST(id AS DECIMAL(20, 2)) AS n, CAST(-id AS DECIMAL(9, 3)) AS m,"
                + " CAST(NULL AS DECIMAL(38, 1)) AS w, date_add(DATE'2020-01-01', CAST(id AS INT)) AS"
                + " day, timestamp_micros(id) AS t, CAST(timestamp_micros(id) AS TIMESTAMP_NTZ) AS u,"
                + " CAST(concat('b', id) AS BINARY) AS b, id % 2 = 0 AS e, array(id, NULL) AS l,"
                + " struct(id AS a, struct(CAST(id AS STRING) AS c, id AS d) AS z) AS o"
                + " FROM range(1000)")
        .repartition(3)
        .write()
        .parquet(path);
    spark.read().format("arrowparquet").load(path).createOrReplaceTempView("ours");
    // Rows that it need not read again; its own filter in files passes over -0, which is equal to
    // 0.
    Dataset<Row> theirs = spark.read().parquet(path);
    spark
        .createDataFrame(theirs.collectAsList(), theirs.schema())
        .createOrReplaceTempView("theirs");
  }

  @AfterEach
  void all_memory_is_free() throws InterruptedException {
    Sessions.requireFreeMemory();
  }

  private Dataset<Row> same(String query) {
    Dataset<Row> ours = spark.sql(query.formatted("ours"));
    Dataset<Row> theirs = spark.sql(query.formatted("theirs"));
    assertThat(ours.schema().toDDL()).isEqualTo(theirs.schema().toDDL());
    assertThat(sorted(ours)).isEqualTo(sorted(theirs));
    return ours;
  }

  private static String plan(Dataset<Row> rows) {
    return rows.queryExecution().executedPlan().toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "i = 7",
        "7 > i",
        "i <> 7",
        "i <=> 7",
        "i <=> NULL",
        "i IS NULL AND id > 500",
        "i IN (1, 2, 3, 4000)",
        "NOT (i IN (1, 2, 3))",
        "s LIKE 'x10%%'",
        "s = 'x99' OR s < 'x11'",
        "d > 240",
        "d >= 240",
        "d < 1",
        "d <= 0",
        "d = 0",
        "d = DOUBLE('NaN')",
        "d > DOUBLE('NaN')",
        "d < DOUBLE('NaN')",
        "d <= DOUBLE('NaN')",
        "NOT (d < 3)",
        "NOT (d > 3)",
        "f >= CAST(900 AS FLOAT)",
        "n = 17.00",
        "n BETWEEN 17.5 AND 19",
        "day > DATE'2022-01-01'",
        "t < TIMESTAMP'1970-01-01 00:00:00.000100Z'",
        "u < TIMESTAMP_NTZ'1970-01-01 00:00:00.000100'",
        "b = CAST('b12' AS BINARY)",
        "e",
        "NOT e AND i > 990",
        "o.a = 5",
        "o.z.c = '7' OR o.z.d = 9",
        "o IS NOT NULL AND l IS NOT NULL AND id < 3",
        "id = o.a AND i < 10",
        "id < o.z.d OR id = 3"
      })
  void exact_predicates_are_not_evaluated_again(String condition) {
    Dataset<Row> rows = same("SELECT * FROM %s WHERE " + condition);
    assertThat(plan(rows)).doesNotContain(" Filter ");
    assertThat(plan(same("SELECT o.z.d FROM %s WHERE " + condition))).doesNotContain(" Filter ");
    same("SELECT count(*) FROM %s WHERE " + condition);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s LIKE '%%9'", "id %% 7 = 0", "size(l) = 2 AND i < 5", "i IN (1, NULL)"})
  void other_predicates_are_left_to_spark(String condition) {
    same("SELECT id, s FROM %s WHERE " + condition);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count(*)",
        "count(i), count(*), min(id), max(id)",
        "min(i), max(day), count(s)",
        "min(u), max(u)",
        "min(n), max(n), min(m), max(m), count(m), min(w)",
        "count(u), count(b)"
      })
  void counts_and_bounds_need_no_pages(String functions) {
    assertThat(plan(same("SELECT " + functions + " FROM %s"))).contains("LocalTableScan");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max(d), min(f), max(t), min(e)",
        "count(DISTINCT i)",
        "sum(id), count(*)",
        "max(s), min(b)",
        "count(o.z.d), max(o.a)"
      })
  void other_aggregates_are_computed(String functions) {
    same("SELECT " + functions + " FROM %s");
    same("SELECT " + functions + " FROM %s WHERE i > 500");
    same("SELECT e, " + functions + " FROM %s GROUP BY e");
  }

  @Test
  void a_limit_reads_no_more_than_it_needs() {
    Dataset<Row> rows = spark.sql("SELECT id FROM ours LIMIT 10");
    assertThat(rows.collectAsList()).hasSize(10);
    assertThat(plan(rows)).contains("limit 10");
    assertThat(spark.sql("SELECT id FROM ours WHERE id > 990 LIMIT 10").collectAsList()).hasSize(9);
  }

  @Test
  void parts_of_structs_are_read_alone() {
    Dataset<Row> rows = same("SELECT o.z.d, o.a FROM %s");
    BatchScanExec scan =
        (BatchScanExec) rows.queryExecution().executedPlan().collectLeaves().head();
    assertThat(scan.scan().readSchema().toDDL())
        .isEqualTo("o STRUCT<a: BIGINT, z: STRUCT<d: BIGINT>>");
  }

  @Test
  void joins_leave_out_what_they_cannot_use() {
    String small = folder.resolve("small").toString();
    spark.sql("SELECT id, id AS k FROM range(3)").write().parquet(small);
    spark.read().format("arrowparquet").load(small).createOrReplaceTempView("small");
    same("SELECT t.id, t.s FROM %s t JOIN small ON t.id = small.id WHERE small.k = 2");
  }
}
