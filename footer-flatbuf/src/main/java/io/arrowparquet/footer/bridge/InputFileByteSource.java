// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A parquet-java {@link InputFile} as a byte source: a footer can be read from wherever
 * parquet-java can read a file.
 *
 * <p>Reads through one stream of the file, one after the other. Threads: may be shared.
 */
@SuppressWarnings("exports") // Classes of the class path: see ParquetJava.
public final class InputFileByteSource implements ByteSource {
  private final String name;
  private final long length;
  private final SeekableInputStream stream;

  private InputFileByteSource(String name, long length, SeekableInputStream stream) {
    this.name = name;
    this.length = length;
    this.stream = stream;
  }

  /**
   * Opens a stream of the file; the caller closes the source, which closes the stream. The file's
   * {@code toString} names the source.
   *
   * @throws IOException if the file cannot be opened
   */
  public static InputFileByteSource open(InputFile file) throws IOException {
    return open(file, String.valueOf(file));
  }

  /** As {@link #open(InputFile)}, with another name for error messages. */
  public static InputFileByteSource open(InputFile file, String name) throws IOException {
    ParquetJava.requireInput();
    return new InputFileByteSource(name, file.getLength(), file.newStream());
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
  public void readFully(long position, ByteBuffer target) throws IOException {
    // A stream has one position: seek and read belong together.
    synchronized (stream) {
      stream.seek(position);
      stream.readFully(target);
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
