// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.internal.fetch.ChunkWindow.WindowSize;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads column chunks in as few requests as their places allow: {@link ChunkRuns}; of large chunks
 * only a window is in memory. One thread at a time, but the inputs of chunks may be used by one
 * thread each.
 */
public final class ChunkFetcher implements AutoCloseable {
  private final ReadHints hints;
  private final long gap;
  private final RangeReads reads;

  /** {@code bytes}: what the bytes asked for are counted as, gaps included. */
  public ChunkFetcher(
      ByteSource source, ReadCounts counts, Count bytes, BufferAllocator allocator) {
    this(source, counts, bytes, allocator, source.hints().gap());
  }

  ChunkFetcher(
      ByteSource source, ReadCounts counts, Count bytes, BufferAllocator allocator, long gap) {
    this.hints = source.hints();
    this.gap = gap;
    this.reads = RangeReads.of(source, counts, bytes, allocator);
  }

  public ReadHints hints() {
    return hints;
  }

  /** Whether the source has a range in memory: reading it takes no request. */
  public boolean isKnown(ChunkRange range) {
    return reads.isKnown(range);
  }

  /** Bytes of ranges that are in memory or under way, those given up included. */
  public long bytesHeld() {
    return reads.bytesHeld();
  }

  /**
   * The arguments are for each chunk: its parts, ascending, or null where none is read, and about
   * how many bytes its first pages have, 0 if unknown. {@code windowBytes} are for the windows of
   * large chunks; 0 for no windows. To be closed before this.
   */
  public ChunkInputs open(List<List<ChunkRange>> chunks, long windowBytes, List<Long> firstPages) {
    int present = (int) chunks.stream().filter(Objects::nonNull).count();
    WindowSize size = windowBytes == 0 ? null : WindowSize.of(hints, windowBytes, present);
    return new ChunkInputs(reads, gap, chunks, size, firstPages);
  }

  /** Waits until nothing is written to memory that was given up; when all ranges are closed. */
  @Override
  public void close() {
    reads.close();
  }

  /**
   * One buffer per range, the caller's to close; none is left open if reading fails. Ranges may be
   * in any order, but have to be inside the source.
   */
  public List<ChunkBytes> fetch(List<ChunkRange> ranges) throws IOException {
    List<ChunkBytes> fetched = new ArrayList<>();
    boolean done = false;
    try {
      try (ChunkRuns runs = new ChunkRuns(reads, ranges, gap)) {
        runs.awaitAll();
        for (int i = 0; i < ranges.size(); i++) {
          fetched.add(runs.await(i));
        }
        done = true;
      }
    } finally {
      if (!done) {
        fetched.forEach(ChunkBytes::close);
        reads.close();
      }
    }
    return fetched;
  }

  /** As {@link #fetch}, on the heap. */
  public List<byte[]> fetchCopies(List<ChunkRange> ranges) throws IOException {
    List<ChunkBytes> fetched = fetch(ranges);
    try {
      return fetched.stream().map(ChunkBytes::copy).toList();
    } finally {
      fetched.forEach(ChunkBytes::close);
    }
  }
}
