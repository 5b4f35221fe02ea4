// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.internal.fetch.ChunkWindow.WindowSize;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads column chunks with as few requests as their places allow, in {@link ChunkRuns}. Local runs
 * are read one after the other; the requests of all remote runs are under way at once, within the
 * limits of {@link RemoteReads}. Of large chunks only a window is in memory.
 *
 * <p>Threads: one at a time, but the inputs of chunks may be used by one thread each.
 */
public final class ChunkFetcher implements AutoCloseable {
  private final ReadHints hints;
  private final long gap;
  private final RangeReads reads;

  public ChunkFetcher(ByteSource source, BufferAllocator allocator) {
    this(source, allocator, source.hints().gap());
  }

  ChunkFetcher(ByteSource source, BufferAllocator allocator, long gap) {
    this.hints = source.hints();
    this.gap = gap;
    this.reads = RangeReads.of(source, allocator);
  }

  public ReadHints hints() {
    return hints;
  }

  /** Bytes asked for so far, gaps included. */
  public long bytesRead() {
    return reads.bytesRead();
  }

  public long requests() {
    return reads.requests();
  }

  /** Bytes of ranges that are in memory or under way, those given up included. */
  public long bytesHeld() {
    return reads.bytesHeld();
  }

  /**
   * Chunks of a row group; nothing is read of them yet.
   *
   * @param chunks for each its parts, ascending and not overlapping; null where none is read
   * @param windowBytes that the windows of large chunks may take; 0 if no chunk has a window
   * @param firstPages for each about how many bytes the pages have that are read first; 0 where
   *     that is unknown
   * @return to be closed by the caller before this
   */
  public ChunkInputs open(List<List<ChunkRange>> chunks, long windowBytes, List<Long> firstPages) {
    int present = (int) chunks.stream().filter(Objects::nonNull).count();
    WindowSize size = windowBytes == 0 ? null : WindowSize.of(hints, windowBytes, present);
    return new ChunkInputs(reads, hints.isLocal(), gap, chunks, size, firstPages);
  }

  /** Waits until nothing is written to memory that was given up; when all ranges are closed. */
  @Override
  public void close() {
    reads.close();
  }

  /**
   * Reads all ranges.
   *
   * @param ranges inside the source, in any order; the caller has checked them against its length
   * @return one per range, in their order; the caller closes each
   * @throws IOException if reading fails; nothing is left open then
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
}
