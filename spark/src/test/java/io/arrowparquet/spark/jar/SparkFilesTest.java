// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files from Spark to the runnable jar, and back.
 *
 * @see io.arrowparquet.cli.Main
 */
class SparkFilesTest {

  /** Objects that fit a schema, partly fit it and do not, arrays, scalars, and both nulls. */
  private static final String ROWS =
      """
      SELECT id, CASE id % 8
        WHEN 0 THEN NULL
        WHEN 1 THEN parse_json('null')
        WHEN 2 THEN parse_json('[1, "two", {"a": 3}]')
        WHEN 3 THEN parse_json(concat('{"a":', id * 1000003, ',"b":"x', id, '","c":[1,null,2]}'))
        WHEN 4 THEN parse_json(concat('{"a":"no number","b":', id, ',"z":{"y":1.25}}'))
        WHEN 5 THEN parse_json('{}')
        WHEN 6 THEN to_variant_object(named_struct(
          'a', int(id), 'date', date_add(DATE'1960-01-31', int(id) * 100), 'bin', X'00FF',
          'double', id / 4D, 'dec', CAST(id AS DECIMAL(20, 0)), 'c', array(1, 2)))
        ELSE parse_json(concat('{"a":', id, ',"c":["s",', id, '],"ok":true}'))
        END AS v
      FROM range(200)
      """;

  private static SparkSession spark;
  private static List<String> expected;

  @TempDir private Path folder;

  @BeforeAll
  static void startSpark() {
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.session.timeZone", "UTC")
            // Generated code costs small queries more than it saves them.
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .getOrCreate();
    expected = json(spark.sql("SELECT to_json(v) AS v FROM (" + ROWS + ") ORDER BY id"));
  }

  /** The rows are of many types, so that most of them are not of the one that is asked for. */
  private static final String VALUES_LEFT =
      "(arrowparquet: .*: v: only \\d+ of \\d+ values at .* are of the type of its column;"
          + " filters skip nothing by the others\\R)*";

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @BeforeEach
  void requireJar() {
    assertThat(RunnableJar.PATH).as("made by mvn package").exists();
  }

  /** The ways in which Spark lays out Variants. */
  enum Layout {
    /** {@code value} before {@code metadata}, and no annotation. */
    UNSHREDDED(Map.of("spark.sql.variant.writeShredding.enabled", "false")),
    SHREDDED(
        Map.of(
            "spark.sql.variant.writeShredding.enabled",
            "true",
            "spark.sql.variant.forceShreddingSchemaForTest",
            "a INT, b STRING, c ARRAY<INT>, date DATE, dec DECIMAL(20, 0)")),
    INFERRED(
        Map.of(
            "spark.sql.variant.writeShredding.enabled",
            "true",
            "spark.sql.variant.inferShreddingSchema",
            "true"));

    @SuppressWarnings("ImmutableEnumChecker") // Map.copyOf cannot be changed
    private final Map<String, String> settings;

    Layout(Map<String, String> settings) {
      this.settings = Map.copyOf(settings);
    }
  }

  private Path sparkFile(Layout layout) throws IOException {
    Path output = folder.resolve("spark");
    layout.settings.forEach((key, value) -> spark.conf().set(key, value));
    spark.sql(ROWS).coalesce(1).write().parquet(output.toString());
    layout.settings.keySet().forEach(key -> spark.conf().unset(key));
    try (Stream<Path> files = Files.list(output)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
  }

  private static List<String> json(Dataset<Row> rows) {
    List<String> json = new ArrayList<>();
    rows.collectAsList().forEach(row -> json.add(row.isNullAt(0) ? "null" : row.getString(0)));
    return json;
  }

  @ParameterizedTest
  @EnumSource
  void rows_of_spark_are_read_right(Layout layout) throws Exception {
    String file = sparkFile(layout).toString();
    assertThat(run("variant", "cat", file, "--column", "v").lines().toList()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "auto",
        "struct<a: int, c: list<tinyint>, z: struct<y: decimal(3, 2)>>",
        "list<variant>",
        "struct<date: date, bin: binary, double: double, dec: decimal(20, 0), ok: boolean>"
      })
  void spark_reads_what_we_shred(String schema) throws Exception {
    String original = sparkFile(Layout.SHREDDED).toString();
    Path shredded = folder.resolve("shredded.parquet");
    RunnableJar.run(
        folder,
        List.of(
            "variant", "shred", original, "--column=v", "--schema=" + schema, "-o", "" + shredded),
        VALUES_LEFT);
    assertThat(readBySpark(shredded)).isEqualTo(expected);
  }

  @Test
  void spark_reads_what_we_put_together() throws Exception {
    String original = sparkFile(Layout.INFERRED).toString();
    Path together = folder.resolve("together.parquet");
    run("variant", "unshred", original, "--column=v", "-o", together.toString());
    assertThat(readBySpark(together)).isEqualTo(expected);
  }

  private static List<String> readBySpark(Path file) {
    spark
        .read()
        .schema("id BIGINT, v VARIANT")
        .parquet(file.toString())
        .createOrReplaceTempView("written");
    return json(spark.sql("SELECT to_json(v) AS v FROM written ORDER BY id"));
  }

  private String run(String... arguments) throws Exception {
    return RunnableJar.run(folder, List.of(arguments));
  }
}
