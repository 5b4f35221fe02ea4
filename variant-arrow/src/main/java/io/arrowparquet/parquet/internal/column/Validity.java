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

  /** Appends slots; {@link PresentBits} of any kind if all or none have a value. */
  void append(long[] presentBits, int length, int present) {
    if (hasBits(length, present)) {
      bits.append(presentBits, length);
    }
    count += length;
  }

  /** False if slots need no bits, or had all the same. */
  private boolean hasBits(int length, int present) {
    if (!nullable || (nulls == 0 && present == length)) {
      return false;
    }
    if (nulls == 0 && count > 0) {
      bits.fill(true, count);
    }
    nulls += length - present;
    boolean mixed = present > 0 && present < length;
    if (!mixed) {
      bits.fill(present > 0, length);
    }
    return mixed;
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

    /** Appends a bit for each number, which is 0 or 1. */
    void append(int[] numbers, int length) {
      room(length);
      for (int at = 0; at < length; at += Long.SIZE) {
        int taken = Math.min(Long.SIZE, length - at);
        long word = 0;
        for (int i = 0; i < taken; i++) {
          word |= (long) numbers[at + i] << i;
        }
        put(word, taken);
      }
    }

    /** {@code words}: as in {@link PresentBits}. */
    void append(long[] words, int length) {
      room(length);
      for (int at = 0; at < length; at += Long.SIZE) {
        put(words[at / Long.SIZE], Math.min(Long.SIZE, length - at));
      }
    }

    /** Bits of the word from {@code length} on are 0, as those of the last byte written are. */
    private void put(long word, int length) {
      int shift = (int) count & 7;
      long at = bits.address() + (count >>> 3);
      long low = (shift == 0 ? 0 : MemoryUtil.getByte(at) & 0xff) | word << shift;
      int bytes = (shift + length + 7) >>> 3;
      if (bytes < Long.BYTES) {
        for (int i = 0; i < bytes; i++) {
          MemoryUtil.putByte(at + i, (byte) (low >>> (Byte.SIZE * i)));
        }
      } else {
        MemoryUtil.putLong(at, low);
        if (bytes > Long.BYTES) {
          MemoryUtil.putByte(at + Long.BYTES, (byte) (word >>> (Long.SIZE - shift)));
        }
      }
      count += length;
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
