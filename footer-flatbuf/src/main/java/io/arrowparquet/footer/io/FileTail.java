// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io;

import io.arrowparquet.footer.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The end of a file, fetched with few reads: a guess first, and for a section that begins before
 * the guess only the bytes that are missing.
 *
 * <pre>
 *   |            |&lt;------------- guess, read at once --------------&gt;|
 *   ...    |&lt; section ...            ...  &gt;|                          end of the file
 *          |read|        copied            |
 * </pre>
 */
final class FileTail {
  /** Shows bytes of a file without copying them. */
  @FunctionalInterface
  private interface View {
    ByteBuffer of(long offset, int length) throws IOException;
  }

  private final ByteSource source;
  private final View view;
  private final long fileLength;
  private final ByteBuffer tail;

  /**
   * Reads the tail.
   *
   * @param guess bytes to read from the end; the whole file where it is shorter
   * @param map whether to map a local file instead of reading it
   */
  FileTail(ByteSource source, int guess, boolean map) throws IOException {
    this.source = source;
    this.view = view(source, map);
    this.fileLength = source.length();
    int size = (int) Math.min(guess, fileLength);
    this.tail = fetch(fileLength - size, size);
  }

  /** How to get at the bytes without copying, or null where they must be read. */
  private static View view(ByteSource source, boolean map) {
    if (source instanceof BufferByteSource buffer) {
      return buffer::view;
    }
    return map && source instanceof PathByteSource file ? file::map : null;
  }

  long fileLength() {
    return fileLength;
  }

  /** The guess: the last bytes of the file. */
  ByteBuffer lastBytes() {
    return tail.duplicate();
  }

  /** Bytes {@code offset} to {@code offset + length} of the file, which the caller has bounded. */
  ByteBuffer section(long offset, int length) throws IOException {
    long tailStart = fileLength - tail.limit();
    if (offset >= tailStart) {
      return tail.slice((int) (offset - tailStart), length).order(ByteOrder.LITTLE_ENDIAN);
    }
    if (view != null) {
      return fetch(offset, length);
    }
    int missing = (int) Math.min(length, tailStart - offset);
    ByteBuffer section = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(offset, section.limit(missing));
    section.limit(length);
    return section.put(tail.slice(0, length - missing)).flip();
  }

  private ByteBuffer fetch(long offset, int length) throws IOException {
    if (view != null) {
      return view.of(offset, length).order(ByteOrder.LITTLE_ENDIAN);
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(offset, bytes);
    return bytes.flip();
  }
}
