// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import java.io.IOException;
import org.apache.arrow.memory.ArrowBuf;

/**
 * A range of a source that is being read, or was: the bytes are in one buffer, behind room that the
 * caller may fill.
 *
 * <pre>
 *   file    base        start              end
 *   buffer  |  room     |  bytes read      |  spare |
 * </pre>
 *
 * <p>Owns the buffer until it is closed. One thread at a time, but for {@link #await}.
 */
abstract class RangeRead implements AutoCloseable {
  private final long start;
  private final long end;
  private final int room;

  RangeRead(long start, long end, int room) {
    this.start = start;
    this.end = end;
    this.room = room;
  }

  /** Offset in the file of the first byte that is read. */
  final long start() {
    return start;
  }

  /** The first byte behind those that are read. */
  final long end() {
    return end;
  }

  /** Bytes before the first one that is read. */
  final int room() {
    return room;
  }

  /** Offset in the file that the buffer begins with. */
  final long base() {
    return start - room;
  }

  /**
   * Waits until all bytes are there; several threads may, and each can be interrupted.
   *
   * @return the buffer, valid until this is closed
   */
  abstract ArrowBuf await() throws IOException;

  /** Gives the range up. Twice does no harm. */
  @Override
  public abstract void close();
}
