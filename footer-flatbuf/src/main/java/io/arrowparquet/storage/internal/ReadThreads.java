// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The threads on which storage is read and written whose library blocks: daemons, which end when
 * they had nothing to do for a while.
 */
public final class ReadThreads {
  private static final int MOST_THREADS = 32;

  private static final long IDLE_SECONDS = 10;
  private static final AtomicInteger STARTED = new AtomicInteger();
  private static final ThreadPoolExecutor THREADS = pool();

  /** Threads that are counted above the usual ones, as others do not return. */
  private static int extra;

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

  /**
   * One more thread may be started, so that storage that is silent does not take the threads of the
   * other.
   */
  public static synchronized void abandoned() {
    extra++;
    THREADS.setMaximumPoolSize(MOST_THREADS + extra);
    THREADS.setCorePoolSize(MOST_THREADS + extra);
  }

  public static synchronized void returned() {
    extra--;
    THREADS.setCorePoolSize(MOST_THREADS + extra);
    THREADS.setMaximumPoolSize(MOST_THREADS + extra);
  }

  /**
   * Has work done, or says why it will not be: one of both, once, and never throws. A pool may keep
   * a task although it could not make a thread for it.
   */
  public static void execute(Runnable work, Consumer<Throwable> refused) {
    execute(THREADS, work, refused);
  }

  public static void execute(Executor threads, Runnable work, Consumer<Throwable> refused) {
    AtomicBoolean isTaken = new AtomicBoolean();
    try {
      threads.execute(
          () -> {
            if (isTaken.compareAndSet(false, true)) {
              work.run();
            }
          });
    } catch (Throwable e) {
      if (isTaken.compareAndSet(false, true)) {
        refused.accept(e);
      }
    }
  }
}
