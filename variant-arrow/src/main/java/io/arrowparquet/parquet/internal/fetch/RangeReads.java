// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.storage.ByteSource;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads ranges of a source and counts them. Threads may share one, but not its ranges. To be closed
 * after all ranges.
 */
abstract class RangeReads implements AutoCloseable {
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong held = new AtomicLong();

  /** Reads ranges on demand if the source is local, otherwise several at once. */
  static RangeReads of(ByteSource source, BufferAllocator allocator) {
    return source.hints().isLocal()
        ? new LocalReads(source, allocator)
        : new RemoteReads(source, allocator);
  }

  /**
   * Asks for a range; a local one is read when it is waited for.
   *
   * @param room bytes of the buffer before those of the range
   * @param spare bytes of the buffer behind them
   * @return to be closed by the caller
   */
  abstract RangeRead start(long start, long end, int room, int spare);

  /** Bytes asked for so far. */
  final long bytesRead() {
    return bytes.get();
  }

  /** Requests made so far. */
  final long requests() {
    return requests.get();
  }

  /** Bytes of buffers that are not freed yet. */
  final long bytesHeld() {
    return held.get();
  }

  /** Counts a buffer that was made. */
  final void hold(ArrowBuf buffer) {
    held.addAndGet(buffer.capacity());
  }

  /** Frees a buffer of {@link #hold}. */
  final void free(ArrowBuf buffer) {
    held.addAndGet(-buffer.capacity());
    buffer.close();
  }

  /** Counts a request. */
  final void count(int length) {
    bytes.addAndGet(length);
    requests.incrementAndGet();
  }

  /** Waits until nothing is written to memory of ranges that were given up. */
  @Override
  public abstract void close();
}
