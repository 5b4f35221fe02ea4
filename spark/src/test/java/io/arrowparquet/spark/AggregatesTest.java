// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static io.arrowparquet.spark.Sessions.sorted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Aggregates that tasks begin while they read are those that Spark makes of its own source's rows.
 *
 * @see PartialRows
 */
class AggregatesTest {
  private static final int QUERIES = 8;

  private static final String COLUMNS =
      "id, elt(1 + CAST(rand(1) * 5 AS INT), 'A', 'N', 'R', '', 'a longer text') AS flag,"
          + " IF(rand(2) < 0.2, NULL, CAST(rand(3) * 3 AS INT)) AS i,"
          + " CAST(rand(4) * 9 - 4 AS TINYINT) AS b, CAST(id % 7 AS SMALLINT) AS sh,"
          + " IF(rand(5) < 0.1, NULL, CAST(rand(6) * 1e18 AS BIGINT) - 500000000000000000) AS l,"
          + " IF(rand(7) < 0.1, NULL, CAST(rand(8) * 1e5 - 5e4 AS DECIMAL(9, 2))) AS n,"
          + " CAST(rand(9) * 1e13 AS DECIMAL(15, 2)) AS m, CAST(rand(10) AS DECIMAL(15, 4)) AS r,"
          + " CAST(rand(11) * 9e17 AS DECIMAL(18, 0)) AS w,"
          + " CAST(rand(12) * 1e20 AS DECIMAL(38, 10)) AS x,"
          + " date_add(DATE'1992-01-02', CAST(rand(13) * 40 AS INT)) AS day,"
          + " timestamp_micros(id * 1000003) AS t, CAST(timestamp_micros(id) AS TIMESTAMP_NTZ) AS u,"
          + " id % 3 = 0 AS e, IF(rand(14) < 0.3, NULL, concat('comment ', hash(id))) AS c,"
          + " CAST(concat('x', id % 19) AS BINARY) AS y, CAST(NULL AS STRING) AS nothing,"
          + " CASE id % 4 WHEN 0 THEN DOUBLE('NaN') WHEN 1 THEN -0D WHEN 2 THEN 0D ELSE 1D END AS d";

  private static final List<String> KEYS =
      List.of("flag", "i", "b", "sh", "day", "e", "n", "y", "nothing", "id", "c");

  private static final List<String> AGGREGATES =
      List.of(
          "count(*)",
          "count(c)",
          "sum(i), avg(n)",
          "sum(b), sum(sh)",
          "min(l), max(l), count(l)",
          "sum(n), avg(m)",
          "sum(m), sum(r)",
          "sum(w), avg(w)",
          "sum(m * r)",
          "sum(m * (1 - r)), sum(n + r - m)",
          "sum(w * m)",
          "min(n), max(m)",
          "min(day), max(t), min(u)",
          "min(c), max(c), max(flag)",
          "min(e), max(y), max(nothing)",
          "max(b), min(sh)");

  /** By format and path. */
  private static final Map<String, Dataset<Row>> TABLES = new HashMap<>();

  @TempDir private static Path folder;
  private static SparkSession spark;
  private static String random;
  private static String items;

  @BeforeAll
  static void writeFiles() throws SQLException {
    spark = Sessions.interpreting();
    random = folder.resolve("random").toString();
    spark
        .sql("SELECT " + COLUMNS + " FROM range(0, 20000, 1, 2)")
        .write()
        .option("parquet.block.size", "400000")
        .parquet(random);
    items = folder.resolve("items.parquet").toString();
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      statement.execute(
          "COPY (SELECT i // 4 AS l_orderkey, (1 + hash(i) % 50)::DECIMAL(15, 2) AS l_quantity,"
              + " ((hash(i + 1) % 1048576)::DECIMAL(15, 2) / 10)::DECIMAL(15, 2) AS"
              + " l_extendedprice, ((hash(i + 2) % 11) / 100)::DECIMAL(15, 2) AS l_discount,"
              + " ((hash(i + 3) % 9) / 100)::DECIMAL(15, 2) AS l_tax,"
              + " ['A', 'N', 'R'][1 + i % 3] AS l_returnflag,"
              + " CASE WHEN hash(i) % 2 = 0 THEN 'F' ELSE 'O' END AS l_linestatus,"
              + " DATE '1992-01-02' + (hash(i + 4) % 2500)::INT AS l_shipdate,"
              + " CASE WHEN i % 9 > 0 THEN 'comment ' || hash(i) END AS l_comment"
              + " FROM range(50000) t(i)) TO '"
              + items
              + "' (FORMAT parquet, ROW_GROUP_SIZE 10000)");
    }
  }

  @AfterEach
  void setBack() {
    spark.conf().unset("spark.sql.ansi.enabled");
  }

  @AfterEach
  void all_memory_is_free() throws InterruptedException {
    Sessions.requireFreeMemory();
  }

  private Dataset<Row> run(String format, String path, String query) {
    TABLES
        .computeIfAbsent(format + path, k -> spark.read().format(format).load(path))
        .createOrReplaceTempView("t");
    return spark.sql(query);
  }

  private static boolean isBegun(Dataset<Row> rows) {
    return rows.queryExecution().executedPlan().toString().contains(", aggregated");
  }

  private void requireSame(String path, String query, boolean isBegun) {
    Dataset<Row> ours = run("arrowparquet", path, query);
    Dataset<Row> theirs = run("parquet", path, query);
    assertThat(isBegun(ours)).as(query).isEqualTo(isBegun);
    assertThat(ours.schema().toDDL()).isEqualTo(theirs.schema().toDDL());
    assertThat(sorted(ours)).as(query).isEqualTo(sorted(theirs));
  }

  static IntStream queries() {
    return IntStream.range(0, QUERIES);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void random_aggregates_are_those_of_spark(int seed) {
    Random choice = new Random(seed);
    boolean ansi = choice.nextInt(4) > 0;
    spark.conf().set("spark.sql.ansi.enabled", ansi);
    List<String> keys = chosen(choice, KEYS, choice.nextInt(4));
    List<String> columns = new ArrayList<>(keys);
    columns.addAll(chosen(choice, AGGREGATES, 1 + choice.nextInt(5)));
    String where =
        switch (choice.nextInt(4)) {
          case 0 -> " WHERE n > 100.00 AND day < DATE'1992-01-20'";
          case 1 -> " WHERE id < 0";
          case 2 -> " WHERE flag IN ('A', '') OR i IS NULL";
          default -> " WHERE id >= 5";
        };
    String query = "SELECT " + String.join(", ", columns) + " FROM t" + where;
    // Outside of ANSI mode, Spark hands on no expressions.
    boolean isBegun = ansi || !(query.contains(" * ") || query.contains(" + "));
    String groups = keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys);
    requireSame(random, query + groups, isBegun);
  }

  private static List<String> chosen(Random choice, List<String> from, int count) {
    List<String> left = new ArrayList<>(from);
    return IntStream.range(0, count)
        .mapToObj(i -> left.remove(choice.nextInt(left.size())))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),"
            + " sum(l_extendedprice * (1 - l_discount)), avg(l_discount), max(l_tax), count(*)"
            + " FROM t WHERE l_shipdate <= DATE'1997-09-02' GROUP BY l_returnflag, l_linestatus",
        "SELECT sum(l_extendedprice * l_discount) FROM t WHERE l_shipdate >= DATE'1994-01-01' AND"
            + " l_shipdate < DATE'1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND"
            + " l_quantity < 24",
        "SELECT sum(l_orderkey), max(l_comment), count(l_comment) FROM t",
        "SELECT l_shipdate, max(l_comment) FROM t GROUP BY l_shipdate HAVING count(*) > 15",
        "SELECT l_orderkey, sum(l_tax) FROM t GROUP BY l_orderkey ORDER BY l_orderkey LIMIT 20000"
      })
  void line_items_of_duckdb_are_aggregated(String query) {
    requireSame(items, query, true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flag, sum(d)",
        "flag, avg(d)",
        "flag, min(d)",
        "flag, max(d)",
        "flag, avg(i)",
        "flag, sum(x)",
        "flag, min(x)",
        "flag, count(DISTINCT i)",
        "flag, sum(DISTINCT i)",
        "flag, sum(n) FILTER (WHERE e)",
        "flag, sum(i + 1)",
        "flag, sum(n * x)",
        "flag, max(n + 1)",
        "flag, count(n + m)",
        "flag, first(n)",
        "d, sum(n)",
        "x, sum(n)",
        "CAST(i AS STRING), sum(n)",
        "i + 1, sum(n)"
      })
  void aggregates_that_depend_on_more_are_sparks(String columns) {
    assertThat(isBegun(run("arrowparquet", random, "SELECT " + columns + " FROM t GROUP BY 1")))
        .isFalse();
  }

  @Test
  void collations_are_sparks() {
    String ddl = "flag STRING COLLATE UTF8_LCASE, n DECIMAL(9, 2)";
    for (String query :
        List.of(
            "SELECT flag, sum(n) FROM t GROUP BY flag",
            "SELECT max(flag) FROM t",
            "SELECT count(*) FROM t WHERE flag = 'a'")) {
      spark.read().schema(ddl).format("arrowparquet").load(random).createOrReplaceTempView("t");
      List<String> ours = sorted(spark.sql(query));
      spark.read().schema(ddl).parquet(random).createOrReplaceTempView("t");
      assertThat(ours).as(query).isEqualTo(sorted(spark.sql(query)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807, 1, -1", "-1, -9223372036854775808, 5"})
  void sums_overflow_where_those_of_spark_do(String values) {
    String path = folder.resolve("longs" + values.hashCode()).toString();
    String rows = "(" + values.replace(", ", "), (") + ")";
    spark.sql("SELECT col1 AS l FROM VALUES " + rows).coalesce(1).write().parquet(path);
    for (String query :
        List.of(
            "SELECT sum(l) FROM t",
            "SELECT try_sum(l) FROM t",
            "SELECT l > 0, sum(l) FROM t GROUP BY 1")) {
      for (boolean ansi : new boolean[] {true, false}) {
        spark.conf().set("spark.sql.ansi.enabled", ansi);
        assertThat(outcome("arrowparquet", path, query)).isEqualTo(outcome("parquet", path, query));
      }
    }
  }

  private String outcome(String format, String path, String query) {
    List<String> rows = new ArrayList<>();
    Throwable failure = catchThrowable(() -> rows.addAll(sorted(run(format, path, query))));
    return failure == null ? rows.toString() : failure.getMessage().replaceAll("(?s)\\].*", "");
  }
}
