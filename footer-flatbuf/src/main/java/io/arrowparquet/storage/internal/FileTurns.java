// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Lets the threads of this process rewrite one file one after another. */
final class FileTurns {
  /** The files whose turn is taken. Guarded by itself. */
  private static final Set<Path> TAKEN = new HashSet<>();

  private FileTurns() {}

  /**
   * Waits until no other thread rewrites the file; {@link #giveBack} must follow.
   *
   * @param file a real path, so that it is the same for all
   */
  static void take(Path file) throws InterruptedIOException {
    synchronized (TAKEN) {
      while (!TAKEN.add(file)) {
        try {
          TAKEN.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException(
              file + ": interrupted while another thread was rewriting it");
        }
      }
    }
  }

  /** Lets the next one have the file. */
  static void giveBack(Path file) {
    synchronized (TAKEN) {
      TAKEN.remove(file);
      TAKEN.notifyAll();
    }
  }
}
