// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.footer.thrift.BinaryValue;
import io.arrowparquet.footer.thrift.ColumnChunk;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.FileMetaData;
import io.arrowparquet.footer.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.thrift.LogicalType;
import io.arrowparquet.footer.thrift.RowGroup;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.RecordComponent;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * A footer as JSON: every fact it holds, under the names of parquet.thrift. Absent fields are left
 * out; binary values are in hex, enums are names (numbers where newer than this version).
 *
 * <p>The document is made from the Thrift structs that the footer stands for, whichever bytes it
 * was read from; so it differs between them in {@code origin} only.
 */
final class FooterJson {
  private static final String NUMBER = "Number";

  private final ParquetFooter read;
  private final List<String> paths;

  /**
   * JSON about some columns.
   *
   * @param paths dotted paths of the columns whose chunks are written, or null for all
   */
  FooterJson(ParquetFooter read, List<String> paths) {
    this.read = read;
    this.paths = paths;
  }

  void print(Writer out) throws IOException {
    byte[] thrift = FlatBuffersToThrift.convert(read.footer().flatbuffer());
    FileMetaData footer = FileMetaDataCodec.read(new CompactReader(thrift));
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeStringField("origin", read.layout().label());
      json.writeNumberField("file_length", read.fileLength());
      writeFields(json, footer);
      json.writeEndObject();
    }
    out.write(System.lineSeparator());
  }

  private void writeFields(JsonGenerator json, Record struct) throws IOException {
    for (RecordComponent component : struct.getClass().getRecordComponents()) {
      String name = component.getName();
      Object value = get(struct, component.getAccessor().getName());
      if (value == null) {
        continue;
      }
      if (name.endsWith(NUMBER) || name.endsWith(NUMBER + "s")) {
        writeEnum(json, struct, name, value);
      } else {
        json.writeFieldName(snakeCase(name));
        write(json, value);
      }
    }
  }

  /** An enum's number is a component; the constant, if it is known, has an accessor. */
  private void writeEnum(JsonGenerator json, Record struct, String name, Object value)
      throws IOException {
    String plural = name.endsWith("s") ? "s" : "";
    String accessor = name.substring(0, name.length() - NUMBER.length() - plural.length()) + plural;
    json.writeFieldName(snakeCase(accessor));
    Object constant = has(struct, accessor) ? get(struct, accessor) : null;
    write(json, constant == null ? value : constant);
  }

  private void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof LogicalType type) {
      writeLogicalType(json, type);
    } else if (value instanceof Record struct) {
      json.writeStartObject();
      writeFields(json, struct);
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      writeList(json, list);
    } else if (value instanceof BinaryValue binary) {
      json.writeString(HexFormat.of().formatHex(binary.toByteArray()));
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else {
      json.writeString(value.toString());
    }
  }

  private void writeLogicalType(JsonGenerator json, LogicalType type) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", String.valueOf(type.kind()));
    writeFields(json, (Record) type);
    json.writeEndObject();
  }

  private void writeList(JsonGenerator json, List<?> list) throws IOException {
    json.writeStartArray();
    for (Object element : list) {
      if (element instanceof RowGroup group) {
        write(json, chosen(group));
      } else {
        write(json, element);
      }
    }
    json.writeEndArray();
  }

  private RowGroup chosen(RowGroup group) {
    if (paths == null) {
      return group;
    }
    return new RowGroup(
        group.columns().stream().filter(this::isChosen).toList(),
        group.totalByteSize(),
        group.numRows(),
        group.sortingColumns(),
        group.fileOffset(),
        group.totalCompressedSize(),
        group.ordinal());
  }

  private boolean isChosen(ColumnChunk chunk) {
    return chunk.metaData() != null
        && paths.contains(String.join(".", chunk.metaData().pathInSchema()));
  }

  private static boolean has(Record struct, String accessor) {
    try {
      struct.getClass().getMethod(accessor);
      return true;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  private static Object get(Record struct, String accessor) {
    try {
      return struct.getClass().getMethod(accessor).invoke(struct);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(struct.getClass() + " has no accessor " + accessor, e);
    }
  }

  /** As parquet.thrift spells it; its few camel-cased names come out in snake case too. */
  private static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }
}
