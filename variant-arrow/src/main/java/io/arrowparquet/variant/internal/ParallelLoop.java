// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A loop whose steps are done by the calling thread and, as far as they come to it, by tasks of an
 * executor.
 *
 * <p>The caller waits for steps that a task has begun, and never for a task to begin: an executor
 * that is busy, rejects or drops tasks, or runs them in the calling thread, makes the loop slower
 * and nothing else. So loops may run in tasks of the executor that they use.
 *
 * <p>There is no way out of the loop while a step is under way, whatever is thrown by the executor
 * or by a step, and by whom: what steps read and write is the caller's to free.
 */
public final class ParallelLoop {
  /** Stands for the executor, whose failure comes before those of steps. */
  private static final int NO_STEP = -1;

  private final int count;
  private final Step step;
  private int next;

  // Volatile, so that the caller can end the loop, and see whether it may leave, without a call: a
  // stack may have no room left for one.
  private volatile boolean isEnded;

  /** Steps that tasks have begun. Changed under the lock. */
  private volatile int helping;

  private final Set<Thread> helpers = new HashSet<>();

  private boolean wasInterrupted;
  private int failed = Integer.MAX_VALUE;
  private FirstFailure failure = new FirstFailure();

  @FunctionalInterface
  public interface Step {
    void run(int number) throws IOException;
  }

  private ParallelLoop(int count, Step step) {
    this.count = count;
    this.step = step;
  }

  /**
   * Does all steps; when it returns or throws, none is under way. After a step has failed no other
   * is begun. An interrupt does not end the wait, but those that are waited for are interrupted
   * too: what they wait for may never come.
   *
   * @param tasks most tasks to give the executor
   * @param count how many steps
   * @param step takes the numbers from 0, each once, on several threads
   * @throws IOException as the failed step of the lowest number threw it; so with every other
   *     exception, and with those of the executor, but for a {@link RejectedExecutionException}
   */
  public static void run(Executor executor, int tasks, int count, Step step) throws IOException {
    ParallelLoop loop = new ParallelLoop(count, step);
    Throwable thrown = null;
    try {
      loop.giveTasks(executor, Math.min(tasks, count - 1));
      loop.work(0);
    } catch (Throwable e) {
      loop.isEnded = true;
      thrown = e;
    }
    while (loop.helping > 0) {
      try {
        loop.await();
      } catch (Throwable e) {
        thrown = e;
      }
    }
    loop.leave(thrown);
  }

  private void giveTasks(Executor executor, int tasks) {
    try {
      for (int task = 0; task < tasks; task++) {
        executor.execute(() -> work(1));
      }
    } catch (RejectedExecutionException e) {
      // The calling thread does the steps.
    } catch (Throwable e) {
      // For example without memory for a thread; those before have begun.
      fail(NO_STEP, e);
    }
  }

  /** Does steps until there are no more; {@code isTask} is 0 in the calling thread, else 1. */
  private void work(int isTask) {
    for (int index = begin(isTask); index >= 0; index = begin(isTask)) {
      try {
        step.run(index);
      } catch (Throwable e) {
        fail(index, e);
      } finally {
        synchronized (this) {
          helping -= isTask;
          notifyAll();
          if (isTask > 0 && !helpers.remove(Thread.currentThread())) {
            // The interrupt was for this step; the thread is the executor's.
            Thread.interrupted();
          }
        }
      }
    }
  }

  private synchronized int begin(int isTask) {
    if (isTask > 0) {
      helpers.add(Thread.currentThread());
    }
    // Counted first: a caller that ends the loop and then sees no helper gets none.
    helping += isTask;
    if (isEnded || next == count) {
      helping -= isTask;
      helpers.remove(Thread.currentThread());
      return -1;
    }
    return next++;
  }

  private synchronized void fail(int index, Throwable thrown) {
    isEnded = true;
    if (index < failed) {
      failed = index;
      failure = new FirstFailure();
      failure.set(thrown);
    }
  }

  private synchronized void await() {
    while (helping > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        wasInterrupted = true;
        helpers.forEach(Thread::interrupt);
        helpers.clear();
      }
    }
  }

  private void leave(Throwable thrown) throws IOException {
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
    if (thrown != null) {
      fail(NO_STEP, thrown);
    }
    failure.throwIfSet();
  }
}
