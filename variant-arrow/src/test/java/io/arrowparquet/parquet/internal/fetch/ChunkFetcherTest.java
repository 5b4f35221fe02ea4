// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.PlainSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.access.ByteSources;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ChunkFetcherTest {
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private final CountingSource source = new CountingSource();
  private final ReadCounts counts = new ReadCounts();

  @Test
  void neighbours_and_small_gaps_are_one_read() throws IOException {
    List<ChunkRange> ranges =
        List.of(
            new ChunkRange(150, 20),
            new ChunkRange(10, 40),
            new ChunkRange(50, 30),
            new ChunkRange(85, 15),
            new ChunkRange(20, 5));

    List<ChunkBytes> fetched =
        new ChunkFetcher(source, counts, Count.BYTES_READ, allocator, 8).fetch(ranges);

    assertThat(source.reads).containsExactly("10+90", "150+20");
    for (int i = 0; i < ranges.size(); i++) {
      byte[] copy = new byte[1];
      fetched.get(i).copy(ranges.get(i).end() - 1, copy, 0, 1);
      assertThat(copy[0]).isEqualTo((byte) (ranges.get(i).end() - 1));
      fetched.get(i).close();
    }
  }

  @Test
  void a_large_gap_is_read_if_no_more_than_what_is_around_it() throws IOException {
    int unit = 100 << 10;
    byte[] bytes = new byte[20 * unit];
    List<ChunkRange> ranges =
        List.of(
            new ChunkRange(0, unit),
            new ChunkRange(3L * unit, unit),
            new ChunkRange(9L * unit, unit),
            new ChunkRange(10L * unit + (60 << 10), 1),
            new ChunkRange(12L * unit, unit));

    try (ByteSource memory = ByteSources.memory("memory", ByteBuffer.wrap(bytes))) {
      ChunkFetcher fetcher =
          new ChunkFetcher(memory, counts, Count.BYTES_READ, allocator, 6L * unit);
      fetcher.fetch(ranges).forEach(ChunkBytes::close);

      assertThat(counts.get(Count.REQUESTS)).isEqualTo(2);
      assertThat(counts.get(Count.BYTES_READ)).isEqualTo(8L * unit);
    }
  }

  @Test
  void bytes_outside_of_the_chunk_are_refused() throws IOException {
    ChunkBytes chunk =
        new ChunkFetcher(source, counts, Count.BYTES_READ, allocator)
            .fetch(List.of(new ChunkRange(10, 20)))
            .get(0);

    assertThatThrownBy(() -> chunk.copy(25, new byte[9], 0, 9))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("9 bytes at offset 25, expected a range in 10 to 30");

    chunk.close();
  }

  @Test
  void a_failing_read_frees_what_was_fetched_before() {
    assertThatThrownBy(
            () ->
                new ChunkFetcher(source, counts, Count.BYTES_READ, allocator, 0)
                    .fetch(List.of(new ChunkRange(0, 10), new ChunkRange(250, 10))))
        .isInstanceOf(EOFException.class);
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  private static final ReadHints SLOW =
      ReadHints.REMOTE
          .withLatency(Duration.ofMillis(1))
          .withBytesPerSecond(1)
          .withLargestRequest(16)
          .withConcurrentRequests(3);

  @Test
  void large_remote_runs_are_split_and_under_way_at_once_within_the_budget() throws IOException {
    source.hints = SLOW;
    List<ChunkRange> ranges = List.of(new ChunkRange(0, 40), new ChunkRange(100, 155));

    List<ChunkBytes> fetched =
        new ChunkFetcher(source, counts, Count.BYTES_READ, allocator, 8).fetch(ranges);

    assertThat(source.reads.subList(0, 3)).containsExactly("0+13", "13+13", "26+14");
    assertThat(source.reads).hasSize(3 + 10);
    assertThat(source.mostUnderWay).isEqualTo(SLOW.concurrentRequests());
    for (ChunkBytes chunk : fetched) {
      byte[] bytes = chunk.copy();
      for (int i = 0; i < bytes.length; i++) {
        assertThat(bytes[i]).isEqualTo((byte) (chunk.range().offset() + i));
      }
      chunk.close();
    }
  }

  @Test
  void a_failing_remote_read_cancels_the_others_and_frees_all_memory() {
    source.hints = SLOW;
    assertThatThrownBy(
            () ->
                new ChunkFetcher(source, counts, Count.BYTES_READ, allocator, 0)
                    .fetch(List.of(new ChunkRange(0, 10), new ChunkRange(250, 10))))
        .isInstanceOf(EOFException.class);
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void an_interrupt_ends_a_remote_fetch() {
    source.hints = SLOW;
    source.isStuck = true;
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () ->
                new ChunkFetcher(source, counts, Count.BYTES_READ, allocator, 0)
                    .fetch(List.of(new ChunkRange(0, 100))))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void memory_of_a_read_that_cannot_be_cancelled_is_kept_until_it_is_done() throws IOException {
    PendingSource pending = new PendingSource();
    ReadsUnderWay underWay = new ReadsUnderWay();
    pending.asked = () -> assertThatCode(underWay::end).doesNotThrowAnyException();
    ChunkFetcher fetcher =
        new ChunkFetcher(underWay.source(pending), counts, Count.BYTES_READ, allocator);
    ChunkInputs inputs = fetcher.open(List.of(List.of(new ChunkRange(0, 40))), 0, List.of(0L));

    inputs.start();
    inputs.close();

    assertThat(pending.reads).hasSize(3);
    assertThat(allocator.getAllocatedMemory()).isPositive();
    pending.reads.forEach(read -> read.complete(null));
    fetcher.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void memory_is_kept_for_reads_under_way_when_the_source_throws_after_them() {
    PendingSource pending = new PendingSource();
    ChunkFetcher fetcher = new ChunkFetcher(pending, counts, Count.BYTES_READ, allocator);
    ChunkInputs inputs = fetcher.open(List.of(List.of(new ChunkRange(0, 40))), 0, List.of(0L));
    pending.failsToKnow = true;

    assertThatThrownBy(inputs::start).hasMessage("knows nothing");
    inputs.close();

    assertThat(pending.reads).hasSize(3);
    assertThat(allocator.getAllocatedMemory()).isPositive();
    pending.reads.forEach(read -> read.complete(null));
    fetcher.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  /** Its reads are done when the test says so, and cannot be cancelled. */
  private static final class PendingSource extends PlainSource {
    private final List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
    private Runnable asked = () -> {};

    /** Once it was asked for reads, of which the first is done then. */
    private boolean failsToKnow;

    PendingSource() {
      super(new CountingSource());
    }

    @Override
    public ReadHints hints() {
      return SLOW;
    }

    @Override
    public ByteBuffer known(ByteRange range) {
      if (failsToKnow && !reads.isEmpty()) {
        reads.get(0).complete(null);
        throw new IllegalStateException("knows nothing");
      }
      return null;
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      for (ByteBuffer unused : ByteRange.allocate(ranges, memory)) {
        reads.add(
            new CompletableFuture<>() {
              @Override
              public boolean cancel(boolean mayInterruptIfRunning) {
                throw new IllegalStateException("cannot be cancelled");
              }
            });
      }
      asked.run();
      return List.copyOf(reads);
    }
  }

  /** 255 bytes that are their own positions. */
  private static final class CountingSource implements ByteSource {
    private final List<String> reads = new ArrayList<>();
    private ReadHints hints = ReadHints.LOCAL;
    private boolean isStuck;
    private int underWay;
    private int mostUnderWay;

    @Override
    public ReadHints hints() {
      return hints;
    }

    /** Reads a range only when it is waited for. */
    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      List<CompletableFuture<ByteBuffer>> results = new ArrayList<>();
      List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
      for (int i = 0; i < ranges.size(); i++) {
        ByteRange range = ranges.get(i);
        ByteBuffer target = targets.get(i);
        underWay++;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        results.add(
            new CompletableFuture<>() {
              @Override
              public ByteBuffer get() throws InterruptedException, ExecutionException {
                if (!isStuck && !isDone()) {
                  try {
                    readFully(range.offset(), target);
                    complete(target.flip());
                  } catch (IOException e) {
                    completeExceptionally(e);
                  }
                  underWay--;
                }
                return super.get();
              }
            });
      }
      return results;
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public long length() {
      return 255;
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      reads.add(position + "+" + target.remaining());
      for (long at = position; target.hasRemaining(); at++) {
        if (at >= length()) {
          throw new EOFException("at " + at);
        }
        target.put((byte) at);
      }
    }

    @Override
    public void close() {}
  }
}
