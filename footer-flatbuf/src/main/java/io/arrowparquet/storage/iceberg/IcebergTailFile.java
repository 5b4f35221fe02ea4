// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.iceberg;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.KnownTailStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.iceberg.io.FileRange;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

record IcebergTailFile(InputFile file, ByteSource.Tail tail) implements InputFile {
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
    return new TailStream(new KnownTailStream<>(tail, file::newStream, SeekableInputStream::seek));
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
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
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
