// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * A remote source whose requests are counted, which are not those for bytes in memory. Closes that
 * source. Threads may share one.
 */
public final class CountedSource extends ForwardingByteSource {
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong requests = new AtomicLong();
  private final long repeatedBefore;

  public CountedSource(ByteSource source) {
    super(source);
    this.repeatedBefore = source.repeatedRequests();
  }

  private void count(ByteRange range) {
    if (source().known(range) == null) {
      bytes.addAndGet(range.length());
      requests.incrementAndGet();
    }
  }

  public long bytesRead() {
    return bytes.get();
  }

  @Override
  public long repeatedRequests() {
    return super.repeatedRequests() - repeatedBefore;
  }

  public long requests() {
    return requests.get();
  }

  /** What footers are read from: they know local sources, whose reads are not counted. */
  public ByteSource orLocal() {
    return hints().isLocal() ? source() : this;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    count(new ByteRange(position, target.remaining()));
    source().readFully(position, target);
  }

  @Override
  public ByteSource.Tail readTail(int most) throws IOException {
    ByteSource.Tail tail = source().readTail(most);
    int length = tail.bytes().remaining();
    count(new ByteRange(tail.length() - length, length));
    return tail;
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    ranges.forEach(this::count);
    return source().readRanges(ranges, memory);
  }
}
