// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * A local file that is read as one elsewhere: a request takes a time before its first byte, and the
 * bytes of all requests share a line.
 */
public final class RemoteFile implements ByteSource {
  private static final ScheduledExecutorService CLOCK =
      Executors.newScheduledThreadPool(
          4,
          task -> {
            Thread thread = new Thread(task, "remote file");
            thread.setDaemon(true);
            return thread;
          });

  private final PathByteSource file;
  private final Line line;

  /** What requests of one or more files take, and how many there were. Threads may share one. */
  public static final class Line {
    private final ReadHints hints;
    private final long latencyNanos;
    private final double nanosPerByte;
    private long freeAt = System.nanoTime();
    private long requests;
    private long bytes;

    /** Requests that take as long as their hints say, and share this many bytes a second. */
    public Line(ReadHints hints, long bytesPerSecond) {
      this.hints = hints;
      this.latencyNanos = hints.latency().toNanos();
      this.nanosPerByte = 1e9 / bytesPerSecond;
    }

    /** Requests that take no time, whatever their hints say. */
    public static Line fast(ReadHints hints) {
      return new Line(hints, Long.MAX_VALUE, 0);
    }

    private Line(ReadHints hints, long bytesPerSecond, long latencyNanos) {
      this.hints = hints;
      this.latencyNanos = latencyNanos;
      this.nanosPerByte = 1e9 / bytesPerSecond;
    }

    /** Counts a request and says in how many nanoseconds it will be done. */
    private synchronized long delay(int length) {
      long now = System.nanoTime();
      requests++;
      bytes += length;
      freeAt = Math.max(freeAt, now + latencyNanos) + (long) (length * nanosPerByte);
      return freeAt - now;
    }

    /** What requests are said to cost. */
    public ReadHints hints() {
      return hints;
    }

    /** Requests so far. */
    public synchronized long requests() {
      return requests;
    }

    /** Bytes asked for so far. */
    public synchronized long bytes() {
      return bytes;
    }
  }

  /** Opens a file over a line. */
  public RemoteFile(Path path, Line line) throws IOException {
    this.file = PathByteSource.open(path);
    this.line = line;
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long length() {
    return file.length();
  }

  @Override
  public long knownLength() {
    return length();
  }

  @Override
  public ReadHints hints() {
    return line.hints;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    try {
      TimeUnit.NANOSECONDS.sleep(line.delay(target.remaining()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(name() + ": the thread was interrupted");
    }
    file.readFully(position, target);
  }

  @Override
  public ByteSource.Tail readTail(int most) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, length()));
    readFully(length() - bytes.remaining(), bytes);
    return new ByteSource.Tail(length(), bytes.flip());
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      PendingRead read = new PendingRead(ranges.get(i), targets.get(i));
      // The read itself is the future that is done.
      ScheduledFuture<?> unused =
          CLOCK.schedule(read, line.delay(ranges.get(i).length()), TimeUnit.NANOSECONDS);
      reads.add(read);
    }
    return reads;
  }

  /** Cancelling it is over only when its time has come, as with a library that goes on writing. */
  private final class PendingRead extends CompletableFuture<ByteBuffer> implements Runnable {
    private final ByteRange range;
    private final ByteBuffer target;
    private volatile boolean isCancelled;

    PendingRead(ByteRange range, ByteBuffer target) {
      this.range = range;
      this.target = target;
    }

    @Override
    public void run() {
      try {
        int start = target.position();
        file.readFully(range.offset(), target);
        if (isCancelled) {
          completeExceptionally(new CancellationException());
        }
        complete(target.position(start));
      } catch (IOException | RuntimeException e) {
        completeExceptionally(e);
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      isCancelled = true;
      return !isDone();
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
