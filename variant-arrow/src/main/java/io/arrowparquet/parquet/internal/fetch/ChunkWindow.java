// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.internal.fetch.RangeReads.RangeRead;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.storage.ReadHints;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * A large column chunk, or parts of it, of which a window that moves forward is in memory. Pieces
 * are read, and freed when what is asked for lies after them:
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

  private int nextPart;
  private long nextStart;
  private int longestPage;
  private long pageEnd;
  private int pages;

  /** A page whose missing bytes are under way, with room for those in the pieces; or null. */
  private RangeRead expected;

  private final long firstPiece;

  /**
   * {@code firstPages}: about how many bytes the first pages have; 0 if unknown. {@code gap}: bytes
   * between parts that are better read than left out.
   */
  ChunkWindow(
      RangeReads reads, List<ChunkRange> parts, WindowSize size, long firstPages, long gap) {
    this.reads = reads;
    this.parts = List.copyOf(parts);
    this.size = size;
    this.gap = gap;
    this.nextStart = parts.get(0).offset();
    this.firstPiece = firstPiece(size, firstPages);
  }

  static long firstPiece(WindowSize size, long firstPages) {
    return Math.max(size.bytes(), Math.min(firstPages, MOST_GROWN - WindowSize.SPARE));
  }

  void start(int most) {
    while (nextPart < parts.size()
        && (pieces.size() < Math.min(most, size.pieces()) || (most > 1 && isPageMissing()))) {
      pieces.add(next());
    }
  }

  /**
   * Whether the page after the current one is not under way, if it is as long as the longest. Not
   * looked at before the second page: a reader may want only a few rows.
   */
  private boolean isPageMissing() {
    return size.pieces() > 1 && pages > 1 && nextStart < pageEnd + longestPage;
  }

  private RangeRead next() {
    long start = Math.max(nextStart, parts.get(nextPart).offset());
    long limit = start + (start == parts.get(0).offset() ? firstPiece : pieceBytes());
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
    if (pages <= 1) {
      // A reader may want only a few rows: the next page, and no more.
      return Math.min(longestPage, MOST_GROWN) + WindowSize.SPARE;
    }
    int grown = Integer.highestOneBit(longestPage + WindowSize.SPARE - 1) << 1;
    return Math.max(size.bytes(), Math.min(grown, MOST_GROWN) - WindowSize.SPARE);
  }

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
    if (expected != null && expected.end() <= offset) {
      forget();
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
      copy(piece, piece.base(), offset, target, at, length);
    }
    if (expected != null) {
      copy(expected, expected.start(), offset, target, at, length);
    }
  }

  /** Copies what a piece has of some bytes; {@code first} is the first byte that is in it. */
  private static void copy(
      RangeRead piece, long first, long offset, byte[] target, int at, int length)
      throws IOException {
    long from = Math.max(offset, first);
    long end = Math.min(offset + length, piece.end());
    if (from < end) {
      MemoryUtil.copyFromMemory(address(piece, from), target, at + from - offset, end - from);
    }
  }

  @Override
  public int peek(long offset, byte[] target) throws IOException {
    int copied = 0;
    for (RangeRead piece : pieces) {
      long from = offset + copied;
      if (from >= piece.base() && from < piece.end()) {
        int count = (int) Math.min(target.length - copied, piece.end() - from);
        MemoryUtil.copyFromMemory(address(piece, from), target, copied, count);
        copied += count;
      }
    }
    return copied;
  }

  @Override
  public void expect(long offset, int length) {
    long end = offset + length;
    longestPage = Math.max(longestPage, length); // Of which the next pieces are.
    if (expected != null
        || pieces.isEmpty()
        || offset < pieces.element().base()
        || offset > pieces.getLast().end()
        || end <= pieces.getLast().end()) {
      return;
    }
    expected = rest(offset, end);
    passTo(end);
  }

  private RangeRead rest(long offset, long end) {
    long from = Math.min(end, pieces.getLast().end());
    return reads.start(from, end, (int) (from - offset), WindowSize.SPARE);
  }

  private void forget() {
    RangeRead read = expected;
    expected = null;
    read.close();
  }

  /** Another page was asked for than expected: goes on as if none had been. */
  private void mistake() {
    while (pieces.getLast().base() >= expected.end()) {
      pieces.removeLast().close();
    }
    nextPart = 0;
    nextStart = expected.start();
    passTo(nextStart);
    forget();
  }

  private static long address(RangeRead piece, long offset) throws IOException {
    return piece.await().memoryAddress() + (offset - piece.base());
  }

  @Override
  public long address(long offset, int length) throws IOException {
    longestPage = Math.max(longestPage, length);
    pageEnd = offset + length;
    pages++;
    moveTo(offset, length);
    if (length > 0 && offset + length > pieces.element().end()) {
      join(offset, length);
    }
    return pieces.isEmpty() ? 0 : address(pieces.element(), offset);
  }

  /** Puts a page into the first piece: what is there is copied, the rest read after it. */
  private void join(long offset, int length) throws IOException {
    long end = offset + length;
    boolean isExpected = expected != null && expected.base() < end;
    if (isExpected && (expected.base() != offset || expected.end() != end)) {
      mistake();
      isExpected = false;
    }
    RangeRead whole = isExpected ? expected : rest(offset, end);
    expected = isExpected ? null : expected;
    boolean isJoined = false;
    try {
      ArrowBuf memory = whole.await();
      for (RangeRead piece : pieces) {
        long first = Math.max(offset, piece.base());
        long last = Math.min(whole.start(), piece.end());
        if (first < last) {
          MemoryUtil.copyMemory(
              address(piece, first), memory.memoryAddress() + (first - offset), last - first);
        }
      }
      isJoined = true;
    } finally {
      if (!isJoined && isExpected) {
        expected = whole;
        mistake();
      } else if (!isJoined) {
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
  public void done() {
    close();
  }

  @Override
  public void close() {
    if (expected != null) {
      forget();
    }
    pieces.forEach(RangeRead::close);
    pieces.clear();
  }

  /**
   * How much of a large chunk is in memory: pieces, each read at once, and more if a page needs
   * them.
   */
  record WindowSize(int bytes, int pieces) {
    /**
     * Bytes after a piece, which decoders may read beyond its last page: enough for a page to be
     * used where it is. Counted in a piece's size, since allocators round up to powers of two.
     */
    static final int SPARE = 128;

    /** A piece of a local file: larger ones are no faster, as they leave the processor's caches. */
    private static final int MOST_LOCAL = 512 << 10;

    private static final int LEAST_LOCAL = 32 << 10;

    /** A piece of a remote file: many chunks' pieces are under way together. */
    private static final int MOST_REMOTE = 4 << 20;

    /** Two of these have a page of the usual 20 000 rows, which so is not waited for. */
    private static final int LEAST_REMOTE = 128 << 10;

    private static final int MOST_PIECES = 16;

    /** {@code memory}: bytes for the pieces of all chunks, as far as they can be that small. */
    public static WindowSize of(ReadHints hints, long memory, int chunks) {
      long share = memory / chunks;
      if (hints.isLocal()) {
        return new WindowSize(bytes(share, LEAST_LOCAL, MOST_LOCAL, hints), 1);
      }
      int bytes = bytes(share / 2, LEAST_REMOTE, MOST_REMOTE, hints);
      return new WindowSize(bytes, (int) Math.max(2, Math.min(MOST_PIECES, share / bytes)));
    }

    /**
     * Bytes of the largest chunk that has no window: one of the least pieces, which would all be
     * under way at once, takes less memory as a whole.
     */
    long mostWhole() {
      return bytes <= LEAST_REMOTE ? (long) bytes * pieces : bytes;
    }

    private static int bytes(long share, int least, int most, ReadHints hints) {
      long allocated = Math.max(least, Math.min(most, Long.highestOneBit(share)));
      return (int) Math.min(allocated - SPARE, hints.largestRequest());
    }
  }
}
