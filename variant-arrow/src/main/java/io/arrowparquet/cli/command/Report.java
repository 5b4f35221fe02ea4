// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A tree: maps of fields in order, iterables, arrays of numbers, and single values. A field that is
 * null is left out; a supplier is asked when its turn comes; what an iterable gives is written as
 * it comes.
 */
public final class Report {
  /** A page holds all that it shows; JSON has all rows. */
  private static final int MAX_ROWS = 100_000;

  private static final String PLACE_OF_DATA = "@DATA@";
  private static final String PAGE = "/io/arrowparquet/cli/command/report.html";
  private static final String STYLE = "/io/arrowparquet/cli/command/page.css";
  private static final String SCRIPT = "/io/arrowparquet/cli/command/page.js";

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
   * @param template an absolute name of a resource, which has {@code @DATA@} once, and
   *     {@code @STYLE@} and {@code @SCRIPT@} where it has what all pages share
   */
  public static String embedded(String template, String json) throws IOException {
    String page = resource(template);
    page = page.replace("@STYLE@", resource(STYLE)).replace("@SCRIPT@", resource(SCRIPT));
    int place = page.indexOf(PLACE_OF_DATA);
    return page.substring(0, place)
        + json.replace("<", "\\u003c")
        + page.substring(place + PLACE_OF_DATA.length());
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Report.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
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
   * A page of tables that are searched and sorted in it.
   *
   * @param tables by their headings; the rows of one have the same fields, each a text, a number or
   *     a map of numbers, which is drawn as a bar of parts
   */
  public static String html(
      String title, String facts, Map<String, Iterable<Map<String, Object>>> tables)
      throws IOException {
    List<Object> all = new ArrayList<>();
    tables.forEach(
        (heading, rows) -> {
          List<String> columns = new ArrayList<>();
          List<Object> values = new ArrayList<>();
          for (Map<String, Object> row : rows) {
            if (values.isEmpty()) {
              row.keySet().forEach(name -> columns.add(words(name)));
            }
            if (values.size() < MAX_ROWS) {
              values.add(new ArrayList<>(row.values()));
            }
          }
          all.add(fields("heading", heading, "columns", columns, "rows", values));
        });
    return embedded(PAGE, json(fields("title", title, "facts", facts, "tables", all)));
  }

  /** A heading, where the name of a field is not one. */
  private static String words(String name) {
    return name.contains(" ") ? name : name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }
}
