// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.internal.fetch.ChunkInput.SourceFailure;
import io.arrowparquet.parquet.internal.fetch.RangeReads.RangeRead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Predicate;

/**
 * Ranges that are read in runs: those that touch, or whose gap costs less than a request, are one
 * read. What is read of gaps delays other runs, so a larger gap has to be smaller than the ranges
 * around it, too. One that is in memory is a run of its own, and no request. Remote runs are all
 * under way together; a local one is read when it is waited for. Threads may share one.
 */
public final class ChunkRuns implements AutoCloseable {
  /** A remote run ends here, so that no single buffer grows with the whole row group. */
  static final long MAX_RUN = 64L * 1024 * 1024;

  /** A local one: its bytes are still in the processor's caches when they are decompressed. */
  private static final long MAX_LOCAL_RUN = 512 << 10;

  /** Gaps that are read whatever is around them: a request is more work. */
  private static final long SMALL_GAP = 64 << 10;

  private final List<ChunkRange> ranges;
  private final List<RangeRead> runs = new ArrayList<>();
  private final int[] runOf;

  /** For each run the ranges that have not been released. */
  private final AtomicIntegerArray rangesLeft;

  ChunkRuns(RangeReads reads, List<ChunkRange> ranges, long gap) {
    this.ranges = List.copyOf(ranges);
    this.runOf = new int[ranges.size()];
    this.rangesLeft = new AtomicIntegerArray(ranges.size());
    boolean done = false;
    try {
      start(reads, gap);
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  private void start(RangeReads reads, long gap) {
    long most = reads.source.hints().isLocal() ? MAX_LOCAL_RUN : MAX_RUN;
    for (ChunkRange run : join(ranges, gap, most, reads::isKnown, runOf)) {
      runs.add(reads.start(run.offset(), run.end(), 0, 0));
    }
    for (int run : runOf) {
      rangesLeft.incrementAndGet(run);
    }
  }

  /** How many requests ask for ranges of one row group. */
  public static int count(List<ChunkRange> ranges, long gap) {
    return join(ranges, gap, MAX_RUN, range -> false, new int[ranges.size()]).size();
  }

  /** What is read at once; {@code runOf} receives the number of each range's. */
  private static List<ChunkRange> join(
      List<ChunkRange> ranges, long gap, long most, Predicate<ChunkRange> isKnown, int[] runOf) {
    List<ChunkRange> joined = new ArrayList<>();
    List<Integer> asked = new ArrayList<>();
    for (int i = 0; i < runOf.length; i++) {
      if (isKnown.test(ranges.get(i))) {
        runOf[i] = joined.size();
        joined.add(ranges.get(i));
      } else {
        asked.add(i);
      }
    }
    asked.sort(Comparator.comparingLong(i -> ranges.get(i).offset()));
    Integer[] order = asked.toArray(Integer[]::new);
    for (int from = 0; from < order.length; ) {
      long start = ranges.get(order[from]).offset();
      long end = ranges.get(order[from]).end();
      long wanted = end - start;
      int to = from + 1;
      while (to < order.length) {
        ChunkRange next = ranges.get(order[to]);
        long newEnd = Math.max(end, next.end());
        long between = next.offset() - end;
        boolean isWorthIt = between <= SMALL_GAP || between <= wanted + next.length();
        if (between > gap || !isWorthIt || newEnd - start > most) {
          break;
        }
        wanted += newEnd - end - Math.max(0, between);
        end = newEnd;
        to++;
      }
      for (int i = from; i < to; i++) {
        runOf[order[i]] = joined.size();
      }
      joined.add(new ChunkRange(start, end - start));
      from = to;
    }
    return joined;
  }

  /** The caller closes it; it may outlive this. */
  ChunkBytes await(int range) throws IOException {
    RangeRead run = runs.get(runOf[range]);
    ChunkRange bytes = ranges.get(range);
    return new ChunkBytes(run.await(), bytes.offset() - run.start(), bytes);
  }

  /** Once for each range, when its bytes are closed; frees the run with the last of its ranges. */
  void release(int range) {
    int run = runOf[range];
    if (rangesLeft.decrementAndGet(run) == 0) {
      runs.get(run).close();
    }
  }

  public void awaitAll() throws IOException {
    try {
      for (RangeRead run : runs) {
        run.await();
      }
    } catch (SourceFailure e) {
      throw e.thrown();
    }
  }

  @Override
  public void close() {
    runs.forEach(RangeRead::close);
  }
}
