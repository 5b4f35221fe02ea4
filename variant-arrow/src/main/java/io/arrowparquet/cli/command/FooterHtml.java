// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.file.FlatFooterSizes;
import io.arrowparquet.footer.file.FooterPart;
import io.arrowparquet.footer.file.FooterSizes;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.file.ThriftFooterSizes;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.ExtensionIds;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One page that shows where the bytes of a file's footer go, by column and by kind, for FlatBuffers
 * and for Thrift. It needs nothing but itself: the sizes are in it as JSON, a script draws them.
 *
 * <p>Whatever the file says is data to the script, which shows it as text. In the JSON every {@code
 * <} is escaped, so that no name ends the element it is in.
 */
final class FooterHtml {
  private static final String TEMPLATE = "footer-sizes.html";
  private static final String PLACE_OF_DATA = "@DATA@";

  private final ParquetFooter read;
  private final FooterSizes flat;
  private final FooterSizes thrift;

  /**
   * Measures both footers.
   *
   * @param file the file that {@code read} was read from
   */
  FooterHtml(ByteSource file, ParquetFooter read) throws IOException {
    this.read = read;
    this.flat = FlatFooterSizes.measure(read.footer().flatbuffer());
    this.thrift = ThriftFooterSizes.measure(thriftBytes(file, read));
  }

  /** The Thrift footer without our extension; what it would be where there is none. */
  private static byte[] thriftBytes(ByteSource file, ParquetFooter read) throws IOException {
    if (read.thriftLength() == 0) {
      return FlatBuffersToThrift.convert(read.footer().flatbuffer());
    }
    byte[] struct = new byte[read.thriftLength()];
    file.readFully(read.footerOffset(), ByteBuffer.wrap(struct));
    BinaryValue extension = StructExtension.find(struct);
    boolean ours = extension != null && ExtensionIds.layoutOf(extension.asByteBuffer()) != null;
    return ours ? StructExtension.remove(struct) : struct;
  }

  /** The page. */
  String page() throws IOException {
    String json = json().replace("<", "\\u003c");
    try (InputStream template = FooterHtml.class.getResourceAsStream(TEMPLATE)) {
      String page = new String(template.readAllBytes(), StandardCharsets.UTF_8);
      int place = page.indexOf(PLACE_OF_DATA);
      return page.substring(0, place) + json + page.substring(place + PLACE_OF_DATA.length());
    }
  }

  private String json() throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("file", read.source());
      json.writeStringField("facts", facts());
      writeParts(json);
      writeColumns(json);
      json.writeArrayFieldStart("forms");
      boolean inFile = read.layout() != FooterLayout.THRIFT;
      writeForm(
          json,
          "FlatBuffers",
          inFile ? "in the file, layout " + read.layout().label() : "as attaching would write it",
          flat);
      writeForm(
          json,
          "Thrift",
          read.thriftLength() > 0 ? "in the file" : "as stripping would write it",
          thrift);
      json.writeEndArray();
      json.writeEndObject();
    }
    return out.toString();
  }

  private String facts() {
    FlatFooter footer = read.footer();
    long ending = read.fileLength() - read.footerOffset();
    return String.format(
        Locale.ROOT,
        "%,d columns, %,d row groups, %,d rows; %,d bytes, %.2f %% of them the footer",
        footer.columnCount(),
        footer.rowGroupCount(),
        footer.numRows(),
        read.fileLength(),
        100.0 * ending / read.fileLength());
  }

  private static String id(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static void writeParts(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("parts");
    for (FooterPart part : FooterPart.values()) {
      json.writeStartObject();
      json.writeStringField("id", id(part));
      json.writeStringField("label", part.label());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeColumns(JsonGenerator json) throws IOException {
    FlatFooter footer = read.footer();
    List<String> typeNames = new ArrayList<>();
    SchemaElementView element = new SchemaElementView();
    int[] types = new int[footer.columnCount()];
    json.writeArrayFieldStart("names");
    for (int column = 0; column < types.length; column++) {
      json.writeString(footer.columnPath(column));
      String type = type(footer.schemaElement(footer.columnElement(column), element));
      if (!typeNames.contains(type)) {
        typeNames.add(type);
      }
      types[column] = typeNames.indexOf(type);
    }
    json.writeEndArray();
    json.writeFieldName("types");
    json.writeArray(types, 0, types.length);
    json.writeArrayFieldStart("typeNames");
    for (String name : typeNames) {
      json.writeString(name);
    }
    json.writeEndArray();
  }

  private static String type(SchemaElementView element) {
    String physical = element.type() == null ? "type " + element.typeNumber() : id(element.type());
    boolean plain = element.logicalType() == null || element.logicalType().kind() == null;
    return plain ? physical : physical + " " + id(element.logicalType().kind());
  }

  private void writeForm(JsonGenerator json, String name, String note, FooterSizes sizes)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", name.toLowerCase(Locale.ROOT));
    json.writeStringField("name", name);
    json.writeStringField("note", note);
    json.writeArrayFieldStart("totals");
    for (FooterPart part : FooterPart.values()) {
      json.writeNumber(sizes.bytes(part));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("shared");
    for (FooterPart part : FooterPart.values()) {
      json.writeNumber(sizes.bytes(FooterSizes.SHARED, part));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("columns");
    for (FooterPart part : FooterPart.values()) {
      writeSizes(json, sizes, part);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** One number a column; null for all where none has any, which is shorter. */
  private void writeSizes(JsonGenerator json, FooterSizes sizes, FooterPart part)
      throws IOException {
    if (sizes.bytes(part) == sizes.bytes(FooterSizes.SHARED, part)) {
      json.writeNull();
      return;
    }
    long[] list = new long[flat.columnCount()];
    for (int column = 0; column < Math.min(list.length, sizes.columnCount()); column++) {
      list[column] = sizes.bytes(column, part);
    }
    json.writeArray(list, 0, list.length);
  }
}
