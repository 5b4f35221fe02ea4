// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.security.SecureRandom;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The hash of names for tables in memory. Names come from input, and whoever chooses them may
 * choose them to collide: the key, new in each process, is what they cannot know. Equal hashes are
 * told apart by comparing names.
 *
 * <pre>
 *   state  KEY + length * FACTOR
 *   word   state = upper half xor lower half of the 128 bits of (state xor word) * FACTOR
 *   end    state * GOLDEN, its upper half xored into the lower one
 * </pre>
 *
 * <p>Folding a product carries each bit of a word up and down, by ways that depend on the key; so
 * no difference in one word can be undone by one chosen in another. The last step spreads what
 * regular names, such as counted ones, leave close together. Either end of a hash may be used.
 */
public final class KeyedHash {
  private static final long KEY;

  /** Odd, with a one near its upper end, so that no bit of a product is left out. */
  private static final long FACTOR;

  private static final long SPREAD;

  /** 2 to the power of 64 divided by the golden ratio, odd. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  static {
    SecureRandom random = new SecureRandom();
    KEY = random.nextLong();
    SPREAD = random.nextLong() | 1L << (Long.SIZE - 2) | 1;
    FACTOR = (random.nextLong() & Long.MAX_VALUE) | (1L << (Long.SIZE - 2)) | 1;
  }

  private KeyedHash() {}

  /**
   * Where in a table a word of up to eight bytes belongs, or the key of more bytes: by upper bits
   * alone. It is asked for each name of each row, and so is one product: by a factor that is not
   * known, two words meet at most twice as often as by chance.
   */
  public static long place(long word, int length) {
    return (word + length) * SPREAD;
  }

  /** The hash of bytes at an address known to be valid. */
  public static long ofBytes(long address, int length) {
    return length < Long.BYTES
        ? end(mix(start(length), UnsignedBytes.fewBytes(address, length)))
        : end(key(address, length));
  }

  /**
   * Eight bytes or more as a word for {@link #place}, which does what is left out here: the last
   * step.
   */
  public static long key(long address, int length) {
    long state = start(length);
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      state = mix(state, MemoryUtil.getLong(address + i));
    }
    return mix(state, MemoryUtil.getLong(address + last));
  }

  /** As {@link #key(long, int)}, of bytes that are known to be in the array. */
  public static long key(byte[] bytes, int from, int length) {
    long state = start(length);
    int last = from + length - Long.BYTES;
    for (int i = from; i < last; i += Long.BYTES) {
      state = mix(state, MemoryUtil.getLong(bytes, i));
    }
    return mix(state, MemoryUtil.getLong(bytes, last));
  }

  private static long start(int length) {
    return KEY + length * FACTOR;
  }

  private static long mix(long state, long word) {
    long mixed = state ^ word;
    return Math.multiplyHigh(mixed, FACTOR) ^ (mixed * FACTOR);
  }

  private static long end(long state) {
    long product = state * GOLDEN;
    return product ^ (product >>> Integer.SIZE);
  }
}
