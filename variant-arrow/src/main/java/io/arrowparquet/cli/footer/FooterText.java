// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.footer;

import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

final class FooterText {
  /** A hostile schema may have a million levels. */
  private static final int MAX_INDENT = 100;

  private static final int LONGEST = 32;
  private static final int LARGEST = 20;

  private final ParquetFooter read;
  private final FlatFooter footer;
  private final boolean all;
  private final List<Integer> columns;

  /** {@code columns} is null for all of them and the schema. */
  FooterText(ParquetFooter read, List<Integer> columns) {
    this.read = read;
    this.footer = read.footer();
    this.all = columns == null;
    this.columns =
        all ? IntStream.range(0, footer.columnCount()).boxed().toList() : List.copyOf(columns);
  }

  void print(PrintWriter out) {
    print(read.source(), out);
    out.println("  footer      " + origin());
    String groups = PlainText.count(footer.rowGroupCount(), "row group");
    out.println("  rows        " + footer.numRows() + " in " + groups);
    out.println("  columns     " + footer.columnCount());
    print("  created by  " + footer.createdBy(), out);
    for (int i = 0; i < footer.keyValueCount(); i++) {
      String value = footer.value(i);
      String size = value == null ? "" : ", " + PlainText.count(value.length(), "character");
      print("  key-value   " + footer.key(i) + size, out);
    }
    if (all) {
      printSchema(out);
    }
    for (int g = 0; g < footer.rowGroupCount() && !columns.isEmpty(); g++) {
      printRowGroup(out, g);
    }
  }

  /** A page for a file of many columns: which are the largest, and how to see the others. */
  void printSummary(PrintWriter out) {
    print(out);
    long[] bytes = new long[footer.columnCount()];
    long plain = 0;
    ColumnChunkView chunk = new ColumnChunkView();
    for (int g = 0; g < footer.rowGroupCount(); g++) {
      for (int column = 0; column < bytes.length; column++) {
        footer.chunk(g, column, chunk);
        if (chunk.hasMetadata()) {
          bytes[column] += chunk.totalCompressedSize();
          plain += chunk.totalUncompressedSize();
        }
      }
    }
    out.printf("  data        %d bytes (%d plain)%n", LongStream.of(bytes).sum(), plain);
    out.println("largest columns, bytes");
    IntStream.range(0, bytes.length)
        .boxed()
        .sorted(Comparator.<Integer>comparingLong(column -> -bytes[column]))
        .limit(LARGEST)
        .forEach(column -> print("  " + footer.columnPath(column) + ": " + bytes[column], out));
    out.println("--columns NAMES prints these, --all prints all columns of all row groups");
  }

  private static void print(String line, PrintWriter out) {
    out.println(PlainText.line(line));
  }

  private String origin() {
    if (read.layout() == FooterLayout.THRIFT || read.layout() == FooterLayout.PARX) {
      String magic = read.layout() == FooterLayout.PARX ? " of a PARX file" : "";
      return "Thrift" + magic + ", " + read.thriftLength() + " bytes";
    }
    String flatbuffer =
        read.layout() == FooterLayout.INDEX
            ? "index, " + read.flatbufferLength() + " bytes"
            : "FlatBuffers (" + read.layout().label() + "), " + read.flatbufferLength() + " bytes";
    return read.thriftLength() == 0
        ? flatbuffer
        : flatbuffer + ", in a Thrift footer of " + read.thriftLength() + " bytes";
  }

  private void printSchema(PrintWriter out) {
    out.println("schema");
    SchemaElementView element = new SchemaElementView();
    int[] depths = new int[footer.elementCount()];
    for (int i = 1; i < depths.length; i++) {
      depths[i] = depths[footer.parentElement(i)] + 1;
      footer.schemaElement(i, element);
      print("  ".repeat(Math.min(depths[i], MAX_INDENT)) + describe(element), out);
    }
  }

  private static String describe(SchemaElementView element) {
    StringBuilder text = new StringBuilder();
    if (element.hasRepetition()) {
      text.append(String.valueOf(element.repetition()).toLowerCase(Locale.ROOT)).append(' ');
    }
    if (element.hasType()) {
      text.append(String.valueOf(element.type()).toLowerCase(Locale.ROOT));
      if (element.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
        text.append('(').append(element.typeLength()).append(')');
      }
    } else {
      text.append("group");
    }
    text.append(' ').append(element.name());
    if (element.hasFieldId()) {
      text.append(" = ").append(element.fieldId());
    }
    return text.append(annotation(element)).toString();
  }

  private static String annotation(SchemaElementView element) {
    LogicalType type = element.logicalType();
    if (type != null) {
      return " (" + describe(type) + ")";
    }
    return element.convertedTypeNumber() == null ? "" : " (" + element.convertedType() + ")";
  }

  private static String describe(LogicalType type) {
    if (type instanceof LogicalType.DecimalType decimal) {
      return type.kind() + "(" + decimal.precision() + "," + decimal.scale() + ")";
    }
    if (type instanceof LogicalType.TimeType time) {
      return type.kind() + "(" + time.unit() + utc(time.isAdjustedToUTC());
    }
    if (type instanceof LogicalType.TimestampType timestamp) {
      return type.kind() + "(" + timestamp.unit() + utc(timestamp.isAdjustedToUTC());
    }
    if (type instanceof LogicalType.IntType integer) {
      String sign = integer.isSigned() ? ",signed)" : ",unsigned)";
      return type.kind() + "(" + integer.bitWidth() + sign;
    }
    if (type instanceof LogicalType.Unknown unknown) {
      return "logical type " + unknown.member().id();
    }
    return type.kind().name();
  }

  private static String utc(boolean isAdjusted) {
    return isAdjusted ? ",UTC)" : ",local)";
  }

  private void printRowGroup(PrintWriter out, int g) {
    RowGroupView group = footer.rowGroup(g);
    String size = PlainText.count(group.totalByteSize(), "byte");
    out.println("row group " + g + ": " + PlainText.count(group.numRows(), "row") + ", " + size);
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    for (int column : columns) {
      footer.chunk(g, column, chunk);
      print("  " + footer.columnPath(column) + ": " + describe(chunk, statistics), out);
    }
  }

  private static String describe(ColumnChunkView chunk, StatisticsView reuse) {
    if (!chunk.hasMetadata()) {
      return "encrypted";
    }
    StringBuilder text = new StringBuilder();
    text.append(chunk.type()).append(' ').append(chunk.codec());
    appendEncodings(text, chunk.encodings());
    text.append(", ").append(PlainText.count(chunk.numValues(), "value"));
    StatisticsView statistics = chunk.statistics(reuse);
    if (statistics.hasNullCount()) {
      text.append(", ").append(statistics.nullCount()).append(" null");
    }
    if (statistics.hasMinValue() && statistics.hasMaxValue()) {
      text.append(", ").append(bound(chunk.type(), statistics, true));
      text.append(" to ").append(bound(chunk.type(), statistics, false));
    }
    text.append(", ").append(chunk.totalCompressedSize()).append(" bytes");
    text.append(" at ").append(chunk.startOffset());
    text.append(" (").append(chunk.totalUncompressedSize()).append(" plain)");
    return text.append(secondEncoding(chunk)).toString();
  }

  private static void appendEncodings(StringBuilder text, EncodingsView encodings) {
    for (int i = 0; i < encodings.count(); i++) {
      ParquetEncoding known = encodings.encoding(i);
      text.append(i == 0 ? " [" : " ").append(known == null ? encodings.encodingNumber(i) : known);
    }
    text.append(encodings.count() == 0 ? "" : "]");
  }

  private static String secondEncoding(ColumnChunkView chunk) {
    try {
      ColumnChunk second = chunk.secondEncoding();
      if (second != null) {
        ColumnMetaData metaData = second.metaData();
        return String.format(
            "; second encoding %s, %d bytes at %d",
            metaData.encodings().isEmpty() ? "unknown" : metaData.encodings().get(0),
            metaData.totalCompressedSize(),
            metaData.dataPageOffset());
      }
      BinaryValue extension = chunk.extension();
      return extension == null ? "" : "; unknown extension, " + extension.length() + " bytes";
    } catch (CorruptFooterException e) {
      return "; damaged second encoding: " + e.getMessage();
    }
  }

  private static String bound(PhysicalType type, StatisticsView statistics, boolean least) {
    PhysicalType kind = statistics.hasPrimitiveBounds() ? type : PhysicalType.BYTE_ARRAY;
    return switch (kind) {
      case INT32 -> String.valueOf(least ? statistics.minInt() : statistics.maxInt());
      case INT64 -> String.valueOf(least ? statistics.minLong() : statistics.maxLong());
      case FLOAT -> String.valueOf(least ? statistics.minFloat() : statistics.maxFloat());
      case DOUBLE -> String.valueOf(least ? statistics.minDouble() : statistics.maxDouble());
      default -> bytes(least ? statistics.minValue() : statistics.maxValue());
    };
  }

  /** Quoted where the bytes are readable text, in hex where they are not; long ones cut. */
  private static String bytes(byte[] bound) {
    String text = textOrNull(bound);
    if (text == null) {
      String hex = HexFormat.of().formatHex(bound, 0, Math.min(bound.length, LONGEST / 2));
      return "0x" + hex + (bound.length > LONGEST / 2 ? "..." : "");
    }
    return text.length() > LONGEST
        ? '"' + text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "...\""
        : '"' + text + '"';
  }

  private static String textOrNull(byte[] bound) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bound)).toString();
      return text.chars().anyMatch(Character::isISOControl) ? null : text;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
