// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Bytes that wait to be written, in the caller's memory: blocks that grow with them, up to 1 MiB
 * each, so that little of it is empty.
 */
final class HeldBytes implements AutoCloseable {
  private static final long LEAST_BLOCK = 4 << 10;
  private static final long MOST_BLOCK = 1 << 20;

  private final BufferAllocator allocator;
  private final List<ArrowBuf> blocks = new ArrayList<>();
  private long size;

  /** Bytes of the last block that are in use. */
  private long used;

  HeldBytes(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  long size() {
    return size;
  }

  @SuppressWarnings("resource") // blocks are closed all together
  void append(byte[] bytes, int from, int length) {
    int done = 0;
    while (done < length) {
      if (blocks.isEmpty() || used == last().capacity()) {
        long wanted = Math.max(LEAST_BLOCK, Math.min(MOST_BLOCK, size));
        blocks.add(allocator.buffer(wanted));
        used = 0;
      }
      int step = (int) Math.min(length - done, last().capacity() - used);
      last().setBytes(used, bytes, from + done, step);
      used += step;
      done += step;
    }
    size += length;
  }

  private ArrowBuf last() {
    return blocks.get(blocks.size() - 1);
  }

  void writeTo(SinkOutput out) throws IOException {
    long left = size;
    for (ArrowBuf block : blocks) {
      int length = (int) Math.min(left, block.capacity());
      out.write(block.nioBuffer(0, length));
      left -= length;
    }
  }

  /** Gives the memory back; can be filled again. */
  @Override
  public void close() {
    blocks.forEach(ArrowBuf::close);
    blocks.clear();
    size = 0;
    used = 0;
  }
}
