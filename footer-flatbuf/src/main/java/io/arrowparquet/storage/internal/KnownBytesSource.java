// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * A source of which some bytes are in memory: the last ones with its length, which the other source
 * is not asked for and may have otherwise, or parts, which answer what is inside one of them.
 * Threads: as the other source.
 */
public final class KnownBytesSource extends ForwardingByteSource {
  /** Greater than that of any source where the other one is asked. */
  private final long length;

  /** The last ones; null if they are the other source's. */
  private final ByteBuffer tail;

  /** Where these begin. */
  private final long start;

  /** By the offset at which they begin. */
  private final NavigableMap<Long, ByteBuffer> parts;

  public KnownBytesSource(ByteSource source, ByteSource.Tail tail) {
    super(source);
    this.length = tail.length();
    this.tail = tail.bytes().slice();
    this.start = start(tail);
    this.parts = Collections.emptyNavigableMap();
  }

  /** A source of which parts are in memory: by their offsets, and not to be changed. */
  public KnownBytesSource(ByteSource source, NavigableMap<Long, ByteBuffer> parts) {
    super(source);
    this.length = Long.MAX_VALUE;
    this.tail = null;
    this.start = Long.MAX_VALUE;
    this.parts = parts;
  }

  static long start(ByteSource.Tail tail) {
    long start = tail.length() - tail.bytes().remaining();
    if (start < 0) {
      throw new IllegalArgumentException(
          "the last " + tail.bytes().remaining() + " bytes of " + tail.length());
    }
    return start;
  }

  @Override
  public long length() throws IOException {
    return tail == null ? super.length() : length;
  }

  @Override
  public long knownLength() {
    return tail == null ? super.knownLength() : length;
  }

  @Override
  public ByteSource.Tail readTail(int most) throws IOException {
    if (tail == null) {
      return super.readTail(most);
    }
    int wanted = Math.min(most, tail.limit());
    return new ByteSource.Tail(length, tail.slice(tail.limit() - wanted, wanted));
  }

  @Override
  public ByteBuffer known(ByteRange range) {
    ByteBuffer known = known(range.offset(), range.length());
    return known == null ? super.known(range) : known;
  }

  private ByteBuffer known(long position, int count) {
    if (position >= start && count <= length - position) {
      return tail.slice((int) (position - start), count);
    }
    Map.Entry<Long, ByteBuffer> part = parts.floorEntry(position);
    if (part == null || position - part.getKey() > part.getValue().limit() - count) {
      return null;
    }
    return part.getValue().slice((int) (position - part.getKey()), count);
  }

  /** How many of some bytes are the other source's. */
  private int before(long position, int count) {
    return known(position, count) != null
        ? 0
        : (int) Math.max(0, Math.min(count, start - position));
  }

  private void fill(long position, ByteBuffer target) throws EOFException {
    BlockingByteSource.requireInside(name(), length, position, target.remaining());
    if (target.hasRemaining()) {
      target.put(known(position, target.remaining()));
    }
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    int limit = target.limit();
    int before = before(position, target.remaining());
    if (before > 0) {
      source().readFully(position, target.limit(target.position() + before));
    }
    if (before == 0 || limit > target.limit()) {
      fill(position + before, target.limit(limit));
    }
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<ByteRange> asked = new ArrayList<>();
    List<ByteBuffer> askedFor = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      int before = before(ranges.get(i).offset(), ranges.get(i).length());
      if (before > 0) {
        asked.add(new ByteRange(ranges.get(i).offset(), before));
        askedFor.add(targets.get(i).slice(targets.get(i).position(), before));
      }
    }
    Iterator<ByteBuffer> given = askedFor.iterator();
    Iterator<CompletableFuture<ByteBuffer>> reads =
        asked.isEmpty()
            ? List.<CompletableFuture<ByteBuffer>>of().iterator()
            : source().readRanges(asked, size -> given.next()).iterator();
    List<CompletableFuture<ByteBuffer>> results = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      ByteRange range = ranges.get(i);
      int before = before(range.offset(), range.length());
      CompletableFuture<ByteBuffer> front =
          before > 0 ? reads.next() : CompletableFuture.completedFuture(targets.get(i));
      results.add(new Joined(front, range.offset() + before, before, targets.get(i)));
    }
    return results;
  }

  /** Cancelling it cancels the read of the other source, which lets go of the memory first. */
  private final class Joined extends CompletableFuture<ByteBuffer> {
    private final CompletableFuture<ByteBuffer> front;

    @SuppressWarnings("FutureReturnValueIgnored") // this one is told of every outcome
    Joined(CompletableFuture<ByteBuffer> front, long position, int before, ByteBuffer target) {
      this.front = front;
      int start = target.position();
      front.whenComplete(
          (read, failure) -> {
            try {
              if (failure != null) {
                completeExceptionally(failure);
                return;
              }
              if (before < target.remaining() || before == 0) {
                fill(position, target.position(start + before));
              }
              complete(target.position(start));
            } catch (Throwable e) {
              completeExceptionally(e);
            }
          });
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return front.cancel(mayInterruptIfRunning);
    }
  }
}
