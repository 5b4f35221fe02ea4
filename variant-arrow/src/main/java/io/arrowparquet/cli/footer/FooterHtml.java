// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.footer;

import io.arrowparquet.cli.command.Report;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.file.FooterSizes;
import io.arrowparquet.footer.file.FooterSizes.Part;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.ExtensionIds;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * One page that shows where the bytes of a file's footer go, by column and by kind, for FlatBuffers
 * and for Thrift. It needs nothing but itself: the sizes are in it as JSON, a script draws them.
 *
 * <p>Whatever the file says is data to the script, which shows it as text.
 */
final class FooterHtml {
  private static final String TEMPLATE = "/io/arrowparquet/cli/footer/footer-sizes.html";

  private final ParquetFooter read;
  private final FooterSizes flat;
  private final FooterSizes thrift;

  FooterHtml(ByteSource file, ParquetFooter read) throws IOException {
    this.read = read;
    this.flat = FooterSizes.ofFlatBuffer(read.footer().flatbuffer());
    this.thrift = FooterSizes.ofThrift(thriftBytes(file, read));
  }

  /** The Thrift footer without our extension; what it would be where there is none. */
  private static byte[] thriftBytes(ByteSource file, ParquetFooter read) throws IOException {
    if (read.thriftLength() == 0) {
      return FlatBuffersToThrift.convert(read.footer().flatbuffer());
    }
    byte[] struct = new byte[read.thriftLength()];
    file.readFully(read.footerOffset(), ByteBuffer.wrap(struct));
    BinaryValue extension = StructExtension.find(struct);
    boolean ours = extension != null && ExtensionIds.isOurs(extension.asByteBuffer());
    return ours ? StructExtension.remove(struct) : struct;
  }

  String page() throws IOException {
    return Report.embedded(TEMPLATE, Report.json(tree()));
  }

  private Map<String, Object> tree() {
    boolean inFile =
        !Set.of(FooterLayout.THRIFT, FooterLayout.INDEX, FooterLayout.PARX).contains(read.layout());
    String flatNote =
        inFile ? "in the file, layout " + read.layout().label() : "as attaching would write it";
    String thriftNote = read.thriftLength() > 0 ? "in the file" : "as stripping would write it";
    FlatFooter footer = read.footer();
    List<String> names = new ArrayList<>();
    List<String> typeNames = new ArrayList<>();
    SchemaElementView element = new SchemaElementView();
    long[] types = new long[footer.columnCount()];
    for (int column = 0; column < types.length; column++) {
      names.add(footer.columnPath(column));
      String type = type(footer.schemaElement(footer.columnElement(column), element));
      if (!typeNames.contains(type)) {
        typeNames.add(type);
      }
      types[column] = typeNames.indexOf(type);
    }
    return Report.fields(
        "file", read.source(),
        "facts", facts(),
        "parts", byPart(part -> Report.fields("id", id(part), "label", part.label())),
        "names", names,
        "types", types,
        "typeNames", typeNames,
        "forms", List.of(form("FlatBuffers", flatNote, flat), form("Thrift", thriftNote, thrift)));
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
            100.0 * ending / read.fileLength())
        .replaceAll("(?<=\\d),(?=\\d)", "\u202f");
  }

  private static String id(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String type(SchemaElementView element) {
    String physical = element.type() == null ? "type " + element.typeNumber() : id(element.type());
    boolean plain = element.logicalType() == null || element.logicalType().kind() == null;
    return plain ? physical : physical + " " + id(element.logicalType().kind());
  }

  private Map<String, Object> form(String name, String note, FooterSizes sizes) {
    return Report.fields(
        "id", name.toLowerCase(Locale.ROOT),
        "name", name,
        "note", note,
        "totals", byPart(sizes::bytes),
        "shared", byPart(part -> sizes.bytes(FooterSizes.SHARED, part)),
        "columns", byPart(part -> columns(sizes, part)));
  }

  private static List<Object> byPart(Function<Part, Object> value) {
    return Arrays.stream(Part.values()).map(value).toList();
  }

  /** Null where no column has any, which is shorter. */
  private long[] columns(FooterSizes sizes, Part part) {
    if (sizes.bytes(part) == sizes.bytes(FooterSizes.SHARED, part)) {
      return null;
    }
    long[] list = new long[flat.columnCount()];
    for (int column = 0; column < Math.min(list.length, sizes.columnCount()); column++) {
      list[column] = sizes.bytes(column, part);
    }
    return list;
  }
}
