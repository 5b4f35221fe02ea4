// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A consumer without a thread to wait with: one thread works for the scan, of slow files.
 *
 * @see ParquetScan#ready
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ScanReadyTest {
  private static final ParquetScanOptions OPTIONS =
      ParquetScanOptions.defaults()
          .withRead(ParquetReadOptions.defaults().withColumns(List.of("id")))
          .withThreads(1)
          .withPrefetch(false);

  @TempDir private Path folder;
  private final RootAllocator allocator = new RootAllocator();
  private final ExecutorService one = Executors.newSingleThreadExecutor();
  private final SlowFiles slow = new SlowFiles();
  private List<ParquetSplit> splits;

  /** Waits before each read, and knows who read. */
  private static final class SlowFiles implements SourceFactory {
    private final Semaphore reads = new Semaphore(0);
    private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
    private volatile boolean fails;
    private volatile Callable<?> closing = () -> null;

    @Override
    public ByteSource open(SourceEntry entry) throws IOException {
      return new ForwardingByteSource(ByteSources.defaults().open(entry)) {
        @Override
        public void readFully(long position, ByteBuffer target) throws IOException {
          readers.add(Thread.currentThread());
          try {
            // A scan that is closed waits for it: it ends in any case.
            if (!reads.tryAcquire(1, TimeUnit.MINUTES) || fails) {
              throw new IOException("no disk");
            }
          } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
          }
          super.readFully(position, target);
        }

        @Override
        public void close() throws IOException {
          try {
            closing.call();
          } catch (Exception e) {
            throw new IOException(e);
          }
          super.close();
        }
      };
    }
  }

  @BeforeEach
  void writeFiles() throws IOException {
    List<Path> files = ScanFiles.write(folder, allocator);
    ParquetFileSet set = ParquetFileSet.open(List.of(files.get(0), files.get(3)));
    splits = ParquetScanPlan.of(set, OPTIONS.read()).splits(1);
  }

  @AfterEach
  void close() throws InterruptedException {
    slow.reads.release(1 << 20);
    one.shutdown();
    assertThat(one.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    allocator.close();
  }

  private ParquetScan scan(ParquetScanOptions options, Executor executor) throws IOException {
    return ParquetScan.of(splits, slow, options, executor, allocator);
  }

  private static void await(CompletableFuture<Void> ready) throws Exception {
    ready.get(1, TimeUnit.MINUTES);
  }

  @Test
  void consumer_never_waits_in_next_and_never_reads() throws Exception {
    for (boolean ordered : new boolean[] {true, false}) {
      List<String> rows = new ArrayList<>();
      try (ParquetScan scan = scan(OPTIONS.withOrdered(ordered), one)) {
        CompletableFuture<Void> first = scan.ready();
        assertThat(first).isNotDone();
        slow.reads.release(1 << 10);
        boolean isOver = false;
        while (!isOver) {
          await(scan.ready());
          try (VectorSchemaRoot batch = scan.next()) {
            isOver = batch == null;
            if (batch != null) {
              rows.addAll(JsonTable.rows(batch, allocator));
            }
          }
        }
        assertThat(first).isDone();
        assertThat(scan.ready()).isDone();
      }
      slow.reads.drainPermits();
      assertThat(rows).hasSize(2 * ScanFiles.ROWS);
      assertThat(slow.readers).isNotEmpty().doesNotContain(Thread.currentThread());
    }
  }

  @Test
  void batches_come_as_they_are_and_not_filled() throws Exception {
    try (ParquetScan scan = scan(OPTIONS, one)) {
      CompletableFuture<Void> ready = scan.ready();
      slow.reads.release(1);
      await(ready);
      try (VectorSchemaRoot batch = scan.next()) {
        assertThat(batch.getRowCount()).isEqualTo(7);
      }
      assertThat(scan.ready()).isNotDone();
      slow.reads.release(1 << 10);
    }
  }

  @Test
  void future_completes_when_the_scan_is_closed() throws Exception {
    ParquetScan scan = scan(OPTIONS, one);
    CompletableFuture<Void> ready = scan.ready();
    CompletableFuture<Void> other = scan.ready();
    assertThat(other.cancel(false)).isTrue();
    assertThat(ready).isNotDone();
    CompletableFuture<Void> released =
        CompletableFuture.runAsync(() -> slow.reads.release(1 << 20));
    scan.close();
    await(ready);
    await(released);
    assertThat(scan.ready()).isDone();
    assertThatThrownBy(scan::next).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void source_that_is_closed_may_wait_for_who_asks_the_scan() throws Exception {
    slow.reads.release(1 << 10);
    ParquetScan scan = scan(OPTIONS.withBytesInFlight(1), one);
    await(scan.ready());
    one.submit(() -> {}).get(1, TimeUnit.MINUTES);
    AtomicInteger closed = new AtomicInteger();
    slow.closing =
        () -> {
          closed.incrementAndGet();
          return CompletableFuture.supplyAsync(scan::statistics).get(10, TimeUnit.SECONDS);
        };
    scan.close();
    assertThat(closed).hasPositiveValue();
  }

  @Test
  void future_completes_when_the_scan_fails() throws Exception {
    slow.fails = true;
    try (ParquetScan scan = scan(OPTIONS, one)) {
      CompletableFuture<Void> ready = scan.ready();
      slow.reads.release(1 << 10);
      await(ready);
      assertThatThrownBy(scan::next).isInstanceOf(IOException.class).hasMessageContaining("disk");
      assertThat(scan.ready()).isDone();
    }
  }

  @Test
  void next_does_the_work_that_an_executor_rejects() throws Exception {
    slow.reads.release(1 << 10);
    Executor busy =
        task -> {
          throw new RejectedExecutionException();
        };
    try (ParquetScan scan = scan(OPTIONS, busy)) {
      int rows = 0;
      boolean isOver = false;
      while (!isOver) {
        assertThat(scan.ready()).isDone();
        try (VectorSchemaRoot batch = scan.next()) {
          isOver = batch == null;
          rows += isOver ? 0 : batch.getRowCount();
        }
      }
      assertThat(rows).isEqualTo(2 * ScanFiles.ROWS);
    }
  }

  @Test
  void what_depends_on_the_future_may_use_the_scan() throws Exception {
    slow.reads.release(1 << 10);
    try (ParquetScan scan = scan(OPTIONS, one)) {
      CompletableFuture<Integer> rows = new CompletableFuture<>();
      follow(scan, 0, rows);
      assertThat(rows.get(1, TimeUnit.MINUTES)).isEqualTo(2 * ScanFiles.ROWS);
    }
  }

  private static void follow(ParquetScan scan, int before, CompletableFuture<Integer> rows) {
    CompletableFuture<Void> unused =
        scan.ready()
            .thenRun(
                () -> {
                  try (VectorSchemaRoot batch = scan.next()) {
                    if (batch == null) {
                      rows.complete(before);
                    } else {
                      follow(scan, before + batch.getRowCount(), rows);
                    }
                  } catch (IOException e) {
                    rows.completeExceptionally(e);
                  }
                });
  }
}
