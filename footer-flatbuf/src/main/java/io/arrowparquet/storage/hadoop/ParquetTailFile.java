// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.hadoop;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.KnownTailStream;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;

record ParquetTailFile(InputFile file, ByteSource.Tail tail) implements InputFile {
  @Override
  public long getLength() {
    return tail.length();
  }

  @Override
  public SeekableInputStream newStream() {
    return new TailStream(new KnownTailStream<>(tail, file::newStream, SeekableInputStream::seek));
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
