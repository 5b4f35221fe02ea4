// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static io.arrowparquet.spark.Sessions.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowParquetSourceTest {
  private final SparkSession spark = Sessions.session();
  @TempDir private Path folder;

  @AfterEach
  void all_memory_is_free() throws InterruptedException {
    Sessions.requireFreeMemory();
  }

  private String written(String sql) {
    String path = folder.resolve("table").toString();
    spark.sql(sql).repartition(3).write().parquet(path);
    return path;
  }

  private Dataset<Row> read(String path) {
    return spark.read().format("arrowparquet").load(path);
  }

  @Test
  void rows_of_a_directory_are_those_of_sparks_own_source() {
    String path =
        written(
            "SELECT id, CAST(id AS INT) % 7 AS i, concat('x', id) AS s, id / 3D AS d,"
                + " CAST(id AS DECIMAL(20, 2)) AS n, date_add(DATE'2020-01-01', CAST(id AS INT)) AS"
                + " day, CAST(timestamp_micros(id) AS TIMESTAMP_NTZ) AS t, CAST('a' AS BINARY) AS b, id % 2 = 0 AS e,"
                + " array(id, NULL) AS l, map('k', id) AS m, struct(id AS a, 'z' AS z) AS o"
                + " FROM range(1000)");
    Dataset<Row> ours = read(path);
    Dataset<Row> theirs = spark.read().parquet(path);
    assertThat(ours.schema().toDDL()).isEqualTo(theirs.schema().toDDL());
    assertThat(sorted(ours)).isEqualTo(sorted(theirs));
    assertThat(sorted(ours.select("o.a", "s"))).isEqualTo(sorted(theirs.select("o.a", "s")));
    assertThat(ours.count()).isEqualTo(1000);
  }

  @Test
  void rows_of_several_batches_are_all_read() {
    String path = folder.resolve("table").toString();
    spark.range(0, 100_000, 1, 1).write().parquet(path);
    assertThat(read(path).selectExpr("count(id)", "sum(id)").first().mkString(" "))
        .isEqualTo("100000 4999950000");
  }

  @Test
  void shredded_variants_are_put_together() {
    spark.conf().set("spark.sql.variant.writeShredding.enabled", "true");
    spark.conf().set("spark.sql.variant.forceShreddingSchemaForTest", "a INT, b STRING");
    String path =
        written(
            "SELECT id, parse_json(concat('{\"a\":', id, ',\"b\":\"x\",\"c\":[1]}')) AS v,"
                + " array(struct(parse_json('[1]') AS w)) AS l FROM range(100)");
    Dataset<Row> ours = read(path);
    assertThat(sorted(ours.selectExpr("id", "to_json(v)", "to_json(l[0].w)")))
        .isEqualTo(
            sorted(spark.read().parquet(path).selectExpr("id", "to_json(v)", "to_json(l[0].w)")));
  }

  @Test
  void variants_that_files_do_not_name_are_found_by_sparks_metadata() {
    spark.conf().set("spark.sql.variant.writeShredding.enabled", "false");
    spark.conf().set("spark.sql.parquet.variant.annotateLogicalType.enabled", "false");
    String path =
        written(
            "SELECT parse_json(concat('', id)) AS v, array(parse_json('[1]')) AS l, map('k',"
                + " struct(parse_json('{}') AS w)) AS m FROM range(10)");
    assertThat(read(path).schema().toDDL()).isEqualTo(spark.read().parquet(path).schema().toDDL());
    assertThat(sorted(read(path))).isEqualTo(sorted(spark.read().parquet(path)));
    assertThat(sorted(read(path).selectExpr("m['k'].w", "variant_get(v, '$', 'int')"))).hasSize(10);
  }

  @Test
  void columns_of_folders_are_read() {
    String path = folder.resolve("days").toString();
    spark.sql("SELECT id, id % 3 AS k FROM range(30)").write().partitionBy("k").parquet(path);
    assertThat(sorted(read(path))).isEqualTo(sorted(spark.read().parquet(path)));
  }

  @Test
  void the_session_that_plans_says_how_files_are_opened() throws Exception {
    SparkSession own = LakeFileSystem.in(Sessions.session());
    SparkSession.setActiveSession(spark); // which knows no such files
    String lake = "lake:" + folder.resolve("lake");
    own.range(0, 1000, 1, 4).write().format("arrowparquet").mode("append").save(lake);
    Dataset<Row> rows = own.read().format("arrowparquet").load(lake);
    rows.createGlobalTempView("shared");
    try {
      assertThat(rows.count()).isEqualTo(1000);
      SparkSession other = Sessions.session();
      other.conf().set("spark.sql.files.maxPartitionBytes", "1");
      LakeFileSystem.in(other);
      assertThat(other.table("global_temp.shared").rdd().getNumPartitions()).isEqualTo(4);
      assertThat(own.table("global_temp.shared").rdd().getNumPartitions()).isLessThan(4);
    } finally {
      own.catalog().dropGlobalTempView("shared");
    }
  }

  /** Hadoop opens files as the user of the thread. */
  @Test
  void threads_that_read_footers_and_plan_are_of_the_user_who_asks() {
    CompletableFuture<String> user = new CompletableFuture<>();
    PrivilegedAction<Void> asking =
        () -> {
          TableFiles.THREADS.execute(
              () -> {
                try {
                  user.complete(UserGroupInformation.getCurrentUser().getShortUserName());
                } catch (IOException e) {
                  user.completeExceptionally(e);
                }
              });
          return null;
        };
    UserGroupInformation.createRemoteUser("guest").doAs(asking);
    assertThat(user).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("guest");
  }
}
