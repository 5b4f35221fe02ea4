// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.parquet.internal.encoding.HybridDecoder;

/**
 * Levels, dictionary indexes and booleans in the hybrid of run lengths and bit packing, whose
 * layout {@link HybridDecoder} has. One thread at a time.
 */
public final class HybridEncoder {
  private static final int GROUP = Byte.SIZE;

  /** So that the header of packed groups is one byte. */
  private static final int MOST_GROUPS = 63;

  private final long[] literals = new long[MOST_GROUPS * GROUP];

  /** Bits that an index into this many entries needs. */
  public static int bitWidth(int entries) {
    return entries <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(entries - 1);
  }

  /** Appends all values of a section; no length before it. */
  public void encode(int[] values, int from, int count, int bitWidth, ByteOutput out) {
    int to = from + count;
    int leastRun = leastRun(bitWidth);
    int written = from;
    int next = from;
    while (next <= to - GROUP) {
      if (!isUniform(values, next)) {
        next += GROUP;
        continue;
      }
      int end = runEnd(values, next, to);
      if (end - next < leastRun) {
        next += (end - next) / GROUP * GROUP;
        continue;
      }
      pack(values, written, next, bitWidth, out);
      repeat(values[next], end - next, bitWidth, out);
      next = end;
      written = end;
    }
    pack(values, written, to, bitWidth, out);
  }

  /** Appends one value, this many times. */
  public static void repeat(int value, int count, int bitWidth, ByteOutput out) {
    if (count == 0) {
      return;
    }
    out.putVarint((long) count << 1);
    for (int shift = 0; shift < bitWidth; shift += Byte.SIZE) {
      out.putByte(value >>> shift);
    }
  }

  /** Values from which a run is shorter than packed groups, a header after it included. */
  private static int leastRun(int bitWidth) {
    int runBytes = 2 + (bitWidth + Byte.SIZE - 1) / Byte.SIZE;
    return bitWidth == 0 ? GROUP : (runBytes / bitWidth + 1) * GROUP;
  }

  private static boolean isUniform(int[] values, int at) {
    int first = values[at];
    return ((first ^ values[at + 1])
            | (first ^ values[at + 2])
            | (first ^ values[at + 3])
            | (first ^ values[at + 4])
            | (first ^ values[at + 5])
            | (first ^ values[at + 6])
            | (first ^ values[at + 7]))
        == 0;
  }

  private static int runEnd(int[] values, int from, int to) {
    int value = values[from];
    int end = from + GROUP;
    while (end < to && values[end] == value) {
      end++;
    }
    return end;
  }

  private void pack(int[] values, int from, int to, int bitWidth, ByteOutput out) {
    for (int next = from; next < to; ) {
      int count = Math.min(literals.length, to - next);
      int groups = (count + GROUP - 1) / GROUP;
      for (int i = 0; i < count; i++) {
        literals[i] = values[next + i] & 0xFFFFFFFFL;
      }
      for (int i = count; i < groups * GROUP; i++) {
        literals[i] = 0;
      }
      out.putByte(groups << 1 | 1);
      int bytes = groups * bitWidth;
      BitPacker.pack(literals, 0, groups * GROUP, bitWidth, out.reserve(bytes), out.length());
      out.advance(bytes);
      next += count;
    }
  }
}
