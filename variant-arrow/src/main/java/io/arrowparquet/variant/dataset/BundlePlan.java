// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bundle.BundleEntry;
import io.arrowparquet.footer.bundle.BundledSchema;
import io.arrowparquet.footer.bundle.FooterBundle;
import io.arrowparquet.footer.bundle.RowGroupFacts;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.variant.parquet.internal.plan.FilterOperands;
import io.arrowparquet.variant.parquet.internal.plan.RowGroupFilter;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which files and row groups of a bundle a filter may be true for, by the bounds and counts of the
 * filter's columns; nothing else is read of the bundle, and no file is opened. The rules of which
 * statistics are trusted are those for single files.
 *
 * <p>Immutable; threads may share it.
 *
 * @param files in the order of their paths
 */
public record BundlePlan(List<PlannedFile> files) {
  /** Keeps an unchangeable copy of the list. */
  public BundlePlan {
    files = List.copyOf(files);
  }

  /**
   * A file that has to be read.
   *
   * @param file of the bundle
   * @param rowGroups numbers of its row groups that have to be read, ascending
   */
  public record PlannedFile(BundleEntry file, List<Integer> rowGroups) {
    /** Keeps an unchangeable copy of the list. */
    public PlannedFile {
      rowGroups = List.copyOf(rowGroups);
    }
  }

  /**
   * Plans a scan of all files of a bundle.
   *
   * @param options the filter and {@code variantColumns} matter; a column of the filter that a file
   *     lacks is null in its rows
   * @throws IOException if reading the bundle fails
   * @throws io.arrowparquet.footer.CorruptFooterException if a part that is needed is damaged
   * @throws io.arrowparquet.variant.UnsupportedColumnException if a column of the filter cannot be
   *     compared
   * @throws IllegalArgumentException if a literal does not fit its column's type
   */
  public static BundlePlan of(FooterBundle bundle, ParquetReadOptions options) throws IOException {
    try {
      Map<BundleEntry, List<Integer>> planned = new LinkedHashMap<>();
      Set<String> columns = FilterOperands.columns(options.filter());
      if (options.filter() == null) {
        bundle.files().forEach(file -> addAll(planned, file));
      } else {
        for (BundledSchema schema : bundle.schemas()) {
          for (RowGroupFacts facts :
              bundle.facts(schema, columns, footer -> possible(footer, options))) {
            add(planned, facts, possible(facts.footer(), options));
          }
        }
        // What is known of these is in their own footers.
        bundle.filesWithoutSchema().forEach(file -> addAll(planned, file));
      }
      List<PlannedFile> files = new ArrayList<>();
      planned.forEach((file, rowGroups) -> files.add(new PlannedFile(file, rowGroups)));
      files.sort(Comparator.comparing(file -> file.file().file().path()));
      return new BundlePlan(files);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static BitSet possible(FlatFooter footer, ParquetReadOptions options) {
    ParquetFooter file = new ParquetFooter("", footer, FooterLayout.THRIFT, List.of(), 0, 0, 0, 0);
    FilePlan plan = FilePlan.of(file, options);
    BitSet possible = new BitSet();
    if (plan.empty()) {
      return possible;
    }
    if (plan.options().filter() == null) {
      possible.set(0, footer.rowGroupCount());
      return possible;
    }
    return RowGroupFilter.possible(footer, plan.options());
  }

  private static void add(
      Map<BundleEntry, List<Integer>> planned, RowGroupFacts facts, BitSet possible) {
    for (int i = possible.nextSetBit(0); i >= 0; i = possible.nextSetBit(i + 1)) {
      if (facts.isLive(i)) {
        planned.computeIfAbsent(facts.file(i), file -> new ArrayList<>()).add(facts.rowGroup(i));
      }
    }
  }

  private static void addAll(Map<BundleEntry, List<Integer>> planned, BundleEntry file) {
    planned.put(file, IntStream.range(0, file.rowGroups()).boxed().toList());
  }
}
