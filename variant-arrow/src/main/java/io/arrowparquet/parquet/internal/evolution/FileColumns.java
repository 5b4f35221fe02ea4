// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.encoding.DictionaryIndices;
import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.PlannedField;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters.FieldAdapter;
import io.arrowparquet.parquet.internal.filter.RowColumnPlaces;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;

/** How the vectors of one file's reader become those of the common schema, batch by batch. */
public final class FileColumns {
  private final List<Column> columns;
  private final String file;

  private FileColumns(List<Column> columns, String file) {
    this.columns = columns;
    this.file = file;
  }

  /** Where a column comes from: {@code from} is negative where the file lacks it. */
  private record Column(int from, FieldAdapter adapter) {}

  /**
   * The way of a file's columns.
   *
   * @param file what messages call the file
   * @param files fields of the file's reader: its columns, then row columns, then its Variant paths
   * @param targets fields of the common schema: columns and row columns, then Variant paths
   * @throws UnsupportedColumnException if a column does not go into the common schema
   */
  public static FileColumns of(
      String file, FilePlan plan, List<Field> files, List<Field> targets, FieldAdapters adapters) {
    List<RowColumn> rowColumns = plan.options().rowColumns();
    int firstPath = files.size() - plan.options().variantPaths().size();
    int firstRowColumn = firstPath - rowColumns.size();
    List<Field> ownFields = files.subList(0, firstRowColumn);
    List<Field> placed = targets.subList(0, targets.size() - plan.paths().size());
    List<Field> fields =
        placed.stream().filter(field -> RowColumnPlaces.number(field, rowColumns) < 0).toList();
    List<Column> columns = new ArrayList<>();
    boolean same = plan.evolution() == null && ownFields.equals(fields);
    for (int i = 0; same && i < fields.size(); i++) {
      columns.add(new Column(i, FieldAdapters::transfer));
    }
    List<PlannedField> planned = same ? List.of() : planned(plan, ownFields, fields);
    for (int i = 0; i < planned.size(); i++) {
      PlannedField field = planned.get(i);
      Field source = field.isPresent() ? ownFields.get(field.from()) : null;
      columns.add(new Column(field.from(), adapters.adapter(field, source, fields.get(i))));
    }
    for (int i = 0; i < placed.size(); i++) {
      int number = RowColumnPlaces.number(placed.get(i), rowColumns);
      if (number >= 0) {
        columns.add(i, new Column(firstRowColumn + number, FieldAdapters::transfer));
      }
    }
    int next = firstPath;
    for (boolean present : plan.paths()) {
      // A path's type is the caller's in every file.
      columns.add(
          present
              ? new Column(next++, FieldAdapters::transfer)
              : new Column(-1, FieldAdapters.NULLS));
    }
    return new FileColumns(columns, file);
  }

  /**
   * The same columns, some of them as indices into dictionaries.
   *
   * @param targets as for {@link #of}
   * @param indices what makes them, by name of the column
   * @param reader of the file, which may have such columns as indices of its own
   * @param allocator for values that are not kept
   */
  public FileColumns withIndices(
      List<Field> targets,
      Map<String, DictionaryIndices> indices,
      ArrowReader reader,
      BufferAllocator allocator)
      throws IOException {
    List<Field> read = reader.getVectorSchemaRoot().getSchema().getFields();
    List<Column> changed = new ArrayList<>(columns);
    for (int i = 0; i < changed.size(); i++) {
      Field target = targets.get(i);
      DictionaryIndices made = indices.get(target.getName());
      Column column = columns.get(i);
      if (made != null) {
        DictionaryEncoding own = column.from() < 0 ? null : read.get(column.from()).getDictionary();
        FieldAdapter adapter =
            own == null
                ? encoding(column.adapter(), target, made, allocator)
                : (from, to, rows) ->
                    made.translate(
                        from, reader.lookup(own.getId()).getVector(), to, rows, allocator);
        changed.set(i, new Column(column.from(), adapter));
      }
    }
    return new FileColumns(changed, file);
  }

  private static FieldAdapter encoding(
      FieldAdapter values, Field target, DictionaryIndices indices, BufferAllocator allocator) {
    return (from, to, rows) -> {
      try (FieldVector adapted = target.createVector(allocator)) {
        values.adapt(from, adapted, rows);
        indices.encode(adapted, to, rows, allocator);
      }
    };
  }

  private static List<PlannedField> planned(
      FilePlan plan, List<Field> ownFields, List<Field> fields) {
    if (plan.evolution() != null) {
      return plan.evolution().plan().fields();
    }
    return EvolutionPlan.of(
            ArrowFields.of(fields),
            ArrowFields.of(ownFields),
            FieldAdapters.BY_NAME.withIgnoreCase(plan.options().caseInsensitive()))
        .fields();
  }

  /** Moves a batch; the source is empty afterwards, or holds what was not needed. */
  public void adapt(VectorSchemaRoot from, VectorSchemaRoot to) {
    int rows = from.getRowCount();
    try {
      for (int i = 0; i < columns.size(); i++) {
        Column column = columns.get(i);
        FieldVector source = column.from() < 0 ? null : from.getVector(column.from());
        column.adapter().adapt(source, to.getVector(i), rows);
      }
    } catch (ConversionException e) {
      throw e.in(file);
    }
    to.setRowCount(rows);
  }
}
