// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.arrowparquet.cli.command.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Rows as text of one cell a column: each is the value's JSON, a text or time without quotes. */
abstract class TextRows implements RowOutput.Rows {
  private static final JsonFactory JSON = new JsonFactory();

  final Writer out;
  private final JsonLines values;
  private final boolean[] isNested;

  private TextRows(Writer out, Schema schema, BufferAllocator allocator) {
    this.out = out;
    this.values = new JsonLines(out, allocator);
    List<Field> fields = schema.getFields();
    this.isNested = new boolean[fields.size()];
    for (int i = 0; i < isNested.length; i++) {
      ArrowType type = fields.get(i).getType();
      isNested[i] = type.isComplex() || type instanceof ArrowType.ExtensionType;
    }
  }

  /** As RFC 4180 has it, with a line of names; null is an empty cell, an empty text is quoted. */
  static TextRows csv(Writer out, Schema schema, BufferAllocator allocator) throws IOException {
    TextRows rows = new Csv(out, schema, allocator);
    rows.row(names(schema));
    return rows;
  }

  /** Columns beside each other, as wide as the first rows need; what is longer is cut. */
  static TextRows table(Writer out, Schema schema, BufferAllocator allocator) {
    return new Table(out, schema, allocator);
  }

  private static String[] names(Schema schema) {
    return schema.getFields().stream().map(Field::getName).toArray(String[]::new);
  }

  /** A cell is null where the value is. */
  abstract void row(String[] cells) throws IOException;

  @Override
  public void write(VectorSchemaRoot batch, int rows) throws Exception {
    values.forEachRow(
        batch,
        rows,
        texts -> {
          String[] cells = new String[texts.length];
          for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(texts[i], isNested[i]);
          }
          row(cells);
        });
  }

  private static String cell(String json, boolean isNested) throws IOException {
    if (json.equals("null")) {
      return null;
    }
    if (isNested || !json.startsWith("\"")) {
      return json;
    }
    try (JsonParser text = JSON.createParser(json)) {
      text.nextToken();
      return text.getText();
    }
  }

  @Override
  public void finish() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    end(out);
  }

  /** Standard output stays open. */
  static void end(Writer out) throws IOException {
    if (!(out instanceof PrintWriter)) {
      out.close();
    }
  }

  private static final class Csv extends TextRows {
    Csv(Writer out, Schema schema, BufferAllocator allocator) {
      super(out, schema, allocator);
    }

    @Override
    void row(String[] cells) throws IOException {
      for (int i = 0; i < cells.length; i++) {
        out.write(i == 0 ? "" : ",");
        out.write(cells[i] == null ? "" : quoted(cells[i]));
      }
      out.write("\r\n");
    }

    private static String quoted(String cell) {
      boolean isPlain = !cell.isEmpty() && cell.chars().noneMatch(c -> ",\"\r\n".indexOf(c) >= 0);
      return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
  }

  private static final class Table extends TextRows {
    private static final int ROWS_LOOKED_AT = 1000;
    private static final int MAX_WIDTH = 48;

    private final String[] names;
    private final boolean[] isNumber;
    private final int[] widths;
    private List<String[]> first = new ArrayList<>();

    Table(Writer out, Schema schema, BufferAllocator allocator) {
      super(out, schema, allocator);
      names = names(schema);
      isNumber = new boolean[names.length];
      widths = new int[names.length];
      for (int i = 0; i < names.length; i++) {
        ArrowType type = schema.getFields().get(i).getType();
        isNumber[i] =
            type instanceof ArrowType.Int
                || type instanceof ArrowType.FloatingPoint
                || type instanceof ArrowType.Decimal;
        names[i] = cut(PlainText.line(names[i]), MAX_WIDTH);
        widths[i] = width(names[i]);
      }
    }

    private static int width(String text) {
      return text.codePointCount(0, text.length());
    }

    private static String cut(String text, int width) {
      return width(text) <= width
          ? text
          : text.substring(0, text.offsetByCodePoints(0, width - 1)) + '\u2026';
    }

    @Override
    void row(String[] cells) throws IOException {
      for (int i = 0; i < cells.length; i++) {
        cells[i] = cells[i] == null ? "" : cut(PlainText.line(cells[i]), MAX_WIDTH);
      }
      if (first == null) {
        print(cells);
        return;
      }
      for (int i = 0; i < cells.length; i++) {
        widths[i] = Math.max(widths[i], width(cells[i]));
      }
      first.add(cells);
      if (first.size() == ROWS_LOOKED_AT) {
        printFirst();
      }
    }

    private void printFirst() throws IOException {
      print(names);
      String[] rules = new String[names.length];
      for (int i = 0; i < rules.length; i++) {
        rules[i] = "-".repeat(widths[i]);
      }
      print(rules);
      List<String[]> rows = first;
      first = null;
      for (String[] row : rows) {
        print(row);
      }
    }

    private void print(String[] cells) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < cells.length; i++) {
        String cell = cut(cells[i], Math.max(1, widths[i]));
        String space = " ".repeat(widths[i] - width(cell));
        line.append(i == 0 ? "" : "  ").append(isNumber[i] ? space + cell : cell + space);
      }
      out.write(line.toString().stripTrailing());
      out.write(System.lineSeparator());
    }

    @Override
    public void finish() throws IOException {
      if (first != null) {
        printFirst();
      }
      super.finish();
    }
  }
}
