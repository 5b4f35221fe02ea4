// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * Everything but local files is read on threads of {@link ReadThreads}, so that the thread that
 * waits can be interrupted where the library cannot.
 */
public abstract class BlockingByteSource implements ByteSource {
  private final String name;
  private final long length;
  private final ReadHints hints;

  /**
   * {@code length} is {@link io.arrowparquet.storage.SourceEntry#UNKNOWN} if {@link #read} checks
   * that reads are inside.
   */
  protected BlockingByteSource(String name, long length, ReadHints hints) {
    this.name = name;
    this.length = length;
    this.hints = hints;
  }

  protected abstract void read(long position, ThreadedRead target) throws IOException;

  /** Nothing but the position is checked if the length is unknown. */
  public static void requireInside(String name, long length, long position, int count)
      throws EOFException {
    if (position < 0) {
      throw new EOFException(name + ": has no offset " + position);
    }
    if (length != SourceEntry.UNKNOWN && count > length - position) {
      throw new EOFException(
          name + ": has " + length + " bytes, not " + count + " from offset " + position);
    }
  }

  private void readInside(long position, ThreadedRead target) throws IOException {
    requireInside(name, length, position, target.remaining());
    read(position, target);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public long length() throws IOException {
    return length;
  }

  @Override
  public long knownLength() {
    return length;
  }

  @Override
  public final ReadHints hints() {
    return hints;
  }

  @Override
  public final void readFully(long position, ByteBuffer target) throws IOException {
    if (hints.isLocal()) {
      readInside(position, new ThreadedRead(target));
      return;
    }
    PendingReads.await(ThreadedRead.start(target, read -> readInside(position, read)), name);
    target.position(target.limit());
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>(targets.size());
    for (int i = 0; i < targets.size(); i++) {
      long offset = ranges.get(i).offset();
      reads.add(ThreadedRead.start(targets.get(i), read -> readInside(offset, read)));
    }
    return reads;
  }

  @Override
  public final String toString() {
    return name;
  }
}
