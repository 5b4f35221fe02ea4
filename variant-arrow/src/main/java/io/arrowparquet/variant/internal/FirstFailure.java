// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.io.IOException;

/** Keeps the first failure of some work, to throw it as it is, any number of times. Thread-safe. */
public final class FirstFailure {
  private volatile Throwable failure;

  /** Nothing has failed. */
  public FirstFailure() {}

  /**
   * Takes note of a failure, unless there is one already.
   *
   * @param thrown an {@link IOException}, a {@link RuntimeException} or an {@link Error}
   */
  public synchronized void set(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    }
  }

  /** As {@link #set}; a failure after the first is suppressed in that. */
  public synchronized void add(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    } else if (failure != thrown) {
      failure.addSuppressed(thrown);
    }
  }

  /** As {@link #set}, if others have a failure. */
  public void setFrom(FirstFailure others) {
    if (others.isSet()) {
      set(others.failure);
    }
  }

  /** Whether there is a failure. */
  public boolean isSet() {
    return failure != null;
  }

  /** Throws the failure, if there is one. */
  public void throwIfSet() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
