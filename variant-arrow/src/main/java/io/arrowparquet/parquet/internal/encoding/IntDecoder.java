// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Levels, dictionary indexes, booleans. Asking for more than there are is a {@link
 * CorruptPageException}.
 */
public interface IntDecoder {

  void read(int[] out, int at, int count);

  /** Passes over values; {@code scratch} may receive anything. */
  default void skip(int[] scratch, int count) {
    read(scratch, 0, count);
  }

  /** Takes the next values if they are known to be equal without a look at each; else -1. */
  default int takeEqual(int count) {
    return -1;
  }

  /**
   * The deprecated {@code BIT_PACKED} encoding of levels: values of a fixed width one after
   * another, most significant bit first, without runs or a length.
   */
  final class BitPackedDecoder implements IntDecoder {
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
    public void read(int[] out, int at, int count) {
      if ((long) count * bitWidth > endBit - bit) {
        throw new CorruptPageException(
            "bit-packed levels", "the end of the section", "more levels");
      }
      int unused = Long.SIZE - bitWidth;
      for (int i = at; i < at + count; i++, bit += bitWidth) {
        long word = Long.reverseBytes(MemoryUtil.getLong(start + (bit >>> 3)));
        out[i] = (int) (word << (bit & 7) >>> unused);
      }
    }
  }

  /** PLAIN booleans: one bit a value, least significant first. */
  final class PlainBooleans implements IntDecoder {
    private long start;
    private long bit;
    private long endBit;

    public PlainBooleans wrap(long section, long end) {
      this.start = section;
      this.bit = 0;
      this.endBit = (end - section) * Byte.SIZE;
      return this;
    }

    @Override
    public void read(int[] out, int at, int count) {
      if (count > endBit - bit) {
        throw new CorruptPageException(
            "PLAIN booleans", (endBit - bit) + " bits", count + " more values");
      }
      int next = at;
      int to = at + count;
      for (; next < to && (bit & 7) != 0; next++) {
        out[next] = nextBit();
      }
      int groups = (to - next) / IntUnpacker.GROUP;
      IntUnpacker.unpack(start + (bit >>> 3), 1, out, next, groups);
      bit += (long) groups * Byte.SIZE;
      for (next += groups * IntUnpacker.GROUP; next < to; next++) {
        out[next] = nextBit();
      }
    }

    private int nextBit() {
      int value = MemoryUtil.getByte(start + (bit >>> 3)) >>> (bit & 7) & 1;
      bit++;
      return value;
    }
  }
}
