// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The deprecated {@code BIT_PACKED} encoding of levels: values of a fixed width one after another,
 * most significant bit first, without runs or a length.
 */
public final class BitPackedDecoder implements IntDecoder {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private final int bitWidth;
  private final long endBit;
  private long bit;

  /** Over {@code [start, endExclusive)} of the array; {@code bitWidth} from 1 to 32. */
  public BitPackedDecoder(byte[] bytes, int start, int endExclusive, int bitWidth) {
    this.bytes = bytes;
    this.bitWidth = bitWidth;
    this.bit = (long) start * Byte.SIZE;
    this.endBit = (long) endExclusive * Byte.SIZE;
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
    int lastWord = bytes.length - Long.BYTES;
    for (int i = at; i < at + count; i++, bit += bitWidth) {
      int from = (int) (bit >>> 3);
      long word = from <= lastWord ? (long) WORDS.get(bytes, from) : lastWord(from);
      out[i] = (int) (word << (bit & 7) >>> unused);
    }
  }

  /** The word that begins so late that the array ends before it: zeros follow. */
  private long lastWord(int from) {
    long word = 0;
    for (int i = from; i < bytes.length; i++) {
      word |= (bytes[i] & 0xffL) << (Long.SIZE - Byte.SIZE * (i - from + 1));
    }
    return word;
  }
}
