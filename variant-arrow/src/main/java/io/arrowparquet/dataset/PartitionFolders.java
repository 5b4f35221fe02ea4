// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.internal.filter.VectorComparison;
import io.arrowparquet.parquet.internal.filter.VectorComparison.Order;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The other way of {@link PartitionColumns}: rows to the folders of their partitions. A partition
 * is the list of the texts of its values, null for null. Immutable.
 */
record PartitionFolders(List<Field> columns) {
  /** Characters that Hive escapes; some mean something in a path, some to one of its shells. */
  private static final String ESCAPED = "\"#%'*/:=?\\{[]^\u007F";

  static PartitionFolders of(Schema schema, List<String> names) {
    List<Field> columns = new ArrayList<>();
    for (String name : names) {
      List<Field> found =
          schema.getFields().stream().filter(field -> field.getName().equals(name)).toList();
      if (found.size() != 1 || columns.contains(found.get(0))) {
        throw new InvalidRequestException(
            name, found.isEmpty() ? "no such column" : "it twice", "one column, named once");
      }
      Field column = found.get(0);
      boolean isAllowed =
          column.getDictionary() == null
              && switch (column.getType().getTypeID()) {
                case Bool, Int, Decimal, Date, Timestamp, Utf8, LargeUtf8 -> true;
                default -> false;
              };
      if (!isAllowed) {
        throw new UnsupportedColumnException(
            name,
            "type " + ArrowTypeText.of(column),
            "a boolean, integer, decimal, date, timestamp or text, to name folders");
      }
      columns.add(column);
    }
    return new PartitionFolders(List.copyOf(columns));
  }

  /**
   * The partition of each row, by its number in {@code partitions}, to which new ones are added.
   */
  int[] of(VectorSchemaRoot batch, Map<List<String>, Integer> partitions) {
    List<FieldVector> vectors =
        columns.stream().map(column -> batch.getVector(column.getName())).toList();
    List<Order> orders = vectors.stream().map(v -> VectorComparison.totalOrder(v, v)).toList();
    int[] numbers = new int[batch.getRowCount()];
    for (int row = 0; row < numbers.length; row++) {
      if (row > 0 && isSame(vectors, orders, row)) {
        numbers[row] = numbers[row - 1];
      } else {
        List<String> partition = new ArrayList<>();
        for (FieldVector vector : vectors) {
          partition.add(text(vector, row));
        }
        numbers[row] = partitions.computeIfAbsent(partition, added -> partitions.size());
      }
    }
    return numbers;
  }

  private static boolean isSame(List<FieldVector> vectors, List<Order> orders, int row) {
    for (int i = 0; i < orders.size(); i++) {
      FieldVector vector = vectors.get(i);
      boolean isNull = vector.isNull(row);
      if (isNull != vector.isNull(row - 1)
          || (!isNull && orders.get(i).compare(row - 1, row) != 0)) {
        return false;
      }
    }
    return true;
  }

  /** As a filter's text has the value. */
  private static String text(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    ArrowType type = vector.getField().getType();
    Object value =
        switch (type.getTypeID()) {
          case Utf8, LargeUtf8, Decimal -> vector.getObject(row);
          default -> Literals.of(type, VectorComparison.number(vector, row));
        };
    String text =
        value instanceof BigDecimal decimal ? decimal.toPlainString() : String.valueOf(value);
    if (value == null || text.equals(PartitionColumns.NULL)) {
      throw new InvalidRequestException(
              vector.getName(), "the value " + text, "one that a folder can be named by")
          .atRow(row);
    }
    return text;
  }

  /** The values as literals, null for null, by the names of the columns. */
  Map<String, Object> values(List<String> partition) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      Field column = columns.get(i);
      values.put(column.getName(), RowColumn.constantOf(column, partition.get(i)).value());
    }
    return Collections.unmodifiableMap(values);
  }

  /** The folder below that of the set, with a slash at its end; empty if there are no columns. */
  String path(List<String> partition) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      String value = partition.get(i);
      path.append(escaped(columns.get(i).getName())).append('=');
      path.append(value == null ? PartitionColumns.NULL : escaped(value)).append('/');
    }
    return path.toString();
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || ESCAPED.indexOf(c) >= 0) {
        escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
