// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * Values of 0 to 64 bits, the least significant bit first: what {@code LongUnpacker} unpacks. As
 * there, narrow values are put together in words of four or eight at a time.
 */
final class BitPacker {
  private static final int GROUP = 8;

  /** Widest values of which eight fit in a word. */
  private static final int MAX_EIGHT = 8;

  /** Widest values of which four fit in a word. */
  private static final int MAX_FOUR = 16;

  private BitPacker() {}

  static int packedBytes(int count, int width) {
    return (int) (((long) count * width + Byte.SIZE - 1) / Byte.SIZE);
  }

  /**
   * Writes {@link #packedBytes}, and perhaps a word after them, for which there is room.
   *
   * @param values without bits above the width
   */
  static void pack(long[] values, int from, int count, int width, byte[] out, int at) {
    if (width == 0) {
      return;
    }
    int whole = from + count / GROUP * GROUP;
    int next = at + (whole - from) / GROUP * width;
    if (width <= MAX_EIGHT) {
      eights(values, from, whole, width, out, at);
    } else if (width <= MAX_FOUR) {
      fours(values, from, whole, width, out, at);
    } else {
      any(values, from, whole, width, out, at);
    }
    any(values, whole, from + count, width, out, next);
  }

  private static void eights(long[] values, int from, int to, int width, byte[] out, int start) {
    for (int i = from, at = start; i < to; i += GROUP, at += width) {
      long low = four(values, i, width);
      ArrayNumbers.LONG.set(out, at, low | four(values, i + 4, width) << (4 * width));
    }
  }

  private static void fours(long[] values, int from, int to, int width, byte[] out, int start) {
    int half = width >>> 1;
    int shift = 4 * (width & 1);
    for (int i = from, at = start; i < to; i += GROUP, at += width) {
      long low = four(values, i, width);
      long high = four(values, i + 4, width);
      ArrayNumbers.LONG.set(out, at, low);
      // Of an odd width, the byte in the middle has bits of both.
      long middle = shift == 0 ? 0 : low >>> (half * Byte.SIZE);
      ArrayNumbers.LONG.set(out, at + half, high << shift | middle);
    }
  }

  private static long four(long[] values, int i, int width) {
    return values[i]
        | values[i + 1] << width
        | values[i + 2] << (2 * width)
        | values[i + 3] << (3 * width);
  }

  private static void any(long[] values, int from, int to, int width, byte[] out, int start) {
    long word = 0;
    int used = 0;
    int at = start;
    for (int i = from; i < to; i++) {
      word |= values[i] << used;
      used += width;
      if (used >= Long.SIZE) {
        ArrayNumbers.LONG.set(out, at, word);
        at += Long.BYTES;
        used -= Long.SIZE;
        // Two shifts: one by the word's size would leave the value as it is.
        word = values[i] >>> (width - used - 1) >>> 1;
      }
    }
    if (used > 0) {
      ArrayNumbers.LONG.set(out, at, word);
    }
  }
}
