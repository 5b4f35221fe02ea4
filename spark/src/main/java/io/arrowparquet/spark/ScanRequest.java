// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * What Spark asks for of a table.
 *
 * @param table all columns
 * @param columns those to be read, in this order; of a Variant column of which paths are asked for,
 *     a struct of them
 * @param filter which rows; null for all
 * @param pruning row groups without a row of which this is true are not read; null for none
 * @param kept which of the other row groups' rows Spark gets, which filters them; null for all
 * @param limit how many rows are enough, in each part too
 * @param atHand names of the columns that filters and plans look at, by their parts
 */
record ScanRequest(
    StructType table,
    StructType columns,
    @Nullable RowFilter filter,
    @Nullable RowFilter pruning,
    @Nullable RowFilter kept,
    long limit,
    List<List<String>> atHand) {
  /** Files have field ids that mean nothing, such as 0 of each, which Spark does not look at. */
  private static final EvolutionRules BY_NAME = EvolutionRules.defaults().withByFieldId(false);

  ScanRequest withColumns(StructType chosen) {
    return new ScanRequest(table, chosen, filter, pruning, kept, limit, atHand);
  }

  ScanRequest withLimit(long most) {
    return new ScanRequest(table, columns, filter, pruning, kept, most, atHand);
  }

  ScanRequest withPruning(@Nullable RowFilter rowGroups, @Nullable RowFilter rows) {
    return new ScanRequest(table, columns, filter, rowGroups, rows, limit, atHand);
  }

  /** All rows of the table. */
  static ScanRequest of(StructType table) {
    return new ScanRequest(table, table, null, null, null, Long.MAX_VALUE, List.of());
  }

  /** One condition more. */
  ScanRequest and(RowFilter condition, List<List<String>> names) {
    return new ScanRequest(table, columns, both(filter, condition), pruning, kept, limit, atHand)
        .alsoReading(names);
  }

  /** What two conditions say together, of which each may be null. */
  static @Nullable RowFilter both(@Nullable RowFilter one, @Nullable RowFilter other) {
    return one == null || other == null ? (one == null ? other : one) : one.and(other);
  }

  /** The same rows and columns, planned with other columns at hand. */
  ScanRequest alsoReading(List<List<String>> names) {
    List<List<String>> all = new ArrayList<>(atHand);
    all.addAll(names);
    return new ScanRequest(table, columns, filter, pruning, kept, limit, all);
  }

  /** The paths of Variants, in the order of the columns. */
  static List<Extraction> extractions(StructType columns) {
    return Stream.of(columns.fields()).flatMap(column -> Extraction.of(column).stream()).toList();
  }

  /** What files are read into, by name: the columns, those at hand, and whole Variants. */
  ReaderSchema schema(Schema files) {
    return ReaderSchema.of(SparkTypes.chosen(files, united())).withRules(BY_NAME);
  }

  private StructType united() {
    StructType all = new StructType();
    for (StructField column : columns.fields()) {
      boolean isPlain = Extraction.of(column).isEmpty();
      all = all.add(column.name(), isPlain ? column.dataType() : DataTypes.VariantType);
    }
    for (List<String> name : atHand) {
      all = all.merge(SparkTypes.part(table, name), true);
    }
    return all;
  }

  /** The options of the scan, of which the plan is made. */
  ParquetReadOptions options(ParquetReadOptions base) {
    List<String> chosen = new ArrayList<>();
    StructType united = united();
    for (StructField column : columns.fields()) {
      if (Extraction.of(column).isEmpty()) {
        SparkTypes.addPaths("", column, united.apply(column.name()), chosen);
      }
    }
    List<Extraction> extractions = extractions(columns);
    ParquetReadOptions options =
        base.withFilter(both(filter, pruning))
            .withLimit(limit)
            .withVariantPaths(projections(extractions, ConversionMode.STRICT));
    boolean isAll = united.length() == chosen.size() && extractions.isEmpty();
    return isAll ? options : options.withColumns(chosen);
  }

  static List<VariantProjection> projections(
      List<Extraction> extractions, @Nullable ConversionMode mode) {
    List<VariantProjection> all = new ArrayList<>();
    for (Extraction extraction : extractions) {
      all.add(extraction.projection("\u0000" + all.size(), mode));
    }
    return all;
  }
}
