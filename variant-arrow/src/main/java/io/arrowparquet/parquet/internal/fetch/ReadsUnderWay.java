// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import io.arrowparquet.variant.internal.FirstFailure;
import io.arrowparquet.variant.internal.UseGuard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * What a reader has under way at remote storage. The thread that closes the reader ends it: all
 * requests are cancelled before one is waited for, and threads in a blocking call are interrupted;
 * what is asked for afterwards fails. Threads may share one.
 */
public final class ReadsUnderWay {
  private final Set<CompletableFuture<?>> requests = ConcurrentHashMap.newKeySet();
  private final Set<Caller> callers = ConcurrentHashMap.newKeySet();
  private final Set<ReadsUnderWay> parts = ConcurrentHashMap.newKeySet();
  private volatile boolean isEnded;
  private final ReadsUnderWay whole;

  public ReadsUnderWay() {
    this(null);
  }

  private ReadsUnderWay(ReadsUnderWay whole) {
    this.whole = whole;
  }

  private static final class Caller {
    private final Thread thread = Thread.currentThread();

    /** Guarded by this object's lock, as is whether the call goes on. */
    private boolean isInterrupted;

    private boolean hasReturned;

    synchronized void interrupt() {
      // One of its own stays.
      if (!hasReturned && !thread.isInterrupted()) {
        isInterrupted = true;
        thread.interrupt();
      }
    }

    synchronized void returned() {
      hasReturned = true;
      if (isInterrupted) {
        Thread.interrupted();
      }
    }
  }

  /** What ends with this, or alone; to be ended in any case. */
  public ReadsUnderWay part() {
    ReadsUnderWay part = new ReadsUnderWay(this);
    parts.add(part);
    if (isEnded) {
      part.isEnded = true;
    }
    return part;
  }

  /** A source whose reads can be ended; a local one itself. Closing it closes the other. */
  public ByteSource source(ByteSource source) {
    return source.hints().isLocal() ? source : new EndingSource(source);
  }

  /** Makes a call that may wait for storage; fails once this is ended. */
  public <T> T call(UseGuard.Call<T> work) throws IOException {
    Caller caller = new Caller();
    callers.add(caller);
    try {
      requireGoing();
      return work.run();
    } finally {
      callers.remove(caller);
      caller.returned();
    }
  }

  private void requireGoing() throws IOException {
    if (isEnded) {
      throw closed();
    }
  }

  private static IOException closed() {
    return new IOException("the reader was closed meanwhile");
  }

  /** Ends what is under way without waiting for it. Twice does no harm. */
  public void end() throws IOException {
    isEnded = true;
    if (whole != null) {
      whole.parts.remove(this);
    }
    FirstFailure failure = new FirstFailure();
    for (CompletableFuture<?> request : requests) {
      try {
        request.cancel(true);
      } catch (Throwable e) {
        failure.add(e);
      }
    }
    callers.forEach(Caller::interrupt);
    for (ReadsUnderWay part : parts) {
      try {
        part.end();
      } catch (Throwable e) {
        failure.add(e);
      }
    }
    failure.throwIfSet();
  }

  /** Throws nothing: a read that cannot be cancelled goes on, and has its memory until it ends. */
  static void cancel(CompletableFuture<?> read) {
    try {
      read.cancel(true);
    } catch (Throwable e) {
      // It is waited for as any other.
    }
  }

  private final class EndingSource extends ForwardingByteSource {
    EndingSource(ByteSource source) {
      super(source);
    }

    @Override
    public long length() throws IOException {
      return call(source()::length);
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      call(
          () -> {
            source().readFully(position, target);
            return null;
          });
    }

    @Override
    public ByteSource.Tail readTail(int most) throws IOException {
      return call(() -> source().readTail(most));
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      Caller caller = new Caller();
      callers.add(caller);
      try {
        return isEnded ? refused(ranges, memory) : watched(source().readRanges(ranges, memory));
      } finally {
        callers.remove(caller);
        caller.returned();
      }
    }

    private List<CompletableFuture<ByteBuffer>> refused(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      List<CompletableFuture<ByteBuffer>> refused = new ArrayList<>();
      for (ByteBuffer unused : ByteRange.allocate(ranges, memory)) {
        refused.add(CompletableFuture.failedFuture(closed()));
      }
      return refused;
    }

    /** The futures are the source's own: cancelling them has to reach it. */
    @SuppressWarnings("CollectionUndefinedEquality") // each is itself
    private List<CompletableFuture<ByteBuffer>> watched(List<CompletableFuture<ByteBuffer>> reads) {
      for (CompletableFuture<ByteBuffer> read : reads) {
        if (read != null && !read.isDone()) {
          requests.add(read);
          CompletableFuture<?> unused = read.whenComplete((bytes, e) -> requests.remove(read));
          if (isEnded) {
            cancel(read);
          }
        }
      }
      return reads;
    }
  }
}
