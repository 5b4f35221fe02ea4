// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.numbers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A table of one benchmark, from what JMH wrote, and the chart of a table: each group compares this
 * library, the first of its bars, with peers of the same run.
 *
 * @param name of the chart's file, and of the place in the document
 * @param divisor of the benchmark's scores, for the unit that is shown
 */
record Figure(
    String name, String title, String benchmark, String unit, double divisor, List<Group> groups) {
  private static final int LABELS = 170;
  private static final int BARS = 400;
  private static final int STEP = 22;

  /** The cases of the same work. */
  record Group(String label, Map<String, String> parameters, List<Bar> bars) {}

  /** One who does it, and the benchmark's method. */
  record Bar(String label, String method) {}

  private double score(JsonNode results, Group group, Bar bar) {
    for (JsonNode result : results) {
      boolean isMethod =
          result.get("benchmark").asText().endsWith("." + benchmark + "." + bar.method);
      boolean isCase =
          group.parameters.entrySet().stream()
              .allMatch(
                  each ->
                      each.getValue()
                          .equals(result.path("params").path(each.getKey()).asText(null)));
      if (isMethod && isCase) {
        return result.at("/primaryMetric/score").asDouble() / divisor;
      }
    }
    throw new IllegalStateException("no result of " + benchmark + "." + bar.method + " " + group);
  }

  /** Three digits that count. */
  private static String number(double value) {
    int digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + digits + "f", value).replace(',', ' ');
  }

  /** A table in Markdown. */
  String table(JsonNode results) {
    Set<String> labels = new LinkedHashSet<>();
    groups.forEach(group -> group.bars.forEach(bar -> labels.add(bar.label)));
    StringBuilder table =
        new StringBuilder("| " + unit + " | " + String.join(" | ", labels) + " | ratios |\n|---|");
    table.append("---|".repeat(labels.size() + 1)).append('\n');
    for (Group group : groups) {
      table.append("| ").append(group.label).append(" |");
      double ours = score(results, group, group.bars.get(0));
      List<String> ratios = new ArrayList<>();
      for (String label : labels) {
        String cell = "";
        for (Bar bar : group.bars) {
          if (bar.label.equals(label)) {
            double score = score(results, group, bar);
            cell = number(score);
            if (!bar.equals(group.bars.get(0))) {
              ratios.add(number(score / ours) + "x");
            }
          }
        }
        table.append(' ').append(cell).append(" |");
      }
      table.append(' ').append(String.join(", ", ratios)).append(" |\n");
    }
    return table.toString();
  }

  /** A chart of a table, each row by a scale of its own; shorter is faster. */
  String svg(String table) {
    List<List<String>> rows =
        table
            .lines()
            .filter(line -> !line.startsWith("|---"))
            .map(line -> List.of(line.substring(1).split("\\|", -1)))
            .map(cells -> cells.stream().map(String::strip).toList())
            .toList();
    List<String> labels = rows.get(0);
    StringBuilder bars = new StringBuilder();
    int y = 44;
    for (List<String> row : rows.subList(1, rows.size())) {
      y += 14;
      bars.append(text(12, y, "group", row.get(0)));
      double most = 0;
      for (int i = 1; i < labels.indexOf("ratios"); i++) {
        most = Math.max(most, value(row.get(i)));
      }
      for (int i = 1; i < labels.indexOf("ratios"); i++) {
        if (!row.get(i).isEmpty()) {
          y += STEP;
          long width = Math.max(2, Math.round(BARS * value(row.get(i)) / most));
          bars.append(text(24, y, "label", labels.get(i)));
          bars.append(
              "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\"/>\n"
                  .formatted(i == 1 ? "ours" : "peer", LABELS, y - 12, width));
          bars.append(text(LABELS + width + 6, y, "label", row.get(i)));
        }
      }
      y += STEP;
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
    <title>%3$s</title>
    <style>
    text { font: 13px system-ui, sans-serif; fill: #1d2326; }
    .title { font-size: 15px; font-weight: 600; } .group { font-weight: 600; }
    .ours { fill: #0b7285; } .peer { fill: #adb5bd; } .ground { fill: #fff; }
    @media (prefers-color-scheme: dark) {
    text { fill: #dfe5e6; } .ours { fill: #3bc9db; } .peer { fill: #5c676d; } .ground { fill: #14191b; }
    }
    </style>
    <rect class="ground" width="100%%" height="100%%"/>
    %4$s%5$s</svg>
    """
        .formatted(
            LABELS + BARS + 90, y + 4, title, text(12, 26, "title", title + ", " + unit), bars);
  }

  private static double value(String cell) {
    return cell.isEmpty() ? 0 : Double.parseDouble(cell.replace(" ", ""));
  }

  private static String text(long x, int y, String kind, String text) {
    return "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>\n".formatted(x, y, kind, text);
  }
}
