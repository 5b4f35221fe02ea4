// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static io.arrowparquet.parquet.internal.filter.RowColumnPlaces.has;

import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand;
import io.arrowparquet.parquet.internal.evolution.TargetSchema.FileEvolution;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.NarrowedFilter;
import io.arrowparquet.parquet.internal.filter.RowColumnPlaces;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What to ask of one file, which may lack some of the columns asked of all files.
 *
 * @param options for the file's reader
 * @param evolution how its columns become those of the caller's schema; null if there is none
 * @param paths by number of the Variant path asked of all files: whether the file has its column
 */
public record FilePlan(ParquetReadOptions options, FileEvolution evolution, List<Boolean> paths) {

  /**
   * The plan of a file.
   *
   * @param all the options for all files
   */
  public static FilePlan of(FlatFooter footer, ParquetReadOptions all) {
    ParquetReadOptions options = ExactNames.of(footer, all);
    Function<Operand, FileOperand> inFile =
        FilterFolding.presence(operand -> has(footer, FilterOperands.column(operand)));
    ParquetReadOptions own = FilterFolding.translate(options, inFile);
    if (options.columns() != null) {
      own = own.withColumns(options.columns().stream().filter(path -> has(footer, path)).toList());
    }
    own =
        RowColumnPlaces.read(footer, own, Set.of())
            .withRowColumns(RowColumnPlaces.renamed(options.rowColumns(), column -> column));
    List<VariantProjection> paths =
        options.variantPaths().stream().filter(path -> has(footer, path.column())).toList();
    Set<String> variants =
        options.variantColumns().stream()
            .filter(path -> has(footer, path))
            .collect(Collectors.toUnmodifiableSet());
    return new FilePlan(
        own.withVariantPaths(paths).withVariantColumns(variants),
        null,
        options.variantPaths().stream().map(path -> has(footer, path.column())).toList());
  }

  /**
   * The plan of a file that is read into the caller's schema, for which its row groups are not
   * looked at.
   *
   * @param all the options for all files, in the words of that schema
   * @param target that schema; null for none
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if the file does not go into
   *     it
   */
  public static FilePlan of(
      ParquetFooter file, ParquetReadOptions all, @Nullable TargetSchema target) {
    FlatFooter footer = file.footer();
    if (target == null) {
      return of(footer, all);
    }
    ParquetReadOptions options = target.exact(footer, all);
    Set<String> variants = variants(footer, options);
    FileEvolution evolution = target.evolution(file, options, variants);
    OperandTranslation translation = target.translation(footer, evolution);
    List<VariantProjection> paths = new ArrayList<>();
    List<Boolean> present = new ArrayList<>();
    for (VariantProjection path : options.variantPaths()) {
      VariantProjection own = translation.inFile(path);
      present.add(own != null);
      if (own != null) {
        paths.add(own);
      }
    }
    ParquetReadOptions own =
        FilterFolding.translate(options, translation::inFile)
            .withColumns(evolution.columns())
            .withRowColumns(RowColumnPlaces.renamed(options.rowColumns(), translation::column))
            .withVariantPaths(paths)
            .withVariantColumns(variants);
    return new FilePlan(own, evolution, present);
  }

  /**
   * The same with another filter, whose operands are among those of the options for all files.
   *
   * @param target that the plan was made for; null for none
   */
  public FilePlan withFilter(FlatFooter footer, RowFilter filter, TargetSchema target) {
    Function<Operand, FileOperand> inFile =
        target == null
            ? FilterFolding.presence(operand -> has(footer, FilterOperands.column(operand)))
            : target.translation(footer, evolution)::inFile;
    RowFilter folded = FilterFolding.translate(filter, inFile);
    return new FilePlan(options.withFilter(folded), evolution, paths);
  }

  /** Whether the filter turns all of the file's rows away. */
  public boolean empty() {
    return FilterFolding.isNone(options.filter());
  }

  private static Set<String> variants(FlatFooter footer, ParquetReadOptions options) {
    Set<String> variants = new LinkedHashSet<>(options.variantColumns());
    options.variantPaths().forEach(path -> variants.add(path.column()));
    for (Operand operand : NarrowedFilter.operands(options)) {
      if (operand instanceof VariantProjection path) {
        variants.add(path.column());
      }
    }
    variants.removeIf(path -> !has(footer, path));
    return variants;
  }

  /** The options for reading rows: no row group where the filter turns all rows away. */
  public ParquetReadOptions optionsOfRows() {
    return empty() ? options.withRowGroups(List.of()) : options;
  }
}
