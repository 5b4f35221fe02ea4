// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.time.Duration;

/**
 * What requests to a source cost, as far as readers plan by it. Estimates: a wrong one costs time,
 * and nothing else.
 *
 * @param latency from a request to its first byte; zero for a local file, whose ranges are read one
 *     after the other
 * @param bytesPerSecond of one request, once bytes flow
 * @param largestRequest bytes above which it is better to ask for two halves at once
 * @param concurrentRequests how many requests may be under way at once
 */
public record ReadHints(
    Duration latency, long bytesPerSecond, int largestRequest, int concurrentRequests) {
  /** A local file: a read is cheap, and reading in parallel no faster. */
  public static final ReadHints LOCAL =
      new ReadHints(Duration.ZERO, 1L << 30, Integer.MAX_VALUE, 1);

  /** An object store or web server in the same region. */
  public static final ReadHints REMOTE =
      new ReadHints(Duration.ofMillis(30), 64L << 20, 16 << 20, 16);

  /** Bytes that a local file gives in the time of a seek. */
  private static final long LEAST_GAP = 64 << 10;

  /**
   * Hints.
   *
   * @throws IllegalArgumentException if the latency is negative, or another number not positive
   */
  public ReadHints {
    if (latency.isNegative()
        || bytesPerSecond < 1
        || largestRequest < 1
        || concurrentRequests < 1) {
      throw new IllegalArgumentException(
          latency
              + ", "
              + bytesPerSecond
              + " bytes a second, requests of "
              + largestRequest
              + " bytes, "
              + concurrentRequests
              + " at once");
    }
  }

  /** Whether reads are planned for a local file. */
  public boolean isLocal() {
    return latency.isZero();
  }

  /**
   * Bytes between two ranges that cost less to read than a second request: latency times bandwidth,
   * at least 64 KiB, at most a quarter of the largest request.
   */
  public long gap() {
    double bytes = latency.toNanos() / 1e9 * bytesPerSecond;
    return (long) Math.max(LEAST_GAP, Math.min(bytes, largestRequest / 4.0));
  }
}
