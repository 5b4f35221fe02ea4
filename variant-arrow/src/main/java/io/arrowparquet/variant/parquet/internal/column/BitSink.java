// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/** A bitmap, least significant bit first, appended to in runs. */
final class BitSink implements AutoCloseable {
  private final GrowingBuffer bits;
  private long count;

  BitSink(BufferAllocator allocator) {
    this.bits = new GrowingBuffer(allocator);
  }

  /** Starts an empty bitmap. */
  void clear() {
    count = 0;
  }

  /** Appends {@code length} equal bits. */
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

  /** Appends one bit per number: whether it is at least {@code threshold}. */
  void append(int[] numbers, int from, int length, int threshold) {
    long address = room(length);
    int shift = (int) (count & 7);
    long at = address + (count >>> 3);
    int current = shift == 0 ? 0 : MemoryUtil.getByte(at) & ((1 << shift) - 1);
    int i = from;
    int end = from + length;
    while (i < end) {
      while (shift < 8 && i < end) {
        current |= (numbers[i++] >= threshold ? 1 : 0) << shift++;
      }
      MemoryUtil.putByte(at, (byte) current);
      if (shift == 8) {
        at++;
        current = 0;
        shift = 0;
      }
    }
    count += length;
  }

  private long room(long length) {
    return bits.ensure((count + length + 7) >>> 3, (count + 7) >>> 3);
  }

  /** Gives the bitmap away. */
  ArrowBuf take() {
    return bits.take((count + 7) >>> 3);
  }

  @Override
  public void close() {
    bits.close();
  }
}
