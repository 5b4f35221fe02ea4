// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import io.arrowparquet.variant.OpenFiles;
import io.arrowparquet.variant.RemoteFile;
import io.arrowparquet.variant.internal.Throwables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads that are interrupted while they read for a scan: other threads get all rows, once.
 *
 * @see ScanSchedule
 */
@Timeout(120)
class ScanInterruptsTest {
  private static final ParquetScanOptions OPTIONS =
      ParquetScanOptions.defaults()
          .withRead(ParquetReadOptions.defaults().withBatchSize(16))
          .withThreads(2);

  @TempDir private static Path folder;
  private static List<Path> files;
  private final RootAllocator allocator = new RootAllocator();
  private final ExecutorService pool = Executors.newFixedThreadPool(3);

  /** The number of the read before which its thread is interrupted, counted down. */
  private final AtomicInteger readsLeft = new AtomicInteger();

  private volatile boolean asException;

  @BeforeAll
  static void writeFiles() throws IOException {
    try (RootAllocator memory = new RootAllocator()) {
      files = ScanFiles.write(folder, memory).subList(1, 4);
    }
  }

  @AfterEach
  void nothing_is_left() throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    files.forEach(OpenFiles::requireClosed);
    allocator.close();
  }

  /** Where the threads of a scan are. */
  private enum Threads {
    /** The thread that asks for batches does everything. */
    CONSUMER,
    /** So it does, in tasks that it runs itself. */
    OWN_TASKS,
    /** The tasks of an executor do nearly everything. */
    POOL;

    Executor executor(Executor pool) {
      return switch (this) {
        case CONSUMER ->
            task -> {
              throw new RejectedExecutionException();
            };
        case OWN_TASKS -> Runnable::run;
        case POOL -> pool;
      };
    }
  }

  private final class InterruptedSource extends ForwardingByteSource {
    InterruptedSource(ByteSource source) {
      super(source);
    }

    private void interrupt() {
      if (readsLeft.decrementAndGet() != 0) {
        return;
      }
      if (asException) {
        throw Throwables.<RuntimeException>sneak(new InterruptedException("made up"));
      }
      Thread.currentThread().interrupt();
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      interrupt();
      source().readFully(position, target);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      interrupt();
      return source().readRanges(ranges, memory);
    }
  }

  private ParquetFileSet set(boolean remote) throws IOException {
    RemoteFile.Line line = RemoteFile.Line.fast(ReadHints.REMOTE);
    List<URI> uris = files.stream().map(Path::toUri).toList();
    return ParquetFileSet.open(
        uris,
        entry -> {
          Path file = Path.of(entry.uri());
          return new InterruptedSource(
              remote ? new RemoteFile(file, line) : ByteSources.path(file));
        });
  }

  /** Reads everything, going on after each interrupt; how many there were. */
  private int read(ParquetScan scan, List<String> rows) throws IOException {
    int interrupts = 0;
    while (true) {
      try {
        VectorSchemaRoot batch = scan.next();
        if (batch == null) {
          return interrupts;
        }
        try (batch) {
          rows.addAll(JsonTable.rows(batch, allocator));
        }
      } catch (InterruptedIOException e) {
        assertThat(Thread.interrupted()).isTrue();
        interrupts++;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CONSUMER, false, true",
    "CONSUMER, true, true",
    "CONSUMER, false, false",
    "OWN_TASKS, false, true",
    "OWN_TASKS, true, false",
    "POOL, false, true",
    "POOL, true, true",
    "POOL, true, false"
  })
  void no_row_is_lost_or_given_twice(Threads threads, boolean remote, boolean ordered)
      throws IOException {
    ParquetFileSet set = set(remote);
    List<String> expected = new ArrayList<>();
    try (ParquetScan scan = set.scan(OPTIONS, pool, allocator)) {
      read(scan, expected);
    }
    int interrupts = 0;
    for (int at = 1; at < 40; at += 2) {
      for (boolean exception : new boolean[] {false, true}) {
        asException = exception;
        readsLeft.set(at);
        List<String> rows = new ArrayList<>();
        try (ParquetScan scan =
            set.scan(OPTIONS.withOrdered(ordered), threads.executor(pool), allocator)) {
          interrupts += read(scan, rows);
        }
        if (ordered) {
          assertThat(rows).isEqualTo(expected);
        } else {
          assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
        }
      }
    }
    // An interrupt after the last read of a step shows with the next one.
    if (threads != Threads.POOL) {
      assertThat(interrupts).isGreaterThan(5);
    }
  }

  @Test
  void other_consumers_go_on() throws Exception {
    ParquetFileSet set = set(true);
    List<String> expected = new ArrayList<>();
    try (ParquetScan scan = set.scan(OPTIONS, pool, allocator)) {
      read(scan, expected);
    }
    readsLeft.set(5);
    List<List<String>> rows = List.of(new ArrayList<>(), new ArrayList<>());
    try (ParquetScan scan =
        set.scan(OPTIONS.withOrdered(false), Threads.CONSUMER.executor(pool), allocator)) {
      List<Future<Integer>> consumers = new ArrayList<>();
      for (List<String> own : rows) {
        consumers.add(pool.submit(() -> read(scan, own)));
      }
      int interrupts = 0;
      for (Future<Integer> consumer : consumers) {
        interrupts += consumer.get(1, TimeUnit.MINUTES);
      }
      assertThat(interrupts).isOne();
    }
    List<String> all = new ArrayList<>(rows.get(0));
    all.addAll(rows.get(1));
    assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** What is asked for a second time answers something else, as the least of the best rows does. */
  @Test
  void a_row_group_that_is_read_again_is_narrowed_as_before() throws IOException {
    ParquetFileSet set = set(false);
    for (int at = 1; at < 40; at += 3) {
      AtomicInteger asked = new AtomicInteger();
      DynamicFilter narrowing =
          new DynamicFilter(
              List.of(Operand.column("id")),
              () -> asked.incrementAndGet() == 1 ? null : Operand.column("id").isLessThan(-1L));
      ParquetReadOptions options = OPTIONS.read().withDynamicFilter(narrowing);
      readsLeft.set(at);
      List<String> rows = new ArrayList<>();
      try (ParquetScan scan =
          set.scan(
              ParquetScanOptions.defaults().withRead(options),
              Threads.CONSUMER.executor(pool),
              allocator)) {
        read(scan, rows);
      }
      assertThat(rows).hasSize(27);
    }
  }

  @ParameterizedTest
  @EnumSource
  void close_works_at_once_after_an_interrupt(Threads threads) throws IOException {
    ParquetFileSet set = set(true);
    for (int at = 1; at < 10; at++) {
      readsLeft.set(at);
      ParquetScan scan = set.scan(OPTIONS, threads.executor(pool), allocator);
      try {
        scan.next().close();
      } catch (InterruptedIOException e) {
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
      }
      scan.close();
      assertThat(allocator.getAllocatedMemory()).isZero();
      assertThatThrownBy(scan::next).isInstanceOf(Exception.class);
      Thread.interrupted();
    }
  }
}
