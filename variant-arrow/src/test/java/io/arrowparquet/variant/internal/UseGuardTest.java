// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UseGuardTest {
  private final UseGuard guard = new UseGuard("the thing");
  private final Gate gate = new Gate();
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  private FutureTask<String> callThatWaits() throws InterruptedException {
    FutureTask<String> call =
        Gate.start(
            () ->
                guard.call(
                    () -> {
                      gate.pass();
                      events.add("called");
                      return "done";
                    }));
    gate.awaitReached();
    return call;
  }

  @Test
  void second_thread_is_refused_and_the_first_goes_on() throws Exception {
    FutureTask<String> call = callThatWaits();

    assertThatThrownBy(() -> guard.call(() -> "second"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the thing is in use by another thread: one at a time");
    assertThatThrownBy(guard::enter).isInstanceOf(IllegalStateException.class);

    gate.open();
    assertThat(call.get()).isEqualTo("done");
    assertThat(guard.call(() -> "second")).isEqualTo("second");
  }

  @Test
  void close_waits_for_the_call_and_refuses_those_that_come_meanwhile() throws Exception {
    FutureTask<String> call = callThatWaits();
    FutureTask<Void> close =
        Gate.start(
            () -> {
              guard.close(() -> events.add("released"));
              return null;
            });
    awaitRefusal("the thing is closed");

    assertThat(events).isEmpty();
    gate.open();
    assertThat(call.get()).isEqualTo("done");
    close.get();
    assertThat(events).containsExactly("called", "released");
    assertThatThrownBy(() -> guard.call(() -> "late")).hasMessage("the thing is closed");
  }

  /** Before close is called the refusal has another message. */
  private void awaitRefusal(String message) throws InterruptedException {
    while (true) {
      try {
        guard.enter();
      } catch (IllegalStateException e) {
        if (e.getMessage().equals(message)) {
          return;
        }
        Thread.sleep(1);
        continue;
      }
      throw new AssertionError("entered");
    }
  }

  @Test
  void a_call_within_a_call_ends_although_close_waits() throws Exception {
    FutureTask<String> call =
        Gate.start(
            () ->
                guard.call(
                    () -> {
                      gate.pass();
                      guard.enter();
                      guard.exit();
                      return "done";
                    }));
    gate.awaitReached();
    FutureTask<Void> close =
        Gate.start(
            () -> {
              guard.close(() -> events.add("released"));
              return null;
            });
    awaitRefusal("the thing is closed");
    gate.open();

    assertThat(call.get()).isEqualTo("done");
    close.get();
    assertThat(events).containsExactly("released");
  }

  @Test
  void closing_twice_releases_once() throws IOException {
    AtomicInteger released = new AtomicInteger();

    guard.close(released::incrementAndGet);
    guard.close(released::incrementAndGet);

    assertThat(released).hasValue(1);
  }

  @Test
  void release_that_fails_is_not_repeated() throws IOException {
    assertThatThrownBy(
            () ->
                guard.close(
                    () -> {
                      throw new IOException("disk");
                    }))
        .hasMessage("disk");
    guard.close(() -> events.add("again"));

    assertThat(events).isEmpty();
  }

  @Test
  void close_within_a_call_is_refused() {
    assertThatThrownBy(
            () ->
                guard.call(
                    () -> {
                      guard.close(() -> events.add("released"));
                      return null;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the thing cannot be closed within a call of its own");
    assertThat(events).isEmpty();
  }

  @Test
  void failure_comes_again_every_time() throws IOException {
    for (Throwables kind : Throwables.values()) {
      Throwable failure = kind.make();
      UseGuard failing = new UseGuard("it");
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(
                () ->
                    failing.call(
                        () -> {
                          throw Throwables.<RuntimeException>sneak(failure);
                        }))
            .isSameAs(failure);
      }
      assertThatThrownBy(() -> failing.call(() -> "rows")).isSameAs(failure);
      failing.close(() -> events.add("released"));
      assertThatThrownBy(() -> failing.call(() -> "rows")).hasMessage("it is closed");
    }
    assertThat(events).hasSize(Throwables.values().length);
  }

  /** It is about one thread: others must not take it for their own. */
  @Test
  void an_interrupted_call_leaves_its_thread_interrupted_and_no_other() throws Exception {
    InterruptedException interrupt = new InterruptedException("made up");

    Throwable first =
        catchThrowable(
            () ->
                guard.call(
                    () -> {
                      throw Throwables.<RuntimeException>sneak(interrupt);
                    }));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(first).isInstanceOf(InterruptedIOException.class).hasCause(interrupt);
    FutureTask<Boolean> other =
        Gate.start(
            () -> {
              assertThat(catchThrowable(() -> guard.call(() -> "rows"))).isSameAs(first);
              return Thread.interrupted();
            });
    assertThat(other.get()).isFalse();
  }

  @Test
  void refusals_are_no_failure() throws Exception {
    FutureTask<String> call = callThatWaits();
    assertThatThrownBy(() -> guard.call(() -> "second")).isInstanceOf(RuntimeException.class);
    gate.open();
    call.get();

    assertThat(guard.call(() -> "third")).isEqualTo("third");
  }
}
