// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * A blocking read on a thread of {@link ReadThreads}. Cancelling interrupts that thread; the future
 * is done when the read has returned, and no longer writes to the buffer.
 */
final class ThreadedRead extends CompletableFuture<ByteBuffer> implements Runnable {
  private final Blocking read;
  private final ByteBuffer target;
  private final int first;
  private Thread thread;
  private boolean isCancelled;

  /** Fills a buffer. */
  @FunctionalInterface
  interface Blocking {
    void into(ByteBuffer target) throws IOException;
  }

  private ThreadedRead(ByteBuffer target, Blocking read) {
    this.target = target;
    this.first = target.position();
    this.read = read;
  }

  /** Starts a read; throws nothing. */
  static ThreadedRead start(ByteBuffer target, Blocking read) {
    ThreadedRead started = new ThreadedRead(target, read);
    ReadThreads.execute(started, started::completeExceptionally);
    return started;
  }

  @Override
  public void run() {
    synchronized (this) {
      if (isDone()) {
        return;
      }
      thread = Thread.currentThread();
    }
    Throwable failure = null;
    try {
      read.into(target);
    } catch (Throwable e) {
      failure = e;
    }
    synchronized (this) {
      thread = null;
      // An interrupt was for this read; the thread goes on with others.
      Thread.interrupted();
    }
    if (isCancelled) {
      completeExceptionally(new CancellationException());
    } else if (failure != null) {
      completeExceptionally(failure);
    } else {
      complete(target.position(first));
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    synchronized (this) {
      if (isDone()) {
        return false;
      }
      isCancelled = true;
      if (thread != null) {
        thread.interrupt();
        return true;
      }
    }
    return completeExceptionally(new CancellationException());
  }
}
