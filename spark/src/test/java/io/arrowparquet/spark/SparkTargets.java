// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static io.arrowparquet.spark.Sessions.sorted;
import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries beside Spark's own Parquet source, on the same files, warm, in turns, on two cores.
 * Prints the ratio of the best times; a ratio that is less than its target fails the test. Run by
 * its name alone, with {@code -Dtest.jit=} for the compiler that users have.
 */
class SparkTargets {
  private static final int WIDE_FILES = 200;

  /** Others are copies of one of them: Spark needs seconds for a row of this many columns. */
  private static final int WRITTEN_FILES = 8;

  private static final int WIDE_COLUMNS = 10_000;
  private static final long ITEMS = 2_000_000;
  private static final long EVENTS = 400_000;
  private static final int PATHS = 20;

  /** Of all events, for a query that takes Spark's driver longer than tasks to read them once. */
  private static final int COPIES = 8;

  private static final int ROUNDS = 5;

  /** At least, so that what short queries need is compiled. */
  private static final long NANOS = 6_000_000_000L;

  private final SparkSession spark = Sessions.session();
  private final StringBuilder missed = new StringBuilder();
  @TempDir private Path folder;

  @BeforeEach
  void name_files_by_path() {
    spark.conf().set("spark.sql.catalog.arrowparquet", PathCatalog.class.getName());
  }

  @Test
  void few_columns_of_wide_files_are_read_faster() throws IOException {
    String columns =
        IntStream.range(0, WIDE_COLUMNS)
            .mapToObj(i -> "id * " + i + " AS c" + i)
            .collect(Collectors.joining(", "));
    String path = folder.resolve("wide").toString();
    spark
        .range(0, 10L * WRITTEN_FILES, 1, WRITTEN_FILES)
        .selectExpr(columns.split(", ", -1))
        .write()
        .format("arrowparquet")
        .option("footer", "spec")
        .mode("append")
        .save(path);
    Path last;
    try (Stream<Path> files = Files.list(folder.resolve("wide"))) {
      last =
          files
              .filter(file -> file.toString().endsWith(".parquet"))
              .max(naturalOrder())
              .orElseThrow();
    }
    for (int i = WRITTEN_FILES; i < WIDE_FILES; i++) {
      Files.copy(last, folder.resolve("wide/copy" + i + ".parquet"));
    }
    String query = "SELECT c7, c5000, c9999 FROM TABLE WHERE c1 BETWEEN 30 AND 34";
    measure("3 of 10 000 columns", 10, path, query);
    assertThat(missed.toString()).isEmpty();
  }

  @Test
  void aggregates_over_line_items_are_faster() {
    String path = folder.resolve("items").toString();
    spark
        .range(0, ITEMS, 1, 4)
        .selectExpr(
            "id DIV 4 AS l_orderkey",
            "CAST(1 + hash(id, 1) & 63 AS DECIMAL(15, 2)) AS l_quantity",
            "CAST((hash(id, 2) & 1048575) / 10 AS DECIMAL(15, 2)) AS l_extendedprice",
            "CAST((hash(id, 3) & 7) / 100 AS DECIMAL(15, 2)) AS l_discount",
            "CAST((hash(id, 4) & 7) / 100 AS DECIMAL(15, 2)) AS l_tax",
            "element_at(array('A', 'N', 'R'), 1 + CAST(id % 3 AS INT)) AS l_returnflag",
            "IF(hash(id, 5) & 1 = 0, 'F', 'O') AS l_linestatus",
            "date_add(DATE'1992-01-02', hash(id, 6) & 2047) AS l_shipdate",
            "concat('comment ', hash(id, 7)) AS l_comment")
        .write()
        .parquet(path);
    measure(
        "line items by status",
        1.3,
        path,
        "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),"
            + " avg(l_discount), max(l_tax), count(*) FROM TABLE WHERE l_shipdate <="
            + " DATE'1997-09-02' GROUP BY l_returnflag, l_linestatus");
    measure(
        "line items of a year",
        1.3,
        path,
        "SELECT sum(l_extendedprice * l_discount) FROM TABLE WHERE l_shipdate >= DATE'1994-01-01'"
            + " AND l_shipdate < DATE'1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND"
            + " l_quantity < 24");
    measure("keys of line items", 1.3, path, "SELECT sum(l_orderkey), max(l_comment) FROM TABLE");
    assertThat(missed.toString()).isEmpty();
  }

  @Test
  void paths_of_variants_are_read_faster() throws IOException {
    String path = folder.resolve("events").toString();
    String fields =
        IntStream.range(0, PATHS)
            .mapToObj(
                i ->
                    i % 2 == 0
                        ? "'p" + i + "', id * " + (i + 1)
                        : "'p" + i + "', concat('text ', id % " + (1000 + i) + ")")
            .collect(Collectors.joining(", "));
    spark.conf().set("spark.sql.variant.writeShredding.enabled", "true");
    spark
        .conf()
        .set(
            "spark.sql.variant.forceShreddingSchemaForTest",
            IntStream.range(0, PATHS)
                .mapToObj(i -> "p" + i + (i % 2 == 0 ? " BIGINT" : " STRING"))
                .collect(Collectors.joining(", ")));
    spark
        .range(0, EVENTS, 1, 4)
        .select(
            functions.expr("id"),
            functions.expr("to_variant_object(named_struct(" + fields + ")) AS v"))
        .write()
        .parquet(path);
    measure("sum of a path", 3, path, "SELECT sum(variant_get(v, '$.p4', 'bigint')) FROM TABLE");
    measure(
        "filter by a path",
        3,
        copies(path),
        "SELECT count(*) FROM TABLE WHERE variant_get(v, '$.p5', 'string') = 'text 17'");
    measure(
        "sum by filter",
        3,
        path,
        "SELECT sum(variant_get(v, '$.p4', 'bigint')) FROM TABLE WHERE"
            + " variant_get(v, '$.p8', 'bigint') BETWEEN 9000 AND 90000");
    // What text is made of them takes Spark ten times as long as to read them.
    measure("whole Variants", 1.5, path, "SELECT count_if(is_variant_null(v)), max(id) FROM TABLE");
    assertThat(missed.toString()).isEmpty();
  }

  private String copies(String path) throws IOException {
    Path many = Files.createDirectory(folder.resolve("copies"));
    try (Stream<Path> files = Files.list(Path.of(path))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".parquet")).toList()) {
        for (int i = 0; i < COPIES; i++) {
          Files.copy(file, many.resolve(i + "-" + file.getFileName()));
        }
      }
    }
    return many.toString();
  }

  private void measure(String name, double target, String path, String query) {
    assertThat(sorted(run("arrowparquet", path, query)))
        .isEqualTo(sorted(run("parquet", path, query)));
    double best = Double.MAX_VALUE;
    double bestOfSpark = Double.MAX_VALUE;
    long start = System.nanoTime();
    for (int i = 0; i < ROUNDS || System.nanoTime() - start < NANOS; i++) {
      best = Math.min(best, seconds("arrowparquet", path, query));
      bestOfSpark = Math.min(bestOfSpark, seconds("parquet", path, query));
    }
    double ratio = bestOfSpark / best;
    String line =
        String.format(
            Locale.ROOT,
            "%-22s %6.3f s, Spark's own source %6.3f s: %.1f times as fast, at least %.1f%n",
            name,
            best,
            bestOfSpark,
            ratio,
            target);
    System.out.print(line);
    if (ratio < target) {
      missed.append(line);
    }
  }

  /** Of the files themselves, in a session that has run such queries: its code is compiled. */
  private Dataset<Row> run(String format, String path, String query) {
    return spark.sql(query.replace("TABLE", format + ".`" + path + "`"));
  }

  private double seconds(String format, String path, String query) {
    long start = System.nanoTime();
    run(format, path, query).collectAsList();
    return (System.nanoTime() - start) / 1e9;
  }
}
