// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables and charts of measured numbers are those of docs/figures.json. {@code
 * -Dnumbers.results=FILE} takes what JMH wrote into that file and makes all of them anew, {@code
 * -Dnumbers.results=} makes them from the file as it is.
 */
class NumbersTest {
  private static final String RESULTS = System.getProperty("numbers.results");
  private static final Path FIGURES = Path.of("../docs/figures.json");
  private static final Path CHARTS = FIGURES.getParent();
  private static final Pattern BLOCK =
      Pattern.compile("(?s)(<!-- numbers: ([a-z-]+) -->\n)(.*?)(<!-- end -->)");

  /** Numbers with a unit of time, size or comparison. */
  private static final Pattern MEASURED =
      Pattern.compile("\\d ?(?:[nµm]?s|x|times|[KMG]B(?:/s)?|[KMG]iB|%)(?![\\w-])");

  private static List<Path> documents() throws IOException {
    try (Stream<Path> pages = Files.list(CHARTS)) {
      return Stream.concat(
              Stream.of("BENCHMARKS.md", "README.md").map(CHARTS.resolveSibling("")::resolve),
              pages.filter(page -> page.toString().endsWith(".md")))
          .toList();
    }
  }

  @BeforeAll
  static void makeThemAnew() throws IOException {
    if (RESULTS == null) {
      return;
    }
    List<Figure> figures = Figure.read(FIGURES);
    if (!RESULTS.isEmpty()) {
      String date = LocalDate.now(ZoneOffset.UTC).toString();
      for (Figure figure : figures) {
        figure.update(Figure.parse(Files.readString(Path.of(RESULTS))), date);
      }
    }
    Figure.write(figures, FIGURES);
    Map<String, String> tables = tables();
    for (Path document : documents()) {
      String text = Files.readString(document);
      String made =
          BLOCK
              .matcher(text)
              .replaceAll(
                  block ->
                      Matcher.quoteReplacement(
                          block.group(1) + tables.get(block.group(2)) + block.group(4)));
      if (!made.equals(text)) {
        Files.writeString(document, made);
      }
    }
    for (Figure figure : figures) {
      if (isChart(figure)) {
        Files.writeString(chart(figure), figure.svg());
      }
    }
  }

  private static boolean isChart(Figure figure) {
    return figure.name().startsWith("chart-");
  }

  private static Path chart(Figure figure) {
    return CHARTS.resolve(figure.name() + ".svg");
  }

  private static Map<String, String> tables() throws IOException {
    Map<String, String> tables = new TreeMap<>();
    Figure.read(FIGURES).forEach(figure -> tables.put(figure.name(), figure.table()));
    return tables;
  }

  @Test
  void each_table_is_that_of_its_results_and_is_shown_once() throws IOException {
    Map<String, String> shown = new TreeMap<>();
    for (Path document : documents()) {
      for (MatchResult block : BLOCK.matcher(Files.readString(document)).results().toList()) {
        assertThat(shown.put(block.group(2), block.group(3))).as(block.group(2)).isNull();
      }
    }

    assertThat(shown).isEqualTo(tables());
  }

  @Test
  void each_chart_is_that_of_its_results() throws IOException {
    for (Figure figure : Figure.read(FIGURES)) {
      if (isChart(figure)) {
        assertThat(chart(figure)).hasContent(figure.svg());
      }
    }
  }

  @Test
  void no_measured_number_stands_outside_of_the_tables() throws IOException {
    assertThat(typed(Files.readString(Path.of("../BENCHMARKS.md")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"It takes 5 ms.", "4.0x as fast", "\n| a | 5 |\n", "allocates 1 KB", "2 %"})
  void number_that_is_typed_is_found(String text) {
    assertThat(typed(text)).hasSize(1);
  }

  private static List<String> typed(String document) {
    List<String> typed = new ArrayList<>();
    String prose = BLOCK.matcher(document).replaceAll("").replaceAll("(?ms)^```.*?^```$", "");
    for (String line : prose.lines().toList()) {
      if (line.startsWith("|") || MEASURED.matcher(line).find()) {
        typed.add(line);
      }
    }
    return typed;
  }

  private static Figure figure() throws IOException {
    return new Figure(
        "f",
        (ObjectNode)
            Figure.parse(
                """
                {"title": "F", "recorded": "2026-01-01", "benchmark": "B", "unit": "ms",
                 "divisor": 1000, "methods": ["ours", "theirs"], "columns": ["", "us", "them"],
                 "ratios": [{"title": "ratio", "of": [[1, 0]]}],
                 "rows": [{"label": "one", "params": {"n": "1"}, "values": [4.0, 12500]},
                          {"label": "two", "params": {"n": "2"}, "values": [1, null]}]}
                """));
  }

  @Test
  void results_become_a_table_with_ratios_and_a_chart() throws IOException {
    assertThat(figure().table())
        .isEqualTo(
            """
            |  | us | them | ratio |
            |---|---:|---:|---:|
            | one | 4.0 | 12\u00a0500 | 3\u00a0130x |
            | two | 1 |  |  |

            In ms; recorded 2026-01-01.
            """);
    assertThat(figure().svg()).contains("width=\"400\" height=\"14\"", ">12\u00a0500<", ">F, ms<");
  }

  @Test
  void scores_replace_those_of_the_same_method_and_parameters() throws IOException {
    Figure figure = figure();
    figure.update(
        Figure.parse(
            """
            [{"benchmark": "x.B.ours", "params": {"n": "1"}, "primaryMetric": {"score": 2000}},
             {"benchmark": "x.C.ours", "params": {"n": "2"}, "primaryMetric": {"score": 9}},
             {"benchmark": "x.B.theirs", "params": {"n": "1"}, "primaryMetric": {"score": 5126.7}}]
            """),
        "2026-02-02");

    assertThat(figure.table())
        .contains("| one | 2 | 5.13 | 2.6x |", "| two | 1 |  |  |", "recorded 2026-02-02");
  }
}
