// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.FilterBinder;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * Which row groups are read by the statistics of column chunks alone, as {@link ScanPlanner}
 * begins, and which of their rows by page indexes. One thread at a time.
 */
public final class RowGroupFilter {
  private final ChunkClaims.Source chunks;
  private final BoundPredicate filter;
  private final List<OperandStatistics> statistics;

  /** For the filter that the options have. */
  public RowGroupFilter(ChunkClaims.Source chunks, ParquetReadOptions options) {
    this.chunks = chunks;
    ParquetReadOptions filterOnly = options.withColumns(List.of()).withVariantPaths(List.of());
    List<Operand> operands = List.copyOf(FilterOperands.of(options.filter()));
    RawColumns columns = new RawColumns(chunks.footer(), filterOnly, new LinkedHashSet<>(operands));
    this.filter = new FilterBinder(columns, operands).bind(options.filter());
    this.statistics = OperandStatistics.of(new StatisticsSource(chunks), columns, operands, filter);
  }

  /** No row for which the filter is true is in another row group. */
  public BitSet possible() {
    return rowGroups(
        rowGroup -> isPossible(filter, new OfChunks(statistics, rowGroup), chunks.rows(rowGroup)));
  }

  /** Row groups with rows, for all of which the filter is true. */
  public BitSet certain() {
    return rowGroups(
        rowGroup ->
            RangeLogic.truths(filter, new OfChunks(statistics, rowGroup), chunks.rows(rowGroup))
                == TruthSet.TRUE);
  }

  private BitSet rowGroups(IntPredicate proof) {
    BitSet found = new BitSet();
    for (int rowGroup = 0; rowGroup < chunks.count(); rowGroup++) {
      found.set(rowGroup, chunks.rows(rowGroup) > 0 && proof.test(rowGroup));
    }
    return found;
  }

  /** The columns whose page indexes may prove something. */
  public Set<Integer> columns() {
    Set<Integer> columns = new TreeSet<>();
    statistics.forEach(operand -> columns.addAll(operand.columns()));
    return columns;
  }

  /**
   * What page indexes prove of the rows of a row group, numbered in it.
   *
   * @param possible no other row is one for which the filter is true
   * @param certain the filter is true for these
   */
  public record Rows(RowRanges possible, RowRanges certain) {}

  /** {@code indexes} have those of the row group that are there. */
  public Rows rows(int rowGroup, PageIndexes indexes) {
    List<PruningStatistics> pages =
        statistics.stream().map(of -> of.ofPages(rowGroup, indexes, Map.of())).toList();
    RangeLogic.RangeTruths truths = filter.evaluate(new RangeLogic(pages, chunks.rows(rowGroup)));
    return new Rows(truths.possible(), truths.certain());
  }

  /**
   * A row group has one range of rows here, so that the other side of a conjunction, and what its
   * columns say, matters only where the first one may be true.
   */
  private static boolean isPossible(BoundPredicate filter, OfChunks operands, long rows) {
    return filter instanceof BoundPredicate.And and
        ? isPossible(and.left(), operands, rows) && isPossible(and.right(), operands, rows)
        : !RangeLogic.possible(filter, operands, rows).isEmpty();
  }

  private static final class OfChunks extends AbstractList<PruningStatistics> {
    private final List<OperandStatistics> operands;
    private final PruningStatistics[] known;
    private final int rowGroup;

    OfChunks(List<OperandStatistics> operands, int rowGroup) {
      this.operands = operands;
      this.known = new PruningStatistics[operands.size()];
      this.rowGroup = rowGroup;
    }

    @Override
    public PruningStatistics get(int operand) {
      if (known[operand] == null) {
        known[operand] = operands.get(operand).ofChunks(rowGroup);
      }
      return known[operand];
    }

    @Override
    public int size() {
      return known.length;
    }
  }
}
