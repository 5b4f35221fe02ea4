// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * DELTA_BINARY_PACKED sections, whose layout {@code DeltaInts} has: blocks of 128 deltas, four
 * miniblocks each. Deltas of 32-bit values wrap around at 32 bits, so that none is packed in more.
 */
final class DeltaEncoder {
  private static final int BLOCK = 128;
  private static final int MINIBLOCKS = 4;
  private static final int MINIBLOCK = BLOCK / MINIBLOCKS;

  /** Of the block, then less the least of them. */
  private final long[] deltas = new long[BLOCK];

  /** {@code values}: in PLAIN, of 4 or 8 bytes. */
  void encode(byte[] values, int width, int count, ByteOutput out) {
    boolean isWide = width == Long.BYTES;
    putHeader(count, count == 0 ? 0 : value(values, isWide, 0), out);
    for (int from = 1; from < count; from += BLOCK) {
      int deltaCount = Math.min(BLOCK, count - from);
      long least = takeDeltas(values, isWide, from, deltaCount);
      for (int i = 0; i < deltaCount; i++) {
        deltas[i] -= least;
      }
      putBlock(least, deltaCount, out);
    }
  }

  private static long value(byte[] values, boolean isWide, int i) {
    return isWide
        ? (long) ArrayNumbers.LONG.get(values, i * Long.BYTES)
        : (int) ArrayNumbers.INT.get(values, i * Integer.BYTES);
  }

  /** Puts the deltas of a block into the array; the least of them. */
  private long takeDeltas(byte[] values, boolean isWide, int from, int count) {
    long least = Long.MAX_VALUE;
    long before = value(values, isWide, from - 1);
    for (int i = 0; i < count; i++) {
      long value = value(values, isWide, from + i);
      long delta = isWide ? value - before : (int) (value - before);
      before = value;
      deltas[i] = delta;
      least = Math.min(least, delta);
    }
    return least;
  }

  private static void putHeader(int count, long first, ByteOutput out) {
    out.putVarint(BLOCK);
    out.putVarint(MINIBLOCKS);
    out.putVarint(count);
    out.putZigzag(first);
  }

  private void putBlock(long least, int count, ByteOutput out) {
    int miniblocks = (count + MINIBLOCK - 1) / MINIBLOCK;
    for (int i = count; i < miniblocks * MINIBLOCK; i++) {
      deltas[i] = 0;
    }
    out.putZigzag(least);
    byte[] to = out.reserve(MINIBLOCKS + (long) BLOCK * Long.BYTES);
    int widths = out.length();
    out.advance(MINIBLOCKS);
    for (int i = 0; i < MINIBLOCKS; i++) {
      int width = i < miniblocks ? width(i * MINIBLOCK) : 0;
      to[widths + i] = (byte) width;
      BitPacker.pack(deltas, i * MINIBLOCK, MINIBLOCK, width, to, out.length());
      out.advance(BitPacker.packedBytes(MINIBLOCK, width));
    }
  }

  private int width(int from) {
    long bits = 0;
    for (int i = from; i < from + MINIBLOCK; i++) {
      bits |= deltas[i];
    }
    return Long.SIZE - Long.numberOfLeadingZeros(bits);
  }
}
