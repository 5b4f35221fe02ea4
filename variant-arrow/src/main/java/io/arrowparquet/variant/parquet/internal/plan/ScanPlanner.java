// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.metadata.ColumnIndex;
import io.arrowparquet.footer.metadata.PageLocation;
import io.arrowparquet.variant.PageIndexDiagnostic;
import io.arrowparquet.variant.parquet.internal.column.ColumnChunkPages.Absence;
import io.arrowparquet.variant.parquet.internal.page.RowRanges;
import io.arrowparquet.variant.parquet.internal.page.WriterQuirks;
import io.arrowparquet.variant.parquet.internal.predicate.PruningStatistics;
import io.arrowparquet.variant.parquet.internal.predicate.RangeLogic;
import io.arrowparquet.variant.parquet.internal.predicate.TrustedStatistics;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Decides what of a row group is read: first by the statistics of its chunks, which the footer has,
 * then by the page indexes of the filter's columns. No row for which the filter is true is left
 * out.
 */
public final class ScanPlanner {
  private final FlatFooter footer;
  private final WriterQuirks writer;
  private final BoundFilter filter;
  private final List<OperandStatistics> operands = new ArrayList<>();
  private final List<Integer> columns;
  private final SkippableLeaves skippable;
  private final boolean skipping;
  private final PageIndexes indexes;

  /** Of columns {@code value}, by their numbers. */
  private final Map<Integer, TrustedStatistics> values = new HashMap<>();

  /**
   * A planner.
   *
   * @param filter null for all rows
   * @param columns of the leaves of {@code raw}, in their order
   */
  public ScanPlanner(
      FlatFooter footer,
      RawColumns raw,
      BoundFilter filter,
      List<Integer> columns,
      ParquetReadOptions options,
      PageIndexes indexes) {
    this.footer = footer;
    this.writer = WriterQuirks.of(footer.createdBy());
    this.filter = filter;
    this.columns = columns;
    this.skippable = new SkippableLeaves(raw.nodes(), raw::isNameless);
    this.skipping = options.skipping();
    this.indexes = indexes;
    if (skipping && filter != null) {
      for (Operand operand : filter.operands()) {
        operands.add(OperandStatistics.of(footer, writer, operand, raw.path(operand)));
      }
    }
  }

  /** Plans a row group of {@code rows} rows. */
  public RowGroupPlan plan(int rowGroup, long rows) throws IOException {
    indexes.start(rowGroup);
    RowRanges ranges = RowRanges.all(rows);
    if (skipping && filter != null && rows > 0) {
      ranges = ranges(rowGroup);
    }
    List<Absence> absences = new ArrayList<>(Arrays.asList(new Absence[columns.size()]));
    List<List<PageLocation>> pages = new ArrayList<>();
    if (skipping && !ranges.isEmpty()) {
      for (SkippableLeaves.Variant variant : skippable.variants()) {
        findAbsent(rowGroup, variant, absences);
      }
    }
    boolean inPart = !ranges.isEmpty() && !ranges.isAll(rows);
    if (inPart) {
      Set<Integer> read = new LinkedHashSet<>();
      for (int leaf = 0; leaf < columns.size(); leaf++) {
        if (absences.get(leaf) == null) {
          read.add(columns.get(leaf));
        }
      }
      indexes.load(read, false);
    }
    for (int column : columns) {
      pages.add(inPart ? indexes.pages(column) : null);
    }
    return new RowGroupPlan(rowGroup, rows, ranges, absences, pages);
  }

  private RowRanges ranges(int rowGroup) throws IOException {
    RowRanges ranges =
        possible(operands.stream().map(operand -> operand.ofChunks(rowGroup)).toList());
    Set<Integer> wanted = new LinkedHashSet<>();
    operands.forEach(operand -> wanted.addAll(operand.columns()));
    if (ranges.isEmpty() || wanted.isEmpty()) {
      return ranges;
    }
    indexes.load(wanted, true);
    return possible(operands.stream().map(operand -> operand.ofPages(rowGroup, indexes)).toList());
  }

  private RowRanges possible(List<PruningStatistics> statistics) {
    return RangeLogic.possible(filter.predicate(), statistics);
  }

  private void findAbsent(int rowGroup, SkippableLeaves.Variant variant, List<Absence> absences)
      throws IOException {
    boolean all = true;
    for (SkippableLeaves.Value value : variant.values()) {
      if (holdsNullsOnly(rowGroup, value.column())) {
        absences.set(value.leaf(), Absence.NULLS);
      } else {
        all = false;
      }
    }
    if (all && variant.metadata() >= 0) {
      absences.set(variant.metadata(), Absence.EMPTY_DICTIONARIES);
    }
  }

  private boolean holdsNullsOnly(int rowGroup, int column) throws IOException {
    TrustedStatistics statistics =
        values.computeIfAbsent(
            column, c -> new TrustedStatistics(footer, c, ArrowType.Binary.INSTANCE, writer));
    if (!statistics.needsPages(rowGroup)) {
      return statistics.ofChunk(rowGroup).isAllNull();
    }
    indexes.load(List.of(column), true);
    ColumnIndex index = indexes.columnIndex(column);
    return index != null && statistics.ofPages(rowGroup, index, indexes.pages(column)).isAllNull();
  }

  /** Page indexes that were passed over so far. */
  public List<PageIndexDiagnostic> diagnostics() {
    return indexes.diagnostics();
  }

  /** Bytes of page indexes read so far. */
  public long bytesRead() {
    return indexes.bytesRead();
  }

  /** Requests for page indexes so far. */
  public long requests() {
    return indexes.requests();
  }
}
