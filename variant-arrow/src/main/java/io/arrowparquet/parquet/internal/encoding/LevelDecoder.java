// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Levels, of at most {@link #MAX_LEVEL}. Asking for more than there are is a {@link
 * CorruptPageException}.
 */
public interface LevelDecoder {
  /** One less than columns can be deep: a level is a byte without a sign. */
  int MAX_LEVEL = 255;

  /** Reads levels, each to a byte without a sign. */
  void readLevels(byte[] out, int at, int count);

  /** Takes the next levels if they are known to be equal without a look at each; else -1. */
  default int takeEqual(int count) {
    return -1;
  }

  /**
   * The deprecated {@code BIT_PACKED} encoding: levels of a fixed width one after another, most
   * significant bit first, without runs or a length.
   */
  final class BitPackedDecoder implements LevelDecoder {
    private final long start;
    private final int bitWidth;
    private final long endBit;
    private long bit;

    /** Over {@code [start, end)} of memory, with room after as in {@link FixedValues#wrap}. */
    public BitPackedDecoder(long start, long end, int bitWidth) {
      this.start = start;
      this.bitWidth = bitWidth;
      this.endBit = (end - start) * Byte.SIZE;
    }

    public static long byteLength(int count, int bitWidth) {
      return ((long) count * bitWidth + 7) / 8;
    }

    @Override
    public void readLevels(byte[] out, int at, int count) {
      if ((long) count * bitWidth > endBit - bit) {
        throw new CorruptPageException(
            "bit-packed levels", "the end of the section", "more levels");
      }
      int unused = Long.SIZE - bitWidth;
      for (int i = at; i < at + count; i++, bit += bitWidth) {
        long word = Long.reverseBytes(MemoryUtil.getLong(start + (bit >>> 3)));
        out[i] = (byte) (word << (bit & 7) >>> unused);
      }
    }
  }
}
