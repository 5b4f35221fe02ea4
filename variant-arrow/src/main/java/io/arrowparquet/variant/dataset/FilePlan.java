// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.parquet.options.VariantProjection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What to ask of one file, which may lack some of the columns asked of all files.
 *
 * @param options for the file's reader
 * @param empty whether the filter turns all of the file's rows away
 */
record FilePlan(ParquetReadOptions options, boolean empty) {

  /**
   * The plan of a file.
   *
   * @param options for all files
   */
  static FilePlan of(ParquetFooter file, ParquetReadOptions options) {
    FlatFooter footer = file.footer();
    FilterFolding.Folded filter =
        FilterFolding.fold(options.filter(), operand -> has(footer, columnOf(operand)));
    ParquetReadOptions own = options.withFilter(filter.predicate());
    if (options.columns() != null) {
      own = own.withColumns(present(footer, options.columns()));
    }
    List<VariantProjection> paths =
        options.variantPaths().stream().filter(path -> has(footer, path.column())).toList();
    Set<String> variants =
        options.variantColumns().stream()
            .filter(path -> has(footer, path))
            .collect(Collectors.toUnmodifiableSet());
    return new FilePlan(
        own.withVariantPaths(paths).withVariantColumns(variants), filter.passesNone());
  }

  private static List<String> present(FlatFooter footer, List<String> paths) {
    return paths.stream().filter(path -> has(footer, path)).toList();
  }

  private static String columnOf(Operand operand) {
    return operand instanceof VariantProjection path
        ? path.column()
        : ((Operand.Column) operand).path();
  }

  /** Whether the file has a column of this path, or columns below it. */
  static boolean has(FlatFooter footer, String path) {
    if (footer.findColumn(path) >= 0) {
      return true;
    }
    String prefix = path + ".";
    for (int column = 0; column < footer.columnCount(); column++) {
      if (footer.columnPath(column).startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
