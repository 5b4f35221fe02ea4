// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.storage.internal.ChannelPieces;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A file that is open already, from its start. Closing the stream leaves it open. */
final class ChannelOutput implements OutputFile {
  private static final int BUFFER_BYTES = 256 * 1024;

  private final Stream stream;

  ChannelOutput(FileChannel channel) {
    this.stream = new Stream(channel);
  }

  /** The only stream; {@link #create} returns it too. */
  PositionOutputStream stream() {
    return stream;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return stream;
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return stream;
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  private static final class Stream extends PositionOutputStream {
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private long flushed;

    Stream(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public long getPos() {
      return flushed + buffer.position();
    }

    @Override
    public void write(int b) throws IOException {
      if (!buffer.hasRemaining()) {
        flush();
      }
      buffer.put((byte) b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int done = 0;
      while (done < length) {
        if (!buffer.hasRemaining()) {
          flush();
        }
        int step = Math.min(length - done, buffer.remaining());
        buffer.put(bytes, offset + done, step);
        done += step;
      }
    }

    @Override
    public void flush() throws IOException {
      buffer.flip();
      flushed += buffer.remaining();
      ChannelPieces.write(channel, buffer);
      buffer.clear();
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
