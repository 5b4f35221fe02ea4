// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A tree: maps of fields in order, iterables, arrays of numbers, and single values. A field that is
 * null is left out; a supplier is asked when its turn comes; what an iterable gives is written as
 * it comes.
 */
public final class Report {
  /** A browser is slow with longer tables; JSON has all rows. */
  private static final int MAX_ROWS = 10_000;

  private static final String PLACE_OF_DATA = "@DATA@";

  private static final String STYLE =
      """
      body { font-family: sans-serif; margin: 2em; }
      table { border-collapse: collapse; margin: 1em 0; }
      td, th { border-bottom: 1px solid #ccc; padding: 0.2em 0.8em; }
      td { text-align: right; }
      td:first-child { text-align: left; }
      """;

  private Report() {}

  public static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }

  public static void printJson(Object tree, Writer out) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET).useDefaultPrettyPrinter();
      write(json, tree);
    }
    out.write(System.lineSeparator());
  }

  public static String json(Object tree) throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      write(json, tree);
    }
    return out.toString();
  }

  /**
   * A page from a template with JSON in it, as data that a script shows. In it every {@code <} is
   * escaped, so that no name ends the element it is in.
   *
   * @param template an absolute name of a resource, which has {@code @DATA@} once
   */
  public static String embedded(String template, String json) throws IOException {
    try (InputStream in = Report.class.getResourceAsStream(template)) {
      String page = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      int place = page.indexOf(PLACE_OF_DATA);
      return page.substring(0, place)
          + json.replace("<", "\\u003c")
          + page.substring(place + PLACE_OF_DATA.length());
    }
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Map<?, ?> fields) {
      json.writeStartObject();
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        if (field.getValue() != null) {
          json.writeFieldName((String) field.getKey());
          write(json, field.getValue());
        }
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof long[] numbers) {
      json.writeArray(numbers, 0, numbers.length);
    } else {
      json.writeObject(value instanceof Supplier<?> late ? late.get() : value);
    }
  }

  /**
   * A page that needs nothing but itself.
   *
   * @param tables by their headings; the rows of one have the same fields
   */
  public static String html(
      String title, String summary, Map<String, Iterable<Map<String, Object>>> tables) {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    element(page, "title", title).append("\n<style>\n").append(STYLE);
    element(page.append("</style>\n</head>\n<body>\n"), "h1", title);
    element(page.append('\n'), "p", summary);
    tables.forEach(
        (heading, rows) -> {
          element(page.append('\n'), "h2", heading).append("\n<table>\n");
          int count = 0;
          for (Map<String, Object> row : rows) {
            if (count == 0) {
              page.append("<tr>");
              row.keySet().forEach(name -> element(page, "th", words(name)));
              page.append("</tr>\n");
            }
            if (++count > MAX_ROWS) {
              break;
            }
            page.append("<tr>");
            row.values().forEach(cell -> element(page, "td", cell == null ? "" : cell.toString()));
            page.append("</tr>\n");
          }
          page.append("</table>");
        });
    return page.append("\n</body>\n</html>\n").toString();
  }

  private static StringBuilder element(StringBuilder page, String name, String text) {
    String escaped =
        text.replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("\"", "&quot;");
    return page.append('<' + name + '>' + escaped + "</" + name + '>');
  }

  private static String words(String name) {
    return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }
}
