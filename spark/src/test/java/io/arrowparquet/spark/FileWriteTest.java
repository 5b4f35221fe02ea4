// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static io.arrowparquet.spark.Sessions.sorted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows are written through the commit protocol, and read back by Spark's own source and ours.
 *
 * @see FileWrite
 * @see TaskWriter
 * @see RowVectors
 * @see WriteSettings
 */
class FileWriteTest {
  private final SparkSession spark = LakeFileSystem.in(Sessions.interpreting());
  @TempDir Path folder;

  @AfterEach
  void all_memory_is_free() throws InterruptedException {
    Sessions.requireFreeMemory();
  }

  private String table() {
    return folder.resolve("table").toString();
  }

  private void write(Dataset<Row> rows, Map<String, String> options) {
    rows.write().format("arrowparquet").mode("append").options(options).save(table());
  }

  private void assertWritten(Dataset<Row> rows) {
    List<String> expected = sorted(rows);
    Dataset<Row> theirs = spark.read().parquet(table());
    assertThat(theirs.schema().toDDL()).isEqualTo(rows.schema().asNullable().toDDL());
    assertThat(sorted(theirs)).isEqualTo(expected);
    assertThat(sorted(spark.read().format("arrowparquet").load(table()))).isEqualTo(expected);
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(ending))
          .sorted()
          .toList();
    }
  }

  private List<ParquetFooter> footers() throws IOException {
    List<ParquetFooter> footers = new ArrayList<>();
    for (Path file : files(".parquet")) {
      footers.add(FooterReader.defaults().read(file));
    }
    return footers;
  }

  @Test
  void all_types_are_read_back() {
    Dataset<Row> rows =
        spark
            .sql(
                "SELECT id, CAST(id % 100 AS TINYINT) AS b, CAST(id AS SMALLINT) AS h, CAST(id AS INT) AS"
                    + " i, CAST(id AS FLOAT) / 3F AS f, id / 7D AS d, id % 2 = 0 AS e, concat('ä',"
                    + " id) AS s, CAST(concat('x', id) AS BINARY) AS y, CAST(id AS DECIMAL(9, 2)) AS"
                    + " n, CAST(id AS DECIMAL(38, 10)) AS w, date_add(DATE'1960-01-01', CAST(id AS"
                    + " INT)) AS day, timestamp_micros(id * 1234567) AS t,"
                    + " CAST(timestamp_micros(-id) AS TIMESTAMP_NTZ) AS z, make_dt_interval(1, 2, 3,"
                    + " id) AS dt, IF(id % 3 = 0, NULL, array(id, NULL)) AS l, IF(id % 5 = 0, NULL,"
                    + " map('k', id, 'n', NULL)) AS m, IF(id % 7 = 0, NULL, struct(id AS a,"
                    + " array(struct('z' AS z)) AS q)) AS o FROM range(1000)")
            .repartition(3);
    write(rows, Map.of());
    assertWritten(rows);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void random_nested_rows_are_read_back(long seed) {
    Random random = new Random(seed);
    StructType type = struct(random, 3);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      rows.add((Row) value(random, type));
    }
    Dataset<Row> frame = spark.createDataFrame(rows, type);
    write(
        frame,
        Map.of("pageRows", "17", "rowGroupRows", "100", "compression", "zstd", "footer", "spec"));
    assertWritten(frame);
  }

  private static StructType struct(Random random, int depth) {
    StructType type = new StructType();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      type = type.add("c" + i, type(random, depth - 1), true);
    }
    return type;
  }

  private static DataType type(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> DataTypes.LongType;
      case 1 -> DataTypes.StringType;
      case 2 -> DataTypes.DoubleType;
      case 3 -> DataTypes.BooleanType;
      case 4 -> DataTypes.createDecimalType(25, 3);
      case 5 -> DataTypes.BinaryType;
      case 6 -> struct(random, depth);
      case 7 -> DataTypes.createArrayType(type(random, depth - 1));
      default -> DataTypes.createMapType(DataTypes.StringType, type(random, depth - 1));
    };
  }

  private static Object value(Random random, DataType type) {
    if (!(type instanceof StructType) && random.nextInt(5) == 0) {
      return null;
    } else if (type instanceof StructType struct) {
      return RowFactory.create(
          Stream.of(struct.fields()).map(field -> value(random, field.dataType())).toArray());
    } else if (type instanceof ArrayType array) {
      return Stream.generate(() -> value(random, array.elementType()))
          .limit(random.nextInt(4))
          .collect(java.util.stream.Collectors.toCollection(ArrayList::new));
    } else if (type instanceof MapType map) {
      return Collections.singletonMap("k" + random.nextInt(9), value(random, map.valueType()));
    } else if (type instanceof DecimalType decimal) {
      return java.math.BigDecimal.valueOf(random.nextLong(), decimal.scale());
    } else if (type.equals(DataTypes.LongType)) {
      return random.nextLong();
    } else if (type.equals(DataTypes.DoubleType)) {
      return random.nextGaussian();
    } else if (type.equals(DataTypes.BooleanType)) {
      return random.nextBoolean();
    }
    String text = "é".repeat(random.nextInt(20)) + random.nextInt();
    return type.equals(DataTypes.StringType)
        ? text
        : text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private Dataset<Row> variants() {
    return spark
        .sql(
            "SELECT id, parse_json(concat('{\"a\":', id, ',\"b\":\"x\",\"c\":[1]}')) AS v,"
                + " array(struct(parse_json('[1]') AS w)) AS l FROM range(100)")
        .repartition(1);
  }

  @Test
  void variants_are_written_as_they_are() throws IOException {
    write(variants(), Map.of());
    assertWritten(variants());
    assertThat(footers().get(0).footer().findColumn("v.value")).isNotNegative();
  }

  @ParameterizedTest
  @ValueSource(strings = {"shredding.v=struct<a: bigint, b: string>", "inferShredding=v"})
  void variants_are_shredded_by_a_schema(String option) throws IOException {
    String[] parts = option.split("=", -1);
    write(variants(), Map.of(parts[0], parts[1]));
    assertWritten(variants());
    assertThat(footers().get(0).footer().findColumn("v.typed_value.a.typed_value")).isNotNegative();
  }

  @Test
  void options_reach_the_files() throws IOException {
    write(
        spark.range(1000).selectExpr("id", "id % 10 AS k").repartition(1),
        Map.of(
            "footer", "spec",
            "compression", "gzip",
            "rowGroupRows", "300",
            "bloomFilters", "id",
            "sortBy", "k"));
    ParquetFooter footer = footers().get(0);
    assertThat(footer.layout()).isEqualTo(FooterLayout.SPEC);
    assertThat(footer.footer().rowGroupCount()).isEqualTo(4);
    List<Row> read = spark.read().format("arrowparquet").load(table()).collectAsList();
    assertThat(read).isSortedAccordingTo((a, b) -> Long.compare(a.getLong(1), b.getLong(1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "footre=spec",
        "footer=flat",
        "compression=zip",
        "pageBytes=many",
        "rowGroupRows=0",
        "shredding.v=struct<"
      })
  void wrong_options_are_refused(String option) throws IOException {
    String[] parts = option.split("=", -1);
    assertThatThrownBy(() -> write(variants(), Map.of(parts[0], parts[1])))
        .hasStackTraceContaining("option " + parts[0]);
    assertThat(files("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:", "lake:"})
  void partitions_are_folders(String scheme) throws IOException {
    Dataset<Row> rows =
        spark
            .range(300)
            .selectExpr("id", "IF(id % 4 = 0, NULL, concat('a/b=', id % 4)) AS p", "id % 3 AS q")
            .repartition(2);
    rows.write().format("arrowparquet").mode("append").partitionBy("q", "p").save(scheme + table());
    List<String> expected = sorted(rows.select("id", "q", "p"));
    assertThat(sorted(spark.read().parquet(table()).select("id", "q", "p"))).isEqualTo(expected);
    assertThat(sorted(spark.read().format("arrowparquet").load(table()).select("id", "q", "p")))
        .isEqualTo(expected);
    assertThat(files(".parquet")).hasSizeBetween(12, 24);
    assertThat(files("").stream().map(Path::toString)).noneMatch(file -> file.contains("_temp"));
  }

  @Test
  void files_are_appended_or_replaced() throws IOException {
    write(spark.range(10).toDF(), Map.of());
    write(spark.range(5).toDF(), Map.of());
    assertThat(spark.read().parquet(table()).count()).isEqualTo(15);
    spark
        .read()
        .format("arrowparquet")
        .load(table())
        .where("id > 7")
        .write()
        .format("arrowparquet")
        .mode("overwrite")
        .save(table());
    assertThat(spark.read().parquet(table()).count()).isEqualTo(2);
  }

  @Test
  void no_rows_are_a_file_with_columns() {
    Dataset<Row> none = spark.range(10).selectExpr("id", "'a' AS s").where("id < 0");
    write(none, Map.of());
    assertWritten(none);
  }

  @Test
  void a_job_that_fails_leaves_what_was_there() throws IOException {
    write(spark.range(10).toDF(), Map.of());
    List<Path> before = files("");
    spark
        .udf()
        .register(
            "fails",
            (UDF1<Long, Long>)
                id -> {
                  if (id == 777) {
                    throw new IllegalStateException("row 777");
                  }
                  return id;
                },
            DataTypes.LongType);
    assertThatThrownBy(
            () ->
                spark
                    .range(0, 1000, 1, 4)
                    .selectExpr("fails(id) AS id")
                    .write()
                    .format("arrowparquet")
                    .mode("overwrite")
                    .save(table()))
        .hasStackTraceContaining("row 777");
    assertThat(files("")).isEqualTo(before);
    assertThat(spark.read().parquet(table()).count()).isEqualTo(10);
  }

  @Test
  void an_attempt_that_fails_leaves_nothing_and_runs_again() throws IOException {
    spark
        .udf()
        .register(
            "failsOnce",
            (UDF1<Long, Long>)
                id -> {
                  if (id == 777 && TaskContext.get().attemptNumber() == 0) {
                    throw new IllegalStateException("row 777");
                  }
                  return id;
                },
            DataTypes.LongType);
    spark
        .range(0, 1000, 1, 4)
        .selectExpr("failsOnce(id) AS id", "id % 2 AS k")
        .write()
        .format("arrowparquet")
        .mode("append")
        .partitionBy("k")
        .save(table());
    assertThat(files(".parquet")).hasSize(8);
    assertThat(files("").stream().map(file -> file.getFileName().toString()))
        .filteredOn(name -> !name.endsWith(".parquet"))
        .containsExactlyInAnyOrder("_SUCCESS", "._SUCCESS.crc");
    assertThat(spark.read().parquet(table()).distinct().count()).isEqualTo(1000);
    assertThat(spark.read().parquet(table()).count()).isEqualTo(1000);
  }

  @Test
  void types_that_parquet_does_not_have_are_refused() {
    assertThatThrownBy(() -> write(spark.sql("SELECT make_interval(1, 2) AS i"), Map.of()))
        .hasStackTraceContaining("i");
  }
}
