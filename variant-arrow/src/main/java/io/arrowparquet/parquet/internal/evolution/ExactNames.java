// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** The names of options as a schema has them, where they are meant without regard to case. */
public final class ExactNames implements UnaryOperator<String> {
  private final Map<String, Set<String>> paths = new HashMap<>();

  private ExactNames() {}

  /** Of a file. */
  public static ParquetReadOptions of(FlatFooter footer, ParquetReadOptions options) {
    return options.caseInsensitive() ? in(options, lookup(footer)) : options;
  }

  /** Of a schema, or else of a file; without one, other names stay as they are. */
  public static ParquetReadOptions of(
      List<Field> schema, @Nullable FlatFooter footer, ParquetReadOptions options) {
    if (!options.caseInsensitive()) {
      return options;
    }
    ExactNames names = new ExactNames();
    names.add("", schema);
    UnaryOperator<String> others = footer == null ? name -> name : lookup(footer);
    return in(options, name -> (names.paths.containsKey(key(name)) ? names : others).apply(name));
  }

  /** The path that a file has for one; the same if it has none. */
  public static UnaryOperator<String> lookup(FlatFooter footer) {
    ExactNames names = new ExactNames();
    for (int element = 1; element < footer.elementCount(); element++) {
      names.add(footer.elementPath(element));
    }
    return names;
  }

  private void add(String parent, List<Field> fields) {
    for (Field field : fields) {
      String path = FieldUnion.path(parent, field.getName());
      add(path);
      add(path, field.getChildren());
    }
  }

  private void add(String path) {
    paths.computeIfAbsent(key(path), added -> new LinkedHashSet<>()).add(path);
  }

  static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  static InvalidRequestException collision(String name, String one, String other) {
    return new InvalidRequestException(
        name, "columns " + one + " and " + other, "one column of this name without regard to case");
  }

  @Override
  public String apply(String name) {
    Set<String> found = paths.getOrDefault(key(name), Set.of(name));
    if (found.size() > 1) {
      List<String> all = List.copyOf(found);
      throw collision(name, all.get(0), all.get(1));
    }
    return found.iterator().next();
  }

  private static ParquetReadOptions in(ParquetReadOptions options, UnaryOperator<String> names) {
    Function<Operand, FileOperand> inFile = operand -> new FileOperand.InFile(in(operand, names));
    List<String> columns = options.columns();
    return FilterFolding.translate(options, inFile)
        .withColumns(columns == null ? null : columns.stream().map(names).distinct().toList())
        .withVariantPaths(options.variantPaths().stream().map(path -> in(path, names)).toList())
        .withVariantColumns(
            options.variantColumns().stream().map(names).collect(Collectors.toSet()))
        .withRowColumns(options.rowColumns().stream().map(column -> in(column, names)).toList());
  }

  private static RowColumn in(RowColumn column, UnaryOperator<String> names) {
    return column.column() == null
        ? column
        : new RowColumn(
            column.kind(), column.field(), column.value(), names.apply(column.column()));
  }

  private static Operand in(Operand operand, UnaryOperator<String> names) {
    return operand instanceof VariantProjection path
        ? in(path, names)
        : Operand.column(names.apply(((Operand.Column) operand).path()));
  }

  private static VariantProjection in(VariantProjection path, UnaryOperator<String> names) {
    return new VariantProjection(
        names.apply(path.column()), path.path(), path.target(), path.mode());
  }
}
