// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.storage.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;

/** What goes to a sink, counted; small pieces go together. */
public final class SinkOutput {
  private static final int BUFFER_BYTES = 64 << 10;

  private final ByteSink sink;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private long flushed;

  public SinkOutput(ByteSink sink) {
    this.sink = sink;
  }

  /** Where in the file the next byte goes. */
  public long position() {
    return flushed + buffer.position();
  }

  public void write(byte[] bytes) throws IOException {
    write(ByteBuffer.wrap(bytes));
  }

  public void write(ByteBuffer bytes) throws IOException {
    if (bytes.remaining() > buffer.remaining()) {
      flush();
    }
    if (bytes.remaining() > buffer.remaining()) {
      flushed += bytes.remaining();
      sink.write(bytes);
    } else {
      buffer.put(bytes);
    }
  }

  public void flush() throws IOException {
    buffer.flip();
    flushed += buffer.remaining();
    if (buffer.hasRemaining()) {
      sink.write(buffer);
    }
    buffer.clear();
  }
}
