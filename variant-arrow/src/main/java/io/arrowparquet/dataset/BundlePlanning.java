// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.FooterBundle.BundledSchema;
import io.arrowparquet.bundle.internal.plan.FactsAssembler;
import io.arrowparquet.bundle.stream.SchemaDef;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.NarrowedFilter;
import io.arrowparquet.parquet.internal.prune.RowGroupFilter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Plans a scan of the files of a bundle by the bounds and counts of the filter's columns. The rules
 * of which statistics are trusted are those for single files. Where the options do not go with a
 * schema, all of its files are planned: the reader that comes to one says why, as it does without a
 * bundle, and none does if these files were changed.
 */
final class BundlePlanning {
  private final FooterBundle bundle;

  /** Null where the options are in the words of the files. */
  private final TargetSchema target;

  private final ParquetReadOptions options;
  private final NavigableMap<BundleEntry, List<Integer>> planned =
      new TreeMap<>(BundleEntry.BY_PATH);

  private final Set<BundledSchema> whole = new HashSet<>();

  /** Dotted paths in the files. */
  private final Set<String> columns = new LinkedHashSet<>();

  /** Those of them that filters look at. */
  private final Set<String> compared = new LinkedHashSet<>();

  private BundlePlanning(FooterBundle bundle, TargetSchema target, ParquetReadOptions options) {
    this.bundle = bundle;
    this.target = target;
    this.options = options;
  }

  /** {@code target}: null where the options are in the words of the files. */
  static BundlePlanning of(FooterBundle bundle, TargetSchema target, ParquetReadOptions options)
      throws IOException {
    BundlePlanning planning = new BundlePlanning(bundle, target, options);
    try {
      planning.plan();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return planning;
  }

  /** The row groups to read, by file in the order of paths; none of a file without row groups. */
  NavigableMap<BundleEntry, List<Integer>> planned() {
    return planned;
  }

  /** The columns and groups that are read of any file; null for all. */
  Set<String> columns() {
    return target == null && options.columns() == null ? null : columns;
  }

  /** The columns and groups that filters look at, in the words of the files. */
  Set<String> compared() {
    return compared;
  }

  private void plan() throws IOException {
    Map<BundledSchema, Set<ParquetReadOptions>> inFiles =
        target == null && !options.caseInsensitive() ? asTheyAre() : translated();
    if (options.filter() == null) {
      bundle.files().forEach(this::addAll);
      return;
    }
    for (Map.Entry<BundledSchema, Set<ParquetReadOptions>> schema : inFiles.entrySet()) {
      addPossible(schema.getKey(), schema.getValue());
    }
    if (!whole.isEmpty()) {
      for (BundleEntry file : bundle.files()) {
        if (whole.contains(bundle.schema(file))) {
          addAll(file);
        }
      }
    }
    // What is known of these is in their own footers.
    bundle.filesWithoutSchema().forEach(this::addAll);
  }

  private Map<BundledSchema, Set<ParquetReadOptions>> asTheyAre() {
    addColumns(options);
    Map<BundledSchema, Set<ParquetReadOptions>> inFiles = new LinkedHashMap<>();
    bundle.schemas().forEach(schema -> inFiles.put(schema, Set.of(options)));
    return inFiles;
  }

  /**
   * By schema, the options in the words of its files. There may be several: Arrow's schema in the
   * key-values of a file may give fields their ids.
   */
  private Map<BundledSchema, Set<ParquetReadOptions>> translated() throws IOException {
    Map<SchemaDef, Set<ParquetReadOptions>> byDefinition = new HashMap<>();
    for (SetFile first : BundledFiles.ofSchemas(bundle).schemas()) {
      SchemaDef definition = first.schema() == null ? null : first.schema().definition();
      Set<ParquetReadOptions> ways =
          byDefinition.computeIfAbsent(definition, d -> new LinkedHashSet<>());
      try {
        FilePlan plan = FilePlan.of(first.footer().schema(), options, target);
        addColumns(plan.options());
        if (!plan.empty()) {
          ways.add(plan.options());
        }
      } catch (UnsupportedColumnException | InvalidRequestException | IllegalArgumentException e) {
        ways.add(options.withFilter(null));
      }
    }
    Map<BundledSchema, Set<ParquetReadOptions>> inFiles = new LinkedHashMap<>();
    for (BundledSchema schema : bundle.schemas()) {
      Set<ParquetReadOptions> ways = byDefinition.get(bundle.definition(schema));
      if (ways != null && ways.stream().anyMatch(way -> way.filter() == null)) {
        whole.add(schema);
      } else if (ways != null) {
        inFiles.put(schema, ways);
      }
    }
    return inFiles;
  }

  private void addColumns(ParquetReadOptions inFile) {
    if (inFile.columns() != null) {
      columns.addAll(inFile.columns());
    }
    columns.addAll(beside(inFile));
    NarrowedFilter.operands(inFile)
        .forEach(operand -> compared.add(FilterOperands.column(operand)));
  }

  /**
   * What the row groups and column chunks of a set from a bundle were chosen for.
   *
   * @param target null where the files' schemas are unified
   */
  record Choice(ParquetReadOptions options, TargetSchema target) {

    boolean isForAny() {
      return options.filter() == null && options.columns() == null && target == null;
    }

    /** Refuses other options: rows would be missing. */
    void require(ParquetReadOptions other) {
      if (options.filter() != null && !options.filter().equals(other.filter())) {
        throw new InvalidRequestException(
            "filter " + other.filter() + " of a set that was planned for " + this, null);
      }
      Set<String> known = beside(options);
      Set<String> wanted = beside(other);
      if (options.columns() != null) {
        if (other.columns() == null) {
          throw new InvalidRequestException(
              "all columns of a set that was planned for " + this, null);
        }
        known.addAll(options.columns());
        wanted.addAll(other.columns());
      }
      for (String column : wanted) {
        if (!isAmong(known, column)) {
          throw new InvalidRequestException(
              column,
              "a set that was planned for " + this,
              "a set that was planned for the column");
        }
      }
    }

    private boolean isAmong(Set<String> known, String column) {
      return known.contains(column)
          || known.stream().anyMatch(group -> column.startsWith(group + "."))
          || (options.columns() == null && (target == null || target.has(column)));
    }

    @Override
    public String toString() {
      return "filter "
          + options.filter()
          + " and "
          + (options.columns() == null ? "all columns" : "columns " + options.columns())
          + (target == null ? "" : " of a schema");
    }
  }

  static Set<String> beside(ParquetReadOptions options) {
    Set<String> columns = FilterOperands.columns(options);
    columns.addAll(options.variantColumns());
    return columns;
  }

  /** Adds the row groups for which one of the filters may be true. */
  private void addPossible(BundledSchema schema, Set<ParquetReadOptions> filters)
      throws IOException {
    if (filters.isEmpty()) {
      return;
    }
    Set<String> operands = new LinkedHashSet<>();
    filters.forEach(filter -> operands.addAll(FilterOperands.columns(filter.filter())));
    try {
      bundle
          .rowGroups(schema, operands, facts -> possible(facts, filters))
          .forEach(
              (file, found) ->
                  planned.computeIfAbsent(file, added -> new ArrayList<>()).addAll(found));
    } catch (UnsupportedColumnException | InvalidRequestException | IllegalArgumentException e) {
      whole.add(schema);
    }
  }

  private static BitSet possible(FactsAssembler.Facts facts, Set<ParquetReadOptions> filters) {
    BitSet possible = new BitSet();
    filters.forEach(filter -> possible.or(possible(facts, filter)));
    return possible;
  }

  private static BitSet possible(FactsAssembler.Facts facts, ParquetReadOptions options) {
    FilePlan plan = FilePlan.of(facts.footer(), options);
    if (plan.options().filter() != null) {
      return new RowGroupFilter(facts, plan.options()).possible();
    }
    BitSet all = new BitSet();
    all.set(0, facts.count());
    return all;
  }

  private void addAll(BundleEntry file) {
    planned.put(file, IntStream.range(0, file.rowGroups()).boxed().toList());
  }
}
