// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.variant.parquet.internal.page.WriterQuirks;
import io.arrowparquet.variant.parquet.internal.predicate.PruningStatistics;
import io.arrowparquet.variant.parquet.internal.predicate.RangeLogic;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Decides by the statistics of column chunks alone which row groups are read: as {@link
 * ScanPlanner} before it looks at page indexes, and by the same rules. Stateless.
 */
public final class RowGroupFilter {
  private RowGroupFilter() {}

  /**
   * The row groups for which the filter may be true. No row for which it is true is in another one.
   *
   * @param options with a filter, whose columns the footer has
   * @throws io.arrowparquet.variant.UnsupportedColumnException if an operand cannot be compared
   */
  public static BitSet possible(FlatFooter footer, ParquetReadOptions options) {
    ParquetReadOptions filterOnly = options.withColumns(List.of()).withVariantPaths(List.of());
    RawColumns columns = new RawColumns(footer, filterOnly, BoundFilter.operands(options.filter()));
    BoundFilter filter = BoundFilter.bind(options.filter(), columns);
    WriterQuirks writer = WriterQuirks.of(footer.createdBy());
    List<OperandStatistics> operands = new ArrayList<>();
    for (Operand operand : filter.operands()) {
      operands.add(OperandStatistics.of(footer, writer, operand, columns.path(operand)));
    }
    BitSet possible = new BitSet();
    List<PruningStatistics> statistics = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      if (footer.rowGroup(rowGroup).numRows() > 0) {
        statistics.clear();
        for (OperandStatistics operand : operands) {
          statistics.add(operand.ofChunks(rowGroup));
        }
        possible.set(rowGroup, !RangeLogic.possible(filter.predicate(), statistics).isEmpty());
      }
    }
    return possible;
  }
}
