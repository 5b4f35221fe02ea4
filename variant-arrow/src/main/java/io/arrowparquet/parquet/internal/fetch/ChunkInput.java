// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import java.io.IOException;

/** Bytes of one column chunk, read forward. One thread at a time. */
public interface ChunkInput extends AutoCloseable {
  void copy(long offset, byte[] target, int at, int length) throws IOException;

  /** Copies bytes that were asked for already, without waiting for others; how many. */
  default int peek(long offset, byte[] target) throws IOException {
    return 0;
  }

  /** Asks for what is missing of the page that {@link #address} is called for next. */
  default void expect(long offset, int length) {}

  /** Address of bytes at an offset of the file, valid until bytes after them are asked for. */
  long address(long offset, int length) throws IOException;

  /**
   * Whether that memory may be read, whatever is in it; {@link #address} was asked for the offset
   * last.
   */
  boolean hasRoom(long offset, long length);

  /** Whether addresses are valid until this is closed, or {@link #done}. */
  boolean isWhole();

  /** Frees what is in memory: no more bytes will be asked for, and no address is used. */
  default void done() {}

  @Override
  void close();

  /** Carries what a source has thrown past those who take it for damage of a page. */
  final class SourceFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient RuntimeException thrown;

    SourceFailure(RuntimeException thrown) {
      super(thrown);
      this.thrown = thrown;
    }

    public RuntimeException thrown() {
      return thrown;
    }
  }
}
