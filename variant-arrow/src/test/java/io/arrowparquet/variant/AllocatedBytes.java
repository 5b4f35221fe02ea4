// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Heap bytes that a call allocates on its thread once it is compiled; what other threads allocate
 * is not counted.
 *
 * <p>Code that has not been compiled allocates objects that the compiler leaves out. When it is
 * compiled depends on what else the machine does, so calls are repeated until they allocate as
 * little as they should, and only after minutes are found to allocate more.
 */
public final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int LEAST_ROUNDS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private AllocatedBytes() {}

  /**
   * The least that several runs of a call allocate.
   *
   * @param limit fewer bytes are few enough to stop at
   */
  public static long of(Runnable call, long limit) {
    return difference(() -> {}, call, limit);
  }

  /**
   * How much more one call allocates than another, by the least of several runs of each.
   *
   * @param limit fewer bytes are few enough to stop at
   */
  public static long difference(Runnable less, Runnable more, long limit) {
    long leastLess = Long.MAX_VALUE;
    long leastMore = Long.MAX_VALUE;
    long start = System.nanoTime();
    int round = 0;
    while (round++ < LEAST_ROUNDS
        || (leastMore - leastLess >= limit && System.nanoTime() - start < PATIENCE.toNanos())) {
      leastMore = Math.min(leastMore, once(more));
      leastLess = Math.min(leastLess, once(less));
    }
    return leastMore - leastLess;
  }

  /** What one run of a call allocates, compiled or not. */
  public static long once(Runnable call) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    call.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
