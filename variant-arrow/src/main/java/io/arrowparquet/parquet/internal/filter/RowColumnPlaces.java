// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Where columns that are not in the file stand among those that are: in place of a column of their
 * name, or after all.
 */
public final class RowColumnPlaces {
  private static final String PREFIX = "\0";

  private RowColumnPlaces() {}

  /** The fields with the row columns in their places. */
  public static List<Field> place(List<Field> columns, List<RowColumn> rowColumns) {
    Map<String, Field> all = byName(rowColumns);
    Map<String, Field> left = new LinkedHashMap<>(all);
    List<Field> placed = new ArrayList<>();
    for (Field column : columns) {
      Field own = left.remove(column.getName());
      if (own != null) {
        placed.add(own);
      } else if (!all.containsKey(column.getName())) {
        placed.add(column);
      }
    }
    placed.addAll(left.values());
    return placed;
  }

  /** The fields with the types of row columns where those replace them. */
  public static List<Field> replaced(List<Field> columns, List<RowColumn> rowColumns) {
    Map<String, Field> all = byName(rowColumns);
    return columns.stream().map(column -> all.getOrDefault(column.getName(), column)).toList();
  }

  /** The fields that no row column replaces. */
  public static List<Field> others(List<Field> columns, List<RowColumn> rowColumns) {
    Map<String, Field> all = byName(rowColumns);
    return columns.stream().filter(column -> !all.containsKey(column.getName())).toList();
  }

  private static Map<String, Field> byName(List<RowColumn> rowColumns) {
    Map<String, Field> fields = new LinkedHashMap<>();
    rowColumns.forEach(column -> fields.put(column.field().getName(), column.field()));
    return fields;
  }

  /**
   * The options with the columns that are to be read of a file: those chosen that no row column
   * replaces, and {@code more}, of those that the file has.
   */
  public static ParquetReadOptions read(
      FlatFooter footer, ParquetReadOptions options, Set<String> more) {
    Set<String> replaced = new HashSet<>(byName(options.rowColumns()).keySet());
    replaced.removeIf(name -> !has(footer, name));
    List<String> added = more.stream().filter(name -> has(footer, name)).toList();
    List<String> chosen = options.columns();
    if (replaced.isEmpty() && (added.isEmpty() || chosen == null)) {
      return options;
    }
    Set<String> names = new LinkedHashSet<>();
    if (!replaced.isEmpty()) {
      ArrowSchema.nodes(footer).forEach(node -> names.add(node.field().getName()));
    }
    Set<String> paths = new LinkedHashSet<>(chosen == null ? names : chosen);
    replaced.retainAll(names);
    // A name with a dot is not below its beginning.
    names.removeAll(replaced);
    paths.removeIf(path -> isOneOf(replaced, path) && !isOneOf(names, path));
    paths.addAll(added);
    return options.withColumns(List.copyOf(paths));
  }

  private static boolean isOneOf(Set<String> names, String path) {
    return names.stream().anyMatch(name -> path.equals(name) || path.startsWith(name + "."));
  }

  /** Whether the file has a column of this path, or columns below it. */
  public static boolean has(FlatFooter footer, String path) {
    return footer.findColumn(path) >= 0 || !footer.findColumnsBelow(path).isEmpty();
  }

  /**
   * The row columns under names that no column of a file has, so that they come after these.
   *
   * @param inFile the file's name of a column; null if it has none
   */
  public static List<RowColumn> renamed(List<RowColumn> rowColumns, UnaryOperator<String> inFile) {
    return rowColumns.stream().map(column -> renamed(column, inFile)).toList();
  }

  private static RowColumn renamed(RowColumn column, UnaryOperator<String> inFile) {
    Field field = column.field();
    return new RowColumn(
        column.kind(),
        new Field(PREFIX + field.getName(), field.getFieldType(), field.getChildren()),
        column.value(),
        column.column() == null ? null : inFile.apply(column.column()));
  }

  /** The number of the renamed row column that stands in a field; negative if it is none. */
  public static int number(Field target, List<RowColumn> renamed) {
    String name = PREFIX + target.getName();
    return IntStream.range(0, renamed.size())
        .filter(number -> renamed.get(number).field().getName().equals(name))
        .findFirst()
        .orElse(-1);
  }

  /** The columns of the file that row columns are made from, by name. */
  public static Set<String> sources(ParquetReadOptions options) {
    Set<String> sources = new LinkedHashSet<>();
    for (RowColumn column : options.rowColumns()) {
      if (column.column() != null) {
        sources.add(column.column());
      }
    }
    return sources;
  }
}
