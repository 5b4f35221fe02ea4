// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.internal.fetch.ChunkWindow.WindowSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The bytes of the chosen chunks of one row group: of large chunks windows, of the others runs.
 * Owns what is read. One thread at a time, but each input may be used by a thread of its own.
 *
 * <pre>
 * chunks       |--------------|--|-----------------------|---|
 * startFirst   |-----|        |--|-----|                 |---|   first pieces, and runs
 * start        |-----|-----|  |  |-----|-----|           |   |   further pieces
 * </pre>
 */
public final class ChunkInputs implements AutoCloseable {
  /** A larger chunk has a window whatever is believed of its pages. */
  private static final long MOST_OF_ONE_PAGE = 16L << 20;

  private final RangeReads reads;
  private final long gap;

  /** For each chunk; null where nothing of it is read, and where it is in the runs. */
  private final List<ChunkWindow> windows = new ArrayList<>();

  /** For each chunk the parts that are in the runs; null where none is. */
  private final List<List<ChunkRange>> wholeParts = new ArrayList<>();

  private final List<WholeChunk> wholeChunks = new ArrayList<>();
  private final long firstBytes;

  /** Null before the start. */
  private ChunkRuns runs;

  /** {@code chunks}: null where nothing is read. {@code size}: null if no chunk has a window. */
  ChunkInputs(
      RangeReads reads,
      long gap,
      List<List<ChunkRange>> chunks,
      WindowSize size,
      List<Long> firstPages) {
    this.reads = reads;
    this.gap = gap;
    long first = 0;
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      List<ChunkRange> parts = chunks.get(chunk);
      long bytes = parts == null ? 0 : bytes(parts);
      long firstPage = firstPages.get(chunk);
      boolean isLarge = size != null && bytes > size.mostWhole() && !isOnePage(bytes, firstPage);
      first += isLarge ? ChunkWindow.firstPiece(size, firstPage) : bytes;
      windows.add(isLarge ? new ChunkWindow(reads, parts, size, firstPage, gap) : null);
      wholeParts.add(isLarge ? null : parts);
      wholeChunks.add(null);
    }
    this.firstBytes = first;
  }

  private static boolean isOnePage(long bytes, long firstPage) {
    return bytes <= MOST_OF_ONE_PAGE && firstPage > bytes / 2;
  }

  public static long bytes(List<ChunkRange> parts) {
    long bytes = 0;
    for (ChunkRange part : parts) {
      bytes += part.length();
    }
    return bytes;
  }

  public long firstBytes() {
    return firstBytes;
  }

  public void startFirst() {
    startWindows(1);
    startRuns();
  }

  /** Asks for what is not asked for yet: all that may be under way before something is decoded. */
  public void start() {
    startWindows(Integer.MAX_VALUE);
    startRuns();
  }

  private void startWindows(int most) {
    for (ChunkWindow window : windows) {
      if (window != null) {
        window.start(most);
      }
    }
  }

  private void startRuns() {
    if (runs != null) {
      return;
    }
    List<ChunkRange> ranges = new ArrayList<>();
    wholeParts.stream().filter(Objects::nonNull).forEach(ranges::addAll);
    runs = new ChunkRuns(reads, ranges, gap);
    int next = 0;
    for (int chunk = 0; chunk < windows.size(); chunk++) {
      if (wholeParts.get(chunk) != null) {
        int from = next;
        next += wholeParts.get(chunk).size();
        wholeChunks.set(chunk, new WholeChunk(runs, from, next));
      }
    }
  }

  public ChunkInput get(int chunk) {
    return windows.get(chunk) != null ? windows.get(chunk) : wholeChunks.get(chunk);
  }

  @Override
  public void close() {
    for (int chunk = 0; chunk < windows.size(); chunk++) {
      ChunkInput input = get(chunk);
      if (input != null) {
        input.close();
      }
    }
    if (runs != null) {
      runs.close();
    }
  }

  /**
   * A chunk, or the parts of it that are read, all in memory when the first bytes are asked for.
   */
  private static final class WholeChunk implements ChunkInput {
    private final ChunkRuns runs;
    private int from;
    private final int to;
    private final List<ChunkBytes> parts = new ArrayList<>();
    private int part;

    /**
     * The parts that are ranges of these runs, from one index to another: at least one, ascending.
     */
    WholeChunk(ChunkRuns runs, int from, int to) {
      this.runs = runs;
      this.from = from;
      this.to = to;
    }

    private ChunkBytes at(long offset) throws IOException {
      while (parts.size() < to - from) {
        parts.add(runs.await(from + parts.size()));
      }
      while (part + 1 < parts.size() && offset >= parts.get(part).range().end()) {
        part++;
      }
      return parts.get(part);
    }

    @Override
    public void copy(long offset, byte[] target, int at, int length) throws IOException {
      at(offset).copy(offset, target, at, length);
    }

    @Override
    public long address(long offset, int length) throws IOException {
      return at(offset).address(offset, length);
    }

    @Override
    public boolean hasRoom(long offset, long length) {
      return parts.get(part).hasRoom(offset, length);
    }

    @Override
    public boolean isWhole() {
      return true;
    }

    /** What of the runs other chunks are in stays. */
    @Override
    public void done() {
      close();
      for (; from < to; from++) {
        runs.release(from);
      }
    }

    @Override
    public void close() {
      parts.forEach(ChunkBytes::close);
      parts.clear();
    }
  }

  /** A chunk whose first bytes, its dictionary page, were fetched before. Both are borrowed. */
  public record StartedChunk(ChunkBytes start, ChunkInput rest) implements ChunkInput {
    private ChunkInput at(long offset) {
      return offset < start.range().end() ? start : rest;
    }

    @Override
    public void copy(long offset, byte[] target, int at, int length) throws IOException {
      at(offset).copy(offset, target, at, length);
    }

    @Override
    public int peek(long offset, byte[] target) throws IOException {
      return at(offset).peek(offset, target);
    }

    @Override
    public void expect(long offset, int length) {
      at(offset).expect(offset, length);
    }

    @Override
    public long address(long offset, int length) throws IOException {
      return at(offset).address(offset, length);
    }

    @Override
    public boolean hasRoom(long offset, long length) {
      return at(offset).hasRoom(offset, length);
    }

    @Override
    public boolean isWhole() {
      return rest.isWhole();
    }

    @Override
    public void done() {
      rest.done();
    }

    @Override
    public void close() {}
  }
}
