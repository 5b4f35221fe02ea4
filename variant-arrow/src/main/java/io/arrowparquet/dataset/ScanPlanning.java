// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.dataset.ParquetScanPlan.PlannedRowGroup;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.parquet.internal.evolution.ExactNames;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.internal.prune.RowGroupFilter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.DiagnosedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Finds the row groups of a {@link ParquetScanPlan}, file by file. */
final class ScanPlanning {

  private final List<Part> parts = new ArrayList<>();
  private final ParquetReadOptions options;
  private final @Nullable TargetSchema target;
  private final boolean isExact;
  private long leftOut;

  /** Rows that are wanted still; those of the offset too, where a filter decides. */
  private long left;

  /**
   * A plan without a file.
   *
   * @param isExact whether no filter has the last word
   */
  ScanPlanning(ParquetReadOptions options, @Nullable TargetSchema target, boolean isExact) {
    this.options = options;
    this.target = target;
    this.isExact = isExact;
    long most = options.limit() + (isExact ? 0 : options.offset());
    this.left = most < 0 ? Long.MAX_VALUE : most;
  }

  /** {@code own} is null for a file without a row to read. */
  void add(SetFile file, @Nullable ParquetReadOptions own) throws IOException {
    if (left == 0 || own == null) {
      leftOut += file.rowGroups() == null ? 0 : file.rowGroups().size();
      return;
    }
    ParquetFooter footer = file.footer().get();
    try {
      parts.add(plan(file, own, footer));
    } catch (DiagnosedException e) {
      throw e.in(file.name());
    }
    if (parts.get(parts.size() - 1).rowGroups.isEmpty()) {
      parts.remove(parts.size() - 1);
    }
  }

  private Part plan(SetFile file, ParquetReadOptions all, ParquetFooter footer) {
    FlatFooter flat = footer.footer();
    ParquetReadOptions own =
        (target == null ? ExactNames.of(flat, all) : target.exact(flat, all))
            .withCaseInsensitive(false);
    BitSet columns = FooterOfSplit.columns(flat, SplitFiles.plan(footer, own, target).options());
    BitSet possible = new BitSet();
    possible.set(0, flat.rowGroupCount());
    List<BitSet> certain = new ArrayList<>();
    for (RowFilter condition : Part.conditions(own)) {
      certain.add(look(footer, own.withFilter(condition), possible));
    }
    RequestedRows requested = new RequestedRows(flat, own.withLimit(left), !isExact);
    List<PlannedRowGroup> planned = new ArrayList<>();
    for (int number : rowGroups(file, flat)) {
      long rows = flat.rowGroup(number).numRows();
      FooterChecks.requireRows(number, rows);
      boolean isWanted = left > 0 && possible.get(number);
      RowRanges ranges = isWanted ? requested.ofRowGroup(number, rows) : RowRanges.all(0);
      if (ranges.isEmpty()) {
        leftOut++;
        continue;
      }
      boolean isWhole = certain.stream().allMatch(condition -> condition.get(number));
      left -= left < Long.MAX_VALUE && isWhole ? Math.min(left, ranges.rows()) : 0;
      RowPositions inFile = inFile(ranges, requested.firstRow(number));
      planned.add(new PlannedRowGroup(number, inFile, isWhole, bytes(flat, number, columns)));
    }
    return new Part(file, own, planned, columns, certain);
  }

  private List<Integer> rowGroups(SetFile file, FlatFooter footer) {
    if (options.rowGroups() != null) {
      return options.rowGroups();
    }
    return file.rowGroups() != null
        ? file.rowGroups()
        : IntStream.range(0, footer.rowGroupCount()).boxed().toList();
  }

  /** The row groups that a condition is true for; those that it rules out are removed. */
  private BitSet look(ParquetFooter footer, ParquetReadOptions condition, BitSet possible) {
    FilePlan plan = SplitFiles.filePlan(footer, condition, target);
    BitSet certain = new BitSet();
    if (plan.empty()) {
      possible.clear();
    } else if (plan.options().filter() == null) {
      certain.set(0, footer.footer().rowGroupCount());
    } else if (options.skipping()) {
      ChunkClaims.Source claims = new ChunkClaims.OfFooter(footer.footer());
      possible.and(RowGroupFilter.possible(claims, plan.options()));
      certain.or(RowGroupFilter.certain(claims, plan.options()));
    }
    return certain;
  }

  List<Part> parts() {
    return List.copyOf(parts);
  }

  long leftOut() {
    return leftOut;
  }

  /**
   * A file and what is planned of it.
   *
   * @param options for this file
   * @param certain by condition, row groups for all of whose rows it is true
   */
  record Part(
      SetFile file,
      ParquetReadOptions options,
      List<PlannedRowGroup> rowGroups,
      BitSet columns,
      List<BitSet> certain) {
    Part with(List<PlannedRowGroup> others) {
      return new Part(file, options, List.copyOf(others), columns, certain);
    }

    /** What the filter joins by and. */
    static List<RowFilter> conditions(ParquetReadOptions options) {
      RowFilter filter = options.filter();
      return filter == null
          ? List.of()
          : filter instanceof RowFilter.And and ? and.parts() : List.of(filter);
    }
  }

  private static RowPositions inFile(RowRanges ranges, long first) {
    return RowPositions.ofRanges(
        IntStream.range(0, ranges.count())
            .boxed()
            .flatMapToLong(i -> LongStream.of(first + ranges.start(i), first + ranges.end(i)))
            .toArray());
  }

  static long bytes(FlatFooter footer, int rowGroup, BitSet columns) {
    ColumnChunkView chunk = new ColumnChunkView();
    return columns.stream()
        .mapToLong(column -> footer.chunk(rowGroup, column, chunk).totalCompressedSize())
        .sum();
  }
}
