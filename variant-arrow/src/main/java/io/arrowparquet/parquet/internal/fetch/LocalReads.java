// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Ranges of a local file: each is read by the thread that waits for it. */
final class LocalReads extends RangeReads {
  private static final int MOST_AT_ONCE = 1 << 30;

  private final ByteSource source;
  private final BufferAllocator allocator;

  LocalReads(ByteSource source, BufferAllocator allocator) {
    this.source = source;
    this.allocator = allocator;
  }

  @Override
  RangeRead start(long start, long end, int room, int spare) {
    return new LocalRead(start, end, room, spare);
  }

  private final class LocalRead extends RangeRead {
    private final int spare;
    private boolean isRead;

    /** Null before it is needed, and after closing. */
    private ArrowBuf buffer;

    LocalRead(long start, long end, int room, int spare) {
      super(start, end, room);
      this.spare = spare;
    }

    @Override
    synchronized ArrowBuf await() throws IOException {
      if (!isRead) {
        long size = end() - start();
        if (buffer == null) {
          buffer = allocator.buffer(room() + size + spare);
          hold(buffer);
        }
        for (long at = 0; at < size; ) {
          int length = (int) Math.min(MOST_AT_ONCE, size - at);
          count(length);
          source.readFully(start() + at, buffer.nioBuffer(room() + at, length));
          at += length;
        }
        isRead = true;
      }
      return buffer;
    }

    @Override
    public void close() {
      if (buffer != null) {
        free(buffer);
        buffer = null;
      }
    }
  }

  @Override
  public void close() {
    // Nothing is under way when no thread waits.
  }
}
