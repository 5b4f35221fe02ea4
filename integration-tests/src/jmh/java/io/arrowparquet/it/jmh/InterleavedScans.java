// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Scans of the same rows that take turns, so that what else the machine does slows all of them. The
 * least of several rounds counts. CPU time is counted in steps of 10 ms, so that a turn is as many
 * scans as take {@link #TURN_MILLIS}.
 */
final class InterleavedScans {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
  private static final int WARM_UPS = 3;

  /** In which the JVM compiles what is in Java: its threads count, and take processors. */
  private static final double WARM_UP_MILLIS = 2000;

  private static final int MOST_WARM_UPS = 5;

  /** Of a warm-up, in which the JVM may still compile if it is to be the last. */
  private static final double COMPILING = 0.02;

  private static final int ROUNDS = 4;
  private static final double TURN_MILLIS = 200;
  private static final int MOST_SCANS = 50;
  private static final double MILLION = 1e6;

  private InterleavedScans() {}

  /**
   * What one scan takes.
   *
   * @param millis by the clock
   * @param cpuMillis of all threads of the process
   * @param heapMegabytes that all Java threads allocate
   */
  record Cost(double millis, double cpuMillis, double heapMegabytes) {
    static final Cost NONE = new Cost(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE);

    Cost least(Cost other) {
      return new Cost(
          Math.min(millis, other.millis),
          Math.min(cpuMillis, other.cpuMillis),
          Math.min(heapMegabytes, other.heapMegabytes));
    }

    String text() {
      return String.format(Locale.ROOT, "%.0f / %.0f", millis, cpuMillis);
    }
  }

  /** Measures scans, of which each finds the same number of rows. */
  static Map<String, Cost> measure(Map<String, Callable<Long>> scans) throws Exception {
    List<String> names = new ArrayList<>(scans.keySet());
    int[] counts = new int[names.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = warmUp(names.get(i), scans.get(names.get(i)), scans.get(names.get(0)).call());
    }
    Map<String, Cost> costs = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < counts.length; i++) {
        Cost cost = turn(scans.get(names.get(i)), counts[i]);
        costs.merge(names.get(i), cost, Cost::least);
      }
    }
    return costs;
  }

  /** How many scans take the time of a turn. */
  private static int warmUp(String name, Callable<Long> scan, long expected) throws Exception {
    Cost least = Cost.NONE;
    boolean isCompiling = true;
    for (int i = 0; i < MOST_WARM_UPS && isCompiling; i++) {
      long compiled = COMPILER.getTotalCompilationTime();
      double start = System.nanoTime();
      least = least.least(warmUpOnce(name, scan, expected));
      double millis = (System.nanoTime() - start) / MILLION;
      isCompiling = COMPILER.getTotalCompilationTime() - compiled > COMPILING * millis;
    }
    return (int) Math.min(MOST_SCANS, Math.ceil(TURN_MILLIS / least.millis()));
  }

  private static Cost warmUpOnce(String name, Callable<Long> scan, long expected) throws Exception {
    Cost least = Cost.NONE;
    double all = 0;
    for (int i = 0; i < WARM_UPS || all < WARM_UP_MILLIS; i++) {
      long start = System.nanoTime();
      long rows = scan.call();
      double millis = (System.nanoTime() - start) / MILLION;
      all += millis;
      if (rows != expected) {
        throw new IllegalStateException(name + " found " + rows + " instead of " + expected);
      }
      least = least.least(new Cost(millis, 0, 0));
    }
    return least;
  }

  private static Cost turn(Callable<Long> scan, int scans) throws Exception {
    double least = Double.MAX_VALUE;
    long cpu = PROCESS.getProcessCpuTime();
    Map<Long, Long> heap = heapBytes();
    for (int i = 0; i < scans; i++) {
      long start = System.nanoTime();
      scan.call();
      least = Math.min(least, (System.nanoTime() - start) / MILLION);
    }
    return new Cost(
        least,
        (PROCESS.getProcessCpuTime() - cpu) / MILLION / scans,
        allocated(heap, heapBytes()) / MILLION / scans);
  }

  /** Bytes that each live thread has allocated so far, by its number. */
  private static Map<Long, Long> heapBytes() {
    long[] threads = THREADS.getAllThreadIds();
    long[] bytes = THREADS.getThreadAllocatedBytes(threads);
    Map<Long, Long> all = new HashMap<>();
    for (int i = 0; i < threads.length; i++) {
      all.put(threads[i], bytes[i]);
    }
    return all;
  }

  /** What threads allocated that have not ended; threads of peers may end at any time. */
  private static long allocated(Map<Long, Long> before, Map<Long, Long> after) {
    long sum = 0;
    for (Map.Entry<Long, Long> thread : after.entrySet()) {
      sum += Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), 0L));
    }
    return sum;
  }
}
