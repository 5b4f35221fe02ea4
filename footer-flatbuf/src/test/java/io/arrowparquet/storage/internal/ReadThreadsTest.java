// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class ReadThreadsTest {
  private final List<String> events = new ArrayList<>();

  private void execute(Executor threads) {
    ReadThreads.execute(
        threads, () -> events.add("done"), refused -> events.add(refused.getMessage()));
  }

  @Test
  void work_is_refused_where_a_thread_cannot_be_had() {
    execute(
        task -> {
          throw new OutOfMemoryError("no thread");
        });
    execute(
        task -> {
          throw new RejectedExecutionException("no room");
        });

    assertThat(events).containsExactly("no thread", "no room");
  }

  /** A pool puts a task into its queue before it looks for a thread. */
  @Test
  void work_that_was_refused_is_not_done_later() {
    List<Runnable> queue = new ArrayList<>();
    execute(
        task -> {
          queue.add(task);
          throw new OutOfMemoryError("no thread");
        });
    queue.forEach(Runnable::run);

    assertThat(events).containsExactly("no thread");
  }

  @Test
  void work_that_was_done_is_not_refused() {
    execute(
        task -> {
          task.run();
          throw new OutOfMemoryError("late");
        });

    assertThat(events).containsExactly("done");
  }
}
