// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

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

  private static final int LANES = 4;
  private static final int STRIPE = LANES * Long.BYTES;

  private SplitBlock() {}

  public static int number(long hash, int blocks) {
    return (int) (((hash >>> Integer.SIZE) * blocks) >>> Integer.SIZE);
  }

  public static boolean mayContain(byte[] block, long hash) {
    ByteBuffer words = ByteBuffer.wrap(block, 0, BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int salt : SALT) {
      int bit = 1 << (((int) hash * salt) >>> BIT_SHIFT);
      if ((words.getInt() & bit) == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * The hash of a value: XXH64 with seed 0. Literals are hashed, not rows.
   *
   * <pre>
   *   from 32 bytes on:  four lanes of 8 bytes a stripe, mixed into one  |
   *   below:             a constant                                      | + length, then the tail
   *   tail:              words of 8 bytes, one of 4, single bytes          of less than 32 bytes
   * </pre>
   */
  public static long hash(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    long hash = (value.length < STRIPE ? PRIME_5 : stripes(bytes)) + value.length;
    while (bytes.remaining() >= Long.BYTES) {
      hash = Long.rotateLeft(hash ^ round(0, bytes.getLong()), 27) * PRIME_1 + PRIME_4;
    }
    if (bytes.remaining() >= Integer.BYTES) {
      long word = bytes.getInt() & 0xFFFFFFFFL;
      hash = Long.rotateLeft(hash ^ (word * PRIME_1), 23) * PRIME_2 + PRIME_3;
    }
    while (bytes.hasRemaining()) {
      hash = Long.rotateLeft(hash ^ ((bytes.get() & 0xFF) * PRIME_5), 11) * PRIME_1;
    }
    hash = (hash ^ (hash >>> 33)) * PRIME_2;
    hash = (hash ^ (hash >>> 29)) * PRIME_3;
    return hash ^ (hash >>> 32);
  }

  private static long stripes(ByteBuffer bytes) {
    long[] lanes = {PRIMES_1_AND_2, PRIME_2, 0, -PRIME_1};
    while (bytes.remaining() >= STRIPE) {
      for (int lane = 0; lane < LANES; lane++) {
        lanes[lane] = round(lanes[lane], bytes.getLong());
      }
    }
    long hash =
        Long.rotateLeft(lanes[0], 1)
            + Long.rotateLeft(lanes[1], 7)
            + Long.rotateLeft(lanes[2], 12)
            + Long.rotateLeft(lanes[3], 18);
    for (long lane : lanes) {
      hash = (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }
    return hash;
  }

  private static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
  }
}
