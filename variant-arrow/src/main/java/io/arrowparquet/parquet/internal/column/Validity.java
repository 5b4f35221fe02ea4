// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.variant.internal.GrowableBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/** No bit is written before the first null, and none for a vector that cannot have nulls. */
final class Validity implements AutoCloseable {
  private final BufferAllocator allocator;
  private final boolean nullable;
  private final BitmapBuilder bits;
  private int count;
  private int nulls;

  Validity(BufferAllocator allocator, boolean nullable) {
    this.allocator = allocator;
    this.nullable = nullable;
    this.bits = new BitmapBuilder(allocator);
  }

  void clear() {
    count = 0;
    nulls = 0;
    bits.clear();
  }

  /** Appends slots whose level of definition is given; null below {@code threshold}. */
  void append(int[] levels, int from, int length, int present, int threshold) {
    if (nullable && (nulls > 0 || present < length)) {
      if (nulls == 0 && count > 0) {
        bits.fill(true, count);
      }
      if (present == length) {
        bits.fill(true, length);
      } else if (present == 0) {
        bits.fill(false, length);
      } else {
        bits.append(levels, from, length, threshold);
      }
      nulls += length - present;
    }
    count += length;
  }

  int count() {
    return count;
  }

  int nulls() {
    return nulls;
  }

  /** Gives the bitmap away, empty if there are no nulls. */
  ArrowBuf take() {
    return nulls == 0 ? allocator.getEmpty() : bits.take();
  }

  @Override
  public void close() {
    bits.close();
  }

  static final class BitmapBuilder implements AutoCloseable {
    private final GrowableBuffer bits;
    private long count;

    BitmapBuilder(BufferAllocator allocator) {
      this.bits = new GrowableBuffer(allocator);
    }

    void clear() {
      count = 0;
    }

    void fill(boolean set, long length) {
      long address = room(length);
      long next = count;
      long end = count + length;
      while (next < end && (next & 7) != 0) {
        put(address, next++, set);
      }
      long bytes = (end - next) >>> 3;
      MemoryUtil.setMemory(address + (next >>> 3), bytes, (byte) (set ? 0xff : 0));
      next += bytes << 3;
      while (next < end) {
        put(address, next++, set);
      }
      count = end;
    }

    private static void put(long address, long bit, boolean set) {
      long at = address + (bit >>> 3);
      int mask = 1 << (bit & 7);
      int old = (bit & 7) == 0 ? 0 : MemoryUtil.getByte(at);
      MemoryUtil.putByte(at, (byte) (set ? old | mask : old & ~mask));
    }

    void append(int[] numbers, int from, int length, int threshold) {
      long address = room(length);
      int i = from;
      int end = from + length;
      long next = count;
      while (i < end && (next & 7) != 0) {
        put(address, next++, numbers[i++] >= threshold);
      }
      long at = address + (next >>> 3);
      next += (end - i) & -8;
      for (; i <= end - Byte.SIZE; i += Byte.SIZE) {
        MemoryUtil.putByte(at++, (byte) eight(numbers, i, threshold - 1));
      }
      while (i < end) {
        put(address, next++, numbers[i++] >= threshold);
      }
      count = next;
    }

    /** Eight bits, each the sign of a difference: without a branch, since nulls come at random. */
    private static int eight(int[] numbers, int i, int below) {
      return ((below - numbers[i]) >>> 31)
          | ((below - numbers[i + 1]) >>> 31 << 1)
          | ((below - numbers[i + 2]) >>> 31 << 2)
          | ((below - numbers[i + 3]) >>> 31 << 3)
          | ((below - numbers[i + 4]) >>> 31 << 4)
          | ((below - numbers[i + 5]) >>> 31 << 5)
          | ((below - numbers[i + 6]) >>> 31 << 6)
          | ((below - numbers[i + 7]) >>> 31 << 7);
    }

    private long room(long length) {
      return bits.ensure((count + length + 7) >>> 3, (count + 7) >>> 3);
    }

    ArrowBuf take() {
      return bits.take((count + 7) >>> 3);
    }

    @Override
    public void close() {
      bits.close();
    }
  }
}
