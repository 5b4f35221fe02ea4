// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import java.util.ArrayDeque;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Memory for decompressed pages, used again for later ones: a limited number of bytes is kept while
 * no page is in them. Owns these; a buffer taken is the taker's until it is given back.
 */
final class PageBuffers implements AutoCloseable {
  private static final long LEAST = 4 << 10;

  /** By the logarithm of their capacity. */
  private final ArrayDeque<ArrowBuf>[] free;

  private final long mostKept;
  private final BufferAllocator allocator;
  private long kept;

  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types cannot be made
  PageBuffers(long mostKept, BufferAllocator allocator) {
    this.mostKept = mostKept;
    this.allocator = allocator;
    this.free = new ArrayDeque[Long.SIZE];
  }

  /** A buffer of at least so many bytes and {@link DataPage#SLACK} behind them. */
  ArrowBuf take(long bytes) {
    long needed = Math.max(LEAST, bytes + DataPage.SLACK);
    if (needed > mostKept) {
      return allocator.buffer(needed);
    }
    int size = Long.SIZE - Long.numberOfLeadingZeros(needed - 1);
    ArrowBuf found = free[size] == null ? null : free[size].poll();
    if (found == null) {
      return allocator.buffer(1L << size);
    }
    kept -= found.capacity();
    return found;
  }

  /** Whether a buffer of {@link #take} has room for so many bytes. */
  static boolean holds(ArrowBuf buffer, long bytes) {
    return buffer != null && buffer.capacity() - DataPage.SLACK >= bytes;
  }

  /** Gives a buffer of {@link #take} back; null is none. */
  void give(ArrowBuf buffer) {
    if (buffer == null) {
      return;
    }
    // The allocator may have given more than it was asked for.
    int size = Long.SIZE - 1 - Long.numberOfLeadingZeros(buffer.capacity());
    if (kept + buffer.capacity() > mostKept) {
      buffer.close();
      return;
    }
    if (free[size] == null) {
      free[size] = new ArrayDeque<>();
    }
    free[size].push(buffer);
    kept += buffer.capacity();
  }

  @Override
  public void close() {
    for (ArrayDeque<ArrowBuf> buffers : free) {
      while (buffers != null && !buffers.isEmpty()) {
        buffers.poll().close();
      }
    }
    kept = 0;
  }
}
