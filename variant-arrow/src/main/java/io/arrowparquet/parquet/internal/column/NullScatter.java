// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Moves dense values apart so that nulls get a slot, in place: from the last to the first, so that
 * no value is overwritten before it has moved. Slots of nulls become zero. Which slots are null
 * nothing can predict, so no branch depends on it: that a slot has a value is a sign bit, a mask of
 * the value and the step to the next one. A word of slots that all have a value, or none, is moved
 * as a whole.
 */
final class NullScatter {
  /** Widest values that are moved in registers. */
  private static final int MOST = 16;

  private NullScatter() {}

  /** {@code bits}: {@link PresentBits}, {@code present} of which are set. */
  static void scatter(long address, int width, long[] bits, int slots, int present) {
    boolean isNumber = width <= MOST && Integer.bitCount(width) == 1;
    long from = address + (long) width * present;
    for (int end = slots; from < address + (long) width * end; ) {
      int start = (end - 1) & -Long.SIZE;
      // The last slot's is the sign.
      long signs = bits[start / Long.SIZE] << (start - end);
      long to = address + (long) width * start;
      int bytes = width * (end - start);
      if (signs == 0) {
        MemoryUtil.setMemory(to, bytes, (byte) 0);
      } else if (Long.bitCount(signs) == end - start) {
        from -= bytes;
        MemoryUtil.copyMemory(from, to, bytes);
      } else {
        from =
            isNumber
                ? numbers(to, width, signs, end - start, from)
                : any(to, width, signs, end - start, from);
      }
      end = start;
    }
  }

  private static long numbers(long to, int width, long signs, int slots, long from) {
    return switch (width) {
      case 1 -> scatter1(to, signs, slots, from);
      case 2 -> scatter2(to, signs, slots, from);
      case 4 -> scatter4(to, signs, slots, from);
      case 8 -> scatter8(to, signs, slots, from);
      default -> scatter16(to, signs, slots, from);
    };
  }

  private static long scatter1(long to, long ofLast, int slots, long values) {
    long from = values;
    long signs = ofLast;
    for (int i = slots - 1; i >= 0; i--, signs <<= 1) {
      long mask = signs >> (Long.SIZE - 1);
      from += mask;
      MemoryUtil.putByte(to + i, (byte) (MemoryUtil.getByte(from) & mask));
    }
    return from;
  }

  private static long scatter2(long to, long ofLast, int slots, long values) {
    long from = values;
    long signs = ofLast;
    for (int i = slots - 1; i >= 0; i--, signs <<= 1) {
      long mask = signs >> (Long.SIZE - 1);
      from += 2 * mask;
      MemoryUtil.putShort(to + 2L * i, (short) (MemoryUtil.getShort(from) & mask));
    }
    return from;
  }

  private static long scatter4(long to, long ofLast, int slots, long values) {
    long from = values;
    long signs = ofLast;
    for (int i = slots - 1; i >= 0; i--, signs <<= 1) {
      long mask = signs >> (Long.SIZE - 1);
      from += 4 * mask;
      MemoryUtil.putInt(to + 4L * i, MemoryUtil.getInt(from) & (int) mask);
    }
    return from;
  }

  private static long scatter8(long to, long ofLast, int slots, long values) {
    long from = values;
    long signs = ofLast;
    for (int i = slots - 1; i >= 0; i--, signs <<= 1) {
      long mask = signs >> (Long.SIZE - 1);
      from += 8 * mask;
      MemoryUtil.putLong(to + 8L * i, MemoryUtil.getLong(from) & mask);
    }
    return from;
  }

  private static long scatter16(long to, long ofLast, int slots, long values) {
    long from = values;
    long signs = ofLast;
    for (int i = slots - 1; i >= 0; i--, signs <<= 1) {
      long mask = signs >> (Long.SIZE - 1);
      from += 16 * mask;
      long low = MemoryUtil.getLong(from) & mask;
      long high = MemoryUtil.getLong(from + Long.BYTES) & mask;
      MemoryUtil.putLong(to + 16L * i, low);
      MemoryUtil.putLong(to + 16L * i + Long.BYTES, high);
    }
    return from;
  }

  private static long any(long to, int width, long ofLast, int slots, long values) {
    long from = values;
    long signs = ofLast;
    for (int i = slots - 1; i >= 0; i--, signs <<= 1) {
      long slot = to + (long) width * i;
      if (signs < 0) {
        // Source and target are a whole value apart or the same.
        from -= width;
        MemoryUtil.copyMemory(from, slot, width);
      } else {
        MemoryUtil.setMemory(slot, width, (byte) 0);
      }
    }
    return from;
  }
}
