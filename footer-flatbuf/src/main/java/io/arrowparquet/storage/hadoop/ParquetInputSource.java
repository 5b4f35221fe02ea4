// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.hadoop;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.BlockingByteSource;
import io.arrowparquet.storage.internal.KnownTailStream;
import io.arrowparquet.storage.internal.PendingReads;
import io.arrowparquet.storage.internal.ReadThreads;
import io.arrowparquet.storage.internal.SourceLibraries;
import io.arrowparquet.storage.internal.StreamPool;
import io.arrowparquet.storage.internal.ThreadedRead;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.io.DelegatingSeekableInputStream;
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
  private final StreamPool<SeekableInputStream> streams;

  private ParquetInputSource(InputFile file, String name) throws IOException {
    super(
        name,
        file.getLength(),
        file instanceof LocalInputFile ? ReadHints.LOCAL : ReadHints.REMOTE);
    this.streams = new StreamPool<>(name, file::newStream);
  }

  /** As below; the file's {@code toString} names the source. */
  public static ParquetInputSource open(InputFile file) throws IOException {
    return open(file, String.valueOf(file));
  }

  /**
   * Opens a file; closing the source closes its streams.
   *
   * @param name what error messages call it
   * @throws io.arrowparquet.storage.MissingDependencyException if there is no parquet-java
   * @throws IOException if the file cannot be opened
   */
  public static ParquetInputSource open(InputFile file, String name) throws IOException {
    SourceLibraries.PARQUET_JAVA.require();
    return new ParquetInputSource(file, name);
  }

  /**
   * A file whose last bytes are answered from memory, for readers of parquet-java: with the bytes
   * of its footer, as {@code ParquetFooter.toTail} gives them, nothing of it is read but pages and
   * what belongs to them. It is opened when these are.
   *
   * @param file stays as it is
   * @param tail as for {@link io.arrowparquet.storage.access.ByteSources#withTail}
   * @throws io.arrowparquet.storage.MissingDependencyException if there is no parquet-java
   */
  public static InputFile withTail(InputFile file, ByteSource.Tail tail) {
    SourceLibraries.PARQUET_JAVA.require();
    return new ParquetTailFile(file, tail);
  }

  @Override
  protected void read(long position, ThreadedRead target) throws IOException {
    streams.use(stream -> read(stream, position, target));
  }

  private void read(SeekableInputStream stream, long position, ThreadedRead target)
      throws IOException {
    stream.seek(position);
    target.fill(
        name(),
        (piece, count) -> {
          stream.readFully(piece, 0, count);
          return count;
        });
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    if (ranges.size() < 2 || hints().isLocal()) {
      return super.readRanges(ranges, memory);
    }
    List<ThreadedRead> reads =
        ByteRange.allocate(ranges, memory).stream().map(ThreadedRead::new).toList();
    ReadThreads.execute(
        () -> readVectored(ranges, reads),
        refusal -> reads.forEach(read -> read.completeExceptionally(refusal)));
    return List.copyOf(reads);
  }

  /** A stream's vectored reads go on until they have read all, also what was cancelled. */
  private void readVectored(List<ByteRange> ranges, List<ThreadedRead> reads) {
    try {
      streams.use(
          stream -> {
            HeapByteBufferAllocator heap = HeapByteBufferAllocator.getInstance();
            boolean isVectored = stream.readVectoredAvailable(heap);
            if (!isVectored) {
              for (int i = 0; i < reads.size(); i++) {
                long offset = ranges.get(i).offset();
                reads.get(i).start(read -> read(offset, read));
              }
              return;
            }
            List<ParquetFileRange> asked = new ArrayList<>();
            ranges.forEach(r -> asked.add(new ParquetFileRange(r.offset(), r.length())));
            stream.readVectored(asked, heap);
            for (int i = 0; i < reads.size(); i++) {
              copy(asked.get(i).getDataReadFuture(), reads.get(i));
            }
          });
    } catch (Throwable e) {
      reads.forEach(read -> read.completeExceptionally(e));
    }
  }

  /** One that fails, or is cancelled meanwhile, does not affect the others. */
  private static void copy(CompletableFuture<ByteBuffer> found, ThreadedRead read) {
    try {
      if (!read.isDone()) {
        read.put(found.get());
        if (read.remaining() > 0) {
          throw new EOFException("a vectored read ends " + read.remaining() + " bytes early");
        }
        read.complete();
      }
    } catch (ExecutionException e) {
      read.completeExceptionally(e.getCause());
    } catch (IOException | InterruptedException e) {
      read.completeExceptionally(PendingReads.forOthers(e));
    }
  }

  @Override
  public void close() throws IOException {
    streams.close();
  }

  private record ParquetTailFile(InputFile file, ByteSource.Tail tail) implements InputFile {
    @Override
    public long getLength() {
      return tail.length();
    }

    @Override
    public SeekableInputStream newStream() {
      return new TailStream(
          new KnownTailStream<>(tail, file::newStream, SeekableInputStream::seek));
    }

    @Override
    public String toString() {
      return file.toString();
    }

    private static final class TailStream extends DelegatingSeekableInputStream {
      private final KnownTailStream<SeekableInputStream> bytes;

      TailStream(KnownTailStream<SeekableInputStream> bytes) {
        super(bytes);
        this.bytes = bytes;
      }

      @Override
      public long getPos() {
        return bytes.position();
      }

      @Override
      public void seek(long position) throws IOException {
        bytes.seek(position);
      }

      @Override
      public boolean readVectoredAvailable(ByteBufferAllocator allocator) {
        try {
          return bytes.stream().readVectoredAvailable(allocator);
        } catch (IOException e) {
          return false; // Reading one range after the other says why it cannot be opened.
        }
      }

      /** Ranges are those of pages, which no footer is among. */
      @Override
      public void readVectored(List<ParquetFileRange> ranges, ByteBufferAllocator allocator)
          throws IOException {
        for (ParquetFileRange range : ranges) {
          if (!bytes.isBefore(range.getOffset() + range.getLength())) {
            throw new IOException(range + ": reaches into the footer");
          }
        }
        bytes.stream().readVectored(ranges, allocator);
      }
    }
  }
}
