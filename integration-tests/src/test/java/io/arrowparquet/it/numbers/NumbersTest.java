// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.it.numbers.Figure.Bar;
import io.arrowparquet.it.numbers.Figure.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Charts are those of the tables in BENCHMARKS.md. {@code -Dnumbers.results=FILE} makes both from
 * what JMH wrote, {@code -Dnumbers.results=} the charts from the tables.
 */
class NumbersTest {
  private static final String RESULTS = System.getProperty("numbers.results");
  private static final Path DOCUMENT = Path.of("../BENCHMARKS.md");
  private static final Path CHARTS = Path.of("../docs");

  private static List<Figure> figures() {
    return List.of(
        new Figure(
            "chart-decode",
            "Decoding Variants into Arrow vectors",
            "VariantDecodeBenchmark",
            "ns per row",
            200_000 / 1e6,
            List.of(
                five("five typed columns, A", "HOMOGENEOUS"),
                five("five typed columns, B", "HETEROGENEOUS"),
                everything("everything, A", "HOMOGENEOUS"),
                everything("everything, B", "HETEROGENEOUS"))),
        new Figure(
            "chart-wide",
            "Three of 10 000 columns, one row group of ten, file to vectors",
            "WideScanBenchmark",
            "ms",
            1_000,
            List.of(
                new Group(
                    "one row group",
                    Map.of(),
                    List.of(
                        new Bar("arrowparquet", "oneRowGroup"),
                        new Bar("parquet-java", "parquetJavaOneRowGroup"),
                        new Bar("parquet-java, its split", "parquetJavaSplit"))),
                new Group(
                    "all row groups",
                    Map.of(),
                    List.of(
                        new Bar("arrowparquet", "allRowGroups"),
                        new Bar("Arrow's Dataset", "arrowDatasetAllRowGroups"))))));
  }

  private static Group five(String label, String shape) {
    return new Group(
        label,
        Map.of("shape", shape),
        List.of(
            new Bar("arrowparquet", "fiveColumns"),
            new Bar("parquet-java", "fiveColumnsParquetJava"),
            new Bar("Spark", "fiveColumnsSpark"),
            new Bar("Iceberg", "fiveColumnsIceberg")));
  }

  private static Group everything(String label, String shape) {
    return new Group(
        label,
        Map.of("shape", shape),
        List.of(
            new Bar("arrowparquet", "everything"),
            new Bar("parquet-java", "everythingParquetJava")));
  }

  @ParameterizedTest
  @MethodSource("figures")
  void chart_is_that_of_the_table(Figure figure) throws IOException {
    Path chart = CHARTS.resolve(figure.name() + ".svg");
    if (RESULTS != null && !RESULTS.isEmpty()) {
      String table = figure.table(new ObjectMapper().readTree(Path.of(RESULTS).toFile()));
      Files.writeString(
          DOCUMENT, block(figure).replaceFirst("$1" + Matcher.quoteReplacement(table) + "$3"));
    }
    if (RESULTS != null) {
      Files.writeString(chart, figure.svg(block(figure).group(2)));
    }

    assertThat(chart).hasContent(figure.svg(block(figure).group(2)));
  }

  private static Matcher block(Figure figure) throws IOException {
    Matcher block =
        Pattern.compile(
                "(<!-- numbers: " + figure.name() + " -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL)
            .matcher(Files.readString(DOCUMENT));
    assertThat(block.find()).isTrue();
    return block;
  }

  @Test
  void scores_become_ratios() throws IOException {
    JsonNode results =
        new ObjectMapper()
            .readTree(
                """
                [{"benchmark": "x.B.ours", "params": {"n": "1"}, "primaryMetric": {"score": 2000}},
                 {"benchmark": "x.B.ours", "params": {"n": "2"}, "primaryMetric": {"score": 1}},
                 {"benchmark": "x.B.theirs", "params": {"n": "1"}, "primaryMetric": {"score": 5000}}]
                """);
    Figure figure =
        new Figure(
            "f",
            "F",
            "B",
            "ms",
            1_000,
            List.of(
                new Group(
                    "one",
                    Map.of("n", "1"),
                    List.of(new Bar("us", "ours"), new Bar("them", "theirs")))));

    assertThat(figure.table(results))
        .isEqualTo(
            "| ms | us | them | ratios |\n|---|---|---|---|\n| one | 2.00 | 5.00 | 2.50x |\n");
    assertThat(figure.svg(figure.table(results)))
        .contains("width=\"400\" height=\"14\"", "width=\"160\"");
  }
}
