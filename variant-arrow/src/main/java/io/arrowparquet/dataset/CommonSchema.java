// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.NearPaths;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.internal.evolution.ExactNames;
import io.arrowparquet.parquet.internal.evolution.FieldUnion;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.filter.RowColumnPlaces;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.arrow.vector.types.pojo.Field;

final class CommonSchema {
  /** Schemas that files are compared with: those that were met last. */
  private static final int MOST_COMPARED = 16;

  private CommonSchema() {}

  /**
   * The fields as {@link ParquetFileSet#fields(ParquetReadOptions)} has them.
   *
   * @param all one of each schema at least, in the order of reading
   * @param isOne whether there is one file in all
   * @param target null where the files' schemas are unified
   */
  static List<Field> of(
      List<SetFile> all, boolean isOne, TargetSchema target, ParquetReadOptions options) {
    List<SetFile> files = target == null || options.caseInsensitive() ? distinct(all) : all;
    requireSomewhere(files, target, options);
    if (target != null) {
      return target.fields(options);
    }
    List<Field> columns = unify(files, options);
    List<Field> fields = new ArrayList<>(RowColumnPlaces.place(columns, options.rowColumns()));
    // Columns of several files meet by name. One file may have two of a name.
    int own = isOne ? fields.size() : 0;
    options.variantPaths().forEach(path -> fields.add(path.target()));
    FieldUnion.requireDistinct(fields, own);
    return fields;
  }

  /**
   * The first file of each schema, so that not every file needs an Arrow schema of its own. Of many
   * schemas by turns a file may be there that has an earlier one's.
   */
  static List<SetFile> distinct(List<SetFile> files) {
    List<SetFile> distinct = new ArrayList<>();
    Set<SetFile.SharedSchema> bundled = new HashSet<>();
    Deque<Predicate<FlatFooter>> met = new ArrayDeque<>();
    for (SetFile file : files) {
      if (file.schema() != null ? bundled.add(file.schema()) : isNew(file, met)) {
        distinct.add(file);
      }
    }
    return distinct;
  }

  private static boolean isNew(SetFile file, Deque<Predicate<FlatFooter>> met) {
    FlatFooter footer = file.footer().schema().footer();
    try {
      for (Predicate<FlatFooter> schema : met) {
        if (schema.test(footer)) {
          met.remove(schema);
          met.addFirst(schema);
          return false;
        }
      }
      met.addFirst(footer.sameSchema());
      if (met.size() > MOST_COMPARED) {
        met.removeLast();
      }
    } catch (CorruptFooterException e) {
      return true; // its Arrow schema says what is wrong, if it can be made
    }
    return true;
  }

  private static List<Field> unify(List<SetFile> files, ParquetReadOptions options) {
    List<Field> fields = null;
    for (SetFile file : files) {
      List<Field> own = own(file, options);
      try {
        if (fields != null && options.caseInsensitive()) {
          own = FieldUnion.inCaseOf(fields, own);
        }
        fields = fields == null ? own : FieldUnion.merge(fields, own);
      } catch (DiagnosedException e) {
        throw e.in(file.name());
      }
    }
    return fields;
  }

  /** The columns of one file as it has them, but for those that row columns replace. */
  static List<Field> own(SetFile file, ParquetReadOptions options) {
    ParquetFooter footer = file.footer().schema();
    ParquetReadOptions own =
        FilePlan.of(footer.footer(), options.withRowColumns(List.of()))
            .options()
            .withTypes(options.types().decoded());
    List<Field> fields =
        ParquetArrowReader.fields(
            footer, own.withVariantPaths(List.of()).withFilter(null).withDynamicFilter(null));
    return RowColumnPlaces.replaced(fields, options.rowColumns());
  }

  private static void requireSomewhere(
      List<SetFile> files, TargetSchema target, ParquetReadOptions options) {
    List<UnaryOperator<String>> names = new ArrayList<>();
    if (options.caseInsensitive()) {
      files.forEach(file -> names.add(ExactNames.lookup(file.footer().schema().footer())));
    }
    ParquetReadOptions exact = target == null ? options : target.exact(null, options);
    for (String path : wanted(exact)) {
      boolean found = target != null && target.has(path);
      for (int i = 0; !found && i < files.size(); i++) {
        String inFile = names.isEmpty() ? path : names.get(i).apply(path);
        found = RowColumnPlaces.has(files.get(i).footer().schema().footer(), inFile);
      }
      if (!found) {
        throw new InvalidRequestException(
            path, "no such column", "a column of a file" + nearColumns(files, path));
      }
    }
  }

  private static List<String> wanted(ParquetReadOptions options) {
    List<String> wanted = new ArrayList<>(options.variantColumns());
    options.variantPaths().forEach(path -> wanted.add(path.column()));
    if (options.columns() != null) {
      wanted.addAll(options.columns());
    }
    return wanted;
  }

  private static String nearColumns(List<SetFile> files, String path) {
    return files.stream()
        .map(file -> NearPaths.hint(file.footer().schema().footer(), path))
        .filter(near -> !near.isEmpty())
        .findFirst()
        .orElse("");
  }
}
