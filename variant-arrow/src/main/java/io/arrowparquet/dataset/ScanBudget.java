// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.options.ParquetScanOptions;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What the steps of a scan may take: threads, and bytes of memory, those that are held and those
 * that the steps under way are expected to need.
 *
 * <p>Guarded by the lock of the {@link ScanSchedule}.
 */
final class ScanBudget {
  /** Most batches that wait, for each thread, however small they are. */
  private static final int BATCHES_PER_THREAD = 8;

  private final ParquetScanOptions options;
  private final int processors;
  private final BufferAllocator memory;
  private int decoding;
  private int fetching;

  /** Threads that decode columns beside that of a step. */
  private int helping;

  private int batchesWaiting;
  private long reserved;

  /**
   * @param processors of the machine
   * @param memory of the scan alone
   */
  ScanBudget(ParquetScanOptions options, int processors, BufferAllocator memory) {
    this.options = options;
    this.processors = processors;
    this.memory = memory;
  }

  /** Takes what the next step of a unit needs; the unit has begun with it. */
  void begin(ScanUnit unit) {
    count(unit, 1);
  }

  /** Gives back what the step of a unit took; the unit has not ended it. */
  void end(ScanUnit unit) {
    count(unit, -1);
  }

  private void count(ScanUnit unit, int steps) {
    reserved += steps * unit.reserved();
    decoding += unit.state() == ScanUnit.State.FETCHED ? steps : 0;
    fetching += unit.state() == ScanUnit.State.FETCHED ? 0 : steps;
  }

  void batchesCome(int batches) {
    batchesWaiting += batches;
  }

  void batchTaken() {
    batchesWaiting--;
  }

  /** Counts a thread that decodes columns beside that of a step. */
  void helperBegins() {
    helping++;
  }

  void helperEnds() {
    helping--;
  }

  int steps() {
    return decoding + fetching;
  }

  boolean isIdle() {
    return batchesWaiting == 0 && steps() == 0;
  }

  boolean mayDecode() {
    int doing = helping + (options.prefetch() ? decoding : steps());
    return doing < options.threads();
  }

  boolean mayFetch() {
    return helping + steps() < mostWorkers();
  }

  /**
   * How many units may have begun and not be done, to begin with this one: one more than have a
   * thread, so that the pages of the next are decompressed while the last batches of one are
   * decoded. Requests of remote files are under way without a thread that waits for them.
   */
  int mostUnfinished(ScanUnit unit) {
    return options.prefetch() ? Math.max(mostWorkers() + 1, unit.unitsUnderWay()) : mostWorkers();
  }

  int mostWorkers() {
    return options.prefetch() ? 2 * options.threads() : options.threads();
  }

  boolean fits(long bytes) {
    return batchesWaiting < BATCHES_PER_THREAD * options.threads()
        && memory.getAllocatedMemory() + reserved + bytes <= options.bytesInFlight();
  }

  /**
   * What pages may have that are decompressed when they are fetched: half of what is left, where
   * other threads do steps meanwhile and there is a processor for this one. Remote pages would have
   * to be waited for.
   */
  long aheadBytes(ScanUnit unit) {
    if (steps() < options.threads() || steps() >= processors || unit.unitsUnderWay() > 0) {
      return 0;
    }
    long left = options.bytesInFlight() - memory.getAllocatedMemory() - reserved;
    return Math.max(0, left - unit.fetchBytes()) / 2;
  }

  /** What a batch is expected to need: much more than its pages only if strings are repeated. */
  long decodeBytes(ScanUnit unit) {
    long likely = unit.lastBytes() > 0 ? 2 * unit.lastBytes() : 8 * unit.fetchBytes();
    return Math.min(options.read().batchBytes(), likely);
  }
}
