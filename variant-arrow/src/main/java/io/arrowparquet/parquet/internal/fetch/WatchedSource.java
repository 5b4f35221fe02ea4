// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.options.ReadListener;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ForwardingByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** A source whose requests a listener is called with. Closes the source that it reads. */
public final class WatchedSource extends ForwardingByteSource {
  private final ReadListener listener;

  /** Takes over the source. */
  public WatchedSource(ByteSource source, ReadListener listener) {
    super(source);
    this.listener = listener;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    int bytes = target.remaining();
    long start = System.nanoTime();
    source().readFully(position, target);
    listener.requested(name(), position, bytes, System.nanoTime() - start);
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    long start = System.nanoTime();
    // The futures are the source's own: cancelling them has to reach it.
    List<CompletableFuture<ByteBuffer>> results = source().readRanges(ranges, memory);
    for (int i = 0; i < results.size(); i++) {
      ByteRange range = ranges.get(i);
      // Not kept: what a listener throws in a thread of the source is lost.
      CompletableFuture<Void> unused =
          results.get(i).thenRun(() -> requested(range, System.nanoTime() - start));
    }
    return results;
  }

  private void requested(ByteRange range, long nanos) {
    listener.requested(name(), range.offset(), range.length(), nanos);
  }
}
