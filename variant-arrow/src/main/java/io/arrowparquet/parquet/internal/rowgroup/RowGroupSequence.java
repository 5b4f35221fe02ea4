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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The row groups of a reader that have rows to read, one after another, their pages fetched ahead
 * of time where that is asked for. One thread at a time.
 */
public final class RowGroupSequence {
  private static final int MOST_AHEAD = 1024;

  private final String file;
  private final List<Integer> rowGroups;
  private final NarrowedFilter filter;
  private final RequestedRows requested;
  private final boolean fetchesAhead;
  private final ScanPlanner planner;
  private final RowGroupSource source;
  private final ReadListener listener;
  private final FirstFailure failure = new FirstFailure();

  private int next;

  private final Deque<Planned> planned = new ArrayDeque<>();

  /** How many of those are being fetched. */
  private int fetched;

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
      boolean fetchesAhead,
      ScanPlanner planner,
      RowGroupSource source,
      ReadListener listener,
      ReadCounts counts) {
    this.file = file;
    this.rowGroups = rowGroups;
    this.filter = filter;
    this.requested = requested;
    this.fetchesAhead = fetchesAhead;
    this.planner = planner;
    this.source = source;
    this.listener = listener;
    this.counts = counts;
  }

  /** The next row group that has rows to read, in place of the one before; null at the end. */
  public Opened open() throws IOException {
    if (fetched == 0) {
      failure.throwIfSet();
    }
    if (requested.hasEnough() || (planned.isEmpty() && !planNext())) {
      return null;
    }
    Planned opened = planned.remove();
    fetched = Math.max(0, fetched - 1);
    counts.add(Count.ROW_GROUPS_READ, 1);
    List<ColumnChunkPages> chunks =
        source.open(opened.plan(), planner.probes()).stream()
            .map(chunk -> chunk.watchedBy(listener))
            .toList();
    return new Opened(opened.plan(), opened.condition(), chunks);
  }

  /**
   * Plans the next row group, or more of them where single rows are looked up, and asks for their
   * pages as far as the options allow. What fails is thrown by the next {@link #open} that has no
   * row group to open: rows before it can be read.
   */
  public void fetchAhead() {
    if (failure.isSet()) {
      return;
    }
    int most = requested.isLookUp() ? MOST_AHEAD : 1;
    try {
      while (fetched < most
          && (planned.size() > fetched || planNext())
          && source.fetchAhead(planned.getLast().plan(), planner.probes())) {
        fetched++;
      }
    } catch (Exception e) {
      failure.set(e);
    }
  }

  private boolean planNext() throws IOException {
    if (next == 0) {
      source.requireFooterOfFile();
      if (fetchesAhead && requested.isLookUp()) {
        planner.expect(lookedUp());
      }
    }
    while (next < rowGroups.size() && !requested.isFull()) {
      int rowGroup = rowGroups.get(next++);
      BoundPredicate condition = nextCondition();
      RowGroupPlan plan = planner.plan(rowGroup, source.checkedRows(rowGroup), condition);
      if (listener != null && !plan.ranges().isAll(plan.rows())) {
        listener.skipped(file, rowGroup, plan.rows() - plan.ranges().rows(), plan.rows());
      }
      if (!plan.ranges().isEmpty()) {
        planned.add(new Planned(plan, condition));
        return true;
      }
      counts.add(Count.ROW_GROUPS_SKIPPED, 1);
    }
    return false;
  }

  /** The row groups with such rows, up to one that cannot be read. */
  private List<Integer> lookedUp() {
    List<Integer> found = new ArrayList<>();
    for (int rowGroup : rowGroups) {
      try {
        if (found.size() < MOST_AHEAD && requested.meets(rowGroup)) {
          source.checkedRows(rowGroup);
          found.add(rowGroup);
        }
      } catch (DiagnosedException e) {
        // Thrown when its turn has come.
        break;
      }
    }
    return found;
  }

  private BoundPredicate nextCondition() {
    try {
      return filter == null ? null : filter.next();
    } catch (DiagnosedException e) {
      throw e.in(file);
    }
  }
}
