// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.internal.evolution.Constant;
import io.arrowparquet.parquet.internal.evolution.ExactNames;
import io.arrowparquet.parquet.internal.evolution.FilterFolding;
import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * The columns that folders name, and their values in each file of a set. Threads may share one.
 *
 * @param texts by number of the file; one for all files of a folder. What is null is not there
 */
record PartitionColumns(Map<String, Field> fields, List<Map<String, String>> texts) {
  static final String NULL = "__HIVE_DEFAULT_PARTITION__";
  private static final ArrowType INT64 = new ArrowType.Int(Long.SIZE, true);
  private static final ArrowType DATE = new ArrowType.Date(DateUnit.DAY);

  /**
   * The columns of some files; null if there are none.
   *
   * @throws InvalidRequestException if a file is not below the root, or a value is none of the type
   *     that is given
   */
  static @Nullable PartitionColumns of(HivePartitions partitions, List<SourceEntry> files) {
    String root = partitions.root().getPath();
    String prefix = root.endsWith("/") ? root : root + "/";
    Map<String, Map<String, String>> ofFolders = new HashMap<>();
    Set<String> names = new LinkedHashSet<>();
    List<Map<String, String>> texts = new ArrayList<>();
    for (SourceEntry file : files) {
      String path = file.uri().getPath();
      if (path == null || !path.startsWith(prefix)) {
        throw new InvalidRequestException(
            "file " + SourceEntry.name(file.uri()) + " is not below " + prefix, null);
      }
      String folder =
          path.substring(prefix.length(), Math.max(prefix.length(), path.lastIndexOf('/') + 1));
      texts.add(ofFolders.computeIfAbsent(folder, added -> texts(folder, names)));
    }
    Map<String, Field> fields = new LinkedHashMap<>();
    names.forEach(name -> fields.put(name, Field.nullable(name, type(name, ofFolders.values()))));
    partitions.types().forEach(type -> fields.put(type.getName(), nullable(type)));
    PartitionColumns columns = new PartitionColumns(fields, texts);
    columns.requireValues(files);
    return fields.isEmpty() ? null : columns;
  }

  private static Map<String, String> texts(String folder, Collection<String> names) {
    Map<String, String> texts = new HashMap<>();
    Set<String> known = new HashSet<>();
    for (String part : folder.split("/", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        String name = decoded(part.substring(0, equals));
        String value = decoded(part.substring(equals + 1));
        if (!known.add(name)) {
          throw new InvalidRequestException(name, "two folders of this name in " + folder, "one");
        }
        names.add(name);
        if (!value.equals(NULL)) {
          texts.put(name, value);
        }
      }
    }
    return texts;
  }

  /** The path of a URI is decoded already: what is escaped still was so by the writer. */
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // a percent sign that escapes nothing
    }
  }

  private static ArrowType type(String name, Collection<Map<String, String>> texts) {
    List<String> values =
        texts.stream().map(folder -> folder.get(name)).filter(Objects::nonNull).distinct().toList();
    if (values.isEmpty()) {
      return ArrowType.Utf8.INSTANCE;
    }
    if (values.stream().allMatch(value -> value.matches("[+-]?[0-9]{1,18}"))) {
      return INT64;
    }
    return values.stream().allMatch(PartitionColumns::isDate) ? DATE : ArrowType.Utf8.INSTANCE;
  }

  private static boolean isDate(String text) {
    try {
      return text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}") && LocalDate.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static Field nullable(Field field) {
    return Field.nullable(field.getName(), field.getType());
  }

  private void requireValues(List<SourceEntry> files) {
    Set<Map<String, String>> checked = new HashSet<>();
    for (int file = 0; file < texts.size(); file++) {
      if (checked.add(texts.get(file))) {
        try {
          for (String name : fields.keySet()) {
            constant(name, file);
          }
        } catch (DiagnosedException e) {
          throw e.in(SourceEntry.name(files.get(file).uri()));
        }
      }
    }
  }

  /** The same columns with the types that a schema has for them. */
  PartitionColumns withTypes(List<Field> schema, List<SourceEntry> files) {
    Map<String, Field> typed = new LinkedHashMap<>(fields);
    schema.forEach(
        field -> typed.computeIfPresent(field.getName(), (name, old) -> nullable(field)));
    PartitionColumns columns = new PartitionColumns(typed, texts);
    columns.requireValues(files);
    return columns;
  }

  PartitionColumns of(List<Integer> files) {
    return new PartitionColumns(fields, files.stream().map(texts::get).toList());
  }

  /** The numbers of the files that a filter does not rule out. */
  List<Integer> possible(@Nullable RowFilter filter) {
    ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(filter);
    return IntStream.range(0, texts.size())
        .filter(file -> of(file, options) != null)
        .boxed()
        .toList();
  }

  private RowColumn constant(String name, int file) {
    return RowColumn.constantOf(fields.get(name), texts.get(file).get(name));
  }

  private Function<Operand, FileOperand> inFile(int file) {
    return operand -> {
      String name = FilterOperands.column(operand);
      if (!fields.containsKey(name)) {
        return new FileOperand.InFile(operand);
      }
      RowColumn column = constant(name, file);
      return column.value() == null
          ? new FileOperand.NullInFile()
          : new FileOperand.DefaultInFile(
              Constant.of(column.field().getType(), column.value()), null);
    };
  }

  /** The options for a file, without the partition columns; null if their values rule it out. */
  @Nullable ParquetReadOptions of(int file, ParquetReadOptions all) {
    ParquetReadOptions options = FilterFolding.translate(exact(all), inFile(file));
    return FilterFolding.isNone(options.filter())
        ? null
        : with(options, name -> constant(name, file));
  }

  private ParquetReadOptions exact(ParquetReadOptions options) {
    return ExactNames.of(List.copyOf(fields.values()), null, options);
  }

  /** Options for the common schema, which depends on no value. */
  ParquetReadOptions ofAll(ParquetReadOptions options) {
    return with(exact(options), name -> RowColumn.constant(fields.get(name), null));
  }

  private ParquetReadOptions with(ParquetReadOptions options, Function<String, RowColumn> column) {
    List<String> chosen = options.columns();
    Set<String> replaced = new HashSet<>();
    options.rowColumns().forEach(other -> replaced.add(other.field().getName()));
    List<RowColumn> columns = new ArrayList<>();
    for (String name : fields.keySet()) {
      if (!replaced.contains(name) && (chosen == null || chosen.contains(name))) {
        columns.add(column.apply(name));
      }
    }
    columns.addAll(options.rowColumns());
    ParquetReadOptions ofFiles =
        chosen == null
            ? options
            : options.withColumns(
                chosen.stream().filter(name -> !fields.containsKey(name)).toList());
    return ofFiles.withRowColumns(columns);
  }
}
