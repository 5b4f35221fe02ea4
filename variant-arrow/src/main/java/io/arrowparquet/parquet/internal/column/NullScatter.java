// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.encoding.WideLoops;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Copies dense values to slots, of which those of nulls become zero. Which slots are null nothing
 * can predict, so no branch depends on it: that a slot has a value is a mask of the value and the
 * step to the next one. A word of slots that all have a value, or none, is done as a whole.
 */
final class NullScatter {
  /** Widest values that are copied in registers. */
  private static final int MOST = 16;

  private NullScatter() {}

  /**
   * From the first slot to the last. The values may be in the last part of the slots' memory: no
   * value is then overwritten before it was read.
   *
   * @param bits {@link PresentBits}, {@code present} of which are set
   */
  static void scatter(long values, long address, int width, long[] bits, int slots, int present) {
    boolean isNumber = width <= MOST && Integer.bitCount(width) == 1;
    boolean isWide = WideLoops.FOUND != null && (width == Integer.BYTES || width == Long.BYTES);
    long from = values;
    long last = values + (long) width * (present - 1);
    for (int start = 0; start < slots; start += Long.SIZE) {
      long word = bits[start / Long.SIZE];
      int count = Math.min(Long.SIZE, slots - start);
      long to = address + (long) width * start;
      int set = Long.bitCount(word);
      // A null reads the value after it, too, and so must not be looked at where there is none.
      int end =
          from + (long) width * set <= last ? count : Long.SIZE - Long.numberOfLeadingZeros(word);
      if (set == 0) {
        end = 0;
      } else if (set == end) {
        MemoryUtil.copyMemory(from, to, (long) width * end);
        from += (long) width * end;
      } else if (isWide
          && end == Long.SIZE
          && from + (long) width * (set - 1) + WideLoops.BYTES <= last) {
        from = WideLoops.FOUND.spread(from, width, word, to);
      } else {
        from = isNumber ? numbers(from, to, width, word, end) : any(from, to, width, word, end);
      }
      if (end < count) {
        MemoryUtil.setMemory(to + (long) width * end, (long) width * (count - end), (byte) 0);
      }
    }
  }

  private static long numbers(long values, long to, int width, long word, int end) {
    return switch (width) {
      case 1 -> scatter1(values, to, word, end);
      case 2 -> scatter2(values, to, word, end);
      case 4 -> scatter4(values, to, word, end);
      case 8 -> scatter8(values, to, word, end);
      default -> scatter16(values, to, word, end);
    };
  }

  private static long scatter1(long values, long to, long word, int end) {
    long from = values;
    long bits = word;
    for (int i = 0; i < end; i++, bits >>>= 1) {
      long bit = bits & 1;
      MemoryUtil.putByte(to + i, (byte) (MemoryUtil.getByte(from) & -bit));
      from += bit;
    }
    return from;
  }

  private static long scatter2(long values, long to, long word, int end) {
    long from = values;
    long bits = word;
    for (int i = 0; i < end; i++, bits >>>= 1) {
      long bit = bits & 1;
      MemoryUtil.putShort(to + 2L * i, (short) (MemoryUtil.getShort(from) & -bit));
      from += 2 * bit;
    }
    return from;
  }

  private static long scatter4(long values, long to, long word, int end) {
    long from = values;
    long bits = word;
    for (int i = 0; i < end; i++, bits >>>= 1) {
      long bit = bits & 1;
      MemoryUtil.putInt(to + 4L * i, MemoryUtil.getInt(from) & (int) -bit);
      from += 4 * bit;
    }
    return from;
  }

  private static long scatter8(long values, long to, long word, int end) {
    long from = values;
    long bits = word;
    for (int i = 0; i < end; i++, bits >>>= 1) {
      long bit = bits & 1;
      MemoryUtil.putLong(to + 8L * i, MemoryUtil.getLong(from) & -bit);
      from += 8 * bit;
    }
    return from;
  }

  private static long scatter16(long values, long to, long word, int end) {
    long from = values;
    long bits = word;
    for (int i = 0; i < end; i++, bits >>>= 1) {
      long bit = bits & 1;
      long low = MemoryUtil.getLong(from) & -bit;
      long high = MemoryUtil.getLong(from + Long.BYTES) & -bit;
      MemoryUtil.putLong(to + 16L * i, low);
      MemoryUtil.putLong(to + 16L * i + Long.BYTES, high);
      from += 16 * bit;
    }
    return from;
  }

  private static long any(long values, long to, int width, long word, int end) {
    long from = values;
    for (int i = 0; i < end; i++) {
      long slot = to + (long) width * i;
      if ((word >>> i & 1) == 1) {
        // Source and target are a whole value apart or the same.
        MemoryUtil.copyMemory(from, slot, width);
        from += width;
      } else {
        MemoryUtil.setMemory(slot, width, (byte) 0);
      }
    }
    return from;
  }
}
