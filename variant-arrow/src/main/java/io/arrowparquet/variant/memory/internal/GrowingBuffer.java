// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.memory.internal;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Arrow memory that grows by doubling and is given away when a batch is done. Owns its buffer until
 * then; close it in any case.
 */
public final class GrowingBuffer implements AutoCloseable {
  private final BufferAllocator allocator;
  private ArrowBuf buffer;

  public GrowingBuffer(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /**
   * Makes room for {@code length} bytes in all, keeping the first {@code used}.
   *
   * @return the address of the first byte, valid until the next call
   */
  public long ensure(long length, long used) {
    if (buffer == null) {
      buffer = allocator.buffer(length);
    } else if (length > buffer.capacity()) {
      ArrowBuf larger = allocator.buffer(Math.max(length, 2 * buffer.capacity()));
      MemoryUtil.copyMemory(buffer.memoryAddress(), larger.memoryAddress(), used);
      buffer.close();
      buffer = larger;
    }
    return buffer.memoryAddress();
  }

  /** Gives the first {@code length} bytes away; the caller owns them. */
  public ArrowBuf take(long length) {
    if (buffer == null) {
      return allocator.getEmpty();
    }
    ArrowBuf taken = buffer;
    buffer = null;
    taken.writerIndex(length);
    return taken;
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
      buffer = null;
    }
  }
}
