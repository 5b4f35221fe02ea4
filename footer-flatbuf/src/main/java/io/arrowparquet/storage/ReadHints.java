// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.time.Duration;

/**
 * What requests to a source cost, as far as readers plan by it. Estimates: a wrong one costs time,
 * and nothing else. Immutable; threads may share one. Each {@code with} method gives a changed
 * copy, and says what its number means.
 */
public final class ReadHints {
  /** A local file: a read is cheap, and reading in parallel no faster. */
  public static final ReadHints LOCAL =
      new ReadHints(Duration.ZERO, 1L << 30, Integer.MAX_VALUE, 1);

  /** An object store or web server in the same region. */
  public static final ReadHints REMOTE =
      new ReadHints(Duration.ofMillis(30), 64L << 20, 16 << 20, 16);

  /** Bytes that a local file gives in the time of a seek. */
  private static final long LEAST_GAP = 64 << 10;

  private final Duration latency;
  private final long bytesPerSecond;
  private final int largestRequest;
  private final int concurrentRequests;

  private ReadHints(
      Duration latency, long bytesPerSecond, int largestRequest, int concurrentRequests) {
    if (latency.isNegative()
        || bytesPerSecond < 1
        || largestRequest < 1
        || concurrentRequests < 1) {
      throw new IllegalArgumentException(
          "%s, %s bytes a second, requests of %s bytes, %s at once"
              .formatted(latency, bytesPerSecond, largestRequest, concurrentRequests));
    }
    this.latency = latency;
    this.bytesPerSecond = bytesPerSecond;
    this.largestRequest = largestRequest;
    this.concurrentRequests = concurrentRequests;
  }

  /**
   * From a request to its first byte, not negative; zero for a local file, whose ranges are read
   * one after the other.
   */
  public ReadHints withLatency(Duration wait) {
    return new ReadHints(wait, bytesPerSecond, largestRequest, concurrentRequests);
  }

  /** Bytes a second of one request, once bytes flow; at least 1. */
  public ReadHints withBytesPerSecond(long bytes) {
    return new ReadHints(latency, bytes, largestRequest, concurrentRequests);
  }

  /** Bytes, at least 1, above which it is better to ask for two halves at once. */
  public ReadHints withLargestRequest(int bytes) {
    return new ReadHints(latency, bytesPerSecond, bytes, concurrentRequests);
  }

  /** How many requests may be under way at once, at least 1. */
  public ReadHints withConcurrentRequests(int most) {
    return new ReadHints(latency, bytesPerSecond, largestRequest, most);
  }

  public Duration latency() {
    return latency;
  }

  public long bytesPerSecond() {
    return bytesPerSecond;
  }

  public int largestRequest() {
    return largestRequest;
  }

  public int concurrentRequests() {
    return concurrentRequests;
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
