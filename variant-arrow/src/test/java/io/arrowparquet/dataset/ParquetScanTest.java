// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.parquet.MeetingThreads;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.variant.OpenFiles;
import io.arrowparquet.variant.internal.Gate;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a scan does with threads, memory, failures and early ends. */
class ParquetScanTest {
  private static final ParquetScanOptions OPTIONS =
      ParquetScanOptions.defaults()
          .withRead(ParquetReadOptions.defaults().withBatchSize(10))
          .withThreads(2);

  @TempDir private static Path folder;
  private final RootAllocator allocator = new RootAllocator();
  private final ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(4);
  private static List<Path> files;

  @BeforeAll
  static void writeFiles() throws IOException {
    try (RootAllocator memory = new RootAllocator()) {
      files = ScanFiles.write(folder, memory);
    }
  }

  @AfterEach
  void nothing_is_left() throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    files.forEach(OpenFiles::requireClosed);
    allocator.close();
  }

  private ParquetFileSet set() throws IOException {
    return ParquetFileSet.open(files, pool);
  }

  private List<String> expected(ParquetFileSet set) throws IOException {
    try (ArrowReader reader = set.read(ParquetReadOptions.defaults(), allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  @Test
  void consumers_share_the_batches() throws Exception {
    ParquetFileSet set = set();
    List<String> found = Collections.synchronizedList(new ArrayList<>());
    try (ParquetScan scan = set.scan(OPTIONS.withOrdered(false), pool, allocator)) {
      // The consumers take three of the four threads.
      List<Future<Boolean>> consumers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        consumers.add(pool.submit(() -> found.addAll(ScanFiles.rows(scan, allocator))));
      }
      for (Future<Boolean> consumer : consumers) {
        consumer.get(1, TimeUnit.MINUTES);
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected(set));
  }

  @Test
  void consumers_may_have_all_threads_of_the_executor() throws Exception {
    ParquetFileSet set = set();
    List<Callable<List<String>>> scans =
        Collections.nCopies(
            4,
            () -> {
              try (ParquetScan scan = set.scan(OPTIONS, pool, allocator)) {
                return ScanFiles.rows(scan, allocator);
              }
            });
    List<String> expected = expected(set);
    for (Future<List<String>> scan : pool.invokeAll(scans)) {
      assertThat(scan.get(1, TimeUnit.MINUTES)).isEqualTo(expected);
    }
  }

  @Test
  void batches_outlive_the_scan() throws IOException {
    ParquetFileSet set = set();
    List<VectorSchemaRoot> batches = new ArrayList<>();
    List<String> found = new ArrayList<>();
    try (ParquetScan scan = set.scan(OPTIONS, pool, allocator)) {
      for (VectorSchemaRoot batch = scan.next(); batch != null; batch = scan.next()) {
        batches.add(batch);
      }
      assertThat(scan.next()).isNull();
    }
    for (VectorSchemaRoot batch : batches) {
      assertThat(batch.getRowCount()).isBetween(1, 10);
      found.addAll(JsonTable.rows(batch, allocator));
      batch.close();
    }
    assertThat(found).isEqualTo(expected(set));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_is_in_flight_is_bounded_and_holds_no_thread(boolean ordered) throws Exception {
    long bytes = 100_000;
    ParquetScanOptions options = OPTIONS.withBytesInFlight(bytes).withOrdered(ordered);
    try (ParquetScan scan = set().scan(options, pool, allocator)) {
      int rows = 0;
      for (VectorSchemaRoot batch = scan.next(); batch != null; batch = scan.next()) {
        rows += batch.getRowCount();
        batch.close();
        if (rows % 50 == 0) {
          awaitIdle();
          // Buffers are powers of two, of which a batch uses the beginning.
          assertThat(allocator.getAllocatedMemory()).isLessThan(3 * bytes);
        }
      }
      assertThat(rows).isEqualTo(ScanFiles.FILES * ScanFiles.ROWS);
    }
  }

  /** Waits until workers have nothing to do before a batch is taken. */
  private void awaitIdle() throws InterruptedException {
    while (pool.getActiveCount() > 0 || !pool.getQueue().isEmpty()) {
      Thread.sleep(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 30})
  void close_frees_what_was_not_taken(int taken) throws Exception {
    ParquetScan scan = set().scan(OPTIONS, pool, allocator);
    for (int i = 0; i < taken; i++) {
      scan.next().close();
    }
    scan.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
    scan.close();
    assertThatThrownBy(scan::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the scan is closed");
    assertThat(scan.statistics().rowsReturned()).isGreaterThanOrEqualTo(0);
  }

  @Test
  void close_ends_a_consumer_that_waits() throws Exception {
    Gate gate = new Gate();
    try (RootAllocator waiting = new RootAllocator(gate, Long.MAX_VALUE)) {
      ParquetScanOptions options = OPTIONS.withThreads(1).withPrefetch(false);
      ParquetScan scan = set().scan(options, pool, waiting);
      gate.awaitReached();
      FutureTask<Throwable> consumer = Gate.start(() -> catchThrowable(scan::next));
      FutureTask<Boolean> close =
          Gate.start(
              () -> {
                scan.close();
                return true;
              });
      assertThat(consumer.get(1, TimeUnit.MINUTES))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the scan is closed");
      assertThat(close).isNotDone();

      gate.open();
      assertThat(close.get(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_first_failure_ends_the_scan_and_names_the_file(boolean ordered) throws Exception {
    Path missing = folder.resolve("missing.parquet");
    Files.copy(files.get(0), missing);
    List<Path> some = List.of(files.get(1), files.get(4), missing, files.get(2));
    ParquetFileSet set = ParquetFileSet.open(some);
    Files.delete(missing);
    try (ParquetScan scan = set.scan(OPTIONS.withOrdered(ordered), pool, allocator)) {
      Throwable first = catchThrowable(() -> ScanFiles.rows(scan, allocator));
      assertThat(first)
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageContaining(missing.toString());
      assertThat(catchThrowable(scan::next)).isSameAs(first);
      awaitIdle();
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }

  @Test
  void threads_without_a_row_group_decode_columns_of_others() throws Exception {
    Path wide = ScanFiles.writeWide(folder, allocator).get(0);
    MeetingThreads listener = new MeetingThreads();
    ParquetFileSet set = ParquetFileSet.open(List.of(wide));
    ParquetScanOptions options =
        ParquetScanOptions.defaults()
            .withRead(ParquetReadOptions.defaults().withListener(listener));
    try (ParquetScan scan = set.scan(options.withThreads(2), pool, allocator)) {
      assertThat(ScanFiles.rows(scan, allocator)).isEqualTo(expected(set));
    }
    assertThat(listener.threads()).hasSizeGreaterThan(1);
  }

  /** As when there is no memory for a thread: the step that was begun must not be lost. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5})
  @Timeout(60)
  void an_error_of_the_executor_ends_the_scan_and_leaves_nothing(int before) throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("made up");
    AtomicInteger tasks = new AtomicInteger();
    Executor failing =
        task -> {
          if (tasks.getAndIncrement() >= before) {
            throw error;
          }
          pool.execute(task);
        };
    assertThatThrownBy(
            () -> {
              try (ParquetScan scan = set().scan(OPTIONS.withThreads(2), failing, allocator)) {
                ScanFiles.rows(scan, allocator);
              }
            })
        .isSameAs(error);
    awaitIdle();
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void an_interrupt_of_a_thread_that_waits_leaves_the_scan_going() throws Exception {
    ParquetFileSet set = set();
    List<Runnable> tasks = new ArrayList<>();
    CountDownLatch go = new CountDownLatch(1);
    Executor one =
        task ->
            pool.execute(
                () -> {
                  tasks.add(task);
                  task.run();
                  go.countDown();
                });
    try (ParquetScan scan = set.scan(OPTIONS.withThreads(1), one, allocator)) {
      go.await();
      Thread.currentThread().interrupt();
      assertThat(catchThrowable(scan::next)).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(ScanFiles.rows(scan, allocator)).isEqualTo(expected(set));
    }
    assertThat(tasks).isNotEmpty();
  }

  @Test
  void footers_are_opened_on_the_executor_and_failures_are_those_of_one_thread()
      throws IOException {
    Path bad = folder.resolve("bad.parquet");
    Files.write(bad, new byte[100]);
    List<Path> some = List.of(files.get(0), bad, folder.resolve("none.parquet"), files.get(1));
    Throwable alone = catchThrowable(() -> ParquetFileSet.open(some));
    Throwable parallel = catchThrowable(() -> ParquetFileSet.open(some, pool));

    assertThat(parallel).hasSameClassAs(alone).hasMessage(alone.getMessage());
    assertThat(parallel.getSuppressed()).hasSize(alone.getSuppressed().length);
    assertThat(ScanFiles.paths(ParquetFileSet.open(files, pool))).isEqualTo(files);
  }
}
