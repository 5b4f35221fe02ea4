// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.parquet.io.OutputFile;

/**
 * An output stream as a sink. It cannot be taken back: a sink that is closed without {@link
 * #commit} leaves what was written, which without its end is not a Parquet file.
 */
public final class StreamByteSink implements ByteSink {
  private static final int PIECE = 64 << 10;

  private final String name;
  private final OutputStream stream;
  private byte[] piece;
  private boolean isClosed;

  /**
   * A sink over a stream, which is closed with it.
   *
   * @param name what error messages call it
   */
  public StreamByteSink(String name, OutputStream stream) {
    this.name = name;
    this.stream = stream;
  }

  /**
   * A file of parquet-java, which must not be there yet. Many a file system publishes a file when
   * its stream is closed, also after a failure; {@code ByteSink} does not.
   *
   * @throws io.arrowparquet.storage.MissingDependencyException if there is no parquet-java
   * @throws IOException if the file cannot be made
   */
  @SuppressWarnings("exports") // a class of the class path: see SourceLibraries
  public static StreamByteSink create(OutputFile file) throws IOException {
    SourceLibraries.PARQUET_JAVA.require();
    return new StreamByteSink(String.valueOf(file), file.create(file.defaultBlockSize()));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    if (bytes.hasArray()) {
      stream.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
      bytes.position(bytes.limit());
      return;
    }
    piece = piece == null ? new byte[PIECE] : piece;
    while (bytes.hasRemaining()) {
      int step = Math.min(piece.length, bytes.remaining());
      bytes.get(piece, 0, step);
      stream.write(piece, 0, step);
    }
  }

  @Override
  public void commit() throws IOException {
    stream.flush();
    close();
  }

  @Override
  public void close() throws IOException {
    if (!isClosed) {
      isClosed = true;
      stream.close();
    }
  }
}
