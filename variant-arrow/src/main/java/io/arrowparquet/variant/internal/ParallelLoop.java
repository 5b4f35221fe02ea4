// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntConsumer;

/**
 * A loop whose steps are done by the calling thread and, as far as they come to it, by tasks of an
 * executor.
 *
 * <p>The caller waits for steps that a task has begun, and never for a task to begin: an executor
 * that is busy, rejects or drops tasks, or runs them in the calling thread, makes the loop slower
 * and nothing else. So loops may run in tasks of the executor that they use.
 */
public final class ParallelLoop {
  private final int count;
  private final IntConsumer step;
  private int next;
  private int running;
  private int failed = Integer.MAX_VALUE;
  private Throwable failure;

  private ParallelLoop(int count, IntConsumer step) {
    this.count = count;
    this.step = step;
  }

  /**
   * Does all steps; when it returns or throws, none is under way. After a step has failed no other
   * is begun. An interrupt does not end the wait.
   *
   * @param tasks most tasks to give the executor
   * @param count how many steps
   * @param step takes the numbers from 0, each once, on several threads
   * @throws RuntimeException as the failed step of the lowest number threw it; so with an Error
   */
  public static void run(Executor executor, int tasks, int count, IntConsumer step) {
    ParallelLoop loop = new ParallelLoop(count, step);
    try {
      for (int task = 0; task < Math.min(tasks, count - 1); task++) {
        executor.execute(loop::work);
      }
    } catch (RejectedExecutionException e) {
      // The calling thread does the steps.
    }
    loop.work();
    loop.await();
  }

  private void work() {
    for (int index = begin(); index >= 0; index = begin()) {
      Throwable thrown = null;
      try {
        step.accept(index);
      } catch (RuntimeException | Error e) {
        thrown = e;
      }
      end(index, thrown);
    }
  }

  private synchronized int begin() {
    if (failure != null || next == count) {
      return -1;
    }
    running++;
    return next++;
  }

  private synchronized void end(int index, Throwable thrown) {
    running--;
    if (thrown != null && index < failed) {
      failed = index;
      failure = thrown;
    }
    notifyAll();
  }

  private synchronized void await() {
    boolean interrupted = false;
    while (running > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
