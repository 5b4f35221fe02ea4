// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Which step of which {@link ScanUnit} is done next, and which batch is given out next.
 *
 * <p>A step may be done if it is within the {@link ScanBudget}, or if nothing else can bring the
 * batch that is to be given out next.
 *
 * <p>Guarded by the lock of the {@link ScanSchedule}.
 */
final class ScanOrder {
  private final List<ScanUnit> units;
  private final boolean isOrdered;
  private final ScanBudget budget;

  /** Units of which something was read and is not yet given out, in order. */
  private final List<ScanUnit> started = new ArrayList<>();

  private int nextUnit;

  /**
   * @param units in the order of reading
   * @param isOrdered whether batches are given out in that order
   */
  ScanOrder(List<ScanUnit> units, boolean isOrdered, ScanBudget budget) {
    this.units = units;
    this.isOrdered = isOrdered;
    this.budget = budget;
  }

  boolean isAtEnd() {
    return started.isEmpty() && nextUnit == units.size();
  }

  /** Whether there is a batch to {@link #poll}, or no other will come. */
  boolean hasNext() {
    for (ScanUnit unit : started) {
      if (!unit.batches().isEmpty()) {
        return true;
      }
      if (isOrdered && !unit.isOver()) {
        return false;
      }
    }
    return nextUnit == units.size() && started.stream().allMatch(ScanUnit::isOver);
  }

  List<ScanUnit> idle() {
    return started.stream().filter(unit -> !unit.isBusy()).toList();
  }

  ArrowRecordBatch poll() {
    Iterator<ScanUnit> candidates = started.iterator();
    while (candidates.hasNext()) {
      ScanUnit unit = candidates.next();
      ArrowRecordBatch batch = unit.batches().poll();
      if (unit.isOver()) {
        candidates.remove();
      }
      if (batch != null) {
        budget.batchTaken();
        return batch;
      }
      if (isOrdered && !unit.isOver()) {
        return null;
      }
    }
    return null;
  }

  /** The unit whose step may be done next; null if none may now. */
  ScanUnit next() {
    boolean starved = isStarved();
    ScanUnit fetched = firstIdle(ScanUnit.State.FETCHED);
    ScanUnit measured = firstIdle(ScanUnit.State.MEASURED);
    boolean isMeasuredNext =
        starved && measured != null && (isOrdered ? measured == started.get(0) : fetched == null);
    if (fetched != null
        && !isMeasuredNext
        && budget.mayDecode()
        && (starved || budget.fits(budget.decodeBytes(fetched)))) {
      return fetched;
    }
    if (measured != null && budget.mayFetch()) {
      // Fetching is of no use unless a batch can be decoded then.
      if (isMeasuredNext || budget.fits(measured.fetchBytes() + budget.decodeBytes(measured))) {
        return measured;
      }
    }
    return mayMeasure() ? units.get(nextUnit) : null;
  }

  /** Whether the next unit may be begun: one that is measured waits for its turn to be fetched. */
  private boolean mayMeasure() {
    return nextUnit < units.size()
        && budget.mayFetch()
        && unfinished() < budget.mostUnfinished(units.get(nextUnit))
        && firstIdle(ScanUnit.State.MEASURED) == null;
  }

  private ScanUnit firstIdle(ScanUnit.State state) {
    for (ScanUnit unit : started) {
      if (!unit.isBusy() && unit.state() == state) {
        return unit;
      }
    }
    return null;
  }

  void begin(ScanUnit unit, boolean mayLoadAhead) {
    long bytes = 0;
    long pagesAhead = 0;
    switch (unit.state()) {
      case NEW -> {
        nextUnit++;
        started.add(unit);
      }
      case FETCHED -> bytes = budget.decodeBytes(unit);
      default -> {
        bytes = unit.fetchBytes();
        pagesAhead = mayLoadAhead ? budget.aheadBytes(unit) : 0;
      }
    }
    unit.begin(bytes, pagesAhead);
    budget.begin(unit);
  }

  /** Whether no step under way, and no batch that waits, brings the batch to be given out next. */
  private boolean isStarved() {
    if (isOrdered) {
      return started.isEmpty() || (started.get(0).batches().isEmpty() && !started.get(0).isBusy());
    }
    return budget.isIdle();
  }

  private int unfinished() {
    int count = 0;
    for (ScanUnit unit : started) {
      count += unit.state() == ScanUnit.State.DONE ? 0 : 1;
    }
    return count;
  }
}
