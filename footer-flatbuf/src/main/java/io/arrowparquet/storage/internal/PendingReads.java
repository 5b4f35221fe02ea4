// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Waits for work of other threads, and throws what they have thrown.
 *
 * <p>What callers' code throws comes out as it is, whatever its class: sources, listeners and
 * conditions in languages that do not check exceptions throw checked ones that no signature names.
 * Only an {@link InterruptedException} says something about the thread that threw it: that thread
 * stays interrupted, and others get an {@link InterruptedIOException} in its place.
 */
public final class PendingReads {
  private PendingReads() {}

  /**
   * Waits for a read. An interrupt cancels it, and is waited for until the memory is let go of.
   *
   * @throws InterruptedIOException if the thread is interrupted, which it then still is
   */
  public static <T> T await(Future<T> read, String name) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return read.get();
        } catch (InterruptedException e) {
          interrupted = true;
          read.cancel(true);
        } catch (CancellationException e) {
          String reason = interrupted ? "the thread was interrupted" : "was cancelled";
          throw interrupted(name + ": " + reason, e);
        } catch (ExecutionException e) {
          throw rethrown(forOthers(e.getCause()));
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** After an {@link InterruptedException} the thread that caught it is to be interrupted again. */
  public static Throwable forOthers(Throwable thrown) {
    return thrown instanceof InterruptedException
        ? interrupted("a thread was interrupted", thrown)
        : thrown;
  }

  public static InterruptedIOException interrupted(String message, Throwable cause) {
    InterruptedIOException failure = new InterruptedIOException(message);
    failure.initCause(cause);
    return failure;
  }

  /** Throws an exception of any class as it is; returns nothing, and is thrown for the compiler. */
  public static RuntimeException rethrown(Throwable thrown) {
    throw PendingReads.<RuntimeException>unchecked(thrown);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException unchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /**
   * Ends the threads of an executor: interrupts its tasks, and waits until none is under way, so
   * that what they read from and write to may be closed. An interrupt does not end the wait.
   */
  public static void end(ExecutorService workers) {
    workers.shutdownNow();
    boolean interrupted = false;
    while (true) {
      try {
        if (workers.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
