// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/**
 * Thrift footers of wide files, as parquet-java writes them for real data: full statistics,
 * encodings, encoding statistics and page-index locations for every chunk.
 */
final class WideFooters {
  static final int ROW_GROUPS = 10;

  private static final long ROWS = 100_000;
  private static final int INDEX_LENGTH = 25;
  private static final int SHORT_BOUND = 20;
  private static final int LONG_BOUND = 1 << 10;
  private static final int FEW_COLUMNS = 10;
  private static final int LEVELS = 60;
  private final Random random = new Random(7);
  private final int rowGroups;
  private final int boundLength;

  private WideFooters(int rowGroups, int boundLength) {
    this.rowGroups = rowGroups;
    this.boundLength = boundLength;
  }

  /**
   * A footer by its kind and a number: {@code doubles-N}, {@code mixed-N}, {@code strings-N} and
   * {@code deep-N} have N columns, {@code groups-N} has N row groups.
   */
  static byte[] named(String footer) {
    String[] kind = footer.split("-", -1);
    int number = Integer.parseInt(kind[1]);
    return switch (kind[0]) {
      case "doubles" -> doubles(number);
      case "mixed" -> mixed(number);
      case "groups" -> manyRowGroups(number);
      case "strings" -> longStrings(number);
      case "deep" -> deep(number);
      default -> throw new IllegalArgumentException(footer);
    };
  }

  /** Ten double columns in many small row groups. */
  static byte[] manyRowGroups(int rowGroups) {
    return doubles(FEW_COLUMNS, rowGroups);
  }

  static byte[] doubles(int columns, int rowGroups) {
    return doubles(columns, new WideFooters(rowGroups, SHORT_BOUND));
  }

  /** String columns with bounds of a kilobyte. */
  static byte[] longStrings(int columns) {
    List<SchemaElement> schema = new ArrayList<>();
    List<List<String>> paths = new ArrayList<>();
    schema.add(root(columns));
    for (int i = 0; i < columns; i++) {
      schema.add(string("column_" + i));
      paths.add(List.of("column_" + i));
    }
    return new WideFooters(ROW_GROUPS, LONG_BOUND).file(schema, paths);
  }

  /** Double columns, each under {@value #LEVELS} optional groups of its own. */
  static byte[] deep(int columns) {
    List<SchemaElement> schema = new ArrayList<>();
    List<List<String>> paths = new ArrayList<>();
    schema.add(root(columns));
    for (int i = 0; i < columns; i++) {
      List<String> path = new ArrayList<>();
      for (int level = 0; level < LEVELS; level++) {
        path.add("level_" + level + "_of_" + i);
        schema.add(group(path.get(level), 1));
      }
      path.add("leaf");
      schema.add(leaf("leaf", Type.DOUBLE));
      paths.add(path);
    }
    return new WideFooters(ROW_GROUPS, SHORT_BOUND).file(schema, paths);
  }

  /** {@code columns} required double columns named {@code column_0}, {@code column_1}, ... */
  static byte[] doubles(int columns) {
    return doubles(columns, new WideFooters(ROW_GROUPS, SHORT_BOUND));
  }

  private static byte[] doubles(int columns, WideFooters footers) {
    List<SchemaElement> schema = new ArrayList<>();
    List<List<String>> paths = new ArrayList<>();
    schema.add(root(columns));
    for (int i = 0; i < columns; i++) {
      schema.add(leaf("column_" + i, Type.DOUBLE));
      paths.add(List.of("column_" + i));
    }
    return footers.file(schema, paths);
  }

  /**
   * {@code columns} leaves of mixed kinds: strings with bounds of 20 bytes, decimals, doubles, and
   * the leaves of lists and of structs.
   */
  static byte[] mixed(int columns) {
    List<SchemaElement> schema = new ArrayList<>();
    List<List<String>> paths = new ArrayList<>();
    schema.add(root(columns));
    for (int i = 0; i < columns; i++) {
      String name = "column_" + i;
      switch (i % 5) {
        case 0 -> {
          schema.add(string(name));
          paths.add(List.of(name));
        }
        case 1 -> {
          schema.add(decimal(name));
          paths.add(List.of(name));
        }
        case 2 -> {
          schema.add(leaf(name, Type.DOUBLE));
          paths.add(List.of(name));
        }
        case 3 -> {
          schema.add(group(name, 1).setLogicalType(LogicalType.LIST(new ListType())));
          schema.add(group("list", 1).setRepetition_type(FieldRepetitionType.REPEATED));
          schema.add(leaf("element", Type.INT64));
          paths.add(List.of(name, "list", "element"));
        }
        default -> {
          schema.add(group(name, 1));
          schema.add(string("inner"));
          paths.add(List.of(name, "inner"));
        }
      }
    }
    return new WideFooters(ROW_GROUPS, SHORT_BOUND).file(schema, paths);
  }

  /** The same bytes as a file that is nothing but its footer. */
  static byte[] asFile(byte[] footer) {
    ByteBuffer file = ByteBuffer.allocate(4 + footer.length + 8).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = "PAR1".getBytes(StandardCharsets.US_ASCII);
    return file.put(magic).put(footer).putInt(footer.length).put(magic).array();
  }

  private byte[] file(List<SchemaElement> schema, List<List<String>> paths) {
    List<SchemaElement> leaves = schema.stream().filter(element -> element.isSetType()).toList();
    List<RowGroup> groups = new ArrayList<>();
    long position = 4;
    for (int g = 0; g < rowGroups; g++) {
      List<ColumnChunk> chunks = new ArrayList<>();
      long start = position;
      for (int c = 0; c < leaves.size(); c++) {
        ColumnChunk chunk = chunk(leaves.get(c), paths.get(c), position);
        position += chunk.getMeta_data().getTotal_compressed_size();
        chunks.add(chunk);
      }
      RowGroup group = new RowGroup(chunks, (position - start) * 2, ROWS);
      group.setFile_offset(start).setTotal_compressed_size(position - start).setOrdinal((short) g);
      groups.add(group);
    }
    placeIndexes(groups, position);
    FileMetaData footer = new FileMetaData(1, schema, ROWS * rowGroups, groups);
    footer.setCreated_by("parquet-mr version 1.18.1 (build 0)");
    List<ColumnOrder> orders = new ArrayList<>();
    for (int c = 0; c < leaves.size(); c++) {
      orders.add(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()));
    }
    footer.setColumn_orders(orders);
    return bytes(footer);
  }

  private static void placeIndexes(List<RowGroup> groups, long end) {
    long position = end;
    for (RowGroup group : groups) {
      for (ColumnChunk chunk : group.getColumns()) {
        chunk.setColumn_index_offset(position).setColumn_index_length(INDEX_LENGTH);
        position += INDEX_LENGTH;
      }
    }
    for (RowGroup group : groups) {
      for (ColumnChunk chunk : group.getColumns()) {
        chunk.setOffset_index_offset(position).setOffset_index_length(INDEX_LENGTH / 2);
        position += INDEX_LENGTH / 2;
      }
    }
  }

  private ColumnChunk chunk(SchemaElement leaf, List<String> path, long position) {
    int compressed = 40_000 + random.nextInt(20_000);
    ColumnMetaData meta =
        new ColumnMetaData(
            leaf.getType(),
            List.of(Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY),
            path,
            CompressionCodec.SNAPPY,
            ROWS,
            compressed * 2L,
            compressed,
            position + 1_000);
    meta.setDictionary_page_offset(position);
    meta.setStatistics(statistics(leaf));
    meta.setEncoding_stats(
        List.of(
            new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1),
            new PageEncodingStats(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 5)));
    return new ColumnChunk(position).setMeta_data(meta);
  }

  private Statistics statistics(SchemaElement leaf) {
    byte[] min = bound(leaf, 0);
    byte[] max = bound(leaf, 1);
    Statistics statistics = new Statistics();
    statistics.setNull_count(random.nextInt(1_000));
    statistics.setMin_value(min).setMax_value(max);
    statistics.setIs_min_value_exact(true).setIs_max_value_exact(true);
    return statistics;
  }

  private byte[] bound(SchemaElement leaf, int side) {
    return switch (leaf.getType()) {
      case DOUBLE -> longBytes(Double.doubleToLongBits(random.nextDouble() + side));
      case INT64 -> longBytes(random.nextInt(1_000_000) + side * 1_000_000L);
      default ->
          String.format(
                  "bound-%d-%0" + (boundLength - 8) + "d", side, random.nextInt(1_000_000_000))
              .getBytes(StandardCharsets.UTF_8);
    };
  }

  private static byte[] longBytes(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private static SchemaElement root(int children) {
    return new SchemaElement("schema").setNum_children(children);
  }

  private static SchemaElement group(String name, int children) {
    return new SchemaElement(name)
        .setNum_children(children)
        .setRepetition_type(FieldRepetitionType.OPTIONAL);
  }

  private static SchemaElement leaf(String name, Type type) {
    return new SchemaElement(name).setType(type).setRepetition_type(FieldRepetitionType.OPTIONAL);
  }

  private static SchemaElement string(String name) {
    return leaf(name, Type.BYTE_ARRAY)
        .setConverted_type(ConvertedType.UTF8)
        .setLogicalType(LogicalType.STRING(new StringType()));
  }

  private static SchemaElement decimal(String name) {
    return leaf(name, Type.INT64)
        .setConverted_type(ConvertedType.DECIMAL)
        .setScale(2)
        .setPrecision(18)
        .setLogicalType(LogicalType.DECIMAL(new DecimalType(2, 18)));
  }

  private static byte[] bytes(FileMetaData footer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      Util.writeFileMetaData(footer, out);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }
}
