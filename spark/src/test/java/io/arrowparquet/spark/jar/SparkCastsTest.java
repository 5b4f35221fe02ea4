// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.arrowparquet.it.casts.CastDifferences;
import io.arrowparquet.it.casts.CastResult;
import io.arrowparquet.it.casts.CastSamples;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Casts of {@code try_variant_get} and ours, each over a file of Spark's Variants.
 *
 * @see io.arrowparquet.variant.kernel.ConversionMode
 */
class SparkCastsTest {
  /** Up to JDK 18, whose texts Spark has. */
  private static final String MORE_DIGITS =
      "floats and doubles may have more digits as text than identify them";

  private static final int ROWS = 400;

  /** Both Spark and {@code ArrowTypeText} know these names. */
  private static final List<String> TYPES =
      List.of(
          "boolean",
          "tinyint",
          "int",
          "bigint",
          "float",
          "double",
          "decimal(9, 2)",
          "decimal(38, 10)",
          "date",
          "timestamp_ntz",
          "timestamp",
          "string");

  @TempDir private Path folder;

  static CastDifferences differences() {
    return new CastDifferences()
        .add(
            "fractions are cut, not rounded",
            r -> r.isToInteger() && !r.isFromText() && r.hasFraction())
        .add(
            "two to the power of 63 is the greatest bigint",
            r -> r.isFromFloating() && r.isTo("bigint") && r.number().floatValue() == 0x1p63f)
        .add(
            "the digits of a float that becomes a decimal are those of a double",
            r -> r.isFromFloating() && r.target().startsWith("decimal"))
        .add(
            "text of an integer has neither a fraction nor an exponent",
            r ->
                r.isToInteger()
                    && r.isFromText()
                    && r.theirs() == null
                    && r.trimmed().matches(".*[.eE].*"))
        .add(
            "instants are seconds as numbers, and numbers instants",
            r ->
                r.ours() == null
                    && ((r.isFrom("timestamp") && r.isToNumber())
                        || (r.isTo("timestamp") && r.number() != null && !r.isFromText())))
        .add(
            "floats and doubles that are too large are infinite",
            r -> r.isTo("float", "double") && r.theirs() != null && r.theirs().contains("Infinity"))
        .add(
            "text of a number may end in d or f",
            r -> r.isTo("float", "double") && r.trimmed().matches(".*[dDfF]"))
        .add(
            MORE_DIGITS,
            r -> r.isFromFloating() && r.isTo("string") && r.ours().length() < r.theirs().length())
        .add(
            "decimals have no zeros at the end as text",
            r ->
                r.source().startsWith("decimal")
                    && r.isTo("string")
                    && r.number().compareTo(new BigDecimal(r.theirs())) == 0)
        .add(
            "instants have no zone as text",
            r ->
                r.isFrom("timestamp") && r.isTo("string") && r.ours().equals(r.theirs() + "+00:00"))
        .add(
            "text of a date may lack the month or the day, or have anything after it",
            r ->
                r.isFromText()
                    && r.isTo("date", "timestamp", "timestamp_ntz")
                    && r.ours() == null
                    && r.trimmed().matches("[+-]?[0-9]{4,}(-[0-9]+)*([ T].*)?"))
        .add(
            "text of a time is a timestamp of today, and a zone may be that of a region",
            r ->
                r.isFromText()
                    && r.isTo("timestamp", "timestamp_ntz")
                    && r.ours() == null
                    && r.trimmed().matches("[0-9:.]+|.*Europe/Paris"));
  }

  @Test
  void differ_only_as_documented() throws Exception {
    List<List<String>> samples = new ArrayList<>();
    for (String type : TYPES) {
      samples.add(CastSamples.texts(type, 11, ROWS));
    }
    CastDifferences differences = differences();
    try (SparkSession spark = session()) {
      Path file = write(spark, samples);
      for (String target : TYPES) {
        List<List<String>> theirs = bySpark(spark, target);
        List<List<String>> ours = byUs(file, target);
        for (int row = 0; row < ROWS; row++) {
          for (int i = 0; i < TYPES.size(); i++) {
            differences.take(
                new CastResult(
                    TYPES.get(i),
                    target,
                    samples.get(i).get(row),
                    ours.get(row).get(i),
                    theirs.get(row).get(i)));
          }
        }
      }
    }
    assertThat(differences.unknown()).isEmpty();
    boolean hasShortestTexts = Runtime.version().feature() >= 19;
    assertThat(differences.notMet())
        .isSubsetOf(hasShortestTexts ? List.of(MORE_DIGITS) : List.of());
  }

  private static SparkSession session() {
    return SparkSession.builder()
        .master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.variant.writeShredding.enabled", "false")
        // Generated code costs small queries more than it saves them.
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .getOrCreate();
  }

  /** A column of Variants for each type. */
  private Path write(SparkSession spark, List<List<String>> samples) throws IOException {
    String rows =
        IntStream.range(0, ROWS)
            .mapToObj(
                row ->
                    samples.stream()
                        .map(texts -> "'" + texts.get(row) + "'")
                        .collect(Collectors.joining(", ", "(" + row + ", ", ")")))
            .collect(Collectors.joining(", "));
    String columns =
        IntStream.range(0, TYPES.size())
            .mapToObj(
                i -> "CAST(CAST(col" + (i + 2) + " AS " + TYPES.get(i) + ") AS VARIANT) AS v" + i)
            .collect(Collectors.joining(", "));
    Path output = folder.resolve("spark");
    spark
        .sql("SELECT col1 AS id, " + columns + " FROM VALUES " + rows)
        .coalesce(1)
        .write()
        .parquet(output.toString());
    String schema =
        IntStream.range(0, TYPES.size())
            .mapToObj(i -> "v" + i + " VARIANT")
            .collect(Collectors.joining(", ", "id INT, ", ""));
    spark.read().schema(schema).parquet(output.toString()).createOrReplaceTempView("written");
    try (Stream<Path> files = Files.list(output)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
  }

  private static List<List<String>> bySpark(SparkSession spark, String target) {
    String columns =
        IntStream.range(0, TYPES.size())
            .mapToObj(i -> "CAST(try_variant_get(v" + i + ", '$', '" + target + "') AS STRING)")
            .collect(Collectors.joining(", "));
    List<List<String>> results = new ArrayList<>();
    for (Row row : spark.sql("SELECT " + columns + " FROM written ORDER BY id").collectAsList()) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < TYPES.size(); i++) {
        texts.add(row.isNullAt(i) ? null : row.getString(i));
      }
      results.add(texts);
    }
    return results;
  }

  private List<List<String>> byUs(Path file, String target) throws Exception {
    String columns =
        IntStream.range(0, TYPES.size())
            .mapToObj(i -> "v" + i + " as " + target)
            .collect(Collectors.joining(","));
    String variants =
        IntStream.range(0, TYPES.size())
            .mapToObj(i -> "--variant=v" + i)
            .collect(Collectors.joining(" "));
    List<String> arguments = new ArrayList<>(List.of("scan", file.toString()));
    arguments.addAll(List.of(variants.split(" ", -1)));
    arguments.addAll(List.of("--columns", columns));
    List<List<String>> results = new ArrayList<>();
    for (String line : RunnableJar.run(folder, arguments).lines().toList()) {
      results.add(values(line));
    }
    return results;
  }

  /** The values of an object, as text without quotes; null for null. */
  private static List<String> values(String json) throws IOException {
    List<String> values = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue()) {
          values.add(token == JsonToken.VALUE_NULL ? null : parser.getText());
        }
      }
    }
    return values;
  }
}
