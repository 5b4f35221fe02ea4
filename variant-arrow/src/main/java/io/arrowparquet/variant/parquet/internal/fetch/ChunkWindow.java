// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.fetch;

import io.arrowparquet.variant.CorruptPageException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * A large column chunk, or parts of it, of which a window that moves forward is in memory. Pieces
 * are read, and freed when what is asked for lies behind them:
 *
 * <pre>
 *   chunk   |.....................................................|
 *   pieces            |-----------|-----------|-----------|        under way, but for the first
 *   pages     ----|--------|--------|--------|
 * </pre>
 *
 * <p>A page that goes on in the next piece is put together in a piece of its own. What was not read
 * and lies before an offset asked for is never read.
 */
final class ChunkWindow implements ChunkInput {
  /** Pieces grow with the pages, up to this size. */
  private static final int MOST_GROWN = 8 << 20;

  private final RangeReads reads;
  private final List<ChunkRange> parts;
  private final WindowSize size;
  private final long gap;

  /** Ascending; the first has what was asked for last. */
  private final ArrayDeque<RangeRead> pieces = new ArrayDeque<>();

  /** The part that is to be read next, and its first byte that was not asked for. */
  private int nextPart;

  private long nextStart;
  private int longestPage;

  /**
   * A window at the start of the first part; nothing is read yet.
   *
   * @param parts at least one, ascending, not overlapping
   * @param gap bytes between parts that are better read than left out
   */
  ChunkWindow(RangeReads reads, List<ChunkRange> parts, WindowSize size, long gap) {
    this.reads = reads;
    this.parts = List.copyOf(parts);
    this.size = size;
    this.gap = gap;
    this.nextStart = parts.get(0).offset();
  }

  /** Asks for the first pieces, this many at most. */
  void start(int most) {
    while (pieces.size() < Math.min(most, size.pieces()) && nextPart < parts.size()) {
      pieces.add(next());
    }
  }

  /** Waits for the first piece. */
  void awaitFirst() throws IOException {
    if (!pieces.isEmpty()) {
      pieces.element().await();
    }
  }

  /** Asks for the next piece; there is one. */
  private RangeRead next() {
    long start = Math.max(nextStart, parts.get(nextPart).offset());
    long limit = start + pieceBytes();
    long end = start;
    int following = nextPart;
    while (following < parts.size()) {
      ChunkRange part = parts.get(following);
      boolean isLater = part.offset() > start;
      // Where pages are known, one that does not fit in begins the next piece.
      if (isLater && (part.offset() - end > gap || part.end() > limit)) {
        break;
      }
      end = Math.min(part.end(), limit);
      if (end < part.end()) {
        break;
      }
      following++;
    }
    RangeRead piece = reads.start(start, end, 0, WindowSize.SPARE);
    nextPart = following;
    nextStart = end;
    return piece;
  }

  private int pieceBytes() {
    if (longestPage <= size.bytes()) {
      return size.bytes();
    }
    int grown = Integer.highestOneBit(longestPage + WindowSize.SPARE - 1) << 1;
    return Math.max(size.bytes(), Math.min(grown, MOST_GROWN) - WindowSize.SPARE);
  }

  /** Frees what lies before an offset, leaves out what was not asked for, and reads ahead. */
  private void moveTo(long offset, long length) {
    ChunkRange last = parts.get(parts.size() - 1);
    if (length < 0 || offset < parts.get(0).offset() || length > last.end() - offset) {
      throw new CorruptPageException(
          "bytes of a page",
          length + " bytes at offset " + offset,
          "a range in " + parts.get(0).offset() + " to " + last.end() + ", the column chunk");
    }
    while (!pieces.isEmpty() && pieces.element().end() <= offset) {
      pieces.remove().close();
    }
    passTo(offset);
    start(size.pieces());
    // Addresses are counted from the first piece: one before it would be in other memory.
    if (length > 0 && (pieces.isEmpty() || offset < pieces.element().base())) {
      throw new CorruptPageException(
          "offset of a page",
          Long.toString(offset),
          pieces.isEmpty()
              ? "a place in the parts of the column chunk that are read"
              : "at least " + pieces.element().base() + ", where bytes are read next");
    }
  }

  private void passTo(long offset) {
    nextStart = Math.max(nextStart, offset);
    while (nextPart < parts.size() && parts.get(nextPart).end() <= nextStart) {
      nextPart++;
    }
  }

  @Override
  public void copy(long offset, byte[] target, int at, int length) throws IOException {
    moveTo(offset, length);
    while (length > 0 && pieces.getLast().end() < offset + length) {
      pieces.add(next());
    }
    for (RangeRead piece : pieces) {
      long from = Math.max(offset, piece.base());
      long end = Math.min(offset + length, piece.end());
      if (from < end) {
        MemoryUtil.copyFromMemory(address(piece, from), target, at + from - offset, end - from);
      }
    }
  }

  private static long address(RangeRead piece, long offset) throws IOException {
    return piece.await().memoryAddress() + (offset - piece.base());
  }

  @Override
  public long address(long offset, int length) throws IOException {
    longestPage = Math.max(longestPage, length);
    moveTo(offset, length);
    if (length > 0 && offset + length > pieces.element().end()) {
      join(offset, length);
    }
    return pieces.isEmpty() ? 0 : address(pieces.element(), offset);
  }

  /** Puts a page into the first piece: what is there is copied, the rest read behind it. */
  private void join(long offset, int length) throws IOException {
    long end = offset + length;
    long from = Math.min(end, pieces.getLast().end());
    RangeRead whole = reads.start(from, end, (int) (from - offset), WindowSize.SPARE);
    boolean isJoined = false;
    try {
      ArrowBuf memory = whole.await();
      for (RangeRead piece : pieces) {
        long first = Math.max(offset, piece.base());
        long last = Math.min(from, piece.end());
        if (first < last) {
          MemoryUtil.copyMemory(
              address(piece, first), memory.memoryAddress() + (first - offset), last - first);
        }
      }
      isJoined = true;
    } finally {
      if (!isJoined) {
        whole.close(); // In the window it would be taken for whole when it is asked for again.
      }
    }
    while (!pieces.isEmpty() && pieces.element().end() <= end) {
      pieces.remove().close();
    }
    pieces.addFirst(whole);
    passTo(end);
    // What follows the page is under way while it is decoded.
    start(size.pieces());
  }

  @Override
  public boolean hasRoom(long offset, long length) {
    return !pieces.isEmpty() && length <= pieces.element().end() + WindowSize.SPARE - offset;
  }

  @Override
  public boolean isWhole() {
    return false;
  }

  @Override
  public void close() {
    pieces.forEach(RangeRead::close);
    pieces.clear();
  }
}
