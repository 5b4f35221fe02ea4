// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.iceberg;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.BlockingByteSource;
import io.arrowparquet.storage.internal.KnownTailStream;
import io.arrowparquet.storage.internal.SourceLibraries;
import io.arrowparquet.storage.internal.StreamPool;
import io.arrowparquet.storage.internal.ThreadedRead;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.FileRange;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;

/**
 * A file of Iceberg's FileIO, through as many streams as threads read at once. Streams that are
 * {@link RangeReadable} are asked for ranges, others are positioned and read. Needs Iceberg's API,
 * an optional dependency.
 *
 * <p>Threads: may be shared; ranges are read on daemon threads.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class IcebergByteSource extends BlockingByteSource {
  private final StreamPool<SeekableInputStream> streams;

  private IcebergByteSource(InputFile file) throws IOException {
    super(file.location(), file.getLength(), ReadHints.REMOTE);
    this.streams = new StreamPool<>(file.location(), file::newStream);
  }

  /**
   * Opens a file; closing the source closes its streams.
   *
   * @throws io.arrowparquet.storage.MissingDependencyException if there is no Iceberg
   * @throws IOException if the file cannot be opened
   */
  public static IcebergByteSource open(InputFile file) throws IOException {
    SourceLibraries.ICEBERG.require();
    return checked(file.location(), () -> new IcebergByteSource(file));
  }

  /** Iceberg's files say by unchecked exceptions that they are not there or cannot be read. */
  private static <T> T checked(String name, ThreadedRead.Call<T> call) throws IOException {
    try {
      return call.run();
    } catch (UncheckedIOException e) {
      throw new IOException(name + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      if (!(e instanceof NotFoundException)) { // in no catch: its class may be missing
        throw e;
      }
      throw (IOException) new NoSuchFileException(name, null, e.getMessage()).initCause(e);
    }
  }

  /**
   * A file whose last bytes are answered from memory, for readers of Iceberg: with the bytes of its
   * footer, as {@code ParquetFooter.toTail} gives them, nothing of it is read but pages and what
   * belongs to them. It is opened when these are.
   *
   * @param file stays as it is
   * @param tail as for {@link io.arrowparquet.storage.access.ByteSources#withTail}
   * @throws io.arrowparquet.storage.MissingDependencyException if there is no Iceberg
   */
  public static InputFile withTail(InputFile file, ByteSource.Tail tail) {
    SourceLibraries.ICEBERG.require();
    return new IcebergTailFile(file, tail);
  }

  /**
   * Opens the files of a FileIO by their locations, and lists them where it can. Versions are not
   * known to it.
   *
   * @param files a table's {@code io()} for example; stays the caller's
   */
  public static SourceFactory factory(FileIO files) {
    return new SourceFactory() {
      @Override
      public ByteSource open(SourceEntry entry) throws IOException {
        String location = entry.uri().toString();
        return IcebergByteSource.open(
            entry.length() == SourceEntry.UNKNOWN
                ? files.newInputFile(location)
                : files.newInputFile(location, entry.length()));
      }

      @Override
      public List<SourceEntry> list(URI folder) throws IOException {
        if (!(files instanceof SupportsPrefixOperations listing)) {
          return SourceFactory.super.list(folder);
        }
        List<SourceEntry> found = new ArrayList<>();
        for (FileInfo file : listing.listPrefix(folder.toString())) {
          found.add(new SourceEntry(URI.create(file.location()), file.size(), null));
        }
        found.sort(Comparator.comparing(SourceEntry::uri));
        return found;
      }
    };
  }

  @Override
  protected void read(long position, ThreadedRead target) throws IOException {
    StreamPool.Use<SeekableInputStream> reading =
        stream -> {
          if (stream instanceof RangeReadable ranges) {
            // One request for all of it.
            byte[] bytes = new byte[target.remaining()];
            ranges.readFully(position, bytes);
            target.put(bytes, bytes.length);
          } else {
            stream.seek(position);
            target.fill(name(), (piece, count) -> stream.read(piece, 0, count));
          }
        };
    checked(
        name(),
        () -> {
          streams.use(reading);
          return null;
        });
  }

  @Override
  public void close() throws IOException {
    streams.close();
  }

  private record IcebergTailFile(InputFile file, ByteSource.Tail tail) implements InputFile {
    @Override
    public long getLength() {
      return tail.length();
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public boolean exists() {
      return file.exists();
    }

    @Override
    public SeekableInputStream newStream() {
      return new TailStream(
          new KnownTailStream<>(tail, file::newStream, SeekableInputStream::seek));
    }

    /** Ranges go to the file's stream as ranges if it takes them, and else one after the other. */
    private static final class TailStream extends SeekableInputStream implements RangeReadable {
      private final KnownTailStream<SeekableInputStream> bytes;

      TailStream(KnownTailStream<SeekableInputStream> bytes) {
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
      public int read() throws IOException {
        return bytes.read();
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        return bytes.read(target, offset, length);
      }

      @Override
      public long skip(long count) {
        return bytes.skip(count);
      }

      @Override
      public void readFully(long position, byte[] target, int offset, int length)
          throws IOException {
        if (bytes.isBefore(position + length) && bytes.stream() instanceof RangeReadable ranges) {
          ranges.readFully(position, target, offset, length);
          return;
        }
        long before = bytes.position();
        bytes.seek(position);
        int read = bytes.readNBytes(target, offset, length);
        bytes.seek(before);
        if (read < length) {
          throw new EOFException(length - read + " bytes are missing at " + (position + read));
        }
      }

      @Override
      public int readTail(byte[] target, int offset, int length) throws IOException {
        int count = (int) Math.min(length, bytes.length());
        readFully(bytes.length() - count, target, offset, count);
        return count;
      }

      @Override
      public void readVectored(List<FileRange> ranges, IntFunction<ByteBuffer> allocate)
          throws IOException {
        boolean isBefore =
            ranges.stream().allMatch(range -> bytes.isBefore(range.offset() + range.length()));
        if (isBefore && bytes.stream() instanceof RangeReadable own) {
          own.readVectored(ranges, allocate);
        } else {
          RangeReadable.super.readVectored(ranges, allocate);
        }
      }

      @Override
      public void close() throws IOException {
        bytes.close();
      }
    }
  }
}
