// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;

/** PLAIN booleans: one bit a value, least significant first. */
public final class PlainBooleans implements IntDecoder {
  private byte[] bytes = new byte[0];
  private long bit;
  private long endBit;

  /** Points at the values of a page. */
  public PlainBooleans wrap(byte[] section, int start, int endExclusive) {
    this.bytes = section;
    this.bit = (long) start * Byte.SIZE;
    this.endBit = (long) endExclusive * Byte.SIZE;
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
    int from = (int) (bit >>> 3);
    int groups =
        Math.min(
            (to - next) / IntUnpacker.GROUP,
            IntUnpacker.readable(bytes, from, (int) (endBit >>> 3), 1));
    IntUnpacker.unpack(bytes, from, 1, out, next, groups);
    bit += (long) groups * Byte.SIZE;
    for (next += groups * IntUnpacker.GROUP; next < to; next++) {
      out[next] = nextBit();
    }
  }

  private int nextBit() {
    int value = bytes[(int) (bit >>> 3)] >>> (bit & 7) & 1;
    bit++;
    return value;
  }
}
