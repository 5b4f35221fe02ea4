// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.fetch;

import io.arrowparquet.footer.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads column chunks with as few reads as their places allow: ranges that touch, or whose gap is
 * small, are read as one run.
 */
public final class ChunkFetcher {
  /** A gap up to here is cheaper to read than to seek over. */
  static final long DEFAULT_GAP = 64 * 1024;

  /** A run ends here, so that no single buffer grows with the whole row group. */
  static final long MAX_RUN = 64L * 1024 * 1024;

  private static final int MAX_READ = 1 << 30;

  private final ByteSource source;
  private final BufferAllocator allocator;
  private final long gap;
  private long bytesRead;

  /** Reads from {@code source} into memory of {@code allocator}. */
  public ChunkFetcher(ByteSource source, BufferAllocator allocator) {
    this(source, allocator, DEFAULT_GAP);
  }

  ChunkFetcher(ByteSource source, BufferAllocator allocator, long gap) {
    this.source = source;
    this.allocator = allocator;
    this.gap = gap;
  }

  /** Bytes read from the source so far, gaps included. */
  public long bytesRead() {
    return bytesRead;
  }

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
      for (int from = 0; from < order.length; ) {
        int to = endOfRun(ranges, order, from);
        fetchRun(ranges, order, from, to, fetched);
        from = to;
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

  private int endOfRun(List<ChunkRange> ranges, Integer[] order, int from) {
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
    return to;
  }

  private void fetchRun(
      List<ChunkRange> ranges, Integer[] order, int from, int to, ChunkBytes[] fetched)
      throws IOException {
    long start = ranges.get(order[from]).offset();
    long end = start;
    for (int i = from; i < to; i++) {
      end = Math.max(end, ranges.get(order[i]).end());
    }
    try (ArrowBuf buffer = allocator.buffer(end - start)) {
      for (long at = 0; at < end - start; ) {
        int length = (int) Math.min(MAX_READ, end - start - at);
        source.readFully(start + at, buffer.nioBuffer(at, length));
        at += length;
      }
      bytesRead += end - start;
      for (int i = from; i < to; i++) {
        ChunkRange range = ranges.get(order[i]);
        fetched[order[i]] = new ChunkBytes(buffer, range.offset() - start, range);
      }
    }
  }
}
