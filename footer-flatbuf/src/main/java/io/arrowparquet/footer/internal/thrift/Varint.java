// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * Varints that take more than one byte: where they end, which number they are.
 *
 * <p>Seven bits to a byte, the lowest first; the high bit says that another byte follows. Callers
 * try the single byte themselves, it is by far the most frequent. Padded varints such as {@code 80
 * 00} for 0 are accepted, as every reader does, within the length their type allows.
 */
public final class Varint {
  public static final int MAX_BYTES_32 = 5;

  public static final int MAX_BYTES_64 = 10;

  private Varint() {}

  /**
   * The position after a varint; which number it is does not matter.
   *
   * <p>Compares byte by byte on purpose. Taking eight at once and counting zero bits has fewer
   * steps, but makes the position depend on the data; branches are guessed, mostly rightly since
   * neighbouring chunks have numbers of like sizes, and the processor runs ahead.
   */
  public static int skip(byte[] bytes, int position, int end, int maxBytes) {
    if (end - position >= MAX_BYTES_32) {
      if (bytes[position] >= 0) {
        return position + 1;
      }
      if (bytes[position + 1] >= 0) {
        return position + 2;
      }
      if (bytes[position + 2] >= 0) {
        return position + 3;
      }
      if (bytes[position + 3] >= 0) {
        return position + 4;
      }
      if (bytes[position + 4] >= 0) {
        return position + 5;
      }
    }
    return skipBytewise(bytes, position, end, maxBytes);
  }

  private static int skipBytewise(byte[] bytes, int position, int end, int maxBytes) {
    int limit = Math.min(end, position + maxBytes);
    for (int p = position; p < limit; p++) {
      if (bytes[p] >= 0) {
        if (p - position == MAX_BYTES_64 - 1 && bytes[p] > 1) {
          // Only one bit is left for the tenth byte; more would be shifted out without a trace.
          throw CompactFault.overlongVarint(position, maxBytes);
        }
        return p + 1;
      }
    }
    if (limit - position < maxBytes) {
      throw CompactFault.truncated("varint", position, limit - position + 1L, end - position);
    }
    throw CompactFault.overlongVarint(position, maxBytes);
  }

  /** The number in a varint whose end {@link #skip} has found. */
  static long decode(byte[] bytes, int start, int endExclusive) {
    if (endExclusive - start <= Long.BYTES && bytes.length - start >= Long.BYTES) {
      long word = (long) ArrayNumbers.LONG.get(bytes, start);
      return gatherSevenBitGroups(word & (-1L >>> (64 - 8 * (endExclusive - start))));
    }
    long value = 0;
    for (int p = endExclusive - 1; p >= start; p--) {
      value = value << 7 | (bytes[p] & 0x7f);
    }
    return value;
  }

  //  Neighbours are merged pairwise: 8 groups of 7 bits, 4 of 14, 2 of 28, 1 of 56. No loop, so no
  //  branch whose direction depends on how long the number is.
  static long gatherSevenBitGroups(long word) {
    long groups = word & 0x7f7f7f7f7f7f7f7fL;
    groups = (groups & 0x007f007f007f007fL) | (groups & 0x7f007f007f007f00L) >>> 1;
    groups = (groups & 0x00003fff00003fffL) | (groups & 0x3fff00003fff0000L) >>> 2;
    return (groups & 0x000000000fffffffL) | (groups & 0x0fffffff00000000L) >>> 4;
  }
}
