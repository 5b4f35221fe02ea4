// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ParallelLoopTest {
  private final ExecutorService pool = Executors.newFixedThreadPool(3);
  private final AtomicInteger underWay = new AtomicInteger();

  @AfterEach
  void end() throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  /** Lets a step go on for a while after the moment in which the loop is tempted to end. */
  private void work() {
    underWay.incrementAndGet();
    try {
      TimeUnit.MILLISECONDS.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      underWay.decrementAndGet();
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_the_executor_throws_comes_when_no_step_is_under_way(Throwables kind) {
    Throwable thrown = kind.make();
    CountDownLatch begun = new CountDownLatch(1);
    Executor failing =
        task -> {
          if (begun.getCount() == 0) {
            throw Throwables.<RuntimeException>sneak(thrown);
          }
          pool.execute(task);
          awaitQuietly(begun);
        };

    Throwable found =
        catchThrowable(
            () ->
                ParallelLoop.run(
                    failing,
                    2,
                    100,
                    number -> {
                      begun.countDown();
                      work();
                    }));

    assertThat(underWay).hasValue(0);
    assertThat(found).isSameAs(thrown);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_a_step_throws_comes_when_no_step_is_under_way(Throwables kind) {
    Throwable thrown = kind.make();
    for (int failing = 0; failing < 6; failing++) {
      int number = failing;
      Throwable found =
          catchThrowable(
              () ->
                  ParallelLoop.run(
                      pool,
                      3,
                      6,
                      step -> {
                        if (step == number) {
                          throw Throwables.<RuntimeException>sneak(thrown);
                        }
                        work();
                      }));
      assertThat(underWay).hasValue(0);
      assertThat(found).isSameAs(thrown);
    }
  }

  @Test
  void rejected_tasks_leave_all_steps_to_the_caller() throws IOException {
    List<Integer> done = new ArrayList<>();
    Executor rejecting =
        task -> {
          throw new RejectedExecutionException();
        };

    ParallelLoop.run(rejecting, 3, 4, done::add);

    assertThat(done).containsExactly(0, 1, 2, 3);
  }

  @Test
  void a_task_that_comes_after_the_loop_does_nothing() throws IOException {
    List<Runnable> late = new ArrayList<>();
    AtomicInteger steps = new AtomicInteger();
    Throwable thrown = new OutOfMemoryError("made up");
    Executor failing =
        task -> {
          late.add(task);
          throw Throwables.<RuntimeException>sneak(thrown);
        };

    assertThat(catchThrowable(() -> ParallelLoop.run(failing, 3, 4, n -> steps.incrementAndGet())))
        .isSameAs(thrown);
    late.forEach(Runnable::run);

    assertThat(steps).hasValue(0);
  }

  @Test
  void an_interrupt_of_a_helper_is_not_one_of_the_caller() {
    Thread caller = Thread.currentThread();
    InterruptedException interrupt = new InterruptedException("made up");
    CountDownLatch helped = new CountDownLatch(1);

    Throwable found =
        catchThrowable(
            () ->
                ParallelLoop.run(
                    pool,
                    1,
                    2,
                    number -> {
                      if (Thread.currentThread() != caller) {
                        helped.countDown();
                        throw Throwables.<RuntimeException>sneak(interrupt);
                      }
                      awaitQuietly(helped);
                    }));

    assertThat(found).isInstanceOf(InterruptedIOException.class).hasCause(interrupt);
    assertThat(Thread.interrupted()).isFalse();
  }

  /** Each depth that the stack has: at the last ones something of the loop itself fails. */
  @Test
  void a_stack_without_room_ends_the_loop_when_no_step_is_under_way() throws Exception {
    AtomicInteger overflows = new AtomicInteger();
    Thread deep = new Thread(null, () -> descend(overflows, 0), "deep", 512 << 10);

    deep.start();
    deep.join();

    assertThat(overflows).hasPositiveValue();
    assertThat(underWay).hasValue(0);
  }

  /** On the way back from the end of the stack, where each frame gives the loop a little more. */
  @SuppressWarnings("InfiniteRecursion") // As far as the stack goes.
  private int descend(AtomicInteger overflows, int depth) {
    int deeper;
    try {
      deeper = descend(overflows, depth + 1);
    } catch (StackOverflowError e) {
      deeper = 0;
    }
    if (deeper < 200) {
      try {
        ParallelLoop.run(pool, 2, 50, number -> spin());
      } catch (StackOverflowError e) {
        overflows.incrementAndGet();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      if (underWay.get() != 0) {
        throw new AssertionError("steps under way");
      }
    }
    return deeper + 1;
  }

  /** Steps of the deep thread are not counted: they may end between any two calls. */
  private void spin() {
    boolean isHelper = !Thread.currentThread().getName().equals("deep");
    if (isHelper) {
      underWay.incrementAndGet();
    }
    for (int i = 0; i < 1000; i++) {
      Thread.onSpinWait();
    }
    if (isHelper) {
      underWay.decrementAndGet();
    }
  }
}
