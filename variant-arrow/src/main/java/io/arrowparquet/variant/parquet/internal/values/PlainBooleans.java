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
    long next = bit;
    for (int i = at; i < at + count; i++, next++) {
      out[i] = bytes[(int) (next >>> 3)] >>> (next & 7) & 1;
    }
    bit = next;
  }
}
