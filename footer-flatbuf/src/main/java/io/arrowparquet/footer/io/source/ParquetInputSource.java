// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import io.arrowparquet.footer.ByteRange;
import io.arrowparquet.footer.ReadHints;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A parquet-java {@link InputFile} as a source: whatever parquet-java can read can be read, through
 * as many streams as threads read at once. Ranges are read by the stream's vectored reads where it
 * has them, whose buffers are copied, else each on a thread.
 *
 * <p>Threads: may be shared.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class ParquetInputSource extends BlockingByteSource {
  private final String name;
  private final long length;
  private final ReadHints hints;
  private final StreamPool<SeekableInputStream> streams;

  private ParquetInputSource(
      String name, long length, ReadHints hints, StreamPool<SeekableInputStream> streams) {
    this.name = name;
    this.length = length;
    this.hints = hints;
    this.streams = streams;
  }

  /**
   * Opens a file; closing the source closes its streams.
   *
   * @param name what error messages call it
   * @throws io.arrowparquet.footer.MissingDependencyException if there is no parquet-java
   * @throws IOException if the file cannot be opened
   */
  public static ParquetInputSource open(InputFile file, String name) throws IOException {
    SourceLibraries.PARQUET_JAVA.require();
    ReadHints hints = file instanceof LocalInputFile ? ReadHints.LOCAL : ReadHints.REMOTE;
    long length = file.getLength();
    return new ParquetInputSource(name, length, hints, new StreamPool<>(name, file::newStream));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public ReadHints hints() {
    return hints;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    SourceBounds.require(name, length, position, target.remaining());
    streams.use(
        stream -> {
          stream.seek(position);
          stream.readFully(target);
        });
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    if (ranges.size() < 2 || hints.isLocal()) {
      return super.readRanges(ranges, memory);
    }
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>(targets.size());
    targets.forEach(target -> reads.add(new VectoredRead()));
    ReadThreads.execute(
        () -> readVectored(ranges, targets, reads),
        refusal -> reads.forEach(read -> read.completeExceptionally(refusal)));
    return reads;
  }

  /** Cannot be stopped: a stream's vectored reads go on until they have read all. */
  private static final class VectoredRead extends CompletableFuture<ByteBuffer> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return false;
    }
  }

  private void readVectored(
      List<ByteRange> ranges, List<ByteBuffer> targets, List<CompletableFuture<ByteBuffer>> reads) {
    try {
      streams.use(
          stream -> {
            HeapByteBufferAllocator heap = HeapByteBufferAllocator.getInstance();
            if (stream.readVectoredAvailable(heap)) {
              List<ParquetFileRange> asked = new ArrayList<>();
              ranges.forEach(r -> asked.add(new ParquetFileRange(r.offset(), r.length())));
              stream.readVectored(asked, heap);
              for (int i = 0; i < reads.size(); i++) {
                copy(asked.get(i), targets.get(i), reads.get(i));
              }
            } else {
              for (int i = 0; i < reads.size(); i++) {
                int first = targets.get(i).position();
                stream.seek(ranges.get(i).offset());
                stream.readFully(targets.get(i));
                reads.get(i).complete(targets.get(i).position(first));
              }
            }
          });
    } catch (Throwable e) {
      reads.forEach(read -> read.completeExceptionally(e));
    }
  }

  private static void copy(
      ParquetFileRange range, ByteBuffer target, CompletableFuture<ByteBuffer> read)
      throws IOException {
    try {
      int first = target.position();
      target.put(range.getDataReadFuture().get());
      if (target.hasRemaining()) {
        throw new EOFException("a vectored read ends " + target.remaining() + " bytes early");
      }
      read.complete(target.position(first));
    } catch (ExecutionException e) {
      read.completeExceptionally(e.getCause());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    streams.close();
  }
}
