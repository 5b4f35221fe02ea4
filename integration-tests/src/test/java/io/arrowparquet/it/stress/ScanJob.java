// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.stress;

import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.it.stress.Scan.Digest;
import io.arrowparquet.parquet.options.ReadListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/** One scan that a fault may hit. Whatever comes of it, it must be allowed and leave nothing. */
final class ScanJob {
  /** What may happen to a scan on its way. */
  enum Fault {
    /** Nothing. */
    NONE,
    /** Another thread closes the reader. */
    CLOSE,
    /** The thread is interrupted. */
    INTERRUPT,
    /** One of two threads that share a scan is interrupted, again and again. */
    CONSUMER,
    /** An allocation fails. */
    ALLOCATION,
    /** A listener throws a checked exception. */
    CHECKED,
    /** The executor has no thread for a task, or throws a checked exception. */
    EXECUTOR
  }

  /** What came of a scan. */
  enum Outcome {
    /** All rows. */
    EQUAL,
    /** The exception that the fault is expected to give. */
    STOPPED
  }

  private static final long MOST_MICROS = 20_000;
  private static final int MOST_ALLOCATIONS = 400;
  private static final int MOST_CALLS = 60;
  private static final int MOST_TASKS = 12;

  private final Scan scan;
  private final Digest expected;
  private final Fault fault;
  private final ScheduledExecutorService clock;
  private final long delay;
  private final FailingAllocations allocations;

  /** What code of the caller's throws once, when this many calls are left. */
  private final Throwable thrown;

  private final AtomicInteger callsLeft = new AtomicInteger();

  /** Held while the vectors are read, which must not be freed meanwhile. */
  private final Object vectors = new Object();

  /** Whether the reader is asked, and not the vectors. */
  private boolean loading;

  ScanJob(Scan scan, Digest expected, Fault fault, ScheduledExecutorService clock, Random random) {
    this.scan = scan;
    this.expected = expected;
    this.fault = fault;
    this.clock = clock;
    this.delay = (long) (MOST_MICROS * random.nextDouble() * random.nextDouble());
    long at = fault == Fault.ALLOCATION ? 1 + random.nextInt(MOST_ALLOCATIONS) : 0;
    this.allocations = new FailingAllocations(at, random.nextBoolean());
    boolean isError = fault == Fault.EXECUTOR && random.nextBoolean();
    this.thrown = isError ? new OutOfMemoryError("no thread") : new Exception("made up");
    int most = fault == Fault.EXECUTOR ? MOST_TASKS : MOST_CALLS;
    this.callsLeft.set(1 + random.nextInt(most));
  }

  /**
   * Reads everything, or up to the fault.
   *
   * @throws AssertionError if rows are others, or an exception is none that the fault allows
   */
  Outcome run(RootAllocator root) throws Exception {
    try (BufferAllocator memory = root.newChildAllocator("job", allocations, 0, Long.MAX_VALUE)) {
      return fault == Fault.CONSUMER && scan.scanning() != null ? share(memory) : read(memory);
    } catch (Exception | Error e) {
      throw new AssertionError(fault + " after " + delay + " us: " + scan.text(), e);
    }
  }

  private Scan.CallersCode code(BufferAllocator memory) {
    return new Scan.CallersCode(
        memory,
        fault == Fault.CHECKED ? new FailingListener() : null,
        fault == Fault.EXECUTOR ? this::call : null);
  }

  private void call() {
    if (callsLeft.decrementAndGet() == 0) {
      throw ScanJob.<RuntimeException>sneak(thrown);
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private final class FailingListener implements ReadListener {
    @Override
    public void requested(String file, long offset, long bytes, long nanos) {
      call();
    }

    @Override
    public void decompressed(String file, String column, int rowGroup, int values, long nanos) {
      call();
    }
  }

  /** Reads by two threads, of which this one is interrupted and goes on. */
  private Outcome share(BufferAllocator memory) throws Exception {
    Digest own;
    FutureTask<Digest> other;
    try (ParquetScan shared = scan.scanning().open(code(memory))) {
      other = new FutureTask<>(() -> take(shared));
      new Thread(other, "other consumer").start();
      Thread thread = Thread.currentThread();
      AtomicBoolean isOver = new AtomicBoolean();
      ScheduledFuture<?> interrupts =
          clock.scheduleWithFixedDelay(
              () -> interruptUnless(isOver, thread), delay, 1 + delay, TimeUnit.MICROSECONDS);
      try {
        own = take(shared);
      } finally {
        synchronized (isOver) {
          isOver.set(true);
        }
        interrupts.cancel(false);
        Thread.interrupted();
      }
      other.get();
    }
    if (!expected.isOf(own, other.get())) {
      throw new AssertionError("found " + own + " and " + other.get() + ", expected " + expected);
    }
    return Outcome.EQUAL;
  }

  private static void interruptUnless(AtomicBoolean isOver, Thread thread) {
    synchronized (isOver) {
      if (!isOver.get()) {
        thread.interrupt();
      }
    }
  }

  private static Digest take(ParquetScan shared) throws IOException {
    Digest digest = Digest.NOTHING;
    while (true) {
      try (VectorSchemaRoot batch = shared.next()) {
        if (batch == null) {
          return digest;
        }
        digest = digest.plus(batch);
      } catch (InterruptedIOException e) {
        if (!Thread.interrupted()) {
          throw new AssertionError("the thread is not interrupted", e);
        }
      }
    }
  }

  private Outcome read(BufferAllocator memory) throws Exception {
    boolean isInterrupted = fault == Fault.INTERRUPT || fault == Fault.CONSUMER;
    AtomicBoolean isOver = new AtomicBoolean();
    Future<?> interrupt = isInterrupted ? interruptLater(isOver) : null;
    Throwable failure = null;
    Digest found = Digest.NOTHING;
    try (ArrowReader reader = scan.opening().open(code(memory))) {
      Future<?> close = fault == Fault.CLOSE ? after(() -> close(reader)) : null;
      try {
        found = readAll(reader);
      } catch (Exception | Error e) {
        failure = e;
        if (loading) {
          requireSameFailure(reader, e);
        }
      } finally {
        await(close);
      }
    } catch (Exception | OutOfMemoryError e) {
      failure = e; // of opening
    } finally {
      if (interrupt != null) {
        await(interrupt);
      }
    }
    synchronized (isOver) {
      isOver.set(true);
    }
    boolean interrupted = Thread.interrupted();
    if (failure != null) {
      requireAllowed(failure, interrupted);
      return Outcome.STOPPED;
    }
    if (!found.equals(expected)) {
      throw new AssertionError("found " + found + ", expected " + expected);
    }
    return Outcome.EQUAL;
  }

  private Digest readAll(ArrowReader reader) throws IOException {
    Digest digest = Digest.NOTHING;
    loading = true;
    while (reader.loadNextBatch()) {
      synchronized (vectors) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        loading = false;
        digest = digest.plus(batch);
        loading = true;
      }
    }
    return digest;
  }

  private void close(ArrowReader reader) {
    synchronized (vectors) {
      try {
        reader.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** A reader that has failed fails again, the same way. */
  private void requireSameFailure(ArrowReader reader, Throwable first) {
    Throwable second = null;
    try {
      reader.loadNextBatch();
    } catch (Exception | Error e) {
      second = e;
    }
    if (second == null || second.getClass() != first.getClass()) {
      throw new AssertionError("first " + first + ", then " + second, first);
    }
  }

  private void requireAllowed(Throwable failure, boolean interrupted) {
    boolean allowed =
        switch (fault) {
          case NONE -> false;
          case CLOSE ->
              failure instanceof IllegalStateException
                  && String.valueOf(failure.getMessage()).endsWith(" is closed");
          case INTERRUPT, CONSUMER ->
              (failure instanceof ClosedByInterruptException
                      || failure instanceof InterruptedIOException)
                  && interrupted;
          case ALLOCATION ->
              (failure instanceof OutOfMemoryException || failure instanceof OutOfMemoryError)
                  && allocations.hasFailed();
          case CHECKED, EXECUTOR -> failure == thrown;
        };
    if (!allowed) {
      throw new AssertionError("no exception for " + fault, failure);
    }
  }

  /** An event that was cancelled may be under way: it must not meet the thread's next job. */
  private Future<?> interruptLater(AtomicBoolean isOver) {
    Thread thread = Thread.currentThread();
    return after(
        () -> {
          synchronized (isOver) {
            if (!isOver.get()) {
              thread.interrupt();
            }
          }
        });
  }

  private Future<?> after(Runnable event) {
    return clock.schedule(event, delay, TimeUnit.MICROSECONDS);
  }

  /** Waits until the event is over, or will not be. */
  private static void await(Future<?> event) throws ExecutionException {
    boolean interrupted = false;
    while (event != null) {
      try {
        if (!event.cancel(false)) {
          event.get();
        }
        event = null;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
