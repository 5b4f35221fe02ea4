// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Answers requests when no other one has come for a while: those are a round. */
public final class CountedRounds extends ForwardingByteSource {
  private static final long QUIET_MILLIS = 200;

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final Deque<Runnable> asked = new ArrayDeque<>();
  private ScheduledFuture<?> answering;
  private int rounds;

  public CountedRounds(ByteSource source) {
    super(source);
  }

  public synchronized int rounds() {
    return rounds;
  }

  @Override
  public ReadHints hints() {
    return ReadHints.REMOTE.withConcurrentRequests(1000);
  }

  @Override
  public synchronized List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      ByteRange range = ranges.get(i);
      ByteBuffer target = targets.get(i);
      CompletableFuture<ByteBuffer> read = new CompletableFuture<>();
      asked.add(
          () -> {
            try {
              int start = target.position();
              readFully(range.offset(), target);
              read.complete(target.position(start));
            } catch (IOException e) {
              read.completeExceptionally(e);
            }
          });
      reads.add(read);
    }
    if (answering != null) {
      answering.cancel(false);
    }
    answering = clock.schedule(this::answer, QUIET_MILLIS, TimeUnit.MILLISECONDS);
    return reads;
  }

  private synchronized void answer() {
    rounds += asked.isEmpty() ? 0 : 1;
    while (!asked.isEmpty()) {
      asked.remove().run();
    }
  }

  @Override
  public void close() throws IOException {
    clock.shutdown();
    super.close();
  }
}
