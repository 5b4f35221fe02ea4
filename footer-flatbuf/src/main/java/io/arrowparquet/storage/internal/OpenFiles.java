// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Files that footers were read from in parts and that stay open for the parts that are asked for
 * next. There are few, whatever the number of footers: one that has to make room is closed, and
 * opens itself again when it is read. A footer that is not used any more does not keep its file
 * open: the garbage collector closes it.
 */
final class OpenFiles {
  private static final int MAX = 16;

  private static final Deque<WeakReference<PathByteSource>> OPEN = new ArrayDeque<>();

  private OpenFiles() {}

  /**
   * Takes note of a file that was opened, and closes the one that has been open longest. The caller
   * holds no lock of a file: two that make room for each other would wait for ever.
   */
  static void add(PathByteSource file) throws IOException {
    PathByteSource oldest = null;
    synchronized (OPEN) {
      OPEN.removeIf(other -> other.get() == file || other.get() == null);
      OPEN.addLast(new WeakReference<>(file));
      if (OPEN.size() > MAX) {
        oldest = OPEN.removeFirst().get();
      }
    }
    if (oldest != null) {
      oldest.release();
    }
  }
}
