// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import java.util.Arrays;

/**
 * Guesses from a sample of values of one width whether compressing makes them much shorter. Bounds
 * of doubles and offsets of pages are nearly random: to compress them takes as long as to compress
 * the others, and saves a few per cent. For one thread.
 *
 * <p>Two things make such values shorter: bytes that are frequent (the order-0 entropy) and values
 * that come again.
 */
final class CompressionEstimate {
  /** The sample is this many runs of consecutive values, from all of the buffer. */
  private static final int RUNS = 8;

  private static final int RUN_LENGTH = 32;

  /** Less is not worth reading a frame. */
  private static final int LEAST_BYTES_SAVED = 64;

  /** A reference to earlier bytes is worth it for this many. */
  private static final int LEAST_MATCH = 4;

  private static final int MAX_SAMPLE = RUNS * RUN_LENGTH * BytesValues.MAX_FIXED;
  private static final float[] COUNT_LOG_COUNT = new float[MAX_SAMPLE + 1];
  private static final int SLOT_BITS = 10;

  /** 2^64 / phi, for Fibonacci hashing. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int[] counts = new int[1 << Byte.SIZE];

  /** Values, or hashes of those longer than eight bytes, by a hash of theirs. */
  private final long[] recent = new long[1 << SLOT_BITS];

  private int repeated;

  static {
    for (int count = 2; count <= MAX_SAMPLE; count++) {
      COUNT_LOG_COUNT[count] = (float) (count * Math.log(count) / Math.log(2));
    }
  }

  /** Whether compressing values of up to {@link BytesValues#MAX_FIXED} bytes is worth its time. */
  boolean isWorthwhile(byte[] bytes, int length, int width, double leastSaved) {
    int values = length / width;
    if (values == 0) {
      return false;
    }
    Arrays.fill(counts, 0);
    Arrays.fill(recent, 0);
    repeated = 0;
    int sampled = 0;
    if (values <= RUNS * RUN_LENGTH) {
      sampled = sample(bytes, 0, values, width);
    } else {
      for (int run = 0; run < RUNS; run++) {
        int first = (int) ((long) run * (values - RUN_LENGTH) / (RUNS - 1));
        sampled += sample(bytes, first, RUN_LENGTH, width);
      }
    }
    double byMatches = width < LEAST_MATCH ? 0 : (double) repeated / sampled;
    double saved = Math.max(savedByFrequency(sampled * width), byMatches);
    return saved >= leastSaved && saved * length >= LEAST_BYTES_SAVED;
  }

  private int sample(byte[] bytes, int first, int count, int width) {
    int at = first * width;
    for (int i = 0; i < count; i++) {
      long value = 0;
      for (int end = at + width; at < end; at++) {
        counts[bytes[at] & 0xFF]++;
        value = Long.rotateLeft(value, Byte.SIZE) ^ (bytes[at] & 0xFF);
      }
      int slot = (int) ((value * MULTIPLIER) >>> (Long.SIZE - SLOT_BITS));
      repeated += recent[slot] == value ? 1 : 0;
      recent[slot] = value;
    }
    return count;
  }

  private double savedByFrequency(int sampled) {
    double sum = 0;
    int distinct = 0;
    for (int count : counts) {
      sum += COUNT_LOG_COUNT[count];
      distinct += count > 0 ? 1 : 0;
    }
    // The entropy of a sample is too low; the second term corrects it (Miller and Madow).
    double bits = COUNT_LOG_COUNT[sampled] - sum + (distinct - 1) / (2 * Math.log(2));
    return 1 - bits / ((double) sampled * Byte.SIZE);
  }
}
