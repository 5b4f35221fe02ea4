// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.fetch;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.ReadHints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads column chunks with as few requests as their places allow: ranges that touch, or whose gap
 * costs less than a request, are one run. Local runs are read one after the other; the requests of
 * all remote runs are under way at once, within the limits of {@link RemoteReads}. Of large chunks
 * only a window is in memory.
 *
 * <p>Threads: one at a time, but windows may be used by one thread each.
 */
public final class ChunkFetcher implements AutoCloseable {
  /** A run ends here, so that no single buffer grows with the whole row group. */
  static final long MAX_RUN = 64L * 1024 * 1024;

  private final ReadHints hints;
  private final long gap;
  private final RangeReads reads;
  private final List<ChunkWindow> started = new ArrayList<>();

  /** Reads from {@code source} into memory of {@code allocator}. */
  public ChunkFetcher(ByteSource source, BufferAllocator allocator) {
    this(source, allocator, source.hints().gap());
  }

  ChunkFetcher(ByteSource source, BufferAllocator allocator, long gap) {
    this.hints = source.hints();
    this.gap = gap;
    this.reads = RangeReads.of(source, allocator);
  }

  /** What requests cost. */
  public ReadHints hints() {
    return hints;
  }

  /** Bytes asked for so far, gaps included. */
  public long bytesRead() {
    return reads.bytesRead();
  }

  /** Requests made so far. */
  public long requests() {
    return reads.requests();
  }

  /**
   * Begins to read a chunk by a window; {@link #awaitWindows} ends that.
   *
   * @param parts at least one, ascending and not overlapping
   * @return to be closed by the caller before this
   */
  public ChunkInput window(List<ChunkRange> parts, WindowSize size) {
    ChunkWindow window = new ChunkWindow(reads, parts, size, gap);
    started.add(window);
    return window;
  }

  /** Asks for the first pieces of new windows. */
  public void startWindows() {
    started.forEach(ChunkWindow::start);
  }

  /** Waits for the first piece of each new window. */
  public void awaitWindows() throws IOException {
    for (ChunkWindow window : started) {
      window.awaitFirst();
    }
    started.clear();
  }

  /** Waits until nothing is written to memory that was given up; when all windows are closed. */
  @Override
  public void close() {
    reads.close();
  }

  /** Ranges that are read at once: from one index to another of those sorted by offset. */
  private record Run(int from, int to, long start, long end) {}

  /**
   * Reads all ranges.
   *
   * @param ranges inside the source, in any order; the caller has checked them against its length
   * @return one per range, in their order; the caller closes each
   * @throws IOException if reading fails; nothing is left open then
   */
  public List<ChunkBytes> fetch(List<ChunkRange> ranges) throws IOException {
    Integer[] order = new Integer[ranges.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> ranges.get(i).offset()));
    ChunkBytes[] fetched = new ChunkBytes[order.length];
    List<RangeRead> underWay = new ArrayList<>();
    boolean done = false;
    try {
      List<Run> runs = runs(ranges, order);
      for (Run run : runs) {
        underWay.add(reads.start(run.start(), run.end(), 0, 0));
      }
      for (int i = 0; i < runs.size(); i++) {
        hand(runs.get(i), underWay.get(i), ranges, order, fetched);
      }
      done = true;
    } finally {
      underWay.forEach(RangeRead::close);
      if (!done) {
        for (ChunkBytes bytes : fetched) {
          if (bytes != null) {
            bytes.close();
          }
        }
        reads.close();
      }
    }
    return new ArrayList<>(Arrays.asList(fetched));
  }

  private List<Run> runs(List<ChunkRange> ranges, Integer[] order) {
    List<Run> runs = new ArrayList<>();
    for (int from = 0; from < order.length; ) {
      long start = ranges.get(order[from]).offset();
      long end = ranges.get(order[from]).end();
      int to = from + 1;
      while (to < order.length) {
        ChunkRange next = ranges.get(order[to]);
        long newEnd = Math.max(end, next.end());
        if (next.offset() - end > gap || newEnd - start > MAX_RUN) {
          break;
        }
        end = newEnd;
        to++;
      }
      runs.add(new Run(from, to, start, end));
      from = to;
    }
    return runs;
  }

  /** Gives each range its part of the run's buffer, when that is filled. */
  private static void hand(
      Run run, RangeRead read, List<ChunkRange> ranges, Integer[] order, ChunkBytes[] fetched)
      throws IOException {
    ArrowBuf buffer = read.await();
    for (int i = run.from(); i < run.to(); i++) {
      ChunkRange range = ranges.get(order[i]);
      fetched[order[i]] = new ChunkBytes(buffer, range.offset() - run.start(), range);
    }
    read.close();
  }
}
