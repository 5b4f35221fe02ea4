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
 * Reads column chunks with as few reads as their places allow: ranges that touch, or whose gap
 * costs less than a request, are one run. Local runs are read one after the other; the requests of
 * all remote runs are under way at once, within the limits of {@link RemoteRuns}.
 */
public final class ChunkFetcher {
  /** A run ends here, so that no single buffer grows with the whole row group. */
  static final long MAX_RUN = 64L * 1024 * 1024;

  private static final int MAX_READ = 1 << 30;

  private final ByteSource source;
  private final BufferAllocator allocator;
  private final ReadHints hints;
  private final long gap;
  private long bytesRead;

  /** Reads from {@code source} into memory of {@code allocator}. */
  public ChunkFetcher(ByteSource source, BufferAllocator allocator) {
    this(source, allocator, source.hints().gap());
  }

  ChunkFetcher(ByteSource source, BufferAllocator allocator, long gap) {
    this.source = source;
    this.allocator = allocator;
    this.hints = source.hints();
    this.gap = gap;
  }

  /** Bytes read from the source so far, gaps included. */
  public long bytesRead() {
    return bytesRead;
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
    boolean done = false;
    try {
      List<Run> runs = runs(ranges, order);
      if (hints.isLocal()) {
        for (Run run : runs) {
          fetchLocal(run, ranges, order, fetched);
        }
      } else {
        fetchRemote(runs, ranges, order, fetched);
      }
      done = true;
    } finally {
      if (!done) {
        for (ChunkBytes bytes : fetched) {
          if (bytes != null) {
            bytes.close();
          }
        }
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

  private void fetchLocal(Run run, List<ChunkRange> ranges, Integer[] order, ChunkBytes[] fetched)
      throws IOException {
    long size = run.end() - run.start();
    try (ArrowBuf buffer = allocator.buffer(size)) {
      for (long at = 0; at < size; ) {
        int length = (int) Math.min(MAX_READ, size - at);
        source.readFully(run.start() + at, buffer.nioBuffer(at, length));
        at += length;
      }
      hand(run, buffer, ranges, order, fetched);
    }
  }

  private void fetchRemote(
      List<Run> runs, List<ChunkRange> ranges, Integer[] order, ChunkBytes[] fetched)
      throws IOException {
    try (RemoteRuns remote = new RemoteRuns(source, hints, allocator)) {
      for (Run run : runs) {
        remote.add(run.start(), run.end());
      }
      remote.await();
      for (int i = 0; i < runs.size(); i++) {
        hand(runs.get(i), remote.buffer(i), ranges, order, fetched);
      }
    }
  }

  /** Gives each range its part of the run's buffer. */
  private void hand(
      Run run, ArrowBuf buffer, List<ChunkRange> ranges, Integer[] order, ChunkBytes[] fetched) {
    bytesRead += run.end() - run.start();
    for (int i = run.from(); i < run.to(); i++) {
      ChunkRange range = ranges.get(order[i]);
      fetched[order[i]] = new ChunkBytes(buffer, range.offset() - run.start(), range);
    }
  }
}
