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
  /** Bytes of a block. */
  public static final int BYTES = 32;

  private static final int[] SALT = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  /** The high 5 bits of a product choose one of 32. */
  private static final int BIT_SHIFT = 27;

  private SplitBlock() {}

  /** Number of the block of a hash. */
  public static int number(long hash, int blocks) {
    return (int) (((hash >>> Integer.SIZE) * blocks) >>> Integer.SIZE);
  }

  /**
   * Whether a block has the bits of a hash.
   *
   * @param block {@link #BYTES} bytes
   */
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
}
