// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.FilterBinder;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Which row groups are read by the statistics of column chunks alone, as {@link ScanPlanner}
 * begins.
 */
public final class RowGroupFilter {
  private RowGroupFilter() {}

  /** No row for which the filter, which the options have, is true is in another row group. */
  public static BitSet possible(ChunkClaims.Source chunks, ParquetReadOptions options) {
    return rowGroups(chunks, options, RowGroupFilter::isPossible);
  }

  /** Row groups with rows, for all of which the filter, which the options have, is true. */
  public static BitSet certain(ChunkClaims.Source chunks, ParquetReadOptions options) {
    return rowGroups(
        chunks,
        options,
        (filter, operands, rows) -> RangeLogic.truths(filter, operands, rows) == TruthSet.TRUE);
  }

  private interface Proof {
    boolean isGiven(BoundPredicate filter, OfChunks operands, long rows);
  }

  private static BitSet rowGroups(
      ChunkClaims.Source chunks, ParquetReadOptions options, Proof proof) {
    ParquetReadOptions filterOnly = options.withColumns(List.of()).withVariantPaths(List.of());
    List<Operand> operands = List.copyOf(FilterOperands.of(options.filter()));
    RawColumns columns = new RawColumns(chunks.footer(), filterOnly, new LinkedHashSet<>(operands));
    BoundPredicate filter = new FilterBinder(columns, operands).bind(options.filter());
    List<OperandStatistics> statistics =
        OperandStatistics.of(new StatisticsSource(chunks), columns, operands, filter);
    BitSet found = new BitSet();
    for (int rowGroup = 0; rowGroup < chunks.count(); rowGroup++) {
      long rows = chunks.rows(rowGroup);
      if (rows > 0) {
        found.set(rowGroup, proof.isGiven(filter, new OfChunks(statistics, rowGroup), rows));
      }
    }
    return found;
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
