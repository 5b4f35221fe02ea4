// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.memory.internal;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Bytes written one after another into an Arrow buffer that doubles when it is full. Clearing keeps
 * the buffer, so that one reused row after row stops allocating.
 *
 * <p>Ownership: owns its buffer until {@link #close}. Nothing is allocated before the first write;
 * if growing fails, what was written is intact.
 */
public final class GrowingMemory implements AutoCloseable {
  private static final int FIRST_CAPACITY = 256;

  /** Up to here a loop of words beats the call of the memory copy routine. */
  private static final int SHORT_COPY = 64;

  private final BufferAllocator allocator;
  private ArrowBuf buffer;
  private long address;
  private long capacity;
  private long length;

  public GrowingMemory(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /** Makes room for more bytes at the end and returns the address of the first. */
  public long append(long bytes) {
    if (bytes > capacity - length) {
      grow(bytes);
    }
    long at = address + length;
    length += bytes;
    return at;
  }

  private void grow(long bytes) {
    long enough = Math.max(Math.max(FIRST_CAPACITY, 2 * capacity), length + bytes);
    ArrowBuf larger = allocator.buffer(enough);
    if (buffer != null) {
      MemoryUtil.copyMemory(address, larger.memoryAddress(), length);
      buffer.close();
    }
    buffer = larger;
    address = larger.memoryAddress();
    capacity = larger.capacity();
  }

  /** Address of the first byte; moves when the bytes grow, 0 before anything was written. */
  public long address() {
    return address;
  }

  public long length() {
    return length;
  }

  /** Forgets the bytes from here on. */
  public void truncate(long newLength) {
    length = newLength;
  }

  /** The buffer that holds the bytes, null before anything was written. Still owned by this. */
  public ArrowBuf buffer() {
    return buffer;
  }

  /** Gives the buffer with its bytes to the caller, who closes it, and is empty then. */
  public ArrowBuf take() {
    ArrowBuf taken = buffer == null ? allocator.getEmpty() : buffer.writerIndex(length);
    buffer = null;
    close();
    return taken;
  }

  /** Copies between ranges that the caller knows to be valid and apart. */
  public static void copy(long from, long to, long bytes) {
    if (bytes > SHORT_COPY) {
      MemoryUtil.copyMemory(from, to, bytes);
      return;
    }
    if (bytes < Long.BYTES) {
      copyLessThanWord(from, to, (int) bytes);
      return;
    }
    // The last word may overlap the one before: cheaper than a loop over its bytes.
    long last = bytes - Long.BYTES;
    for (long i = 0; i < last; i += Long.BYTES) {
      MemoryUtil.putLong(to + i, MemoryUtil.getLong(from + i));
    }
    MemoryUtil.putLong(to + last, MemoryUtil.getLong(from + last));
  }

  private static void copyLessThanWord(long from, long to, int bytes) {
    if (bytes >= Integer.BYTES) {
      int first = MemoryUtil.getInt(from);
      int last = MemoryUtil.getInt(from + bytes - Integer.BYTES);
      MemoryUtil.putInt(to, first);
      MemoryUtil.putInt(to + bytes - Integer.BYTES, last);
    } else if (bytes > 0) {
      // One, two or three bytes: the first, the middle one, the last.
      byte middle = MemoryUtil.getByte(from + (bytes >> 1));
      byte last = MemoryUtil.getByte(from + bytes - 1);
      MemoryUtil.putByte(to, MemoryUtil.getByte(from));
      MemoryUtil.putByte(to + (bytes >> 1), middle);
      MemoryUtil.putByte(to + bytes - 1, last);
    }
  }

  /** Proves that a caller's buffer has room for bytes at a position. */
  public static void checkRoom(ArrowBuf target, long position, long bytes) {
    if (position < 0 || bytes > target.capacity() - position) {
      throw new IndexOutOfBoundsException(
          bytes + " bytes at " + position + " of a buffer of " + target.capacity() + " bytes");
    }
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
      buffer = null;
    }
    address = 0;
    capacity = 0;
    length = 0;
  }
}
