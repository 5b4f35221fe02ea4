// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for reads that are under way. */
public final class PendingReads {
  private PendingReads() {}

  /**
   * Waits for a read. An interrupt cancels it, and is waited for until the memory is let go of.
   *
   * @param name of the source, for messages
   * @throws InterruptedIOException if the thread is interrupted, which it then still is
   * @throws IOException of the read
   */
  public static <T> T await(CompletableFuture<T> read, String name) throws IOException {
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
          InterruptedIOException failure = new InterruptedIOException(name + ": " + reason);
          failure.initCause(e);
          throw failure;
        } catch (ExecutionException e) {
          throw rethrown(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException rethrown(Throwable cause) {
    if (cause instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof IOException failure ? failure : new IOException(cause);
  }
}
