// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * A source whose library blocks: everything is read on threads of {@link ReadThreads}, so that the
 * thread that waits for it can be interrupted where the library cannot.
 */
public abstract class BlockingByteSource implements ByteSource {

  /** Fills the target, on a thread of its own where the file is elsewhere. */
  public abstract void read(long position, ThreadedRead target) throws IOException;

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    if (hints().isLocal()) {
      read(position, new ThreadedRead(target));
      return;
    }
    PendingReads.await(ThreadedRead.start(target, read -> read(position, read)), name());
    target.position(target.limit());
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>(targets.size());
    for (int i = 0; i < targets.size(); i++) {
      long offset = ranges.get(i).offset();
      reads.add(ThreadedRead.start(targets.get(i), read -> read(offset, read)));
    }
    return reads;
  }
}
