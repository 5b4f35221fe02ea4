// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The deprecated {@code BIT_PACKED} encoding of levels: values of a fixed width one after another,
 * most significant bit first, without runs or a length.
 */
public final class BitPackedDecoder implements IntDecoder {
  private final long start;
  private final int bitWidth;
  private final long endBit;
  private long bit;

  /**
   * Over {@code [start, end)} of memory, with room behind as in {@link FixedValues#wrap}.
   *
   * @param bitWidth from 1 to 32
   */
  public BitPackedDecoder(long start, long end, int bitWidth) {
    this.start = start;
    this.bitWidth = bitWidth;
    this.endBit = (end - start) * Byte.SIZE;
  }

  /** Bytes that {@code count} values of this width take. */
  public static long byteLength(int count, int bitWidth) {
    return ((long) count * bitWidth + 7) / 8;
  }

  @Override
  public void read(int[] out, int at, int count) {
    if ((long) count * bitWidth > endBit - bit) {
      throw new CorruptPageException("bit-packed levels", "the end of the section", "more levels");
    }
    int unused = Long.SIZE - bitWidth;
    for (int i = at; i < at + count; i++, bit += bitWidth) {
      long word = Long.reverseBytes(MemoryUtil.getLong(start + (bit >>> 3)));
      out[i] = (int) (word << (bit & 7) >>> unused);
    }
  }
}
