// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.numbers;

import static com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The results of one benchmark, as docs/figures.json has them, and the table and the chart of them.
 * Values are numbers in the unit of the figure, several of one run, or what the run printed. A row
 * with parameters and methods has the scores of JMH, divided by the divisor. Ratios are computed,
 * as pairs of columns say. The first value of a row is that of this library.
 */
record Figure(String name, ObjectNode json) {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES) // 4.0 is not 4
          .build();

  private static final char NO_BREAK = '\u00a0';
  private static final int LABELS = 170;
  private static final int BARS = 400;
  private static final int STEP = 22;

  static JsonNode parse(String text) throws IOException {
    return MAPPER.readTree(text);
  }

  static List<Figure> read(Path file) throws IOException {
    List<Figure> figures = new ArrayList<>();
    parse(Files.readString(file))
        .properties()
        .forEach(each -> figures.add(new Figure(each.getKey(), (ObjectNode) each.getValue())));
    return figures;
  }

  /** A field and a row a line, for those who compare versions. */
  static void write(List<Figure> figures, Path file) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Figure figure : figures) {
      List<String> fields = new ArrayList<>();
      figure
          .json
          .properties()
          .forEach(
              field -> {
                String rows = "[\n" + String.join(",\n", lines(field.getValue())) + "\n    ]";
                boolean isRows = field.getKey().equals("rows");
                fields.add(
                    "    \""
                        + field.getKey()
                        + "\": "
                        + (isRows ? rows : spaced(field.getValue())));
              });
      texts.add("  \"" + figure.name + "\": {\n" + String.join(",\n", fields) + "\n  }");
    }
    Files.writeString(file, "{\n" + String.join(",\n", texts) + "\n}\n");
  }

  private static List<String> lines(JsonNode rows) {
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add("      " + spaced(row)));
    return lines;
  }

  private static String spaced(JsonNode value) {
    List<String> parts = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(part -> parts.add(spaced(part)));
      return "[" + String.join(", ", parts) + "]";
    }
    value.properties().forEach(p -> parts.add('"' + p.getKey() + "\": " + spaced(p.getValue())));
    return value.isObject() ? "{" + String.join(", ", parts) + "}" : value.toString();
  }

  /** Takes the scores that JMH wrote; what it did not run stays. */
  void update(JsonNode results, String date) {
    for (JsonNode row : json.path("rows")) {
      JsonNode methods = row.has("methods") ? row.get("methods") : json.path("methods");
      for (int i = 0; i < methods.size(); i++) {
        for (JsonNode result : results) {
          String method = "." + text("benchmark") + "." + methods.get(i).asText();
          if (result.get("benchmark").asText().endsWith(method) && hasParameters(result, row)) {
            BigDecimal score = result.at("/primaryMetric/score").decimalValue();
            BigDecimal divisor = json.get("divisor").decimalValue();
            ((ArrayNode) row.get("values"))
                .set(i, JsonNodeFactory.instance.numberNode(digits(score, divisor)));
            json.put("recorded", date);
          }
        }
      }
    }
  }

  private static boolean hasParameters(JsonNode result, JsonNode row) {
    return row.path("params").properties().stream()
        .allMatch(each -> each.getValue().equals(result.path("params").path(each.getKey())));
  }

  /** Of a quotient, three digits that count. */
  private static BigDecimal digits(BigDecimal value, BigDecimal divisor) {
    BigDecimal rounded =
        value
            .divide(divisor, MathContext.DECIMAL64)
            .round(new MathContext(3, RoundingMode.HALF_UP));
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  private String text(String field) {
    return json.path(field).asText();
  }

  /** A table in Markdown, and when it was measured. */
  String table() {
    List<String> header = new ArrayList<>();
    json.get("columns").forEach(column -> header.add(column.asText()));
    json.path("ratios").forEach(ratios -> header.add(ratios.get("title").asText()));
    StringBuilder table = new StringBuilder(line(header));
    table.append("|---");
    for (int column = 1; column < header.size(); column++) {
      table.append(isText(column - 1) ? "|---" : "|---:");
    }
    table.append("|\n");
    for (JsonNode row : json.get("rows")) {
      List<String> cells = new ArrayList<>(List.of(row.get("label").asText()));
      row.get("values").forEach(value -> cells.add(cell(value)));
      json.path("ratios").forEach(ratios -> cells.add(ratios(row.get("values"), ratios)));
      table.append(line(cells));
    }
    String unit = json.has("unit") ? "In " + text("unit") + "; recorded " : "Recorded ";
    return table + "\n" + unit + text("recorded") + ".\n";
  }

  private boolean isText(int value) {
    for (JsonNode row : json.get("rows")) {
      if (row.get("values").path(value).isTextual()) {
        return true;
      }
    }
    return false;
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private String cell(JsonNode value) {
    if (value.isArray()) {
      List<String> parts = new ArrayList<>();
      value.forEach(part -> parts.add(cell(part)));
      return String.join(text("join"), parts);
    }
    return value.isNull() ? "" : value.isNumber() ? number(value.decimalValue()) : value.asText();
  }

  /** The digits that were recorded, in groups that stay on one line. */
  private static String number(BigDecimal value) {
    return String.format(Locale.ROOT, "%,." + Math.max(value.scale(), 0) + "f", value)
        .replace(',', NO_BREAK);
  }

  private static String ratios(JsonNode values, JsonNode ratios) {
    List<String> texts = new ArrayList<>();
    for (JsonNode pair : ratios.get("of")) {
      JsonNode value = values.get(pair.get(0).asInt());
      JsonNode other = values.get(pair.get(1).asInt());
      if (value.isNumber() && other.isNumber()) {
        BigDecimal ratio = digits(value.decimalValue(), other.decimalValue());
        boolean isSmall = ratio.compareTo(BigDecimal.TEN) < 0;
        texts.add(number(isSmall ? ratio.setScale(1, RoundingMode.HALF_UP) : ratio) + "x");
      }
    }
    return String.join(", ", texts);
  }

  /** A chart, each row by a scale of its own; shorter is faster. */
  String svg() {
    StringBuilder bars = new StringBuilder();
    int y = 44;
    for (JsonNode row : json.get("rows")) {
      y += 14;
      bars.append(text(12, y, "group", row.get("label").asText()));
      double most = 0;
      for (JsonNode value : row.get("values")) {
        most = Math.max(most, value.asDouble());
      }
      for (int i = 0; i < row.get("values").size(); i++) {
        JsonNode value = row.get("values").get(i);
        if (value.isNumber()) {
          y += STEP;
          long width = Math.max(2, Math.round(BARS * value.asDouble() / most));
          bars.append(text(24, y, "label", json.get("columns").get(i + 1).asText()));
          bars.append(
              "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\"/>\n"
                  .formatted(i == 0 ? "ours" : "peer", LABELS, y - 12, width));
          bars.append(text(LABELS + width + 6, y, "label", cell(value)));
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
            LABELS + BARS + 90,
            y + 4,
            text("title"),
            text(12, 26, "title", text("title") + ", " + text("unit")),
            bars);
  }

  private static String text(long x, int y, String kind, String text) {
    return "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>\n".formatted(x, y, kind, text);
  }
}
