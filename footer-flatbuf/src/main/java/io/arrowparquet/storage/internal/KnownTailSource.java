// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * A source whose last bytes are in memory: they, and its length, are not asked of the other source,
 * which may have others there. Threads: as the other source.
 */
public final class KnownTailSource extends ForwardingByteSource {
  private final long length;
  private final ByteBuffer bytes;

  /** Where the known bytes begin. */
  private final long start;

  public KnownTailSource(ByteSource source, ByteSource.Tail tail) {
    super(source);
    this.length = tail.length();
    this.bytes = tail.bytes().slice();
    this.start = start(tail);
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
  public long length() {
    return length;
  }

  @Override
  public long knownLength() {
    return length;
  }

  @Override
  public ByteSource.Tail readTail(int most) {
    int wanted = Math.min(most, bytes.limit());
    return new ByteSource.Tail(length, bytes.slice(bytes.limit() - wanted, wanted));
  }

  /** How many of some bytes are the other source's. */
  private int before(long position, int count) {
    return (int) Math.max(0, Math.min(count, start - position));
  }

  private void fill(long position, ByteBuffer target) throws EOFException {
    BlockingByteSource.requireInside(name(), length, position, target.remaining());
    if (target.hasRemaining()) {
      target.put(bytes.slice((int) (position - start), target.remaining()));
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
