// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * A file of {@link FilterColumn}s whose rows are known, in several row groups of many pages.
 * Neighbouring rows have like values, so that there is something to skip. The columns also stand in
 * the group {@code g}, which is null in some rows; {@code id} counts rows, and {@code l} is a list.
 */
final class FilterFile {
  static final int ROWS = 600;
  private static final int BLOCK = 40;

  /** One row; a column is absent where it is null. {@code group} is null where the group is. */
  record Row(int id, Map<FilterColumn, Object> values, Map<FilterColumn, Object> group) {
    /** Column {@code l}; null in every third row, with a null as its second element. */
    List<Integer> list() {
      if (id % 3 == 0) {
        return null;
      }
      List<Integer> elements = new ArrayList<>();
      for (int i = 0; i < id % 5; i++) {
        elements.add(i == 1 ? null : Integer.valueOf(id * 10 + i));
      }
      return elements;
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private final Random random;

  FilterFile(long seed) {
    random = new Random(seed);
    double nulls = 0;
    double groupNulls = 0;
    int base = 0;
    for (int id = 0; id < ROWS; id++) {
      if (id % BLOCK == 0) {
        base = random.nextInt(200) - 100;
        nulls = random.nextInt(3) / 2.0;
        groupNulls = random.nextInt(3) / 2.0;
      }
      Map<FilterColumn, Object> group =
          random.nextDouble() < groupNulls ? null : values(base, nulls);
      rows.add(new Row(id, values(base, nulls), group));
    }
  }

  private Map<FilterColumn, Object> values(int base, double nulls) {
    Map<FilterColumn, Object> values = new EnumMap<>(FilterColumn.class);
    for (FilterColumn column : FilterColumn.values()) {
      if (column.isRequired() || random.nextDouble() >= nulls) {
        values.put(column, column.value(base + random.nextInt(8)));
      }
    }
    return values;
  }

  List<Row> rows() {
    return rows;
  }

  void write(Path file, WriterVersion version, boolean dictionary) throws IOException {
    write(file, version, dictionary, 300, false);
  }

  /** With dictionaries that chunks do not outgrow where {@code dictionaryBytes} are many. */
  void write(
      Path file, WriterVersion version, boolean dictionary, int dictionaryBytes, boolean bloom)
      throws IOException {
    String columns =
        Stream.of(FilterColumn.values())
            .map(column -> column.declaration() + ";\n")
            .collect(Collectors.joining());
    MessageType schema =
        MessageTypeParser.parseMessageType(
            """
            message m {
              required int64 id;
              %s
              optional group g { %s }
              optional group l (LIST) { repeated group list { optional int32 element; } }
            }
            """
                .formatted(columns, columns));
    ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file));
    for (FilterColumn column : bloom ? FilterColumn.values() : new FilterColumn[0]) {
      builder.withBloomFilterEnabled("l.list.element", true);
      if (column != FilterColumn.B) {
        builder.withBloomFilterEnabled(column.field(), true).withBloomFilterNDV(column.field(), 40);
        builder.withBloomFilterEnabled("g." + column.field(), true);
      }
    }
    try (ParquetWriter<Group> writer =
        builder
            .withType(schema)
            .withWriterVersion(version)
            .withDictionaryEncoding(dictionary)
            .withPageSize(400)
            .withDictionaryPageSize(dictionaryBytes)
            .withColumnIndexTruncateLength(truncation())
            .withStatisticsTruncateLength(truncation())
            .withMinRowCountForPageSizeCheck(5)
            .withMaxRowCountForPageSizeCheck(25)
            .withRowGroupRowCountLimit(ROWS / 3)
            .build()) {
      for (Row row : rows) {
        writer.write(group(schema, row));
      }
    }
  }

  /** How many bytes of a bound are kept: few, parquet-java's default for indexes, or all. */
  private int truncation() {
    return switch (random.nextInt(3)) {
      case 0 -> 1 + random.nextInt(8);
      case 1 -> 64;
      default -> Integer.MAX_VALUE;
    };
  }

  private Group group(MessageType schema, Row row) {
    Group group = new SimpleGroup(schema);
    group.add("id", (long) row.id());
    row.values().forEach((column, value) -> column.write(group, value));
    if (row.group() != null) {
      Group inner = group.addGroup("g");
      row.group().forEach((column, value) -> column.write(inner, value));
    }
    if (row.list() != null) {
      Group list = group.addGroup("l");
      for (Integer number : row.list()) {
        Group element = list.addGroup("list");
        if (number != null) {
          element.add("element", number);
        }
      }
    }
    return group;
  }
}
