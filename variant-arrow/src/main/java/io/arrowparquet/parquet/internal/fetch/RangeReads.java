// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.internal.fetch.ChunkInput.SourceFailure;
import io.arrowparquet.parquet.internal.fetch.RangeReads.RangeRead;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.internal.KeptMemory;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Reads ranges of a source and counts requests. Threads may share one, but not its ranges. */
abstract class RangeReads implements AutoCloseable {
  final ByteSource source;
  final ReadCounts counts;
  private final Count bytes;
  private final AtomicLong held = new AtomicLong();

  RangeReads(ByteSource source, ReadCounts counts, Count bytes) {
    this.source = source;
    this.counts = counts;
    this.bytes = bytes;
  }

  /** {@code bytes}: what the bytes asked for are counted as, gaps included. */
  static RangeReads of(
      ByteSource source, ReadCounts counts, Count bytes, BufferAllocator allocator) {
    return source.hints().isLocal()
        ? new LocalReads(source, counts, bytes, allocator)
        : new RemoteReads(source, counts, bytes, allocator);
  }

  /** Asks for a range, with room before and after it; a local one is read when it is waited for. */
  abstract RangeRead start(long start, long end, int room, int spare);

  final long bytesHeld() {
    return held.get();
  }

  final void hold(ArrowBuf buffer) {
    held.addAndGet(buffer.capacity());
  }

  final void free(ArrowBuf buffer) {
    held.addAndGet(-buffer.capacity());
    buffer.close();
  }

  final void count(ByteRange range) {
    if (source.known(range) == null) {
      counts.add(bytes, range.length());
      counts.add(Count.REQUESTS, 1);
    }
  }

  /** Whether the source has it in memory. */
  final boolean isKnown(ChunkRange range) {
    return range.length() <= Integer.MAX_VALUE
        && source.known(new ByteRange(range.offset(), (int) range.length())) != null;
  }

  /** Waits until nothing is written to memory of ranges that were given up. */
  @Override
  public abstract void close();

  /**
   * A range of a source that is being read, or was: the bytes are in one buffer, after room that
   * the caller may fill.
   *
   * <pre>
   *   file    base        start              end
   *   buffer  |  room     |  bytes read      |  spare |
   * </pre>
   *
   * <p>Owns the buffer until it is closed. One thread at a time, but for {@link #await}.
   */
  abstract static class RangeRead implements AutoCloseable {
    private final long start;
    private final long end;
    private final int room;

    RangeRead(long start, long end, int room) {
      this.start = start;
      this.end = end;
      this.room = room;
    }

    final long start() {
      return start;
    }

    final long end() {
      return end;
    }

    final int room() {
      return room;
    }

    final long base() {
      return start - room;
    }

    /**
     * Several threads may wait; the buffer is valid until this is closed. What the source throws
     * comes as a {@link SourceFailure} where the thread that waits has called it.
     */
    abstract ArrowBuf await() throws IOException;

    /** Gives the range up. Twice does no harm. */
    @Override
    public abstract void close();
  }

  /** Ranges of a local file: each is read by the thread that waits for it. */
  private static final class LocalReads extends RangeReads {
    private static final int MOST_AT_ONCE = 1 << 30;

    private final BufferAllocator allocator;

    LocalReads(ByteSource source, ReadCounts counts, Count bytes, BufferAllocator allocator) {
      super(source, counts, bytes);
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
            buffer = KeptMemory.take(room() + size + spare, allocator, counts::addFresh);
            hold(buffer);
          }
          for (long at = 0; at < size; ) {
            int length = (int) Math.min(MOST_AT_ONCE, size - at);
            count(new ByteRange(start() + at, length));
            try {
              source.readFully(start() + at, buffer.nioBuffer(room() + at, length));
            } catch (RuntimeException e) {
              throw new SourceFailure(e);
            }
            at += length;
          }
          isRead = true;
        }
        return buffer;
      }

      @Override
      public synchronized void close() {
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
}
