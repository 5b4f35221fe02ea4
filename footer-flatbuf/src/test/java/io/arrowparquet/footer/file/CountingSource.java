// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Counts what is fetched, and in how many rounds. */
final class CountingSource implements ByteSource {
  private final byte[] bytes;
  int rounds;
  long bytesRead;
  private boolean isClosed;

  CountingSource(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public String name() {
    return "counted";
  }

  @Override
  public long length() {
    return bytes.length;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    rounds++;
    read(position, target);
  }

  private void read(long position, ByteBuffer target) throws IOException {
    if (isClosed) {
      throw new EOFException("closed");
    }
    bytesRead += target.remaining();
    target.put(bytes, (int) position, target.remaining());
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
    rounds++;
    for (int i = 0; i < targets.size(); i++) {
      ByteBuffer target = targets.get(i);
      int start = target.position();
      try {
        read(ranges.get(i).offset(), target);
        reads.add(CompletableFuture.completedFuture(target.position(start)));
      } catch (IOException e) {
        reads.add(CompletableFuture.failedFuture(e));
      }
    }
    return reads;
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
