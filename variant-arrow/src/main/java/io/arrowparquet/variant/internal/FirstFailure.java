// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.storage.internal.PendingReads;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Keeps the first failure of some work, to throw it as it is, any number of times: of any class,
 * see {@link PendingReads}. Thread-safe.
 */
public final class FirstFailure {
  private volatile Throwable failure;

  /**
   * Takes note of a failure, unless there is one already. After an {@link InterruptedException} the
   * calling thread, which has caught it, is interrupted again.
   */
  public synchronized void set(Throwable thrown) {
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (failure == null) {
      failure = PendingReads.forOthers(thrown);
    }
  }

  /** As {@link #set}; a failure after the first is suppressed in that. */
  public synchronized void add(Throwable thrown) {
    Throwable first = failure;
    set(thrown);
    if (first != null && first != thrown) {
      first.addSuppressed(thrown);
    }
  }

  public void setFrom(FirstFailure others) {
    if (others.isSet()) {
      set(others.failure);
    }
  }

  public void addFrom(FirstFailure others) {
    if (others.isSet()) {
      add(others.failure);
    }
  }

  public boolean isSet() {
    return failure != null;
  }

  /** Whether a read has failed as those of an interrupted thread do, and the calling thread is. */
  public boolean isInterrupt() {
    return (failure instanceof IOException || failure instanceof UncheckedIOException)
        && Thread.currentThread().isInterrupted();
  }

  /** Closes each, whatever the ones before it throw: the first failure has the others in it. */
  public static void closeAll(Iterable<? extends AutoCloseable> some) throws IOException {
    FirstFailure failures = new FirstFailure();
    for (AutoCloseable each : some) {
      try {
        each.close();
      } catch (Throwable e) {
        failures.add(e);
      }
    }
    failures.throwIfSet();
  }

  public void throwIfSet() throws IOException {
    if (failure != null) {
      throw PendingReads.rethrown(failure);
    }
  }
}
