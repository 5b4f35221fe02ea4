// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.stress;

import io.arrowparquet.it.stress.Scan.Digest;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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
    /** An allocation fails. */
    ALLOCATION
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

  private final Scan scan;
  private final Digest expected;
  private final Fault fault;
  private final ScheduledExecutorService clock;
  private final long delay;
  private final FailingAllocations allocations;

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
  }

  /**
   * Reads everything, or up to the fault.
   *
   * @throws AssertionError if rows are others, or an exception is none that the fault allows
   */
  Outcome run(RootAllocator root) throws Exception {
    try (BufferAllocator memory = root.newChildAllocator("job", allocations, 0, Long.MAX_VALUE)) {
      return read(memory);
    } catch (Exception | Error e) {
      throw new AssertionError(fault + " after " + delay + " us: " + scan.text(), e);
    }
  }

  private Outcome read(BufferAllocator memory) throws Exception {
    Future<?> interrupt = fault == Fault.INTERRUPT ? interruptLater() : null;
    Throwable failure = null;
    Digest found = Digest.NOTHING;
    try (ArrowReader reader = scan.opening().open(memory)) {
      Future<?> close = fault == Fault.CLOSE ? after(() -> close(reader)) : null;
      try {
        found = readAll(reader);
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
        if (loading) {
          requireSameFailure(reader, e);
        }
      } finally {
        await(close);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      failure = e; // of opening
    } finally {
      if (interrupt != null) {
        await(interrupt);
      }
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
    } catch (IOException | RuntimeException | Error e) {
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
          case INTERRUPT ->
              (failure instanceof ClosedByInterruptException
                      || failure instanceof InterruptedIOException)
                  && interrupted;
          case ALLOCATION ->
              (failure instanceof OutOfMemoryException || failure instanceof OutOfMemoryError)
                  && allocations.hasFailed();
        };
    if (!allowed) {
      throw new AssertionError("no exception for " + fault, failure);
    }
  }

  private Future<?> interruptLater() {
    Thread thread = Thread.currentThread();
    return after(thread::interrupt);
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
