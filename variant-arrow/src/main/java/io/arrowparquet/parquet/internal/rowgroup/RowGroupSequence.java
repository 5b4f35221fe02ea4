// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.parquet.internal.column.ColumnChunkPages;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.NarrowedFilter;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.internal.prune.ScanPlanner;
import io.arrowparquet.parquet.internal.prune.ScanPlanner.RowGroupPlan;
import io.arrowparquet.parquet.options.ReadListener;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.internal.FirstFailure;
import java.io.IOException;
import java.util.List;

/**
 * The row groups of a reader that have rows to read, one after another, their pages fetched ahead
 * of time where that is asked for. One thread at a time.
 */
public final class RowGroupSequence {
  private final String file;
  private final List<Integer> rowGroups;
  private final NarrowedFilter filter;
  private final RequestedRows requested;
  private final ScanPlanner planner;
  private final RowGroupSource source;
  private final ReadListener listener;
  private final FirstFailure failure = new FirstFailure();

  private int next;

  /** Null where the next row group is not planned. */
  private Planned planned;

  private final ReadCounts counts;

  private record Planned(RowGroupPlan plan, BoundPredicate condition) {}

  /** {@code chunks} are in the order of the source's columns. */
  public record Opened(
      RowGroupPlan plan, BoundPredicate condition, List<ColumnChunkPages> chunks) {}

  /** {@code filter}: null for all rows. {@code listener} may be null. */
  public RowGroupSequence(
      String file,
      List<Integer> rowGroups,
      NarrowedFilter filter,
      RequestedRows requested,
      ScanPlanner planner,
      RowGroupSource source,
      ReadListener listener,
      ReadCounts counts) {
    this.file = file;
    this.rowGroups = rowGroups;
    this.filter = filter;
    this.requested = requested;
    this.planner = planner;
    this.source = source;
    this.listener = listener;
    this.counts = counts;
  }

  /** The next row group that has rows to read, in place of the one before; null at the end. */
  public Opened open() throws IOException {
    failure.throwIfSet();
    if (requested.hasEnough() || (planned == null && !planNext())) {
      return null;
    }
    Planned opened = planned;
    planned = null;
    counts.add(Count.ROW_GROUPS_READ, 1);
    List<ColumnChunkPages> chunks =
        source.open(opened.plan(), planner.probes()).stream()
            .map(chunk -> chunk.watchedBy(listener))
            .toList();
    return new Opened(opened.plan(), opened.condition(), chunks);
  }

  /**
   * Plans the next row group, and asks for its pages as far as the options allow. What fails is
   * thrown by the next {@link #open}: rows before it can be read.
   */
  public void fetchAhead() {
    if (failure.isSet()) {
      return;
    }
    try {
      if (planned != null || planNext()) {
        source.fetchAhead(planned.plan(), planner.probes());
      }
    } catch (Exception e) {
      failure.set(e);
    }
  }

  private boolean planNext() throws IOException {
    if (next == 0) {
      source.requireFooterOfFile();
    }
    while (next < rowGroups.size() && !requested.isFull()) {
      int rowGroup = rowGroups.get(next++);
      BoundPredicate condition = nextCondition();
      RowGroupPlan plan = planner.plan(rowGroup, source.checkedRows(rowGroup), condition);
      if (listener != null && !plan.ranges().isAll(plan.rows())) {
        listener.skipped(file, rowGroup, plan.rows() - plan.ranges().rows(), plan.rows());
      }
      if (!plan.ranges().isEmpty()) {
        planned = new Planned(plan, condition);
        return true;
      }
      counts.add(Count.ROW_GROUPS_SKIPPED, 1);
    }
    return false;
  }

  private BoundPredicate nextCondition() {
    try {
      return filter == null ? null : filter.next();
    } catch (DiagnosedException e) {
      throw e.in(file);
    }
  }
}
