// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one call at a time into an object that keeps memory or state between calls. These rules hold
 * for every reader, writer and kernel that has one:
 *
 * <ul>
 *   <li>Calls of different threads may follow each other; a later one sees what earlier ones did. A
 *       call while another thread is inside is an {@link IllegalStateException}. It changes
 *       nothing, and the other call goes on.
 *   <li>{@link #close} waits for the call that is under way, then frees. Calls that come meanwhile
 *       or afterwards are an {@link IllegalStateException}, and so is one that fails to read as
 *       closing has ended its reads.
 *   <li>What has failed has failed: after an exception out of {@link #call} every later one throws
 *       the same exception again, so that no rows are skipped.
 * </ul>
 *
 * <p>Enters and leaves once for a batch, never for a row. Threads: made to be shared.
 */
public final class UseGuard {
  @FunctionalInterface
  public interface Call<T> {
    T run() throws IOException;
  }

  @FunctionalInterface
  public interface Release {
    /** Frees everything, whatever goes wrong on the way. */
    void run() throws IOException;
  }

  private final String name;
  private final ReentrantLock lock = new ReentrantLock();

  /** Set before the lock is asked for, so that a thread that calls in a loop lets close pass. */
  private volatile boolean closed;

  private boolean released;
  private final FirstFailure failure = new FirstFailure();

  public UseGuard(String name) {
    this.name = name;
  }

  /** Begins a call; {@link #exit} ends it, in a {@code finally} block. */
  public void enter() {
    if (lock.isHeldByCurrentThread()) {
      // A call within a call goes on to its end, even if close is waiting for it.
      lock.lock();
      return;
    }
    boolean entered = !closed && lock.tryLock();
    if (closed) {
      if (entered) {
        lock.unlock();
      }
      throw new IllegalStateException(name + " is closed");
    }
    if (!entered) {
      throw new IllegalStateException(name + " is in use by another thread: one at a time");
    }
  }

  public void exit() {
    lock.unlock();
  }

  /** Makes one call; the object serves others even if this one fails. */
  public <T> T use(Supplier<T> work) {
    enter();
    try {
      return work.get();
    } finally {
      exit();
    }
  }

  /**
   * Makes one call, after which the object may have failed for good: then what the work threw, of
   * whatever class, is thrown again.
   */
  public <T> T call(Call<T> work) throws IOException {
    enter();
    try {
      failure.throwIfSet();
      return work.run();
    } catch (Throwable e) {
      failure.set(e);
      if (closed && e instanceof IOException) {
        throw new IllegalStateException(name + " is closed", e);
      }
      failure.throwIfSet();
      throw e;
    } finally {
      exit();
    }
  }

  /** Waits, for which an interrupt is no end, and frees; the second time does nothing. */
  public void close(Release release) throws IOException {
    close(() -> {}, release);
  }

  /** As {@link #close(Release)}, and first ends what the call may wait for, without waiting. */
  public void close(Release ending, Release release) throws IOException {
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException(name + " cannot be closed within a call of its own");
    }
    closed = true;
    Closeable rest = () -> release(release);
    try (rest) {
      ending.run();
    }
  }

  private void release(Release release) throws IOException {
    lock.lock();
    try {
      if (!released) {
        released = true;
        release.run();
      }
    } finally {
      lock.unlock();
    }
  }
}
