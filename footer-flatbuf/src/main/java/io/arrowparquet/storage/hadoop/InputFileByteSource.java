// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.hadoop;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.apache.parquet.io.InputFile;

/**
 * A parquet-java {@link InputFile} as a byte source: a footer can be read from wherever
 * parquet-java can read a file. See {@link ParquetInputSource}, which it is.
 *
 * <p>Threads: may be shared.
 */
@SuppressWarnings("exports") // Classes of the class path: see ParquetJava.
public final class InputFileByteSource implements ByteSource {
  private final ParquetInputSource file;

  private InputFileByteSource(ParquetInputSource file) {
    this.file = file;
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
    return new InputFileByteSource(ParquetInputSource.open(file, name));
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
  public ReadHints hints() {
    return file.hints();
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    file.readFully(position, target);
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    return file.readRanges(ranges, memory);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
