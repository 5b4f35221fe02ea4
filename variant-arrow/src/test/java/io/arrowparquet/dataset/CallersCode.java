// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ReadListener;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import io.arrowparquet.variant.internal.Throwables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.apache.arrow.memory.AllocationListener;

/** Code of a caller's: all of it works, but for one call of one kind, which throws. */
final class CallersCode implements ReadListener, AllocationListener {
  /** Where the library calls it. */
  enum Site {
    OPEN,
    TAIL,
    READ,
    RANGES,
    FUTURE,
    CLOSE,
    OPENED,
    REQUESTED,
    DECOMPRESSED,
    SKIPPED,
    CONDITION,
    BOUNDS,
    NARROWING,
    EXECUTOR,
    ALLOCATION,
    PROGRESS,
    WRITE,
    COMMIT,
    CLOSE_SINK
  }

  private final Site failing;
  private final int at;
  private final Throwable thrown;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final List<Site> late = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean isOver;

  /**
   * Code that throws once.
   *
   * @param at number of the call of that site, from 1; 0 for none
   */
  CallersCode(Site failing, int at, Throwable thrown) {
    this.failing = failing;
    this.at = at;
    this.thrown = thrown;
  }

  /** Calls of the site. */
  int calls() {
    return calls.get();
  }

  /** Whether it has thrown: threads that race may call less often than the time before. */
  boolean hasThrown() {
    return at > 0 && calls.get() >= at;
  }

  /** Says that the library has no reason to call any more. */
  void isOver() {
    isOver = true;
  }

  /** Calls that came nevertheless. */
  List<Site> late() {
    return List.copyOf(late);
  }

  /** Sources and sinks that are not closed. */
  int open() {
    return open.get();
  }

  private boolean fails(Site site) {
    if (isOver) {
      late.add(site);
    }
    return site == failing && calls.incrementAndGet() == at;
  }

  private void call(Site site) {
    if (fails(site)) {
      throw Throwables.<RuntimeException>sneak(thrown);
    }
  }

  SourceFactory sources(SourceFactory factory) {
    return uri -> source(factory.open(uri));
  }

  ByteSource source(ByteSource source) throws IOException {
    try {
      call(Site.OPEN);
    } catch (Throwable e) {
      try (source) {
        throw e;
      }
    }
    open.incrementAndGet();
    return new Source(source);
  }

  private final class Source extends ForwardingByteSource {
    Source(ByteSource source) {
      super(source);
    }

    @Override
    public ByteSource.Tail readTail(int most) throws IOException {
      call(Site.TAIL);
      return source().readTail(most);
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      call(Site.READ);
      source().readFully(position, target);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      call(Site.RANGES);
      return source().readRanges(ranges, memory).stream().map(this::future).toList();
    }

    private CompletableFuture<ByteBuffer> future(CompletableFuture<ByteBuffer> read) {
      if (!fails(Site.FUTURE)) {
        return read;
      }
      CompletableFuture<ByteBuffer> failed =
          new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
              return read.cancel(mayInterruptIfRunning);
            }
          };
      CompletableFuture<ByteBuffer> unused =
          read.whenComplete((bytes, failure) -> failed.completeExceptionally(thrown));
      return failed;
    }

    @Override
    public void close() throws IOException {
      open.decrementAndGet();
      source().close();
      call(Site.CLOSE);
    }
  }

  Executor executor(Executor executor) {
    return task -> {
      call(Site.EXECUTOR);
      executor.execute(task);
    };
  }

  /** True of all rows. */
  RowFilter condition(Operand operand) {
    return RowFilter.custom(
        List.of(operand),
        (rows, matches) -> {
          call(Site.CONDITION);
          matches.set(0, rows.getRowCount());
        },
        bounds -> {
          call(Site.BOUNDS);
          return true;
        });
  }

  DynamicFilter narrowing(Operand operand) {
    return new DynamicFilter(
        List.of(operand),
        () -> {
          call(Site.NARROWING);
          return null;
        });
  }

  void progress(long files) {
    call(Site.PROGRESS);
  }

  @Override
  public void opened(String file, long bytes, int rowGroups) {
    call(Site.OPENED);
  }

  @Override
  public void requested(String file, long offset, long bytes, long nanos) {
    call(Site.REQUESTED);
  }

  @Override
  public void decompressed(String file, String column, int rowGroup, int values, long nanos) {
    call(Site.DECOMPRESSED);
  }

  @Override
  public void skipped(String file, int rowGroup, long skipped, long rows) {
    call(Site.SKIPPED);
  }

  @Override
  public void onPreAllocation(long size) {
    call(Site.ALLOCATION);
  }

  ByteSink sink() {
    open.incrementAndGet();
    return new Sink();
  }

  private final class Sink implements ByteSink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean isClosed;

    @Override
    public String name() {
      return "sink";
    }

    @Override
    public void write(ByteBuffer piece) {
      call(Site.WRITE);
      byte[] copy = new byte[piece.remaining()];
      piece.get(copy);
      bytes.writeBytes(copy);
    }

    @Override
    public void commit() {
      call(Site.COMMIT);
    }

    @Override
    public void close() {
      if (!isClosed) {
        isClosed = true;
        open.decrementAndGet();
        call(Site.CLOSE_SINK);
      }
    }
  }
}
