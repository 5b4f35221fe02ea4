// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.internal.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ScanScheduleTest {
  private static final ParquetScanOptions ONE_THREAD =
      ParquetScanOptions.defaults()
          .withRead(ParquetReadOptions.defaults().withBatchSize(10))
          .withThreads(1)
          .withPrefetch(false);

  private static final Executor NO_THREADS =
      task -> {
        throw new RejectedExecutionException();
      };

  @TempDir private Path folder;
  private ParquetFileSet set;

  /** Two files of 1 and 2 row groups; their batches have 10 and 3, 7 and 7 rows. */
  @BeforeEach
  void write() throws IOException {
    try (RootAllocator memory = new RootAllocator()) {
      write("1.parquet", 13, 13, memory);
      write("2.parquet", 14, 7, memory);
    }
    set = ParquetFileSet.open(List.of(folder));
  }

  private void write(String name, int rows, int groupRows, RootAllocator memory)
      throws IOException {
    JsonTable.write(
        folder.resolve(name),
        "struct<id: bigint>",
        ParquetWriteOptions.defaults().withRowGroupRows(groupRows),
        memory,
        IntStream.range(0, rows).mapToObj("{\"id\":%d}"::formatted).toArray(String[]::new));
  }

  private ScanSchedule schedule(
      ParquetScanOptions options, Executor executor, RootAllocator memory) {
    return new ScanSchedule(
        new ScanUnit.Units(set.definition(), set.fragments(), set.schema(options.read()), options),
        options,
        executor,
        memory);
  }

  /** Takes and closes a batch; 0 at the end. */
  private static int take(ScanSchedule schedule) throws IOException {
    try (ArrowRecordBatch batch = schedule.take()) {
      return batch == null ? 0 : batch.getLength();
    } finally {
      schedule.taken();
    }
  }

  @Test
  void the_thread_that_asks_does_all_steps_where_no_worker_does() throws IOException {
    try (RootAllocator memory = new RootAllocator()) {
      ScanSchedule schedule = schedule(ONE_THREAD, NO_THREADS, memory);
      schedule.start();
      List<Integer> batches = new ArrayList<>();
      for (int rows = take(schedule); rows > 0; rows = take(schedule)) {
        batches.add(rows);
      }
      assertThat(batches).containsExactly(10, 3, 7, 7);
      assertThat(memory.getAllocatedMemory()).isZero();
      schedule.close();
    }
  }

  @Test
  void a_worker_ends_within_the_budget_and_the_next_batch_taken_starts_another()
      throws IOException {
    Queue<Runnable> tasks = new ArrayDeque<>();
    try (RootAllocator memory = new RootAllocator()) {
      ScanSchedule schedule = schedule(ONE_THREAD.withBytesInFlight(1), tasks::add, memory);
      schedule.start();
      assertThat(tasks).hasSize(1);
      tasks.remove().run();
      assertThat(memory.getAllocatedMemory()).isPositive();
      assertThat(tasks).isEmpty();
      List<Integer> batches = new ArrayList<>();
      batches.add(take(schedule));
      assertThat(tasks).hasSize(1);
      for (int rows = take(schedule); rows > 0; rows = take(schedule)) {
        batches.add(rows);
        while (!tasks.isEmpty()) {
          tasks.remove().run();
        }
      }
      assertThat(batches).containsExactly(10, 3, 7, 7);
      schedule.close();
    }
  }

  @Test
  void a_step_that_fails_ends_the_scan_after_the_batches_before_it() throws IOException {
    Queue<Runnable> tasks = new ArrayDeque<>();
    try (RootAllocator memory = new RootAllocator()) {
      ScanSchedule schedule = schedule(ONE_THREAD.withBytesInFlight(1), tasks::add, memory);
      schedule.start();
      tasks.remove().run();
      assertThat(take(schedule)).isEqualTo(10);
      Files.delete(folder.resolve("2.parquet"));
      assertThat(take(schedule)).isEqualTo(3);
      Throwable failure = catchThrowable(schedule::take);
      assertThat(failure).isInstanceOf(NoSuchFileException.class).hasMessageContaining("2.parquet");
      assertThatThrownBy(schedule::take).isInstanceOf(NoSuchFileException.class);
      tasks.forEach(Runnable::run);
      assertThat(memory.getAllocatedMemory()).isZero();
      schedule.close();
    }
  }

  @Test
  void an_executor_that_fails_ends_the_scan() throws IOException {
    Executor broken =
        task -> {
          throw new IllegalStateException("no thread");
        };
    try (RootAllocator memory = new RootAllocator()) {
      ScanSchedule schedule = schedule(ONE_THREAD, broken, memory);
      schedule.start();
      assertThatThrownBy(schedule::take)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no thread");
      schedule.close();
    }
  }

  @Test
  void closing_wakes_the_thread_that_waits_and_waits_for_the_step_under_way() throws Exception {
    Gate gate = new Gate();
    try (RootAllocator memory = new RootAllocator(gate, Long.MAX_VALUE)) {
      ScanSchedule schedule = schedule(ONE_THREAD, task -> new Thread(task).start(), memory);
      schedule.start();
      gate.awaitReached();
      AtomicReference<Thread> waiting = new AtomicReference<>();
      FutureTask<Throwable> taking =
          Gate.start(
              () -> {
                waiting.set(Thread.currentThread());
                return catchThrowable(schedule::take);
              });
      while (waiting.get() == null || waiting.get().getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      FutureTask<Boolean> closing =
          Gate.start(
              () -> {
                schedule.close();
                return true;
              });
      assertThat(taking.get())
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the scan is closed");
      assertThat(closing.isDone()).isFalse();
      gate.open();
      assertThat(closing.get()).isTrue();
      assertThat(memory.getAllocatedMemory()).isZero();
      assertThatThrownBy(schedule::take).isInstanceOf(IllegalStateException.class);
      schedule.close();
    }
  }
}
