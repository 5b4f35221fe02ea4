// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A footer that designs are compared on.
 *
 * @param thrift its {@code FileMetaData}
 * @param offset of the footer in its file
 * @param columns the dotted paths of all columns
 */
@SuppressWarnings("ArrayRecordComponent") // is measured, and not kept
record LabShape(
    String name, String title, byte[] thrift, long offset, List<String> columns, int rowGroups) {
  private static final int MAGIC = 4;
  private static final long ROWS = 100_000;
  private static final int PAGE_INDEX = 25;
  private static final int LEAST_CHUNK = 40_000;
  private static final int LEVELS = 60;

  /** A shape that is generated: real writers' facts, and neither pages nor a file. */
  enum Generated {
    WIDE_1000("wide-1000", "1 000 columns of doubles, 10 row groups", 1_000, 10),
    WIDE_10000("wide-10000", "10 000 columns of doubles, 10 row groups", 10_000, 10),
    WIDE_100000("wide-100000", "100 000 columns of doubles, 10 row groups", 100_000, 10),
    GROUPS("groups-10000", "10 columns of doubles, 10 000 row groups", 10, 10_000),
    STRINGS("strings-1k", "200 columns of strings with bounds of 1 KB, 10 row groups", 200, 10),
    DEEP("deep-60", "200 columns, each under 60 groups of its own, 10 row groups", 200, 10),
    MILLION("chunks-million", "6 879 columns, 147 row groups: 1 011 213 chunks", 6_879, 147);

    private final String label;
    private final String title;
    private final int columns;
    private final int rowGroups;

    Generated(String label, String title, int columns, int rowGroups) {
      this.label = label;
      this.title = title;
      this.columns = columns;
      this.rowGroups = rowGroups;
    }

    String label() {
      return label;
    }

    LabShape make() {
      Footer footer = new Footer(this);
      return new LabShape(label, title, footer.thrift(), MAGIC, footer.names, rowGroups);
    }
  }

  static LabShape of(ByteSource file) throws IOException {
    byte[] thrift = FooterReader.defaults().readThrift(file);
    FooterReader reader = FooterReader.defaults();
    FlatFooter footer = reader.read(file).footer();
    List<String> columns = new ArrayList<>();
    for (int column = 0; column < footer.columnCount(); column++) {
      columns.add(footer.columnPath(column));
    }
    long offset = reader.withThriftOnly(true).read(file).footerOffset();
    return new LabShape(
        file.name(),
        "a file of " + file.length() + " bytes",
        thrift,
        offset,
        columns,
        footer.rowGroupCount());
  }

  /** Written one row group at a time, with the facts that parquet-java writes. */
  private static final class Footer {
    private final Generated shape;
    private final Random random = new Random(7);
    private final List<String> names = new ArrayList<>();
    private final List<List<String>> paths = new ArrayList<>();
    private final List<SchemaElement> schema = new ArrayList<>();
    private final PhysicalType type;

    Footer(Generated shape) {
      this.shape = shape;
      boolean isText = shape == Generated.STRINGS;
      type = isText ? PhysicalType.BYTE_ARRAY : PhysicalType.DOUBLE;
      schema.add(group("schema", shape.columns, null));
      for (int i = 0; i < shape.columns; i++) {
        List<String> path = new ArrayList<>();
        if (shape == Generated.DEEP) {
          for (int level = 0; level < LEVELS; level++) {
            path.add("level_" + level + "_of_" + i);
            schema.add(group(path.get(level), 1, FieldRepetitionType.OPTIONAL.number()));
          }
        }
        path.add("column_" + i);
        schema.add(leaf("column_" + i, isText));
        paths.add(path);
        names.add(String.join(".", path));
      }
    }

    private static SchemaElement group(String name, int children, Integer repetition) {
      return new SchemaElement(
          null, null, repetition, name, children, null, null, null, null, null);
    }

    private SchemaElement leaf(String name, boolean isText) {
      return new SchemaElement(
          type.number(),
          null,
          FieldRepetitionType.OPTIONAL.number(),
          name,
          null,
          isText ? (Integer) ConvertedType.UTF8.number() : null,
          null,
          null,
          null,
          isText ? new LogicalType.StringType() : null);
    }

    byte[] thrift() {
      CompactWriter out = new CompactWriter();
      out.structBegin();
      out.i32Field(FileMetaDataCodec.VERSION, 1);
      out.listField(FileMetaDataCodec.SCHEMA, CompactType.STRUCT, schema.size());
      schema.forEach(element -> SchemaElementCodec.write(out, element));
      out.i64Field(FileMetaDataCodec.NUM_ROWS, ROWS * shape.rowGroups);
      out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, shape.rowGroups);
      long position = MAGIC;
      for (int g = 0; g < shape.rowGroups; g++) {
        RowGroup group = rowGroup(g, position);
        RowGroupCodec.STRUCT.write(out, group);
        position += group.totalCompressedSize();
      }
      out.stringField(FileMetaDataCodec.CREATED_BY, "parquet-mr version 1.18.1 (build 0)");
      out.listField(FileMetaDataCodec.COLUMN_ORDERS, CompactType.STRUCT, shape.columns);
      for (int i = 0; i < shape.columns; i++) {
        ParquetStructs.COLUMN_ORDER.write(out, ColumnOrder.Known.TYPE_ORDER);
      }
      out.structEnd();
      return out.toByteArray();
    }

    private RowGroup rowGroup(int number, long start) {
      List<ColumnChunk> chunks = new ArrayList<>();
      long position = start;
      // Page indexes follow all pages, which are not there: where is of no matter.
      long index =
          2L * LEAST_CHUNK * shape.columns * shape.rowGroups
              + (long) number * shape.columns * PAGE_INDEX;
      for (int column = 0; column < shape.columns; column++) {
        ColumnChunk chunk = chunk(column, position, index + (long) column * PAGE_INDEX);
        position += chunk.metaData().totalCompressedSize();
        chunks.add(chunk);
      }
      long size = position - start;
      return new RowGroup(chunks, 2 * size, ROWS, null, start, size, (short) number);
    }

    private ColumnChunk chunk(int column, long position, long index) {
      int compressed = LEAST_CHUNK + random.nextInt(LEAST_CHUNK / 2);
      ColumnMetaData meta =
          new ColumnMetaData(
              type.number(),
              List.of(0, 3, 8),
              paths.get(column),
              1,
              ROWS,
              2L * compressed,
              compressed,
              null,
              position + 1_000,
              null,
              position,
              new ParquetStatistics(
                  null,
                  null,
                  (long) random.nextInt(1_000),
                  null,
                  bound(1),
                  bound(0),
                  true,
                  true,
                  null),
              List.of(new PageEncodingStats(2, 0, 1), new PageEncodingStats(0, 8, 5)),
              null,
              null,
              null,
              null);
      return new ColumnChunk(
          null, position, meta, 2 * index, PAGE_INDEX / 2, index, PAGE_INDEX, null, null);
    }

    private BinaryValue bound(int side) {
      if (type == PhysicalType.DOUBLE) {
        return BinaryValue.of(
            ByteBuffer.allocate(Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(0, random.nextDouble() + side)
                .array());
      }
      String digits = Integer.toString(random.nextInt(1_000_000_000));
      return BinaryValue.ofUtf8("bound-" + side + "-" + "0".repeat(1 << 10) + digits);
    }
  }
}
