// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.fetch;

import io.arrowparquet.footer.ByteRange;
import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.PendingReads;
import io.arrowparquet.footer.ReadHints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Runs of bytes of a source whose requests take long: each run in a buffer of its own, in requests
 * no larger than the source likes. As many requests are under way as {@link
 * ReadHints#concurrentRequests} and a limit of bytes allow; the next one starts when the oldest is
 * done.
 *
 * <pre>
 *   run      |------------------------------------|   one buffer
 *   requests |-----------|-----------|------------|   parts of equal size, straight into it
 * </pre>
 *
 * <p>Owns the buffers until it is closed. After a failure it cancels what is under way and waits
 * until no memory is written to any more.
 */
final class RemoteRuns implements AutoCloseable {
  /** Bytes that are asked for and not there yet, unless a single request has more. */
  private static final long MOST_BYTES_UNDER_WAY = 64L << 20;

  private final ByteSource source;
  private final ReadHints hints;
  private final BufferAllocator allocator;
  private final List<ArrowBuf> buffers = new ArrayList<>();

  /** Asked for together, for sources that read several ranges better than one. */
  private final List<ByteRange> next = new ArrayList<>();

  private final List<ByteBuffer> targets = new ArrayList<>();
  private final Deque<Request> underWay = new ArrayDeque<>();

  /** Of what is under way, and of what is next. */
  private long bytes;

  private record Request(int length, CompletableFuture<ByteBuffer> read) {}

  RemoteRuns(ByteSource source, ReadHints hints, BufferAllocator allocator) {
    this.source = source;
    this.hints = hints;
    this.allocator = allocator;
  }

  /** Asks for a run. */
  void add(long start, long end) throws IOException {
    long size = end - start;
    ArrowBuf buffer = allocator.buffer(size);
    buffers.add(buffer);
    long parts = Math.max(1, (size + hints.largestRequest() - 1) / hints.largestRequest());
    for (long part = 0; part < parts; part++) {
      long from = size * part / parts;
      int length = (int) (size * (part + 1) / parts - from);
      makeRoom(length);
      next.add(new ByteRange(start + from, length));
      targets.add(buffer.nioBuffer(from, length));
      bytes += length;
    }
  }

  private void makeRoom(int length) throws IOException {
    while (bytes > 0
        && (underWay.size() + next.size() >= hints.concurrentRequests()
            || bytes + length > MOST_BYTES_UNDER_WAY)) {
      ask();
      awaitOldest();
    }
  }

  private void ask() {
    if (next.isEmpty()) {
      return;
    }
    Iterator<ByteBuffer> memory = targets.iterator();
    List<CompletableFuture<ByteBuffer>> reads =
        source.readRanges(List.copyOf(next), length -> memory.next());
    for (int i = 0; i < reads.size(); i++) {
      underWay.add(new Request(next.get(i).length(), reads.get(i)));
    }
    next.clear();
    targets.clear();
  }

  private void awaitOldest() throws IOException {
    PendingReads.await(underWay.element().read(), source.name());
    bytes -= underWay.remove().length();
  }

  /** Waits for all runs. */
  void await() throws IOException {
    ask();
    while (!underWay.isEmpty()) {
      awaitOldest();
    }
  }

  /** The bytes of a run, in the order of {@link #add}. */
  ArrowBuf buffer(int run) {
    return buffers.get(run);
  }

  @Override
  public void close() {
    underWay.forEach(request -> request.read().cancel(true));
    // Only then may the memory be freed.
    underWay.forEach(request -> request.read().handle((bytes, failure) -> bytes).join());
    underWay.clear();
    buffers.forEach(ArrowBuf::close);
    buffers.clear();
  }
}
