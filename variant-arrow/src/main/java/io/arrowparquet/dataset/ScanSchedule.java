// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.variant.internal.FirstFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Which thread does the next step of a scan, and what the others wait for.
 *
 * <p>Steps are done by tasks of the executor, called workers, and by the thread that asks for a
 * batch while there is none. A worker never waits: where no step may be done it ends, and the next
 * batch that is taken starts another one. So a scan holds no thread of the executor while its
 * consumer is slow, and goes on where the executor is busy, rejects tasks, or runs the consumer
 * too.
 *
 * <p>A thread that is interrupted begins no step. A step that it has begun fails, and is done again
 * by another thread, or by this one when it asks again.
 */
final class ScanSchedule {
  private final ReentrantLock lock = new ReentrantLock();
  private final Unlock unlock = this::unlock;
  private final Condition changed = lock.newCondition();

  /**
   * Held while readers are closed after the scan has ended: their sources are the callers', and may
   * wait for threads that ask the scan something.
   */
  private final ReentrantLock freeing = new ReentrantLock();

  private final FirstFailure failure = new FirstFailure();
  private final List<ScanUnit> units;
  private final ReadsUnderWay reads;
  private final Executor executor;
  private final ScanBudget budget;
  private final ScanOrder order;
  private int workers;

  /** Threads that may hold memory of the scan. */
  private int inside;

  private boolean closed;

  /** Who waits for a batch without a thread; null for nobody. */
  private CompletableFuture<Void> awaited;

  /** Whether the last worker has left work behind, which {@link #take} does then. */
  private boolean stalled;

  /** Lets the lock go at the end of a block. */
  @FunctionalInterface
  private interface Unlock extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * @param units in the order of reading
   * @param memory of the units' readers alone
   */
  ScanSchedule(
      ScanUnit.Units units, ParquetScanOptions options, Executor executor, BufferAllocator memory) {
    this.units = units.of(memory, this::help);
    this.reads = units.reads();
    this.executor = executor;
    this.budget = new ScanBudget(options, Runtime.getRuntime().availableProcessors(), memory);
    this.order = new ScanOrder(this.units, options.ordered(), budget);
  }

  void start() {
    startWorker();
  }

  /**
   * Waits for the next batch; does steps meanwhile where no worker does.
   *
   * @return to be closed and then given back by {@link #taken}; null at the end
   * @throws IOException that ended the scan; so with every other exception
   * @throws InterruptedIOException if the thread is interrupted meanwhile; nothing is lost
   * @throws IllegalStateException if the scan is closed
   */
  ArrowRecordBatch take() throws IOException {
    while (true) {
      ScanUnit unit;
      lock.lock();
      try (unlock) {
        requireGoing();
        ArrowRecordBatch batch = order.poll();
        if (batch != null) {
          inside++;
          return batch;
        }
        if (order.isAtEnd()) {
          return null;
        }
        unit = claim(true);
        if (unit == null) {
          changed.await();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for a batch");
      }
      if (unit != null) {
        startWorker();
        run(unit);
      }
    }
  }

  /** Completes when {@link #take} has nothing to wait for, in the thread that brings it. */
  CompletableFuture<Void> ready() {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    lock.lock();
    try (unlock) {
      awaited = awaited == null ? new CompletableFuture<>() : awaited;
      // Each caller has one of its own, to do with as it likes.
      CompletableFuture<Void> unused = awaited.thenRun(() -> ready.complete(null));
    }
    startWorker();
    return ready;
  }

  boolean isReady() {
    lock.lock();
    try (unlock) {
      return isStopped() || order.hasNext() || (stalled && workers == 0 && budget.steps() == 0);
    }
  }

  /** Whoever is waited for may do anything: not while the lock is held. */
  private void unlock() {
    CompletableFuture<Void> done = null;
    if (awaited != null && lock.getHoldCount() == 1) {
      CompletableFuture<Void> waiting = awaited;
      awaited = null;
      if (isReady()) {
        done = waiting;
      } else {
        awaited = waiting;
      }
    }
    lock.unlock();
    if (done != null) {
      done.complete(null);
    }
  }

  /** Says that a batch of {@link #take} is closed. */
  void taken() {
    lock.lock();
    try (unlock) {
      inside--;
      changed.signalAll();
    }
    startWorker();
  }

  private void requireGoing() throws IOException {
    if (closed) {
      throw new IllegalStateException("the scan is closed");
    }
    failure.throwIfSet();
  }

  private boolean isStopped() {
    return closed || failure.isSet();
  }

  /**
   * Gives the calling thread a unit whose next step may be done; null if there is none, or the
   * thread is interrupted. {@code ahead}: whether it may decompress pages before their turn.
   */
  private ScanUnit claim(boolean ahead) {
    boolean isOver = isStopped() || Thread.currentThread().isInterrupted();
    ScanUnit unit = isOver ? null : order.next();
    if (unit != null) {
      order.begin(unit, ahead);
      inside++;
    }
    return unit;
  }

  /**
   * Starts a worker if there is a step that no other worker is about to come to. Each step that is
   * claimed calls this, so that workers start one another.
   */
  private void startWorker() {
    lock.lock();
    try (unlock) {
      boolean othersIdle = workers > budget.steps();
      if (othersIdle || workers == budget.mostWorkers() || isStopped() || order.next() == null) {
        return;
      }
      workers++;
    }
    Worker worker = new Worker();
    try {
      executor.execute(worker);
    } catch (RejectedExecutionException e) {
      worker.end();
    } catch (Throwable e) {
      // For example without memory for a thread. The caller goes on with its own step.
      worker.end();
      fail(e);
    }
  }

  void fail(Throwable thrown) {
    lock.lock();
    try (unlock) {
      failure.set(thrown);
      changed.signalAll();
    }
  }

  /**
   * Has a worker decode columns of a step under way, if there are fewer steps than threads: files
   * may have fewer row groups.
   *
   * @throws RejectedExecutionException if all threads have steps
   */
  private void help(Runnable columns) {
    lock.lock();
    try (unlock) {
      if (!budget.mayDecode()) {
        throw new RejectedExecutionException("no thread to spare");
      }
    }
    executor.execute(() -> helpWith(columns));
  }

  private void helpWith(Runnable columns) {
    lock.lock();
    try (unlock) {
      if (!budget.mayDecode() || Thread.currentThread().isInterrupted()) {
        return;
      }
      budget.helperBegins();
    }
    try {
      columns.run();
    } finally {
      lock.lock();
      try (unlock) {
        budget.helperEnds();
        changed.signalAll();
      }
      startWorker();
    }
  }

  /** Does steps as long as there are any; one that the executor has refused does none. */
  private final class Worker implements Runnable {
    /** An executor that runs tasks at once has no other thread to do something ahead. */
    private final Thread starter = Thread.currentThread();

    private boolean hasEnded;

    @Override
    public void run() {
      for (ScanUnit unit = next(); unit != null; unit = next()) {
        startWorker();
        ScanSchedule.this.run(unit);
      }
    }

    private ScanUnit next() {
      lock.lock();
      try (unlock) {
        ScanUnit unit = hasEnded ? null : claim(Thread.currentThread() != starter);
        if (unit == null) {
          end();
        }
        return unit;
      }
    }

    void end() {
      lock.lock();
      try (unlock) {
        if (!hasEnded) {
          hasEnded = true;
          workers--;
          stalled = workers == 0 && !isStopped() && order.next() != null;
          // Who waits for this worker does the step that it would have done.
          changed.signalAll();
        }
      }
    }
  }

  /**
   * Does a step of a claimed unit. Throws nothing: what is thrown ends the scan, unless it is an
   * interrupt.
   */
  private void run(ScanUnit unit) {
    boolean ended = false;
    try {
      ScanUnit.State state = ScanUnit.State.DONE;
      FirstFailure thrown = new FirstFailure();
      try {
        state = unit.step();
      } catch (Throwable e) {
        thrown.add(e);
      }
      if (thrown.isInterrupt()) {
        thrown = new FirstFailure();
        close(unit, thrown);
        state = thrown.isSet() ? ScanUnit.State.DONE : unit.interrupted();
      } else if (state == ScanUnit.State.DONE) {
        close(unit, thrown);
      }
      end(unit, state, thrown);
      ended = true;
    } catch (Throwable e) {
      // Without heap memory even the end of a step may fail.
      failure.set(e);
    } finally {
      leave(unit, ended);
    }
  }

  private void end(ScanUnit unit, ScanUnit.State state, FirstFailure thrown) {
    lock.lock();
    try (unlock) {
      failure.setFrom(thrown);
      budget.end(unit);
      int before = unit.batches().size();
      unit.end(state);
      budget.batchesCome(unit.batches().size() - before);
    }
  }

  /** Leaves a unit to others, or to be freed if the scan has ended. */
  private void leave(ScanUnit unit, boolean ended) {
    boolean stopped;
    lock.lock();
    try (unlock) {
      if (!ended) {
        unit.abandon();
      }
      stopped = isStopped();
      if (!stopped) {
        inside--;
      }
      changed.signalAll();
    }
    if (stopped) {
      // A thread that waits for storage would be waited for by those who ask for a batch.
      endReads(failure);
      leaveStopped();
    }
  }

  private void endReads(FirstFailure failures) {
    try {
      reads.end();
    } catch (Throwable e) {
      failures.add(e);
    }
  }

  private static void close(ScanUnit unit, FirstFailure failures) {
    try {
      unit.closeReader();
    } catch (Throwable e) {
      failures.add(e);
    }
  }

  /** Frees what no thread has, after the scan has ended early. */
  private void leaveStopped() {
    try {
      failure.setFrom(freeIdle());
    } catch (Throwable e) {
      failure.set(e);
    } finally {
      lock.lock();
      try (unlock) {
        inside--;
        changed.signalAll();
      }
    }
  }

  private FirstFailure freeIdle() {
    FirstFailure thrown = new FirstFailure();
    freeing.lock();
    try {
      List<ScanUnit> idle;
      lock.lock();
      try (unlock) {
        idle = order.idle();
        for (ScanUnit unit : idle) {
          unit.batches().forEach(ArrowRecordBatch::close);
          unit.batches().clear();
        }
      }
      // Nobody begins a step of them any more.
      idle.forEach(unit -> close(unit, thrown));
    } finally {
      freeing.unlock();
    }
    return thrown;
  }

  /**
   * Ends the scan: ends the reads of the steps under way, waits for the steps and frees everything.
   * An interrupt does not end the wait. Twice does no harm.
   */
  void close() throws IOException {
    lock.lock();
    try (unlock) {
      closed = true;
      changed.signalAll();
    }
    FirstFailure thrown = new FirstFailure();
    endReads(thrown);
    thrown.addFrom(freeIdle());
    lock.lock();
    try (unlock) {
      while (inside > 0) {
        changed.awaitUninterruptibly();
      }
    }
    // What a thread without memory could not free.
    thrown.setFrom(freeIdle());
    thrown.throwIfSet();
  }

  ReadStatistics statistics() {
    lock.lock();
    try (unlock) {
      return units.stream()
          .map(ScanUnit::statistics)
          .reduce(ReadStatistics.NOTHING, ReadStatistics::plus);
    }
  }

  /** What was found in row groups that were read to the end. */
  List<FileDiagnostic<PageIndexDiagnostic>> diagnostics() {
    lock.lock();
    try (unlock) {
      return units.stream().flatMap(unit -> unit.diagnostics().stream()).toList();
    }
  }

  List<FileDiagnostic<FilterDiagnostic>> filterDiagnostics() {
    lock.lock();
    try (unlock) {
      return units.stream().flatMap(unit -> unit.filterDiagnostics().stream()).distinct().toList();
    }
  }
}
