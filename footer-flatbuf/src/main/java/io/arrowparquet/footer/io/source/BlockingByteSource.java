// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import io.arrowparquet.footer.ByteRange;
import io.arrowparquet.footer.ByteSource;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** A source whose library blocks: ranges are read on threads of {@link ReadThreads}. */
abstract class BlockingByteSource implements ByteSource {

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>(targets.size());
    for (int i = 0; i < targets.size(); i++) {
      long offset = ranges.get(i).offset();
      reads.add(ThreadedRead.start(targets.get(i), target -> readFully(offset, target)));
    }
    return reads;
  }
}
