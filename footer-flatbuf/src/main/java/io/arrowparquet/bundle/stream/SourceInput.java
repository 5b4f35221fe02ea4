// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A range of a source as a stream, read in pieces. Leaves the source open. */
final class SourceInput extends InputStream {
  private static final int PIECE = 64 << 10;

  private final ByteSource source;
  private final long end;
  private final ByteBuffer piece = ByteBuffer.allocate(PIECE).limit(0);
  private long position;

  /** The bytes from {@code position} to {@code end}, exclusive. */
  SourceInput(ByteSource source, long position, long end) {
    this.source = source;
    this.position = position;
    this.end = end;
  }

  @Override
  public int read() throws IOException {
    return fill() ? piece.get() & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (!piece.hasRemaining() && length >= PIECE && end - position >= PIECE) {
      int count = (int) Math.min(length, end - position);
      source.readFully(position, ByteBuffer.wrap(target, offset, count));
      position += count;
      return count;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, piece.remaining());
    piece.get(target, offset, count);
    return count;
  }

  private boolean fill() throws IOException {
    if (!piece.hasRemaining() && position < end) {
      int count = (int) Math.min(PIECE, end - position);
      piece.limit(0);
      source.readFully(position, ByteBuffer.wrap(piece.array(), 0, count));
      piece.limit(count).position(0);
      position += count;
    }
    return piece.hasRemaining();
  }
}
