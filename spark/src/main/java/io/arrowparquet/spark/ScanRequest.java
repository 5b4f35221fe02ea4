// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
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
 * @param limit how many rows are enough, in each part too
 * @param nulls whether it matters which Variants are null, besides the values at their paths
 * @param atHand names of the columns that filters and plans look at, by their parts
 */
record ScanRequest(
    StructType table,
    StructType columns,
    @Nullable RowFilter filter,
    @Nullable RowFilter pruning,
    long limit,
    boolean nulls,
    List<List<String>> atHand) {
  /** Files have field ids that mean nothing, such as 0 of each, which Spark does not look at. */
  private static final EvolutionRules BY_NAME = EvolutionRules.defaults().withByFieldId(false);

  ScanRequest withColumns(StructType chosen) {
    return new ScanRequest(table, chosen, filter, pruning, limit, nulls, atHand);
  }

  ScanRequest withLimit(long most) {
    return new ScanRequest(table, columns, filter, pruning, most, nulls, atHand);
  }

  ScanRequest withPruning(RowFilter condition) {
    return new ScanRequest(table, columns, filter, condition, limit, nulls, atHand);
  }

  ScanRequest withoutNulls() {
    return new ScanRequest(table, columns, filter, pruning, limit, false, atHand);
  }

  /** All rows of the table. */
  static ScanRequest of(StructType table) {
    return new ScanRequest(table, table, null, null, Long.MAX_VALUE, true, List.of());
  }

  /** One condition more. */
  ScanRequest and(RowFilter condition, List<List<String>> names) {
    return new ScanRequest(table, columns, both(filter, condition), pruning, limit, nulls, atHand)
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
    return new ScanRequest(table, columns, filter, pruning, limit, nulls, all);
  }

  /** The paths of Variants, in the order of the columns, with nulls a whole one of each too. */
  static List<Extraction> extractions(StructType columns, boolean nulls) {
    List<Extraction> all = new ArrayList<>();
    for (StructField column : columns.fields()) {
      if (VariantMetadata.isVariantStruct(column.dataType())) {
        for (StructField path : ((StructType) column.dataType()).fields()) {
          if (!Extraction.isUncast(path)) {
            all.add(new Extraction(column.name(), path.dataType(), path.metadata()));
          }
        }
        if (nulls) {
          all.add(Extraction.whole(column.name()));
        }
      }
    }
    return all;
  }

  /** What files are read into, by name: the columns, those at hand, and whole Variants. */
  ReaderSchema schema(Schema files) {
    return ReaderSchema.of(SparkTypes.chosen(files, united())).withRules(BY_NAME);
  }

  private StructType united() {
    StructType all = new StructType();
    for (StructField column : columns.fields()) {
      boolean isPaths = VariantMetadata.isVariantStruct(column.dataType());
      all = all.add(column.name(), isPaths ? DataTypes.VariantType : column.dataType());
    }
    for (List<String> name : atHand) {
      all = SparkTypes.with(all, table, name);
    }
    return all;
  }

  /** The options of the scan, of which the plan is made. */
  ParquetReadOptions options(ParquetReadOptions base) {
    List<String> chosen = new ArrayList<>();
    StructType united = united();
    for (StructField column : columns.fields()) {
      if (!VariantMetadata.isVariantStruct(column.dataType())) {
        SparkTypes.addPaths("", column, united.apply(column.name()), chosen);
      }
    }
    List<Extraction> extractions = extractions(columns, nulls);
    ParquetReadOptions options =
        base.withFilter(both(filter, pruning))
            .withLimit(limit)
            .withVariantPaths(projections(extractions, false));
    boolean isAll = united.length() == chosen.size() && extractions.isEmpty();
    return isAll ? options : options.withColumns(chosen);
  }

  static List<VariantProjection> projections(List<Extraction> extractions, boolean asVariants) {
    List<VariantProjection> all = new ArrayList<>();
    for (Extraction extraction : extractions) {
      all.add(extraction.projection("\u0000" + all.size(), asVariants));
    }
    return all;
  }
}
