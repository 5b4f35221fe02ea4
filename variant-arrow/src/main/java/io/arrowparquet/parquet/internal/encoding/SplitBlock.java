// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * The blocks of a split block Bloom filter. A value's hash chooses one block by its high half, and
 * one bit in each word of the block by its low half; the value may be there if all of them are set.
 *
 * <pre>
 *   | block 0 | block 1 | ...        block: 8 words of 32 bits, little-endian
 * </pre>
 */
public final class SplitBlock {
  public static final int BYTES = 32;

  private static final int[] SALT = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  /** The high 5 bits of a product choose one of 32. */
  private static final int BIT_SHIFT = 27;

  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;

  /** The sum of the two, modulo 2 to the power of 64. */
  private static final long PRIMES_1_AND_2 = 0x60EA27EEADC0B5D6L;

  private static final int STRIPE = 4 * Long.BYTES;

  private SplitBlock() {}

  public static int number(long hash, int blocks) {
    return (int) (((hash >>> Integer.SIZE) * blocks) >>> Integer.SIZE);
  }

  public static boolean mayContain(byte[] block, long hash) {
    for (int i = 0; i < SALT.length; i++) {
      if (((int) ArrayNumbers.INT.get(block, i * Integer.BYTES) & bit(hash, i)) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Sets a hash's bits in the block that begins at a word. */
  public static void insert(int[] words, int block, long hash) {
    for (int i = 0; i < SALT.length; i++) {
      words[block + i] |= bit(hash, i);
    }
  }

  private static int bit(long hash, int word) {
    return 1 << (((int) hash * SALT[word]) >>> BIT_SHIFT);
  }

  /** The hash of a value: XXH64 with seed 0. */
  public static long hash(byte[] value) {
    return hash(value, 0, value.length);
  }

  /**
   * As {@link #hash(byte[])}, of a part.
   *
   * <pre>
   *   from 32 bytes on:  four lanes of 8 bytes a stripe, mixed into one  |
   *   below:             a constant                                      | + length, then the tail
   *   tail:              words of 8 bytes, one of 4, single bytes          of less than 32 bytes
   * </pre>
   */
  public static long hash(byte[] bytes, int from, int length) {
    int end = from + length;
    int at = from + length / STRIPE * STRIPE;
    long hash = (length < STRIPE ? PRIME_5 : stripes(bytes, from, at)) + length;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = withLong(hash, (long) ArrayNumbers.LONG.get(bytes, at));
    }
    if (at <= end - Integer.BYTES) {
      hash = withInt(hash, (int) ArrayNumbers.INT.get(bytes, at));
      at += Integer.BYTES;
    }
    for (; at < end; at++) {
      hash = Long.rotateLeft(hash ^ ((bytes[at] & 0xFF) * PRIME_5), 11) * PRIME_1;
    }
    return end(hash);
  }

  /** The hash of four bytes, little-endian. */
  public static long hash(int value) {
    return end(withInt(PRIME_5 + Integer.BYTES, value));
  }

  /** The hash of eight bytes, little-endian. */
  public static long hash(long value) {
    return end(withLong(PRIME_5 + Long.BYTES, value));
  }

  private static long stripes(byte[] bytes, int from, int to) {
    long first = PRIMES_1_AND_2;
    long second = PRIME_2;
    long third = 0;
    long fourth = -PRIME_1;
    for (int at = from; at < to; at += STRIPE) {
      first = round(first, (long) ArrayNumbers.LONG.get(bytes, at));
      second = round(second, (long) ArrayNumbers.LONG.get(bytes, at + 8));
      third = round(third, (long) ArrayNumbers.LONG.get(bytes, at + 16));
      fourth = round(fourth, (long) ArrayNumbers.LONG.get(bytes, at + 24));
    }
    long hash =
        Long.rotateLeft(first, 1)
            + Long.rotateLeft(second, 7)
            + Long.rotateLeft(third, 12)
            + Long.rotateLeft(fourth, 18);
    return withLane(withLane(withLane(withLane(hash, first), second), third), fourth);
  }

  private static long withLane(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }

  private static long withLong(long hash, long word) {
    return Long.rotateLeft(hash ^ round(0, word), 27) * PRIME_1 + PRIME_4;
  }

  private static long withInt(long hash, int word) {
    return Long.rotateLeft(hash ^ ((word & 0xFFFFFFFFL) * PRIME_1), 23) * PRIME_2 + PRIME_3;
  }

  private static long end(long state) {
    long hash = (state ^ (state >>> 33)) * PRIME_2;
    hash = (hash ^ (hash >>> 29)) * PRIME_3;
    return hash ^ (hash >>> 32);
  }

  private static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
  }
}
