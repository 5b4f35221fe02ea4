// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.internal.fetch.RangeReads.RangeRead;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.PendingReads;
import io.arrowparquet.variant.internal.KeptMemory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Ranges of a source whose requests take long: each in requests no larger than the source likes. As
 * many requests are under way as {@link ReadHints#concurrentRequests} and a limit of bytes allow;
 * others wait, and start when a range is asked for or waited for.
 *
 * <pre>
 *   range    |------------------------------------|   one buffer
 *   requests |-----------|-----------|------------|   parts of equal size, straight into it
 * </pre>
 */
final class RemoteReads extends RangeReads {
  /** Bytes that are asked for and not there yet, unless a single request has more. */
  private static final long MOST_BYTES_UNDER_WAY = 64L << 20;

  private final ReadHints hints;
  private final BufferAllocator allocator;

  // Guarded by this object's lock, as is the future of a request.
  private final Deque<Request> waiting = new ArrayDeque<>();
  private final List<Request> underWay = new ArrayList<>();

  /** Ranges given up while the source may write to their memory. */
  private final List<RemoteRead> givenUp = new ArrayList<>();

  private long bytesUnderWay;

  RemoteReads(ByteSource source, ReadCounts counts, Count bytes, BufferAllocator allocator) {
    super(source, counts, bytes);
    this.hints = source.hints();
    this.allocator = allocator;
  }

  private static final class Request {
    private final ByteRange range;
    private final ByteBuffer target;

    /** Null before the request is made. */
    private CompletableFuture<ByteBuffer> read;

    Request(ByteRange range, ByteBuffer target) {
      this.range = range;
      this.target = target;
    }

    boolean isUnderWay() {
      return read != null && !read.isDone();
    }
  }

  @Override
  RangeRead start(long start, long end, int room, int spare) {
    ArrowBuf buffer = KeptMemory.take(room + (end - start) + spare, allocator, counts::addFresh);
    hold(buffer);
    RemoteRead range = null;
    boolean isAsked = false;
    try {
      range = new RemoteRead(start, end, room, buffer);
      synchronized (this) {
        waiting.addAll(range.requests);
        makeRequests();
      }
      isAsked = true;
      return range;
    } finally {
      // A source may throw anything.
      if (!isAsked && range != null) {
        range.close();
      } else if (!isAsked) {
        free(buffer);
      }
    }
  }

  private final class RemoteRead extends RangeRead {
    private final List<Request> requests = new ArrayList<>();
    private final ArrowBuf buffer;

    /** So many of the first ones are known to be there. */
    private volatile int awaited;

    private boolean isClosed;

    RemoteRead(long start, long end, int room, ArrowBuf buffer) {
      super(start, end, room);
      this.buffer = buffer;
      long size = end - start;
      long parts = (size + hints.largestRequest() - 1) / hints.largestRequest();
      for (long part = 0; part < parts; part++) {
        long from = size * part / parts;
        int length = (int) (size * (part + 1) / parts - from);
        ByteBuffer target = buffer.nioBuffer(room + from, length);
        requests.add(new Request(new ByteRange(start + from, length), target));
      }
    }

    @Override
    ArrowBuf await() throws IOException {
      // Not under a lock, which a thread that is interrupted would wait for.
      for (int next = awaited; next < requests.size(); next++) {
        PendingReads.await(made(requests.get(next)), source.name());
        awaited = next + 1;
      }
      return buffer;
    }

    @Override
    public void close() {
      if (!isClosed) {
        isClosed = true;
        giveUp(this);
      }
    }

    boolean isUnderWay() {
      return requests.stream().anyMatch(Request::isUnderWay);
    }
  }

  private CompletableFuture<ByteBuffer> made(Request request) throws IOException {
    while (true) {
      CompletableFuture<ByteBuffer> oldest;
      synchronized (this) {
        makeRequests();
        if (request.read != null) {
          return request.read;
        }
        oldest = underWay.get(0).read;
      }
      awaitAny(oldest);
    }
  }

  private void awaitAny(CompletableFuture<ByteBuffer> read) throws IOException {
    try {
      read.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(source.name() + ": the thread was interrupted");
    } catch (ExecutionException | CancellationException e) {
      return; // It fails for the thread whose range it is.
    }
  }

  private void makeRequests() {
    freeGivenUp();
    for (Iterator<Request> all = underWay.iterator(); all.hasNext(); ) {
      Request request = all.next();
      if (request.read.isDone()) {
        bytesUnderWay -= request.range.length();
        all.remove();
      }
    }
    List<Request> next = new ArrayList<>();
    long bytes = bytesUnderWay;
    for (Request request : waiting) {
      int length = request.range.length();
      if (bytes > 0
          && (underWay.size() + next.size() >= hints.concurrentRequests()
              || bytes + length > MOST_BYTES_UNDER_WAY)) {
        break;
      }
      next.add(request);
      bytes += length;
    }
    if (!next.isEmpty()) {
      make(next);
    }
  }

  /** If the source throws, they wait as before. */
  private void make(List<Request> next) {
    Iterator<Request> memory = next.iterator();
    List<CompletableFuture<ByteBuffer>> reads =
        source.readRanges(
            next.stream().map(request -> request.range).toList(), length -> memory.next().target);
    if (reads.size() != next.size() || reads.stream().anyMatch(Objects::isNull)) {
      throw new IllegalStateException(
          source.name() + ": gives " + reads.size() + " reads of " + next.size() + " ranges");
    }
    for (int i = 0; i < next.size(); i++) {
      next.get(i).read = reads.get(i);
      underWay.add(next.get(i));
      waiting.remove();
      bytesUnderWay += next.get(i).range.length();
    }
    // Asks the source, which may throw: each read has to be known by then, as it has its memory.
    next.forEach(request -> count(request.range));
  }

  private synchronized void giveUp(RemoteRead range) {
    waiting.removeAll(range.requests);
    for (Request request : range.requests) {
      if (request.isUnderWay()) {
        ReadsUnderWay.cancel(request.read);
      }
    }
    givenUp.add(range);
    freeGivenUp();
  }

  private void freeGivenUp() {
    for (Iterator<RemoteRead> all = givenUp.iterator(); all.hasNext(); ) {
      RemoteRead range = all.next();
      if (!range.isUnderWay()) {
        all.remove();
        free(range.buffer);
      }
    }
  }

  @Override
  public synchronized void close() {
    for (RemoteRead range : givenUp) {
      for (Request request : range.requests) {
        if (request.read != null) {
          request.read.handle((bytes, failure) -> bytes).join();
        }
      }
    }
    freeGivenUp();
  }
}
