// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A blocking read on a thread of {@link ReadThreads}, which may be deaf: sockets are to interrupts.
 * So cancelling does not wait for it: the thread is interrupted, its stream aborted, and another
 * one takes its place. Bytes are put under this object's lock, and only as long as the read is not
 * cancelled: a future that is done means that the buffer is not written to any more.
 */
public final class ThreadedRead extends CompletableFuture<ByteBuffer> {
  private static final int PIECE = 256 << 10;

  private final ByteBuffer target;
  private final int first;

  // Guarded by this object's lock.
  private Thread thread;
  private Runnable abort;
  private boolean isStopped;

  @FunctionalInterface
  public interface Blocking {
    void into(ThreadedRead target) throws IOException;
  }

  public ThreadedRead(ByteBuffer target) {
    this.target = target;
    this.first = target.position();
  }

  /** Throws nothing. */
  public static ThreadedRead start(ByteBuffer target, Blocking read) {
    ThreadedRead started = new ThreadedRead(target);
    started.start(read);
    return started;
  }

  /** Throws nothing. */
  public void start(Blocking read) {
    ReadThreads.execute(() -> run(read), this::completeExceptionally);
  }

  @FunctionalInterface
  public interface Call<T> {
    T run() throws IOException;
  }

  /** The calling thread can be interrupted. */
  public static <T> T await(String name, Call<T> call) throws IOException {
    AtomicReference<T> result = new AtomicReference<>();
    PendingReads.await(start(ByteBuffer.allocate(0), read -> result.set(call.run())), name);
    return result.get();
  }

  public int remaining() {
    return target.remaining();
  }

  public synchronized void put(ByteBuffer bytes) throws IOException {
    requireGoing();
    target.put(bytes);
  }

  public void put(byte[] bytes, int count) throws IOException {
    put(ByteBuffer.wrap(bytes, 0, count));
  }

  /** Up to {@code count} bytes; a negative number at the end of the file. */
  @FunctionalInterface
  public interface Pieces {
    int read(byte[] piece, int count) throws IOException;
  }

  public void fill(String name, Pieces pieces) throws IOException {
    byte[] piece = new byte[Math.min(PIECE, target.remaining())];
    while (target.remaining() > 0) {
      int count = pieces.read(piece, Math.min(piece.length, target.remaining()));
      if (count < 0) {
        throw new EOFException(name + ": ends " + target.remaining() + " bytes early");
      }
      put(piece, count);
    }
  }

  public synchronized void limit(int remaining) throws IOException {
    requireGoing();
    target.limit(target.position() + remaining);
  }

  private synchronized void requireGoing() throws IOException {
    if (isStopped) {
      throw new InterruptedIOException("the read was cancelled");
    }
  }

  /**
   * What ends the blocking call that is to come, when the read is cancelled. It may itself block,
   * as {@code HttpURLConnection.disconnect} does, and so has a thread of its own.
   */
  public void abortBy(Runnable newAbort) throws IOException {
    synchronized (this) {
      abort = newAbort;
      if (!isStopped) {
        return;
      }
    }
    newAbort.run();
    requireGoing();
  }

  public void complete() {
    synchronized (this) {
      if (isStopped) {
        return;
      }
    }
    complete(target.position(first));
  }

  private void run(Blocking read) {
    synchronized (this) {
      if (isStopped) {
        return;
      }
      thread = Thread.currentThread();
    }
    Throwable failure = null;
    try {
      read.into(this);
    } catch (Throwable e) {
      failure = e;
    }
    synchronized (this) {
      thread = null;
      abort = null;
      // An interrupt was for this read; the thread goes on with others.
      Thread.interrupted();
      if (isStopped) {
        ReadThreads.returned();
        return;
      }
    }
    if (failure != null) {
      completeExceptionally(failure);
    } else {
      complete();
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    Runnable aborting;
    synchronized (this) {
      if (isStopped || isDone()) {
        return isCancelled();
      }
      isStopped = true;
      aborting = abort;
      if (thread != null) {
        ReadThreads.abandoned();
        thread.interrupt();
      }
    }
    boolean cancelled = completeExceptionally(new CancellationException());
    if (aborting != null) {
      ReadThreads.execute(aborting, refused -> {});
    }
    return cancelled;
  }
}
