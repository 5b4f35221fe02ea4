// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.ArrayNumbers;
import io.arrowparquet.storage.internal.PendingReads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ObjIntConsumer;
import java.util.zip.CRC32;

/**
 * The blocks of a footer that were fetched so far; the others are fetched when they are touched. A
 * block is compared with its checksum before anything of it is seen.
 *
 * <p>Threads: may be shared, without locks. Two threads may fetch the same block; either copy does.
 */
final class SparseBlocks {
  private static final int MASK = BlockChecksums.BLOCK - 1;

  /** Read-ahead limit for sequential access, in blocks: 1 MiB, as each read takes a round. */
  private static final int MAX_AHEAD = 256;

  /** Of a local file: what the processor's cache has room for, from the read to the checksum. */
  private static final int MAX_AHEAD_LOCAL = 32;

  /** How many blocks on each side of one are looked at to know what its piece has around it. */
  private static final int MOST_AROUND = 8;

  private static final int NONE = Integer.MAX_VALUE;
  private static final int ALL = -1;

  private final ByteSource source;
  private final long offset;
  private final int size;
  private final int gap;
  private final int maxAhead;
  private final Piece[] pieces;

  /** The end of the footer, which was there from the beginning; nothing of it is checked. */
  private final Piece tail;

  private final BlockChecksums checksums;

  /** Blocks that are touched one by one, and tiles: walks through both take turns. */
  private final Walk single = new Walk();

  private final Walk near = new Walk();

  /** The blocks fetched last, and how many at once: a guess of what comes next. Racy. */
  private static final class Walk {
    int first;
    int end;
    int ahead;
  }

  /** Blocks of which none is there; with {@code checksums}, {@link #fetchFirst} is to follow. */
  SparseBlocks(
      ByteSource source,
      long offset,
      int size,
      ByteBuffer tail,
      int gap,
      BlockChecksums checksums) {
    this.source = source;
    this.offset = offset;
    this.size = size;
    this.gap = gap;
    this.maxAhead = source.hints().isLocal() ? MAX_AHEAD_LOCAL : MAX_AHEAD;
    this.checksums = checksums;
    this.pieces = new Piece[BlockChecksums.count(size)];
    byte[] end = new byte[Math.min(tail.remaining(), size)];
    tail.get(tail.limit() - end.length, end);
    this.tail = new Piece(end, size - end.length);
  }

  /** The proof is given an array, and where in it the blocks of the checksums begin. */
  void fetchFirst(ByteRanges first, int near, ObjIntConsumer<byte[]> proof) {
    int firstOwn = checksums.firstOwn();
    int last = checksums.lastOwn();
    BitSet wanted = first.blocks();
    wanted.set(firstOwn, last + 1);
    List<Piece> loaded = load(wanted, near);
    for (Piece piece : loaded) {
      int from = Math.max(firstOwn, piece.firstBlock());
      Arrays.fill(pieces, from, Math.max(from, Math.min(last + 1, piece.endBlock())), piece);
    }
    Piece table = pieces[firstOwn];
    int start = firstOwn << BlockChecksums.BLOCK_SHIFT;
    if (table == pieces[last]) {
      proof.accept(table.bytes, start - table.start);
    } else {
      byte[] copy = new byte[(last << BlockChecksums.BLOCK_SHIFT) + checksums.length(last) - start];
      copyTo(start, copy, 0, copy.length);
      proof.accept(copy, 0);
    }
    wanted.clear(firstOwn, last + 1);
    loaded.forEach(piece -> enter(piece, wanted));
    loaded.forEach(this::enterGaps);
  }

  short i16(int position) {
    Piece piece = piece(position, Short.BYTES);
    return (short) ArrayNumbers.SHORT.get(piece.bytes, position - piece.start);
  }

  int i32(int position) {
    Piece piece = piece(position, Integer.BYTES);
    return (int) ArrayNumbers.INT.get(piece.bytes, position - piece.start);
  }

  long i64(int position) {
    Piece piece = piece(position, Long.BYTES);
    return (long) ArrayNumbers.LONG.get(piece.bytes, position - piece.start);
  }

  byte i8(int position) {
    Piece piece = piece(position, 1);
    return piece.bytes[position - piece.start];
  }

  /** A piece that has all bytes of a number; the caller has compared it with the footer's size. */
  private Piece piece(int position, int width) {
    if ((position & MASK) > BlockChecksums.BLOCK - width) {
      // Numbers are aligned and so within one block; what is not may be of two pieces.
      byte[] copy = new byte[width];
      copyTo(position, copy, 0, width);
      return new Piece(copy, position);
    }
    return block(position >>> BlockChecksums.BLOCK_SHIFT);
  }

  /** The piece that has all of some bytes; null if several have them, or they are many. */
  Piece pieceOfAll(int position, int count) {
    Piece piece = block(position >>> BlockChecksums.BLOCK_SHIFT);
    int last = position + count - 1;
    return count <= BlockChecksums.BLOCK && block(last >>> BlockChecksums.BLOCK_SHIFT) == piece
        ? piece
        : null;
  }

  int startIn(Piece piece, int position) {
    int first = position >>> BlockChecksums.BLOCK_SHIFT;
    int least = Math.max(piece.firstBlock(), first - MOST_AROUND);
    while (first > least && pieces[first - 1] == piece) {
      first--;
    }
    return Math.max(piece.start, first << BlockChecksums.BLOCK_SHIFT);
  }

  int endIn(Piece piece, int position) {
    int last = position >>> BlockChecksums.BLOCK_SHIFT;
    int most = Math.min(pieces.length - 1, last + MOST_AROUND);
    while (last < most && pieces[last + 1] == piece) {
      last++;
    }
    return (last + 1) << BlockChecksums.BLOCK_SHIFT;
  }

  private Piece block(int block) {
    Piece piece = pieces[block];
    return piece != null ? piece : fetchOnDemand(block);
  }

  void copyTo(int position, byte[] target, int at, int count) {
    int done = 0;
    while (done < count) {
      int from = position + done;
      int inBlock = Math.min(count - done, BlockChecksums.BLOCK - (from & MASK));
      Piece piece = block(from >>> BlockChecksums.BLOCK_SHIFT);
      System.arraycopy(piece.bytes, from - piece.start, target, at + done, inBlock);
      done += inBlock;
    }
  }

  private Piece fetchOnDemand(int block) {
    fetchOn(single, block, block + 1, Math.max(1, gap), block);
    Piece piece = pieces[block];
    if (piece == null) {
      throw new IllegalStateException("block " + block + " was not fetched");
    }
    return piece;
  }

  /** In one piece; of damaged blocks nothing is taken: they are reported when touched. */
  void fetchNear(int from, int to) {
    int first = from >>> BlockChecksums.BLOCK_SHIFT;
    int end = BlockChecksums.count(to);
    while (first < end && pieces[first] != null) {
      first++;
    }
    while (first < end && pieces[end - 1] != null) {
      end--;
    }
    if (first < end) {
      fetchOn(near, first, end, end - first, NONE);
    }
  }

  /** Fetches blocks, and more and more on that side if those beside them were fetched last. */
  private void fetchOn(Walk walk, int from, int to, int least, int needed) {
    boolean isBefore = to == walk.first;
    int twice = isBefore || from == walk.end ? Math.min(2 * walk.ahead, maxAhead) : 0;
    int count = Math.max(to - from, twice == 0 ? least : twice);
    int first = isBefore ? Math.max(0, to - count) : from;
    int end = isBefore ? to : Math.min(from + count, pieces.length);
    walk.first = first;
    walk.end = end;
    walk.ahead = count;
    fetchRun(first, end, needed);
  }

  private void fetchRun(int fromBlock, int toBlock, int needed) {
    int first = fromBlock;
    int end = toBlock;
    while (first < end && pieces[first] != null) {
      first++;
    }
    while (first < end && pieces[end - 1] != null) {
      end--;
    }
    if (first < end) {
      Piece piece = unread(first, end);
      int missing = Math.min(tail.start - piece.start, piece.bytes.length);
      try {
        if (missing > 0) {
          source.readFully(offset + piece.start, ByteBuffer.wrap(piece.bytes, 0, missing));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      enter(filled(piece), first, end, needed);
    }
  }

  /** With its bytes there when it is made, so that threads that see it without a lock see them. */
  private Piece filled(Piece piece) {
    return piece == tail ? tail : new Piece(piece.bytes, piece.start);
  }

  /** Some blocks: the tail, or a piece whose bytes in front of the tail are still to be read. */
  private Piece unread(int first, int end) {
    int start = first << BlockChecksums.BLOCK_SHIFT;
    if (start >= tail.start) {
      return tail;
    }
    int limit = (int) Math.min((long) end << BlockChecksums.BLOCK_SHIFT, size);
    Piece piece = new Piece(new byte[limit - start], start);
    int missing = Math.min(limit, tail.start) - start;
    System.arraycopy(tail.bytes, 0, piece.bytes, missing, limit - start - missing);
    return piece;
  }

  void fetch(ByteRanges ranges) {
    fetch(ranges, gap);
  }

  void fetch(ByteRanges ranges, int near) {
    BitSet wanted = ranges.blocks();
    wanted.clear(pieces.length, Math.max(wanted.length(), pieces.length));
    for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
      if (pieces[i] != null) {
        wanted.clear(i);
      }
    }
    List<Piece> loaded = load(wanted, near);
    loaded.forEach(piece -> enter(piece, wanted));
    loaded.forEach(this::enterGaps);
  }

  private List<Piece> load(BitSet wanted, int near) {
    List<ByteRange> ranges = new ArrayList<>();
    List<ByteBuffer> targets = new ArrayList<>();
    List<Piece> loaded = new ArrayList<>();
    int first = wanted.nextSetBit(0);
    while (first >= 0) {
      int end = endOfRun(wanted, first, near);
      Piece piece = unread(first, end);
      int missing = Math.min(tail.start - piece.start, piece.bytes.length);
      if (missing > 0) {
        ranges.add(new ByteRange(offset + piece.start, missing));
        targets.add(ByteBuffer.wrap(piece.bytes, 0, missing));
      }
      loaded.add(piece);
      first = wanted.nextSetBit(end);
    }
    read(ranges, targets);
    loaded.replaceAll(this::filled);
    return loaded;
  }

  /** Runs are of one piece, in front of the tail or in it, with small gaps between. */
  private int endOfRun(BitSet wanted, int first, int near) {
    int firstOfTail = (tail.start + MASK) >>> BlockChecksums.BLOCK_SHIFT;
    int end = wanted.nextClearBit(first);
    while (true) {
      int next = wanted.nextSetBit(end);
      if (next < 0 || next - end > near) {
        break;
      }
      end = wanted.nextClearBit(next);
    }
    return first < firstOfTail ? Math.min(end, Math.max(firstOfTail, first + 1)) : end;
  }

  private void read(List<ByteRange> ranges, List<ByteBuffer> targets) {
    if (ranges.isEmpty()) {
      return;
    }
    Iterator<ByteBuffer> next = targets.iterator();
    try {
      for (CompletableFuture<ByteBuffer> read : source.readRanges(ranges, length -> next.next())) {
        PendingReads.await(read, source.name());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void enter(Piece piece, BitSet wanted) {
    int end = piece.endBlock();
    int block = wanted.nextSetBit(piece.firstBlock());
    while (block >= 0 && block < end) {
      int endOfRun = Math.min(wanted.nextClearBit(block), end);
      enter(piece, block, endOfRun, ALL);
      block = wanted.nextSetBit(endOfRun);
    }
  }

  /** Takes what was fetched between blocks that were asked for; damage is reported when touched. */
  private void enterGaps(Piece piece) {
    int end = piece == tail ? 0 : piece.endBlock();
    for (int block = piece.firstBlock(); block < end; block++) {
      int first = block;
      while (block < end && pieces[block] == null) {
        block++;
      }
      if (first < block) {
        enter(piece, first, block, NONE);
      }
    }
  }

  /** Of blocks that are damaged, only the needed one is reported; or {@link #ALL}. */
  private void enter(Piece piece, int first, int end, int needed) {
    if (isSound(piece, first, end)) {
      Arrays.fill(pieces, first, end, piece);
    } else {
      enterSingly(piece, first, end, needed);
    }
  }

  private void enterSingly(Piece piece, int first, int end, int needed) {
    for (int block = first; block < end; block++) {
      CorruptFooterException damage = damage(piece, block);
      if (damage == null) {
        pieces[block] = piece;
      } else if (needed == ALL || needed == block) {
        throw damage;
      }
    }
  }

  /** Whether no block is damaged: one comparison for all. */
  private boolean isSound(Piece piece, int first, int end) {
    if (checksums == null) {
      return true;
    }
    if (end > checksums.wholeCount()) {
      return false;
    }
    int sum = 0;
    for (int block = first; block < end; block++) {
      sum ^= i32(checksums.entry(block));
    }
    CRC32 crc = new CRC32();
    int start = (first << BlockChecksums.BLOCK_SHIFT) - piece.start;
    crc.update(piece.bytes, start, (end - first) << BlockChecksums.BLOCK_SHIFT);
    return checksums.entryFor(end - 1, (int) crc.getValue()) == sum;
  }

  private CorruptFooterException damage(Piece piece, int block) {
    int start = (block << BlockChecksums.BLOCK_SHIFT) - piece.start;
    CorruptFooterException damage =
        checksums == null
            ? null
            : checksums.damage(block, piece.bytes, start, i32(checksums.entry(block)));
    return damage == null ? null : damage.shiftedBy(offset).in(source.name());
  }

  byte[] all() {
    byte[] all = new byte[size];
    int missing = tail.start;
    System.arraycopy(tail.bytes, 0, all, missing, tail.bytes.length);
    if (missing > 0) {
      read(List.of(new ByteRange(offset, missing)), List.of(ByteBuffer.wrap(all, 0, missing)));
    }
    return all;
  }
}
