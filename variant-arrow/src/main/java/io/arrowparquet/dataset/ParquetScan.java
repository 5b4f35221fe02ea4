// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.internal.evolution.TypedVectors;
import io.arrowparquet.parquet.internal.rowgroup.BatchFiller;
import io.arrowparquet.parquet.internal.rowgroup.GuardedReader;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceFactory;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A scan of many files and row groups by several threads; made by {@link ParquetFileSet#scan} and
 * {@link #of}.
 *
 * <pre>{@code
 * ParquetScanOptions options = ParquetScanOptions.defaults().withRead(read);
 * try (ParquetScan scan = files.scan(options, executor, allocator)) {
 *   for (VectorSchemaRoot batch = scan.next(); batch != null; batch = scan.next()) {
 *     try (VectorSchemaRoot rows = batch) {
 *       use(rows);
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Rows are those of {@link ParquetFileSet#read}, in the same order if the options say so. Row
 * groups are fetched and decoded by tasks of the executor, within the threads and bytes of {@link
 * ParquetScanOptions}; tasks end where the consumer does not keep up, and hold no thread of the
 * executor meanwhile. A thread in {@link #next} does work of the scan itself while it has to wait,
 * so that a scan ends with any executor: one that is busy with the threads that call {@code next},
 * one that rejects tasks, or {@code Runnable::run}.
 *
 * <p>Ownership: a batch is the caller's from {@link #next} on, in memory of the allocator given to
 * {@code scan}, and may outlive the scan. It does not count as in flight any more.
 *
 * <p>Errors: those of {@link ParquetArrowReader}, with the file, and what the executor throws, but
 * for a {@link java.util.concurrent.RejectedExecutionException}. The first one ends the scan, and
 * every later {@link #next} throws it again.
 *
 * <p>Interrupts: one of a thread in {@link #next}, or of a thread of the executor, ends the work
 * that this thread does for the scan, and nothing else: another thread reads the row group again,
 * and no row is lost or given twice. Listeners hear of it again; statistics count it once. But an
 * interrupt of a thread of the executor that decodes columns of another thread's batch may be a
 * failure.
 *
 * <p>Threads: any number of threads may share a scan; each batch goes to one of them. {@link
 * #close} may be called by any thread at any time, but not by a task of this scan.
 */
public final class ParquetScan implements Closeable {
  private final Schema schema;
  private final TypedVectors typed;
  private final BufferAllocator allocator;

  /** Of the schedule and the units; what is in it is in flight. */
  private final BufferAllocator memory;

  private final ScanSchedule schedule;
  private final BatchFiller filler;

  /** Held by the thread that puts a batch together. */
  private final ReentrantLock consumer = new ReentrantLock();

  private boolean released;

  /** Whether somebody has asked for {@link #ready}. */
  private volatile boolean isPolled;

  /** Whether rows were taken that are not given out. */
  private volatile boolean holdsRows;

  /** Rows that the options leave to be given out. */
  private long left;

  private ParquetScan(
      Schema schema,
      ScanUnit.Units units,
      ParquetScanOptions options,
      Executor executor,
      BufferAllocator allocator) {
    this.schema = TypedVectors.schema(schema, options.read());
    this.typed = new TypedVectors(schema, Map.of(), options.read(), allocator);
    this.allocator = allocator;
    this.left = options.read().limit();
    this.filler = new BatchFiller(schema, options.read(), allocator);
    this.memory = allocator.newChildAllocator("scan", 0, Long.MAX_VALUE);
    this.schedule = new ScanSchedule(units, options, executor, memory);
  }

  /**
   * Reads splits by several threads, each with the rows and columns of its own, all into one
   * schema.
   *
   * @param splits at least one; ordered batches have their rows in this order. A split without a
   *     {@link ReaderSchema} has the schema of its file, which has to be that of the first
   * @param sources opens the files; used as long as the scan
   * @param options how to share the work; of {@link ParquetScanOptions#read} what says which rows
   *     and columns there are does not matter, but for a limit, which is that of the scan
   * @param executor as for {@link ParquetFileSet#scan}, and so the allocator
   * @return the caller's, to be closed; reading has begun
   * @throws IOException if the footer of the first split is not in it, and cannot be read
   * @throws io.arrowparquet.storage.InvalidRequestException if the splits have several schemas; if
   *     that shows at a footer only, {@link #next} throws it
   */
  public static ParquetScan of(
      List<ParquetSplit> splits,
      SourceFactory sources,
      ParquetScanOptions options,
      Executor executor,
      BufferAllocator allocator)
      throws IOException {
    return of(splits, sources, null, options, executor, allocator);
  }

  /**
   * As {@link #of(List, SourceFactory, ParquetScanOptions, Executor, BufferAllocator)}, of splits
   * whose footers may be kept.
   *
   * @param footers asked for those that splits do not have, as long as the scan; null to read them
   */
  public static ParquetScan of(
      List<ParquetSplit> splits,
      SourceFactory sources,
      @Nullable FooterCache footers,
      ParquetScanOptions options,
      Executor executor,
      BufferAllocator allocator)
      throws IOException {
    SplitFiles files = new SplitFiles(splits, sources, footers, options.read());
    return of(files, files.fragments(), files.schema(), options, executor, allocator);
  }

  static ParquetScan of(
      ReadFiles files,
      List<ParquetFragment> fragments,
      Schema schema,
      ParquetScanOptions options,
      Executor executor,
      BufferAllocator allocator) {
    ParquetReadOptions read = options.read();
    if (!read.types().dictionaries().isEmpty()) {
      throw new InvalidRequestException(
          "a scan gives no dictionary vectors: its batches have no dictionary in common", null);
    }
    ParquetReadOptions decoding = read.withTypes(read.types().decoded());
    ScanUnit.Units units = new ScanUnit.Units(files, fragments, schema, options.withRead(decoding));
    ParquetScan scan =
        new ParquetScan(schema, units, options, Objects.requireNonNull(executor), allocator);
    scan.schedule.start();
    return scan;
  }

  /** The schema of all batches. */
  public Schema schema() {
    return schema;
  }

  /**
   * Waits for the next batch.
   *
   * @return the caller's to close; null at the end, and from then on
   * @throws InterruptedIOException if the thread is interrupted while it waits, or does work of the
   *     scan; it stays interrupted, and the scan goes on
   * @throws IOException if reading fails
   * @throws IllegalStateException if the scan is closed, also by another thread meanwhile
   */
  public @Nullable VectorSchemaRoot next() throws IOException {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    boolean loaded = false;
    try {
      loaded = load(root);
      return loaded ? root : null;
    } finally {
      if (!loaded) {
        root.close();
      }
    }
  }

  /**
   * Says when {@link #next} would not wait, for programs that hold no thread meanwhile: there is a
   * batch, the scan has failed or is at its end, or it is closed. It is for one consumer: another
   * one may take the batch first. From the first call on, {@code next} gives the batches that there
   * are, and does not wait to join small ones.
   *
   * <p>The executor's threads have to do the work: where it rejects a task, the future completes,
   * and {@code next} does some work itself. One that runs tasks in the thread that brings them does
   * it in this method.
   *
   * @return the caller's own; what depends on it runs in the thread that brings the batch, and
   *     should be short, and not close the scan
   */
  public CompletableFuture<Void> ready() {
    isPolled = true;
    return holdsRows ? CompletableFuture.completedFuture(null) : schedule.ready();
  }

  /** As {@link #next}, into vectors that are empty. */
  boolean load(VectorSchemaRoot root) throws IOException {
    try {
      consumer.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a batch");
    }
    try {
      boolean isFilled = left > 0 && filler.fill(typed.decoded(root, null, false), this::take);
      holdsRows = filler.holdsRows();
      if (!isFilled) {
        return false;
      }
      convert(root);
      left -= BatchFiller.cut(root, left);
      if (left == 0) {
        schedule.close();
      }
      return true;
    } finally {
      consumer.unlock();
    }
  }

  private void convert(VectorSchemaRoot root) {
    try {
      typed.convert(root);
    } catch (Throwable e) {
      // Its rows are lost.
      schedule.fail(e);
      throw e;
    }
  }

  private boolean take(VectorSchemaRoot root) throws IOException {
    if (isPolled && filler.holdsRows() && !schedule.isReady()) {
      return false;
    }
    ArrowRecordBatch batch = schedule.take();
    if (batch == null) {
      return false;
    }
    try {
      // Closing the batch leaves its memory to the vectors, and so to their allocator.
      try (batch) {
        BatchFiller.load(batch, root);
      }
    } catch (Throwable e) {
      // Its rows are lost.
      schedule.fail(e);
      throw e;
    } finally {
      schedule.taken();
    }
    return true;
  }

  /**
   * An Arrow reader of the batches, as {@link ParquetFileSet#read} gives: each batch replaces the
   * one before. For one thread at a time. Closing it closes the scan, and frees the vectors.
   */
  public ArrowReader reader() {
    return new ScanReader(this, allocator);
  }

  /** What was read so far, and what could be left unread, as of the last step of each row group. */
  public ReadStatistics statistics() {
    return schedule.statistics();
  }

  /**
   * The page indexes that could not be used, by file, as {@link ParquetArrowReader#diagnostics}, of
   * row groups that were read to the end.
   */
  public List<FileDiagnostic<PageIndexDiagnostic>> diagnostics() {
    return schedule.diagnostics();
  }

  /**
   * The comparisons of the filter that are true for no row of a file, by file, as {@link
   * ParquetArrowReader#filterDiagnostics}, of files with a row group that was read to the end.
   */
  public List<FileDiagnostic<FilterDiagnostic>> filterDiagnostics() {
    return schedule.filterDiagnostics();
  }

  /**
   * Ends the scan and frees what was not taken. What is being fetched is ended, as by {@link
   * ParquetArrowReader#close}, and what is being decoded at the moment is waited for; when it
   * returns, no thread works for the scan, and tasks that the executor has not begun will do
   * nothing. The second time does nothing.
   */
  @Override
  public void close() throws IOException {
    Closeable rest = this::release;
    try (rest) {
      schedule.close();
    }
  }

  private void release() {
    consumer.lock();
    try {
      if (!released) {
        released = true;
        try (memory) {
          try (typed) {
            filler.close();
          }
        }
      }
    } finally {
      consumer.unlock();
    }
  }

  /**
   * A scan as an Arrow reader. Threads and use after closing are as with a {@link FileSetReader}.
   */
  private static final class ScanReader extends GuardedReader<ReadStatistics> {
    private final ParquetScan scan;

    ScanReader(ParquetScan scan, BufferAllocator allocator) {
      super("the reader of a scan", ReadStatistics.NOTHING, allocator);
      this.scan = scan;
    }

    @Override
    protected Schema readSchema() {
      return scan.schema();
    }

    @Override
    protected boolean load(VectorSchemaRoot root) throws IOException {
      return scan.load(root);
    }

    @Override
    protected ReadStatistics count() {
      return scan.statistics();
    }

    /** As of now: the scan goes on between two batches. */
    @Override
    public long bytesRead() {
      return count().bytesRead();
    }

    /** A call that waits for a batch ends then. */
    @Override
    protected void end() throws IOException {
      scan.close();
    }

    @Override
    protected void release() {}
  }
}
