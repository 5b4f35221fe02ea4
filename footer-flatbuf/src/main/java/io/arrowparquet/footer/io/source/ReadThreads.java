// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads on which storage is read and written whose library blocks: daemons, which end when
 * they had nothing to do for a while.
 */
final class ReadThreads {
  /** As many requests as two readers have under way. */
  private static final int MOST_THREADS = 32;

  private static final long IDLE_SECONDS = 10;
  private static final AtomicInteger STARTED = new AtomicInteger();
  private static final ThreadPoolExecutor THREADS = pool();

  private ReadThreads() {}

  private static ThreadPoolExecutor pool() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            MOST_THREADS,
            MOST_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "arrowparquet-io-" + STARTED.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  static void execute(Runnable work) {
    THREADS.execute(work);
  }
}
