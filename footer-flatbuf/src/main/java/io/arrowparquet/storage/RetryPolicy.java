// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often a failed request is repeated, and how long to wait before. The wait is random, between
 * half of a bound and the bound, so that clients that failed together do not come back together;
 * the bound doubles from one attempt to the next. It is eight times as long where a server says
 * that it has too much to do (429, 503).
 *
 * <p>Immutable; threads may share one. Each {@code with} method gives a changed copy, and says what
 * its option means.
 */
public final class RetryPolicy {
  /** Doublings of the bound for a server with too much to do. */
  private static final int BUSY_SHIFT = 3;

  /** Most doublings of the bound. */
  private static final int MAX_SHIFT = 20;

  private final int attempts;
  private final Duration firstDelay;
  private final Duration longestDelay;

  private RetryPolicy(int attempts, Duration firstDelay, Duration longestDelay) {
    if (attempts < 1 || firstDelay.isNegative() || longestDelay.isNegative()) {
      throw new IllegalArgumentException(
          attempts
              + " attempts, delays of "
              + firstDelay
              + " to "
              + longestDelay
              + ": expected at least 1, and no negative delay");
    }
    this.attempts = attempts;
    this.firstDelay = firstDelay;
    this.longestDelay = longestDelay;
  }

  /**
   * Five attempts, waits of up to 100 ms, 200 ms, 400 ms and 800 ms; of a server with too much to
   * do up to 0.8 s, 1.6 s, 3.2 s and 6.4 s.
   */
  public static RetryPolicy defaults() {
    return new RetryPolicy(5, Duration.ofMillis(100), Duration.ofSeconds(10));
  }

  /** Requests that bring nothing; 1 for no repetition. After 64 KiB they count anew. */
  public RetryPolicy withAttempts(int most) {
    return new RetryPolicy(most, firstDelay, longestDelay);
  }

  /** Bound of the first wait, not negative. */
  public RetryPolicy withFirstDelay(Duration bound) {
    return new RetryPolicy(attempts, bound, longestDelay);
  }

  /**
   * The bound grows up to here, 10 s by default; a server's {@code Retry-After} is followed up to
   * here too, and the exception says if it asked for more.
   */
  public RetryPolicy withLongestDelay(Duration bound) {
    return new RetryPolicy(attempts, firstDelay, bound);
  }

  public int attempts() {
    return attempts;
  }

  public Duration firstDelay() {
    return firstDelay;
  }

  public Duration longestDelay() {
    return longestDelay;
  }

  /**
   * Milliseconds to wait.
   *
   * @param failed attempts that have failed so far
   * @param asked the wait that the server has asked for, or 0
   * @param busy whether the server says that it has too much to do
   */
  public long delayMillis(int failed, long asked, boolean busy) {
    long longest = longestDelay.toMillis();
    if (asked > 0) {
      return Math.min(asked, longest);
    }
    long bound = firstDelay.toMillis() << Math.min(failed - 1 + (busy ? BUSY_SHIFT : 0), MAX_SHIFT);
    bound = Math.min(bound, longest);
    return bound <= 1 ? bound : ThreadLocalRandom.current().nextLong(bound / 2, bound + 1);
  }
}
