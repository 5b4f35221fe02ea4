// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static io.arrowparquet.spark.Sessions.sorted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantScansTest {
  @TempDir private static Path folder;
  private static SparkSession spark;
  private static String path;
  private static Dataset<Row> theirs;

  /** Values of the shredded types, of others, and none. */
  @BeforeAll
  static void writeFiles() {
    spark = Sessions.interpreting();
    path = folder.resolve("table").toString();
    spark.conf().set("spark.sql.variant.writeShredding.enabled", "true");
    spark
        .conf()
        .set(
            "spark.sql.variant.forceShreddingSchemaForTest",
            "a BIGINT, b STRING, n STRUCT<c: INT, d: DOUBLE>, m DECIMAL(9, 2), o INT");
    write(
        "CASE id % 10 WHEN 0 THEN NULL WHEN 1 THEN parse_json('null') WHEN 2 THEN"
            + " parse_json('[1, 2]') WHEN 3 THEN parse_json(concat('{\"a\":\"', id, '\",\"b\":',"
            + " id, ',\"n\":{\"c\":1.7},\"m\":7.25}')) ELSE parse_json(concat('{\"a\":', id,"
            + " ',\"b\":\"x', id, '\",\"n\":{\"c\":', id, ',\"d\":', id / 4D, '},\"m\":', id %"
            + " 100, '.25,\"o\":', id, ',\"z\":[', id, ']}')) END",
        path);
    write("parse_json(concat('{\"a\":', id, '}'))", path + "-numbers");
    theirs = spark.read().parquet(path);
    // Rows that it need not read again.
    theirs = spark.createDataFrame(theirs.collectAsList(), theirs.schema());
  }

  private static void write(String variant, String folder) {
    spark
        .sql("SELECT id, id % 7 = 0 AS e, " + variant + " AS v FROM range(2000)")
        .repartitionByRange(4, functions.col("id"))
        .write()
        .parquet(folder);
  }

  @BeforeEach
  void openFiles() {
    spark.read().format("arrowparquet").load(path).createOrReplaceTempView("ours");
    theirs.createOrReplaceTempView("theirs");
  }

  @AfterEach
  void all_memory_is_free() throws InterruptedException {
    Sessions.requireFreeMemory();
  }

  private Dataset<Row> same(String query) {
    Dataset<Row> ours = spark.sql(query.replace("TABLE", "ours"));
    assertThat(sorted(ours)).isEqualTo(sorted(spark.sql(query.replace("TABLE", "theirs"))));
    return ours;
  }

  private static FileScan scan(Dataset<Row> rows) {
    return (FileScan)
        ((BatchScanExec) rows.queryExecution().sparkPlan().collectLeaves().head()).scan();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "try_variant_get(v, '$.a', 'bigint')",
        "try_variant_get(v, '$.a', 'int'), try_variant_get(v, '$.a', 'string')",
        "try_variant_get(v, '$.b', 'string'), try_variant_get(v, '$.b', 'double')",
        "try_variant_get(v, '$.n.c', 'tinyint'), try_variant_get(v, '$.n.d', 'float')",
        "try_variant_get(v, '$.m', 'decimal(9, 2)'), try_variant_get(v, '$.m', 'bigint')",
        "try_variant_get(v, '$.z[0]', 'bigint'), try_variant_get(v, '$.z', 'variant')",
        "try_variant_get(v, '$.n', 'variant'), v",
        "try_variant_get(v, '$.o', 'boolean'), try_variant_get(v, '$.o', 'timestamp')",
        "try_variant_get(v, '$.n', 'struct<c: int, d: double>')",
        "v IS NULL, try_variant_get(v, '$.a', 'bigint')",
        "is_variant_null(v), to_json(v)"
      })
  void paths_are_what_spark_casts_them_to(String columns) {
    same("SELECT id, " + columns + " FROM TABLE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "try_variant_get(v, '$.a', 'bigint') > 1990",
        "try_variant_get(v, '$.n.c', 'int') = 1",
        "1700 <= try_variant_get(v, '$.n.d', 'double') * 4",
        "try_variant_get(v, '$.n.d', 'double') >= 480",
        "try_variant_get(v, '$.b', 'string') = 'x17'",
        "try_variant_get(v, '$.m', 'decimal(9, 2)') < 1 AND id > 500",
        "try_variant_get(v, '$.o', 'int') BETWEEN 10 AND 15 AND v IS NOT NULL"
      })
  void predicates_on_paths_are_sparks(String condition) {
    same("SELECT id, try_variant_get(v, '$.a', 'string') FROM TABLE WHERE " + condition);
    same("SELECT count(*), max(try_variant_get(v, '$.m', 'double')) FROM TABLE WHERE " + condition);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " WHERE try_variant_get(v, '$.a', 'int') > 1990"})
  void all_columns_have_variants_whole(String where) {
    same("SELECT * FROM TABLE" + where);
  }

  @Test
  void row_groups_are_ruled_out_by_predicates_on_paths() {
    spark.read().format("arrowparquet").load(path + "-numbers").createOrReplaceTempView("numbers");
    Dataset<Row> rows =
        spark.sql("SELECT id FROM numbers WHERE variant_get(v, '$.a', 'bigint') > 1900");
    assertThat(rows.collectAsList()).hasSize(99);
    assertThat(scan(rows).planInputPartitions()).hasSize(1);
    assertThat(scan(rows).readSchema().fieldNames()).containsExactlyInAnyOrder("id", "v");
    assertThat(scan(rows).readSchema().apply("v").dataType()).isInstanceOf(StructType.class);
  }

  /** Casts of rows that an aggregate never comes to, which fail, are among them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum(try_variant_get(v, '$.a', 'bigint')), count(try_variant_get(v, '$.n.c', 'int')),"
            + " max(variant_get(v, '$.a', 'bigint')), count(*) FILTER (WHERE e)",
        "sum(variant_get(v, '$.b', 'int')) FILTER (WHERE id % 10 = 3),"
            + " max(CASE WHEN id % 10 = 3 THEN variant_get(v, '$.b', 'int') END)",
        "max(variant_get(v, '$.n', 'struct<c: int, d: double>').d),"
            + " max(if(id % 10 = 3, 0, variant_get(v, '$.n', 'struct<c: int>').c))"
      })
  void aggregates_read_paths_alone(String columns) {
    for (String rest :
        new String[] {
          " WHERE id % 10 = 3 OR id < 100",
          " WHERE id % 5 = 3 AND try_variant_get(v, '$.o', 'int') < 120",
          " GROUP BY try_variant_get(v, '$.m', 'decimal(9, 2)')"
        }) {
      Dataset<Row> rows = same("SELECT " + columns + " FROM TABLE" + rest);
      assertThat(scan(rows).readSchema().apply("v").dataType()).isInstanceOf(StructType.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum(variant_get(v, '$.a', 'bigint')), max(to_json(v))",
        "count(v), sum(try_variant_get(v, '$.a', 'bigint'))",
        "max(try_variant_get(v, concat('$.', if(e, 'a', 'o')), 'bigint'))"
      })
  void aggregates_of_whole_variants_read_them(String columns) {
    Dataset<Row> rows = same("SELECT " + columns + " FROM TABLE");
    assertThat(scan(rows).readSchema().apply("v").dataType()).isInstanceOf(VariantType.class);
  }

  @Test
  void rows_before_a_value_that_is_cast_are_given_once() {
    String late = folder.resolve("late").toString();
    spark.conf().set("spark.sql.variant.writeShredding.enabled", "true");
    spark.conf().set("spark.sql.variant.forceShreddingSchemaForTest", "a BIGINT");
    Dataset<Row> rows =
        spark
            .range(0, 50_000, 1, 1)
            .selectExpr(
                "id",
                "parse_json(concat('{\"a\":', IF(id = 49000, '\"7\"', string(id)), '}')) AS v");
    rows.write().parquet(late);
    spark.read().format("arrowparquet").load(late).createOrReplaceTempView("ours");
    rows.createOrReplaceTempView("theirs");
    same("SELECT id, try_variant_get(v, '$.a', 'bigint') FROM TABLE");
    same("SELECT id FROM TABLE WHERE variant_get(v, '$.a', 'bigint') BETWEEN 5 AND 45000");
    same("SELECT id FROM TABLE WHERE variant_get(v, '$.a', 'bigint') = 7 AND id > 5");
  }

  @Test
  void a_value_that_cannot_be_cast_is_sparks_error() {
    for (String column :
        new String[] {"variant_get(v, '$.b', 'int')", "sum(variant_get(v, '$.b', 'int'))"}) {
      assertThatThrownBy(() -> spark.sql("SELECT " + column + " FROM ours").collectAsList())
          .hasMessageContaining("INVALID_VARIANT_CAST");
    }
  }
}
