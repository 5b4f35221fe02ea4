// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * A stream over a file whose last bytes are in memory. The file is opened when something before
 * them is read. One thread at a time.
 *
 * @param <S> streams of the file
 */
public final class KnownTailStream<S extends InputStream> extends InputStream {
  private final Opener<S> opener;
  private final Seek<S> seek;
  private final ByteBuffer bytes;

  /** Where the known bytes begin. */
  private final long start;

  private long position;
  private S stream;

  public KnownTailStream(ByteSource.Tail tail, Opener<S> opener, Seek<S> seek) {
    this.bytes = tail.bytes().slice();
    this.start = KnownBytesSource.start(tail);
    this.opener = opener;
    this.seek = seek;
  }

  @FunctionalInterface
  public interface Opener<S> {
    S open() throws IOException;
  }

  @FunctionalInterface
  public interface Seek<S> {
    void to(S stream, long position) throws IOException;
  }

  public long position() {
    return position;
  }

  public void seek(long to) throws IOException {
    if (to < 0 || to > length()) {
      throw new IOException("position " + to + " of a file of " + length() + " bytes");
    }
    position = to;
  }

  public long length() {
    return start + bytes.limit();
  }

  /** Whether the file has all that is before this position. */
  public boolean isBefore(long end) {
    return end <= start;
  }

  /** The file's own stream, which stays this one's to close. */
  public S stream() throws IOException {
    if (stream == null) {
      stream = opener.open();
    }
    return stream;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = (int) Math.min(length, (position < start ? start : length()) - position);
    if (count <= 0) {
      return length == 0 ? 0 : -1;
    }
    if (position >= start) {
      bytes.get((int) (position - start), target, offset, count);
    } else {
      seek.to(stream(), position);
      count = stream.read(target, offset, count);
    }
    position += Math.max(0, count);
    return count;
  }

  @Override
  public long skip(long count) {
    long from = position;
    position = Math.max(from, Math.min(from + count, length()));
    return position - from;
  }

  @Override
  public void close() throws IOException {
    if (stream != null) {
      stream.close();
    }
  }
}
